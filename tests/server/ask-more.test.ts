import { describe, expect, test } from "vitest";
import { listPresets } from "#access/access-requests/store/access-presets.server.ts";
import { RILEY, setting, Visitor } from "./access-world.ts";
import { openWorld, type World } from "./world.ts";
import { wording } from "../wording.ts";

const WISH = "The SOC 1 report for our auditors, by December 10.";
const UID = "Reports.soc1";
const PLACE = `requestAccess=true&itemUid=${UID}`;

const requestOf = (world: World, email: string) =>
  world.services.store.read
    .selectFrom("accessRequests")
    .selectAll()
    .where("email", "=", email)
    .where("status", "=", "pending")
    .execute();

async function more(world: World, as: string | null, fields: Record<string, string> = {}) {
  return world.ask(`/acme/get-access?${PLACE}`, {
    ...(as === null ? {} : { as }),
    form: {
      intent: "ask-more",
      productId: await world.productId("acme"),
      itemUid: UID,
      ...fields,
    },
  });
}

describe("a member who asks for one more item", () => {
  test("has one field to fill in, and is told what is asked for", async () => {
    const world = await openWorld();
    const page = await world.ask(`/acme?${PLACE}`, { as: RILEY });
    const begins = page.text.indexOf('role="dialog"');
    const dialog = page.text.slice(begins, page.text.indexOf("</form>", begins));
    expect(dialog).toContain(wording.whatAndWhen);
    expect(dialog).toContain("You are requesting");
    expect(dialog).toContain(RILEY);
    for (const name of ["firstName", "companyName", "countriesDropdown", "agree"])
      expect(dialog).not.toContain(`name="${name}"`);
  });

  test("is asked for by their session, and staff read what they need", async () => {
    const world = await openWorld();
    const answer = await more(world, RILEY, { note: `  ${WISH} ` });
    expect([answer.status, answer.headers.location]).toEqual([
      303,
      expect.stringContaining("accessStatus=request-sent"),
    ]);
    const [row] = await requestOf(world, RILEY);
    expect(row).toMatchObject({
      companyName: "Customer Inc",
      itemUid: UID,
      note: WISH,
      notedAt: null,
      agreed: 1,
      memberId: expect.any(String) as string,
    });
    const page = await world.ask(`/requests/${row?.id}`, { as: "owner@acme.example" });
    expect(page.text).toContain(WISH);
  });

  test("may leave the field empty", async () => {
    const world = await openWorld();
    expect((await more(world, RILEY, { note: "  " })).status).toBe(303);
    expect((await requestOf(world, RILEY))[0]?.note).toBeNull();
  });

  test("keeps a text that is too long, and nothing is recorded", async () => {
    const world = await openWorld();
    const answer = await more(world, RILEY, { note: "a".repeat(1_001) });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain("Use at most 1000 characters");
    expect(answer.text).toContain("a".repeat(1_001));
    expect(await requestOf(world, RILEY)).toEqual([]);
  });

  test.each([
    ["a stranger", null],
    ["staff of another company", "owner@globex.example"],
  ])("is nobody else, who is led to the login: %s", async (_name, as) => {
    const world = await openWorld();
    const before = await world.services.store.read
      .selectFrom("accessRequests")
      .select("id")
      .execute();
    const answer = await more(world, as, { note: WISH });
    expect([answer.status, answer.headers.location]).toEqual([
      303,
      expect.stringContaining("loginRequest=true"),
    ]);
    const after = await world.services.store.read
      .selectFrom("accessRequests")
      .select("id")
      .execute();
    expect(after).toHaveLength(before.length);
  });
});

