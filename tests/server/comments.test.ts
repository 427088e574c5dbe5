import { describe, expect, test } from "vitest";
import {
  mergeAccounts,
  removeMember,
  revokeAccount,
} from "#access/accounts/store/account-changes.server.ts";
import { createAccount } from "#auth/accounts/store/accounts.server.ts";
import { membersByEmail } from "#auth/accounts/store/members.server.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { saveItem } from "#content/items/store/items.server.ts";
import { removeItem } from "#content/items/store/item-state.server.ts";
import { mails, minutes, RILEY, setting } from "./access-world.ts";
import { openWorld, type Ask, type World } from "./world.ts";
import { wording } from "../wording.ts";

const UID = "Reports.soc2";
const REVIEWER = "reviewer@acme.example";
const PAGE = "/acme/product/Acme+Platform/soc2-type2";

interface Ground {
  world: World;
  orgId: string;
  accountId: string;
  memberId: string;
  productId: string;
}

/** The world with riley's account, and no conversation yet. */
async function ground(): Promise<Ground> {
  const world = await openWorld();
  const orgId = await world.orgId("acme");
  await world.services.store.write(
    async (trx) => void (await trx.deleteFrom("comments").execute()),
  );
  const [riley] = await membersByEmail(world.services.store.read, orgId, RILEY);
  return {
    world,
    orgId,
    accountId: riley?.accountId ?? "",
    memberId: riley?.id ?? "",
    productId: await world.productId("acme"),
  };
}

const rows = ({ world }: Ground) =>
  world.services.store.read.selectFrom("comments").selectAll().orderBy("createdAt").execute();
const send = ({ world }: Ground, content: string, as: string | null = RILEY, target = PAGE) =>
  world.ask(target, { ...(as === null ? {} : { as }), form: { content } });
const base = ({ accountId }: Ground) => `/api/statuspage/share/${accountId}/external/comments`;
const post = (on: Ground, body: unknown, { as = RILEY, ...ask }: Ask = {}, target = base(on)) =>
  on.world.ask(target, {
    method: "POST",
    as,
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
    ...ask,
  });
const get = (on: Ground, as: string, itemUid = UID, target = base(on)) =>
  on.world.ask(`${target}?${new URLSearchParams({ itemUid, productId: on.productId })}`, { as });
const staffPage = (on: Ground) => `/comments/${on.accountId}/${on.productId}/${UID}`;
const answer = (on: Ground, fields: Record<string, string>, as = REVIEWER) =>
  on.world.ask(staffPage(on), { as, form: fields });

test("U+0000 is kept as U+FFFD, as HTML reads it, by the form and by the call", async () => {
  const on = await ground();
  expect((await send(on, "By\0 form")).status).toBe(303);
  const json = await post(on, { itemUid: UID, productId: on.productId, content: "By\0 call" });
  expect(json.status).toBe(201);
  expect((await rows(on)).map(({ content }) => content)).toEqual([
    "By\ufffd form",
    "By\ufffd call",
  ]);
  // What is looked for is read the same way.
  expect((await on.world.ask("/audit?about=%00", { as: "owner@acme.example" })).status).toBe(200);
});

