import { describe, expect, test } from "vitest";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { inOrg } from "#db/tenant.ts";
import { recordFileEvents } from "#tenancy/visitor-events/store/events.server.ts";
import { faqSubject } from "#content/knowledge-base/store/entry-history.server.ts";
import { addFaqEntry } from "#content/knowledge-base/store/faq.server.ts";
import { addDocument } from "#content/documents/store/documents.server.ts";
import { uploadVersion } from "#content/documents/store/library.server.ts";
import { editItem } from "#content/items/store/item-edits.server.ts";
import type { Pace } from "#updates/follows/forms/follows.ts";
import { confirmedFollower, follow } from "#updates/follows/store/follows.server.ts";
import { readEmail } from "#model/subscribers/email.ts";
import { confirmSubscription, subscribe } from "#updates/subscribers/store/subscribers.server.ts";
import { createTopics } from "#updates/updates/store/topics.server.ts";
import { memberViewer } from "#auth/viewer.ts";
import { recordChange } from "#web/history/store/record-change.server.ts";
import { undoChange } from "#web/history/store/undo.server.ts";
import { SUBJECTS } from "#server/history/store/subjects.server.ts";
import { permissionsOf } from "#model/auth/permissions.ts";
import { block } from "#updates/subscribers/store/subscription-blocks.server.ts";
import { PROOF_FIELD } from "#values/confirmation-field.ts";
import { hidden, linkIn, mails } from "./subscribers-world.ts";
import { builtServer } from "./template.ts";
import { openWorld, type World } from "./world.ts";

const MEMBER = "riley@customer.example";
const MINUTE_MS = 60_000;
const WEEK_MINUTES = 7 * 24 * 60;

async function acme() {
  const world = await openWorld();
  const orgId = await world.orgId("acme");
  const { store } = world.services;
  const { id: productId } = await inOrg(store.read, orgId)
    .selectFrom("products")
    .select("id")
    .where("isDefault", "=", 1)
    .executeTakeFirstOrThrow();
  return { world, orgId, productId };
}

/** An FAQ entry, added as staff do. */
function ask(world: World, orgId: string, id: string, access: "public" | "accounts") {
  const { store } = world.services;
  const values = { id, question: `Question ${id}`, answer: "Yes", access, productIds: [] };
  return store.write((trx) =>
    recordChange(
      trx,
      { orgId, productId: null, subject: faqSubject, subjectId: id, by: SYSTEM, now: world.time },
      () => addFaqEntry(trx, orgId, { ...values, comment: null, topic: null }, world.time),
    ),
  );
}

/** Takes back the latest change of a subject. */
async function undo(world: World, orgId: string, subjectId: string) {
  const { store } = world.services;
  const { id } = await inOrg(store.read, orgId)
    .selectFrom("changes")
    .select("id")
    .where("subjectId", "=", subjectId)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  const [permissions, now] = [permissionsOf("owner"), world.time];
  await store.write((trx) =>
    undoChange(trx, orgId, id, { subjects: SUBJECTS, permissions, by: SYSTEM, now }),
  );
}

/** Takes every turn that is due. */
async function turn(world: World) {
  const { runDueJobs } = await builtServer();
  await runDueJobs(world.services);
}

const told = async (world: World) =>
  (await mails(world)).filter(({ kind }) => kind === "followed-changes");

/** Has visitors whose address is confirmed follow the whole portal. */
const chooserIn = (world: World, orgId: string) => (email: string, pace: Pace) =>
  world.services.store.write(async (trx) => {
    const write = { trx, orgId, now: world.time };
    const address = readEmail(email);
    if (address === null) throw new Error("no address");
    const who = await confirmedFollower(write, address);
    if (who === null) throw new Error("blocked");
    await follow(write, who, { kind: "portal", productId: null, thingId: "" }, pace);
  });

const subjectsIn = (world: World) => async (email: string) =>
  (await told(world)).filter(({ to }) => to === email).map(({ subject }) => subject);