describe("a member who asks for more time", () => {
  const KIM = "kim@expired.example";
  const LONGER = "/acme/faq?requestAccess=true&longer=true";
  const shown = async (world: World, as: string, path = LONGER) => {
    const { text } = await world.ask(path, { as });
    const begins = text.indexOf('role="dialog"');
    return begins < 0 ? "" : text.slice(begins, text.indexOf("</form>", begins));
  };
  const longer = async (world: World, as: string, fields: Record<string, string> = {}) =>
    world.ask("/acme/get-access?requestAccess=true&longer=true&returnTo=%2Ffaq", {
      as,
      form: { intent: "ask-longer", productId: await world.productId("acme"), ...fields },
    });
  const endless = (world: World) =>
    world.services.store.write((trx) =>
      trx.updateTable("grants").set({ expiresAt: null }).where("revokedAt", "is", null).execute(),
    );

  test("reads when the access ends, and has one field", async () => {
    const world = await openWorld();
    const dialog = await shown(world, RILEY);
    expect(dialog).toContain("Request an extension");
    expect(dialog).toMatch(/Your access to .*Acme Platform.* expires on/s);
    expect(dialog).toContain("How long do you need access, and why?");
    expect((await world.ask("/acme/my-account", { as: RILEY })).text).toContain(
      "Request an extension",
    );
  });

  test("is recorded as such with their words, and staff read it in the list, inbox and request", async () => {
    const world = await openWorld();
    expect((await longer(world, RILEY, { note: "Until our audit." })).headers.location).toBe(
      "/acme/faq?accessStatus=request-sent",
    );
    const rows = await requestOf(world, RILEY);
    expect(rows).toMatchObject([
      { kind: "extension", note: "Until our audit.", accountId: expect.any(String) as string },
    ]);
    const staff = { as: "owner@acme.example" };
    for (const list of ["/requests", "/requests?again=yes", "/inbox"])
      expect((await world.ask(list, staff)).text, list).toContain("Extension");
    const page = (await world.ask(`/requests/${rows[0]?.id}`, staff)).text;
    expect(page).toContain("Extend Customer Inc’s access");
    expect(page).toContain("Until our audit.");
    expect(page).toMatch(/<input(?=[^>]*name="held")(?=[^>]*value="replace")[^>]*checked/);
    expect((await world.ask("/acme/my-account", { as: RILEY })).text).toContain("Extension");
    // One request of a person waits at a time.
    expect((await longer(world, RILEY)).headers.location).toContain("pending-request");
    expect(await requestOf(world, RILEY)).toHaveLength(1);
  });

  test.each([
    ["a new end in the place of the old one", 5, "later"],
    ["nothing that ends sooner", 5_000, "the same"],
  ])("gets by one press for many %s", async (_given, days, expected) => {
    const world = await openWorld();
    const { store } = world.services;
    const [preset] = (await listPresets(store.read, await world.orgId("acme"))).filter(
      ({ expiresInDays }) => expiresInDays !== null,
    );
    const end = new Date(world.time.getTime() + days * 86_400_000).toISOString();
    const { accountId } = await store.read
      .selectFrom("members")
      .select("accountId")
      .where("email", "=", RILEY)
      .executeTakeFirstOrThrow();
    await store.write((trx) =>
      trx
        .updateTable("grants")
        .set({ expiresAt: end })
        .where("accountId", "=", accountId)
        .execute(),
    );
    await longer(world, RILEY);
    const [row] = await requestOf(world, RILEY);
    const approved = await world.ask("/requests", {
      as: "owner@acme.example",
      form: { preset: preset?.id ?? "", requestIds: row?.id ?? "" },
    });
    expect(approved.status).toBe(303);
    const now = await store.read
      .selectFrom("grants")
      .select("expiresAt")
      .where("accountId", "=", accountId)
      .where("revokedAt", "is", null)
      .execute();
    expect(now).toHaveLength(1);
    const after = now[0]?.expiresAt ?? "";
    expect(after === end ? "the same" : after > end ? "later" : "sooner").toBe(expected);
    expect(await requestOf(world, RILEY)).toEqual([]);
  });

  test("may ask where everybody sees everything, and not where requests are closed", async () => {
    const world = await openWorld();
    await setting(world, { publicAccessLevel: "Full" });
    expect(await shown(world, RILEY)).toContain("Request an extension");
    await setting(world, { publicAccessLevel: "Limited", accessRequestsEnabled: false });
    expect(await shown(world, RILEY)).not.toContain("Request an extension");
    const closed = await longer(world, RILEY);
    expect(closed.status).toBe(400);
    expect(closed.text).toContain("gives access by invitation");
    expect(await requestOf(world, RILEY)).toEqual([]);
  });

  test("is offered none where their access has no end", async () => {
    const world = await openWorld();
    await endless(world);
    expect(await shown(world, RILEY)).toContain("Request more access");
    expect((await world.ask("/acme/my-account", { as: RILEY })).text).not.toContain(
      "Request an extension",
    );
    const refused = await longer(world, RILEY);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("Your access has no expiry.");
  });

  test("whose access has ended asks by the same words, from their session alone", async () => {
    const world = await openWorld();
    expect((await world.ask("/acme/my-account", { as: KIM })).text).toMatch(
      /Your access has ended\..*Request an extension/s,
    );
    const dialog = await shown(world, KIM);
    expect(dialog).toContain(wording.accessExpired);
    expect(dialog).toContain(KIM);
    expect(dialog).not.toContain("Change email address");
    const extend = async (note: string) =>
      world.ask("/acme/get-access?accessStatus=access-expired", {
        as: KIM,
        form: { intent: "extend", note },
      });
    const long = await extend("a".repeat(1_001));
    expect(long.status).toBe(400);
    expect(long.text).toContain("Use at most 1000 characters");
    expect((await extend("Another year, please.")).headers.location).toContain("request-sent");
    expect(await requestOf(world, KIM)).toMatchObject([
      { kind: "extension", note: "Another year, please." },
    ]);
  });

  test("keeps what somebody wrote before it was known that their access has ended", async () => {
    const world = await openWorld();
    const visitor = new Visitor(world);
    const answer = await visitor.request({ email: KIM, note: WISH });
    expect(answer.headers.location).toContain("access-expired");
    expect((await visitor.ask(answer.headers.location ?? "")).text).toContain(WISH);
    const other = await new Visitor(world).ask(answer.headers.location ?? "");
    expect(other.text).not.toContain(WISH);
  });
});

test("a stranger's form asks what they need, and staff read it", async () => {
  const world = await openWorld();
  const visitor = new Visitor(world);
  expect((await visitor.ask("/acme?requestAccess=true")).text).toContain(wording.whatAndWhen);
  await visitor.request({ note: WISH });
  expect((await requestOf(world, "jane@corp.example"))[0]?.note).toBe(WISH);
});