describe("the conversation of an item", () => {
  test("begins empty below an open item for members with access, and stands on nobody else's page", async () => {
    const on = await ground();
    const page = await on.world.ask(PAGE, { as: RILEY });
    expect(page.text).toContain("Type below to start a conversation");
    expect(page.text).toContain(">Send</button>");
    expect(page.text).toContain(">Ask a question</span>");
    expect(page.text).not.toContain("Conversation (");
    for (const as of [
      "sam@prospect.example",
      "kim@expired.example",
      "lee@declined.example",
      "alex@clinic.example",
      "owner@acme.example",
      undefined,
    ]) {
      const other = await on.world.ask("/acme/card/Certifications", as === undefined ? {} : { as });
      expect([as, other.status, /Ask a question|Conversation/.test(other.text)]).toEqual([
        as,
        200,
        false,
      ]);
    }
    await setting(on.world, { commentsEnabled: false });
    expect((await on.world.ask(PAGE, { as: RILEY })).text).not.toMatch(
      /Ask a question|Conversation/,
    );
    expect([
      (await get(on, RILEY)).status,
      (await post(on, { itemUid: UID, productId: on.productId, content: "x" })).status,
      (await send(on, "x")).status,
    ]).toEqual([404, 404, 404]);
  });

  test("says how long an answer usually takes, on the item and in the account, where one may ask", async () => {
    const on = await ground();
    const account = async (as: string) => (await on.world.ask("/acme/my-account", { as })).text;
    await on.world.services.store.write((trx) => trx.deleteFrom("comments").execute());
    const drawer = async () =>
      (await on.world.ask(PAGE, { as: RILEY })).text.replaceAll("<!-- -->", "");
    expect(await drawer()).toContain("Acme Cloud usually answers within a few business days.");
    for (const hours of [1, 3, 5]) {
      await send(on, `Answered after ${hours}`);
      on.world.time = new Date(on.world.time.getTime() + hours * 3_600_000);
      await answer(on, { intent: "answer", content: "Yes." });
      on.world.time = new Date(on.world.time.getTime() + 60_000);
    }
    expect(await drawer()).toContain("Acme Cloud usually answers within 3 hours.");
    const own = await account(RILEY);
    expect(own).toContain('href="/acme/my-account#questions"');
    expect(own).toContain("What is your question about?");
    const ended = await account("kim@expired.example");
    expect(ended).not.toContain("#questions");
    await setting(on.world, { commentsEnabled: false });
    expect(await account(RILEY)).not.toMatch(/#questions|What is your question about/);
  });

  test("is what the banner's 'Ask for information' leads members to; others log in", async () => {
    const on = await ground();
    const target = async (as?: string) => {
      const { text } = await on.world.ask("/acme", as === undefined ? {} : { as });
      return /href="([^"]+)"[^>]*>Ask for information/.exec(text)?.[1];
    };
    const login = "/acme?loginRequest=true&amp;source=banner";
    expect(await target(RILEY)).toBe("/acme/my-account#questions");
    expect(await target()).toBe(login);
    expect(await target("kim@expired.example")).toBe(login);
    await setting(on.world, { commentsEnabled: false });
    expect(await target(RILEY)).toBe("/acme?requestAccess=true&amp;source=banner");
  });

  test("takes a message, shows it with its author, records it, tells staff by mail, and leads back to it", async () => {
    const on = await ground();
    const sent = await send(on, "  Is the EU in scope?\r\n<b>Really</b>  ");
    expect([sent.status, sent.headers.location]).toEqual([303, `${PAGE}#conversation-soc2-type2`]);
    expect(await rows(on)).toMatchObject([
      {
        accountId: on.accountId,
        memberId: on.memberId,
        itemUid: UID,
        productId: on.productId,
        content: "Is the EU in scope?\n<b>Really</b>",
        staffId: null,
        settledAt: null,
      },
    ]);
    const page = await on.world.ask(PAGE, { as: RILEY });
    expect(page.text).toContain("Riley Novak</strong>");
    expect(page.text).toContain("&lt;b&gt;Really&lt;/b&gt;");
    expect(page.text).toContain(">Conversation (1)</span>");
    const sentMails = await mails(on.world, "comment-received");
    expect(sentMails.map(({ toEmail }) => toEmail).sort()).toEqual([
      "owner@acme.example",
      REVIEWER,
    ]);
    expect(sentMails[0]?.text).toContain(`http://localhost:3000${staffPage(on)}`);
    expect(sentMails[0]?.text).toContain("Is the EU in scope? <b>Really</b>");
    const audit = await on.world.services.store.read
      .selectFrom("audit")
      .select(["actorName", "detailJson"])
      .where("action", "=", "comment.posted")
      .where("at", ">=", on.world.time.toISOString())
      .execute();
    expect(audit).toHaveLength(1);
    expect(audit[0]?.detailJson).not.toContain("scope");
  });

  test.each([
    ["nothing", "   ", "Write a message first"],
    ["too much", "x".repeat(2_001), wording.atMost2000Characters],
  ])("refuses %s with its message at the field, in both faces", async (_, content, message) => {
    const on = await ground();
    const page = await send(on, content);
    expect([
      page.status,
      page.text.includes(message),
      page.text.includes("<title>Error: "),
      page.text.includes('href="#message-soc2-type2"'),
    ]).toEqual([400, true, true, true]);
    const json = await post(on, { itemUid: UID, productId: on.productId, content });
    expect([json.status, json.headers["content-type"], json.text.includes(message)]).toEqual([
      400,
      "application/problem+json",
      true,
    ]);
    expect([await rows(on), await mails(on.world)]).toEqual([[], []]);
  });

  test("belongs to one account: the members of others have their own, and neither sees the other's", async () => {
    const on = await ground();
    await send(on, "Riley's words");
    const noor = "noor@unsigned.example";
    expect((await send(on, "Noor's words", noor)).status).toBe(303);
    expect((await on.world.ask(PAGE, { as: noor })).text).not.toContain("Riley&#x27;s words");
    expect((await on.world.ask(PAGE, { as: RILEY })).text).not.toContain("Noor&#x27;s words");
    expect((await get(on, noor)).status).toBe(404);
    expect((JSON.parse((await get(on, RILEY)).text) as unknown[]).length).toBe(1);
  });

  test("is refused to those who have no thread: strangers are led to the login, others find nothing", async () => {
    const on = await ground();
    expect((await send(on, "x", null)).headers.location).toContain("loginRequest=true");
    for (const as of [
      "sam@prospect.example",
      "kim@expired.example",
      "lee@declined.example",
      "owner@acme.example",
    ])
      expect([as, (await send(on, "x", as)).status]).toEqual([as, 404]);
    for (const as of [
      "noor@unsigned.example",
      "sam@prospect.example",
      "alex@clinic.example",
      "owner@acme.example",
    ])
      expect([
        as,
        (await post(on, { itemUid: UID, productId: on.productId, content: "x" }, { as })).status,
        (await get(on, as)).status,
      ]).toEqual([as, 404, 404]);
    expect(await rows(on)).toEqual([]);
  });

  test("ends where the item is locked, hidden, of another product or gone, and comes back with it", async () => {
    const on = await ground();
    await send(on, "Before");
    const lake = await on.world.productId("acme", "Acme Data Lake");
    for (const body of [
      { itemUid: "Reports.soc1", productId: on.productId },
      { itemUid: "no.such", productId: on.productId },
      { itemUid: UID, productId: lake },
      { itemUid: UID, productId: await on.world.productId("globex") },
      { itemUid: UID, productId: "none" },
    ]) {
      expect([JSON.stringify(body), (await post(on, { ...body, content: "x" })).status]).toEqual([
        JSON.stringify(body),
        404,
      ]);
    }
    await on.world.services.store.write((trx) => removeItem(trx, on.orgId, on.productId, UID));
    expect([
      (await get(on, RILEY)).status,
      (await on.world.ask(staffPage(on), { as: REVIEWER })).status,
    ]).toEqual([404, 404]);
    expect((await on.world.ask("/comments?folder=all", { as: REVIEWER })).text).not.toContain(
      "Customer Inc",
    );
    await on.world.services.store.write((trx) =>
      saveItem(
        trx,
        on.orgId,
        on.productId,
        { uid: UID, kind: "Reports", customSlug: "soc2-type2", publicAccess: true },
        { by: "Test", on: on.world.time },
      ),
    );
    expect((await on.world.ask(PAGE, { as: RILEY })).text).toContain("Before");
    await on.world.services.store.write((trx) =>
      revokeAccount({ trx, orgId: on.orgId, by: SYSTEM, now: on.world.time }, on.accountId),
    );
    expect([
      (await get(on, RILEY)).status,
      (await post(on, { itemUid: UID, productId: on.productId, content: "x" })).status,
    ]).toEqual([404, 404]);
  });

  test("fifty identical messages at once are one, with one mail to each of the staff; other words are other messages", async () => {
    const on = await ground();
    const body = { itemUid: UID, productId: on.productId, content: "Is the EU in scope?" };
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(on, body)));
    expect(
      answers
        .map(({ status }) => status)
        .sort()
        .slice(-2),
    ).toEqual([200, 201]);
    expect([(await rows(on)).length, (await mails(on.world, "comment-received")).length]).toEqual([
      1, 2,
    ]);
    expect((await post(on, { ...body, content: "And the UK?" })).status).toBe(201);
    expect((await rows(on)).map(({ content }) => content)).toEqual([
      "Is the EU in scope?",
      "And the UK?",
    ]);
    // What follows within the hour is read with the first.
    expect((await mails(on.world, "comment-received")).length).toBe(2);
    await minutes(on.world, 61);
    await post(on, body);
    expect([(await rows(on)).length, (await mails(on.world, "comment-received")).length]).toEqual([
      3, 4,
    ]);
  });

  test("has its limits: sixty in a quarter of an hour, then 429 in both faces with the words kept", async () => {
    const on = await ground();
    for (let i = 0; i < 60; i += 1)
      await on.world.services.limits.consume("comment", `${on.orgId} ${on.memberId}`);
    const json = await post(on, { itemUid: UID, productId: on.productId, content: "x" });
    expect([json.status, Number(json.headers["retry-after"]) > 0]).toEqual([429, true]);
    const page = await send(on, "Kept words");
    expect([
      page.status,
      page.text.includes("Too many attempts."),
      page.text.includes("Kept words"),
    ]).toEqual([429, true, true]);
  });
});