const later = (world: World, minutes: number) => {
  world.time = new Date(world.time.getTime() + minutes * MINUTE_MS);
};

describe("following", () => {
  test("a member presses once, and gets one email about all that changed, and one alone", async () => {
    const { world, orgId } = await acme();
    await turn(world);
    const page = await world.ask("/acme/changes", { as: MEMBER });
    expect(page.text).toContain('name="pace" value="each"');
    const pressed = await world.ask("/acme/follow?what=portal", {
      as: MEMBER,
      form: { pace: "each" },
    });
    expect(pressed.status).toBe(303);
    later(world, 1);
    await ask(world, orgId, "f1", "public");
    await ask(world, orgId, "f2", "accounts");
    later(world, 10);
    await turn(world);
    const [mail, ...more] = await told(world);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: MEMBER, subject: "2 changes · Acme Cloud" });
    expect(mail?.text).toContain("Question f2");
    later(world, 10);
    await turn(world);
    expect(await told(world)).toHaveLength(1);
  });

  test("pressing Follow again goes on as it was chosen, and begins again after never", async () => {
    const { world, orgId } = await acme();
    const pace = async () =>
      (await inOrg(world.services.store.read, orgId).selectFrom("follows").select("pace").execute())
        .map((one) => one.pace)
        .join();
    const send = (form: Record<string, string>) =>
      world.ask("/acme/follow?what=portal", { as: MEMBER, form });
    const press = { pace: "each", pressed: "true" };
    await send(press);
    expect(await pace()).toBe("each");
    await send({ pace: "weekly" });
    const again = await send(press);
    expect([again.status, await pace()]).toEqual([303, "weekly"]);
    await send({ pace: "each" });
    expect(await pace()).toBe("each");
    await send({ pace: "never" });
    await send(press);
    expect(await pace()).toBe("each");
    expect((await send({ ...press, pressed: "perhaps" })).status).toBe(400);
  });

  test("a change that is undone before its email leaves is in none", async () => {
    const { world, orgId } = await acme();
    await turn(world);
    await world.ask("/acme/follow?what=portal", { as: MEMBER, form: { pace: "each" } });
    later(world, 1);
    await ask(world, orgId, "t1", "public");
    await ask(world, orgId, "t2", "public");
    await undo(world, orgId, "t1");
    later(world, 10);
    await turn(world);
    expect((await told(world)).map(({ subject }) => subject)).toEqual([
      "FAQ entry added: Question t2 · Acme Cloud",
    ]);
    // Once it was mailed, those who were told of it hear that it is undone.
    await undo(world, orgId, "t2");
    later(world, 10);
    await turn(world);
    expect((await told(world)).map(({ subject }) => subject)).toEqual([
      "FAQ entry added: Question t2 · Acme Cloud",
      "FAQ entry removed: Question t2 · Acme Cloud",
    ]);
  });

  test("an undoing is told to those who were told of the change, and to nobody else", async () => {
    const { world, orgId } = await acme();
    await turn(world);
    const followers = ["riley@customer.example", "each@visitor.example", "late@visitor.example"];
    const [between, early] = ["between@visitor.example", "early@visitor.example"];
    const choose = chooserIn(world, orgId);
    const [weekly = "", each = "", late = ""] = followers;
    await choose(weekly, "weekly");
    await choose(each, "each");
    later(world, 1);
    await ask(world, orgId, "w1", "public");
    // Who chooses after the change, and before its email, is told of it.
    later(world, 1);
    await choose(between, "each");
    later(world, 9);
    await turn(world);
    await choose(late, "each");
    // Who presses again what they have goes on with it.
    await choose(each, "each");
    const subjectsTo = subjectsIn(world);
    await undo(world, orgId, "w1");
    later(world, 10);
    await turn(world);
    later(world, WEEK_MINUTES);
    await turn(world);
    for (const email of [each, between])
      expect(await subjectsTo(email)).toEqual([
        "FAQ entry added: Question w1 · Acme Cloud",
        "FAQ entry removed: Question w1 · Acme Cloud",
      ]);
    expect([await subjectsTo(late), await subjectsTo(weekly)]).toEqual([[], []]);
    // A weekly email that told of the change is followed by one that tells of its undoing.
    const untilMonday = () => {
      const days = (8 - world.time.getUTCDay()) % 7 || 7;
      world.time = new Date(world.time.getTime() + days * 24 * 60 * MINUTE_MS);
      world.time.setUTCHours(3, 0, 0, 0);
    };
    untilMonday();
    await turn(world);
    await ask(world, orgId, "w2", "public");
    later(world, 60);
    await choose(early, "weekly");
    later(world, 14 * 60);
    await turn(world);
    expect(await subjectsTo(weekly)).toEqual(["FAQ entry added: Question w2 · Acme Cloud"]);
    await undo(world, orgId, "w2");
    later(world, WEEK_MINUTES);
    await turn(world);
    for (const email of [weekly, early])
      expect(await subjectsTo(email)).toEqual([
        "FAQ entry added: Question w2 · Acme Cloud",
        "FAQ entry removed: Question w2 · Acme Cloud",
      ]);
  });

  test("an undoing is told to those who were told of the change at another pace", async () => {
    const { world, orgId } = await acme();
    await turn(world);
    const choose = chooserIn(world, orgId);
    const subjectsTo = subjectsIn(world);
    const [toWeekly, toAndFro, toNever, fresh] = ["a", "b", "c", "d"].map(
      (name) => `${name}@visitor.example`,
    ) as [string, string, string, string];
    for (const email of [toWeekly, toAndFro, toNever]) await choose(email, "each");
    await choose(fresh, "weekly");
    later(world, 1);
    await ask(world, orgId, "p1", "public");
    later(world, 10);
    await turn(world);
    const added = "FAQ entry added: Question p1 · Acme Cloud";
    const removed = "FAQ entry removed: Question p1 · Acme Cloud";
    for (const email of [toWeekly, toAndFro, toNever])
      expect(await subjectsTo(email)).toEqual([added]);
    // They choose another pace between its email and its undoing.
    for (const email of [toWeekly, toAndFro]) await choose(email, "weekly");
    await choose(toNever, "never");
    later(world, 1);
    await choose(toAndFro, "each");
    await choose(fresh, "each");
    await undo(world, orgId, "p1");
    later(world, 10);
    await turn(world);
    expect(await subjectsTo(toAndFro)).toEqual([added, removed]);
    expect(await subjectsTo(toWeekly)).toEqual([added]);
    later(world, WEEK_MINUTES);
    await turn(world);
    expect(await subjectsTo(toWeekly)).toEqual([added, removed]);
    expect([await subjectsTo(toNever), await subjectsTo(fresh)]).toEqual([[added], []]);

    // Told of by a weekly email, and undone after they chose to hear at once.
    const days = (8 - world.time.getUTCDay()) % 7 || 7;
    world.time = new Date(world.time.getTime() + days * 24 * 60 * MINUTE_MS);
    world.time.setUTCHours(3, 0, 0, 0);
    await turn(world);
    await ask(world, orgId, "p2", "public");
    later(world, 15 * 60);
    await turn(world);
    const both = ["added", "removed"].map((how) => `FAQ entry ${how}: Question p2 · Acme Cloud`);
    expect((await subjectsTo(toWeekly)).slice(2)).toEqual(both.slice(0, 1));
    await choose(toWeekly, "each");
    later(world, 1);
    await undo(world, orgId, "p2");
    later(world, 10);
    await turn(world);
    expect((await subjectsTo(toWeekly)).slice(2)).toEqual(both);
  });

  test("never: no email; weekly: one on Monday", async () => {
    const { world, orgId, productId } = await acme();
    await turn(world);
    await world.ask("/acme/follow?what=product", { as: MEMBER, form: { pace: "weekly" } });
    later(world, 1);
    await ask(world, orgId, "f3", "public");
    later(world, 10);
    await turn(world);
    expect(await told(world)).toEqual([]);
    later(world, WEEK_MINUTES);
    await turn(world);
    expect((await told(world)).map(({ subject }) => subject)).toEqual([
      "FAQ entry added: Question f3 · Acme Cloud",
    ]);
    const { id } = await inOrg(world.services.store.read, orgId)
      .selectFrom("members")
      .select("id")
      .where("email", "=", MEMBER)
      .executeTakeFirstOrThrow();
    const target = { kind: "product" as const, productId, thingId: "" };
    await world.services.store.write((trx) =>
      follow({ trx, orgId, now: world.time }, { memberId: id }, target, "never"),
    );
    await ask(world, orgId, "f4", "public");
    later(world, WEEK_MINUTES);
    await turn(world);
    expect(await told(world)).toHaveLength(1);
  });

  test("a visitor confirms the address first, hears of what everyone sees, and of no update", async () => {
    const { world, orgId } = await acme();
    await turn(world);
    const sent = await world.ask("/acme/follow?what=portal", {
      form: { email: "reader@visitor.example", pace: "each" },
    });
    expect(sent.status).toBe(303);
    const follows = () =>
      inOrg(world.services.store.read, orgId).selectFrom("follows").selectAll().execute();
    expect(await follows()).toEqual([]);
    const mail = (await mails(world)).find(({ kind }) => kind === "follow-confirm");
    const { host, path } = linkIn(mail, /confirm/);
    const page = await world.ask(path, { host });
    expect(page.status).toBe(200);
    // A scanner that posts changes nothing.
    expect((await world.ask(path, { host, form: {} })).status).toBe(400);
    expect(await follows()).toEqual([]);
    const done = await world.ask(path, {
      host,
      form: { [PROOF_FIELD]: hidden(page, PROOF_FIELD) },
    });
    expect([done.status, (await follows()).length]).toEqual([303, 1]);
    const subscriber = await inOrg(world.services.store.read, orgId)
      .selectFrom("subscribers")
      .select(["state", "allUpdates"])
      .where("email", "=", "reader@visitor.example")
      .executeTakeFirst();
    expect(subscriber).toEqual({ state: "confirmed", allUpdates: 0 });

    later(world, 1);
    await ask(world, orgId, "f5", "public");
    await ask(world, orgId, "f6", "accounts");
    await world.services.store.write((trx) =>
      createTopics(
        trx,
        orgId,
        [
          {
            subject: "Told by subscription",
            category: "general",
            productIds: [],
            createdAt: world.time,
            updates: [
              {
                message: "News",
                audience: "public",
                channelStatusPage: true,
                channelEmail: true,
                publishAt: world.time,
              },
            ],
          },
        ],
        "Owner",
      ),
    );
    later(world, 10);
    await turn(world);
    const [changes] = await told(world);
    expect(changes).toMatchObject({ to: "reader@visitor.example" });
    expect(changes?.text).toContain("Question f5");
    expect(changes?.text).not.toMatch(/Question f6|Told by subscription/);

    // One click of a mail program ends them; looking does not.
    const stop = linkIn(changes, /stop/);
    expect((await world.ask(stop.path, { host: stop.host })).status).toBe(200);
    expect((await follows()).map(({ pace }) => pace)).toEqual(["each"]);
    const token = new URL(`http://x${stop.path}`).searchParams.get("token") ?? "";
    const oneClick = `${stop.path.slice(0, stop.path.indexOf("/stop"))}/one-click?token=${token}`;
    expect((await world.ask(oneClick, { host: stop.host })).status).toBe(303);
    const click = await world.ask(oneClick, {
      host: stop.host,
      headers: { origin: "https://mail.example", "sec-fetch-site": "cross-site" },
      form: { "List-Unsubscribe": "One-Click" },
    });
    expect([click.status, (await follows()).map(({ pace }) => pace)]).toEqual([200, ["never"]]);
  });

  test("what was chosen for a product goes before what was chosen for the whole portal", async () => {
    const { world, orgId } = await acme();
    await turn(world);
    await world.ask("/acme/follow?what=portal", { as: MEMBER, form: { pace: "each" } });
    await world.ask("/acme/follow?what=product", { as: MEMBER, form: { pace: "never" } });
    later(world, 1);
    await ask(world, orgId, "f7", "public");
    later(world, 10);
    await turn(world);
    const texts = (await told(world)).map(({ text }) => text);
    expect(texts.filter((text) => text.includes("/faq?entry=f7"))).toEqual([]);
  });

  test("an address with a tag is another mailbox: it is told what a visitor sees", async () => {
    const { world, orgId } = await acme();
    const { store } = world.services;
    const address = readEmail("riley+list@customer.example");
    if (address === null) throw new Error("no address");
    await store.write(async (trx) => {
      await inOrg(trx, orgId)
        .deleteFrom("subscribers")
        .where("emailKey", "=", address.key)
        .execute();
      const write = { trx, orgId, now: world.time };
      const reader = await confirmedFollower(write, address);
      if (reader === null) throw new Error("blocked");
      await follow(write, reader, { kind: "portal", productId: null, thingId: "" }, "each");
    });
    await turn(world);
    await world.ask("/acme/follow?what=portal", { as: MEMBER, form: { pace: "each" } });
    later(world, 1);
    await ask(world, orgId, "f8", "public");
    await ask(world, orgId, "f9", "accounts");
    later(world, 10);
    await turn(world);
    expect((await told(world)).map(({ to, subject }) => `${to}: ${subject}`).sort()).toEqual([
      "riley+list@customer.example: FAQ entry added: Question f8 · Acme Cloud",
      `${MEMBER}: 2 changes · Acme Cloud`,
    ]);
  });

  test("a long list that came at once is told in part", async () => {
    const { world, orgId } = await acme();
    await turn(world);
    await world.ask("/acme/follow?what=portal", { as: MEMBER, form: { pace: "each" } });
    later(world, 1);
    for (let number = 1; number <= 53; number += 1) await ask(world, orgId, `l${number}`, "public");
    later(world, 10);
    await turn(world);
    const [mail] = await told(world);
    expect(mail?.subject).toBe("53 changes · Acme Cloud");
    expect(mail?.text.match(/\/faq\?entry=l/g)).toHaveLength(50);
    expect(mail?.text).toContain("And 3 more.");
  });

  test("who follows only, and asks for updates later or before, gets updates", async () => {
    const { world, orgId } = await acme();
    const { store } = world.services;
    const address = readEmail("both@visitor.example");
    if (address === null) throw new Error("no address");
    const write = (trx: Parameters<Parameters<typeof store.write>[0]>[0]) => ({
      trx,
      orgId,
      now: world.time,
    });
    await store.write((trx) => confirmedFollower(write(trx), address));
    const { mail } = await store.write((trx) =>
      subscribe(write(trx), { address, source: "portal" }),
    );
    if (mail?.kind !== "confirm") throw new Error("no link to confirm updates by");
    expect(await store.write((trx) => confirmSubscription(write(trx), mail.token))).toBe(
      "Confirmed",
    );
    const stored = await inOrg(store.read, orgId)
      .selectFrom("subscribers")
      .select(["state", "allUpdates"])
      .where("emailKey", "=", address.key)
      .executeTakeFirst();
    expect(stored).toEqual({ state: "confirmed", allUpdates: 1 });
    later(world, 10);
    const again = await store.write((trx) => subscribe(write(trx), { address, source: "portal" }));
    expect(again.mail?.kind).toBe("subscribed-already");
  });

  test("twenty forms at once send one address no more mails than one after the other", async () => {
    const { world } = await acme();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        world.ask("/acme/follow?what=portal", {
          form: { email: "flooded@visitor.example", pace: "each" },
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 303));
    expect((await mails(world)).filter(({ kind }) => kind === "follow-confirm")).toHaveLength(4);
  });

  test("an address that is blocked, a foreign token and a thing that is not theirs are refused", async () => {
    const { world, orgId } = await acme();
    await world.services.store.write((trx) =>
      block({ trx, orgId, by: SYSTEM, now: world.time }, "blocked@visitor.example"),
    );
    await world.ask("/acme/follow?what=portal", {
      form: { email: "blocked@visitor.example", pace: "each" },
    });
    const mail = (await mails(world)).find(({ kind }) => kind === "follow-confirm");
    const { host, path } = linkIn(mail, /confirm/);
    const page = await world.ask(path, { host });
    expect(
      (await world.ask(path, { host, form: { [PROOF_FIELD]: hidden(page, PROOF_FIELD) } })).status,
    ).toBe(400);
    const token = new URL(`http://x${path}`).searchParams.get("token") ?? "";
    expect((await world.ask(`/globex/follow/confirm?token=${token}`)).status).toBe(404);
    for (const odd of ["", "x.y", `${token}x`])
      expect((await world.ask(`/acme/follow/confirm?token=${odd}`)).status).toBe(404);
    const hiddenItem = "/acme/follow?what=item&item=custom.hidden";
    expect((await world.ask(hiddenItem)).status).toBe(404);
    expect(
      (await world.ask(hiddenItem, { form: { email: "a@b.example", pace: "each" } })).status,
    ).toBe(404);
    const bad = await world.ask("/acme/follow?what=portal", {
      form: { email: "no", pace: "soon" },
    });
    expect(bad.status).toBe(400);
  });

  test("a new version is told to members who downloaded the last one, until they say never", async () => {
    const { world, orgId, productId } = await acme();
    const { store } = world.services;
    const blobs = await inOrg(store.read, orgId)
      .selectFrom("blobs")
      .select(["hash", "size"])
      .orderBy("hash")
      .limit(3)
      .execute();
    const [first, second, third] = blobs;
    if (first === undefined || second === undefined || third === undefined)
      throw new Error("no files to place");
    const write = (trx: Parameters<typeof addDocument>[0]["trx"]) => ({
      trx,
      orgId,
      by: SYSTEM,
      now: world.time,
    });
    const id = await store.write(async (trx) => {
      const document = await addDocument(write(trx), {
        originalName: "report.pdf",
        contentType: "application/pdf",
        size: first.size,
        blobHash: first.hash,
        type: "SOC 2 report",
      });
      await editItem(
        write(trx),
        productId,
        { uid: "custom.taken", kind: "Reports" },
        {
          values: { title: "SOC 2 report", publicAccess: true },
          link: [document],
          unlink: [],
          documentTypes: {},
        },
      );
      return document;
    });
    const member = await inOrg(store.read, orgId)
      .selectFrom("members")
      .select("id")
      .where("email", "=", MEMBER)
      .executeTakeFirstOrThrow();
    const services = { ...world.services, now: () => world.time };
    const viewer = await memberViewer(services, { id: orgId }, member.id, null);
    if (viewer === null) throw new Error("no member");
    await store.write((trx) =>
      recordFileEvents({ trx, orgId, now: world.time }, [
        {
          name: "file engaged",
          access: "download",
          viewer,
          productId,
          itemUid: "custom.taken",
          documentId: id,
          source: null,
          bytes: 1,
        },
      ]),
    );
    await turn(world);
    const replace = (blob: typeof first) =>
      store.write((trx) =>
        uploadVersion(write(trx), id, {
          fileName: "report.pdf",
          contentType: "application/pdf",
          blob,
          encryptedType: null,
        }),
      );
    later(world, 1);
    await replace(second);
    later(world, 10);
    await turn(world);
    const [mail] = await told(world);
    expect(mail).toMatchObject({ to: MEMBER, subject: "New SOC 2 report is out · Acme Cloud" });
    const stop = linkIn(mail, /stop/);
    await world.ask(stop.path, { host: stop.host, form: {} });
    later(world, 1);
    await replace(third);
    later(world, 10);
    await turn(world);
    expect(await told(world)).toHaveLength(1);
  });
});