describe("the API of conversations", () => {
  test("answers messages by the names of the specification, oldest first", async () => {
    const on = await ground();
    const posted = await post(on, {
      itemUid: UID,
      productId: on.productId,
      content: "Is the EU in scope?",
    });
    expect(posted.status).toBe(201);
    const answered = await post(
      on,
      { itemUid: UID, productId: on.productId, accountId: on.accountId, content: "It is." },
      { as: REVIEWER },
      "/api/trust-center/comments",
    );
    expect(answered.status).toBe(201);
    const list = await get(on, RILEY);
    expect([list.status, list.headers["cache-control"]]).toEqual([200, "private, no-store"]);
    expect(JSON.parse(list.text)).toMatchObject([
      {
        id: (JSON.parse(posted.text) as { id: string }).id,
        itemUid: UID,
        productId: on.productId,
        realAccId: on.accountId,
        content: "Is the EU in scope?",
        member: { name: "Riley Novak" },
        orgMem: null,
      },
      { content: "It is.", member: null, orgMem: { user: { displayName: "Priya Raman" } } },
    ]);
    expect(
      (JSON.parse((await get(on, REVIEWER, UID, "/api/trust-center/comments")).text) as unknown[])
        .length,
    ).toBe(2);
  });

  test("names what is missing, and takes staff who review alone", async () => {
    const on = await ground();
    const problems = [
      await on.world.ask(`${base(on)}?itemUid=${UID}`, { as: RILEY }),
      await post(on, { itemUid: UID, content: "x" }),
      await post(on, { productId: on.productId, content: "x" }),
      await post(
        on,
        { itemUid: UID, productId: on.productId, content: "x" },
        { as: REVIEWER },
        "/api/trust-center/comments",
      ),
    ];
    expect(
      problems.map(({ status, text }) => [status, (JSON.parse(text) as { title: string }).title]),
    ).toEqual([
      [400, "No product id"],
      [400, "No product id"],
      [400, "No item"],
      [400, "No account"],
    ]);
    for (const as of ["editor@acme.example", "viewer@acme.example"])
      expect((await get(on, as, UID, "/api/trust-center/comments")).status).toBe(403);
    expect((await get(on, "owner@globex.example", UID, "/api/trust-center/comments")).status).toBe(
      404,
    );
    const foreign = {
      itemUid: UID,
      productId: on.productId,
      accountId: (
        await membersByEmail(
          on.world.services.store.read,
          await on.world.orgId("globex"),
          "alex@clinic.example",
        )
      )[0]?.accountId,
      content: "x",
    };
    expect((await post(on, foreign, { as: REVIEWER }, "/api/trust-center/comments")).status).toBe(
      404,
    );
    expect(
      (
        await post(
          on,
          { itemUid: UID, productId: on.productId, content: "x" },
          { headers: { "content-type": "application/json", origin: "null" } },
        )
      ).status,
    ).toBe(403);
    expect(await rows(on)).toEqual([]);
  });
});

describe("staff", () => {
  test("find what waits, answer it, and the members who wrote hear of it; then nothing waits", async () => {
    const on = await ground();
    await send(on, "Is the EU in scope?");
    const list = await on.world.ask("/comments", { as: REVIEWER });
    expect(list.text).toContain(`href="${staffPage(on)}"`);
    expect(list.text).toContain("Waiting (1)");
    const page = await on.world.ask(staffPage(on), { as: REVIEWER });
    expect(page.text).toContain("Is the EU in scope?");
    expect(page.text).toContain("Mark as done");
    const empty = await answer(on, { intent: "answer", content: " " });
    expect([empty.status, empty.text.includes("Write a message first")]).toEqual([400, true]);
    const sent = await answer(on, { intent: "answer", content: "It is: section III." });
    expect([sent.status, sent.headers.location]).toEqual([303, staffPage(on)]);
    const [mail] = await mails(on.world, "comment-answered");
    expect(mail?.toEmail).toBe(RILEY);
    expect(mail?.text).toContain("It is: section III.");
    expect(mail?.text).toContain(
      `http://trust.acme.example:3000/product/Acme+Platform/soc2-type2?accountId=${on.accountId}`,
    );
    expect((await on.world.ask(PAGE, { as: RILEY })).text).toContain("Priya Raman</strong>");
    expect((await on.world.ask("/comments", { as: REVIEWER })).text).toContain("All answered");
    expect((await on.world.ask("/comments?folder=all", { as: REVIEWER })).text).toContain(
      staffPage(on),
    );
  });

  test("say that no answer is needed, once, on the record", async () => {
    const on = await ground();
    await send(on, "Thank you");
    expect((await answer(on, { intent: "settle" })).headers.location).toBe("/comments");
    await answer(on, { intent: "settle" });
    expect(await rows(on)).toMatchObject([{ settledBy: "Priya Raman" }]);
    const audit = await on.world.services.store.read
      .selectFrom("audit")
      .select("id")
      .where("action", "=", "comment.settled")
      .execute();
    expect(audit).toHaveLength(1);
    expect(await mails(on.world, "comment-answered")).toEqual([]);
  });

  test("who muted these mails get none, and an answer that nobody can read sends none", async () => {
    const on = await ground();
    const { store } = on.world.services;
    const priya = await store.read
      .selectFrom("staff")
      .select("id")
      .where("email", "=", REVIEWER)
      .executeTakeFirstOrThrow();
    await store.write(
      async (trx) =>
        void (await trx
          .insertInto("mutedNotifications")
          .values({
            orgId: on.orgId,
            staffId: priya.id,
            kind: "comment",
            mutedAt: on.world.time.toISOString(),
          })
          .execute()),
    );
    await send(on, "Is the EU in scope?");
    expect((await mails(on.world, "comment-received")).map(({ toEmail }) => toEmail)).toEqual([
      "owner@acme.example",
    ]);
    await store.write((trx) =>
      removeMember(
        { trx, orgId: on.orgId, by: SYSTEM, now: on.world.time },
        on.accountId,
        on.memberId,
      ),
    );
    await answer(on, { intent: "answer", content: "It is." });
    await store.write((trx) =>
      revokeAccount({ trx, orgId: on.orgId, by: SYSTEM, now: on.world.time }, on.accountId),
    );
    expect((await on.world.ask(staffPage(on), { as: REVIEWER })).text).toContain(
      "see this item right now",
    );
    await minutes(on.world, 61);
    await answer(on, { intent: "answer", content: "It still is." });
    expect(await mails(on.world, "comment-answered")).toEqual([]);
    expect((await rows(on)).length).toBe(3);
  });

  test("take a conversation along when they merge accounts", async () => {
    const on = await ground();
    await send(on, "Before the merger");
    await on.world.services.store.write(async (trx) => {
      const write = { trx, orgId: on.orgId, by: SYSTEM, now: on.world.time };
      const into = await createAccount(write, { name: "Customer Group", reviewStatus: "approved" });
      await mergeAccounts(write, on.accountId, into);
    });
    expect((await on.world.ask(PAGE, { as: RILEY })).text).toContain("Before the merger");
    expect((await on.world.ask("/comments", { as: REVIEWER })).text).toContain("Customer Group");
  });
});
