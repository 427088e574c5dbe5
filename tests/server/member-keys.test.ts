import { describe, expect, test } from "vitest";
import { removeMember, revokeAccount } from "#access/accounts/store/account-changes.server.ts";
import { revokeGrant } from "#auth/accounts/store/accounts.server.ts";
import { updateCustomization } from "#company/settings/store/customizations.server.ts";
import { sha256 } from "#db/ids.ts";
import { inOrg } from "#db/tenant.ts";
import { PORTAL_CALLS } from "#model/access-keys.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { unpublishOrg } from "#tenancy/orgs/store/org-changes.server.ts";
import { mails, RILEY, setting } from "./access-world.ts";
import { memberKeyIn, staffKeyIn } from "./api-names.ts";
import { builtServer } from "./template.ts";
import { openWorld, type Answer, type World } from "./world.ts";
import { wording } from "../wording.ts";

const OWNER = "owner@acme.example";
const NOOR = "noor@unsigned.example";
const KIM = "kim@expired.example";
const PAGE = "/acme/my-account/keys";
const PORTAL = "/api/v1/portal";
const DAY = 86_400_000;

const withKey = (world: World, key: string, path = "", headers: Record<string, string> = {}) =>
  world.ask(PORTAL + path, { headers: { authorization: `Bearer ${key}`, ...headers } });

const json = ({ text }: Answer) => JSON.parse(text);
const told = (answer: Answer) => [answer.status, json(answer).title];
const closed = (why: string) => [401, `This key no longer opens anything: ${why}.`];

const FORM = { name: "Vendor review", scopes: "portal:read", ends: "90", networks: "" };
const add = (world: World, as = RILEY, form: Record<string, string> = FORM) =>
  world.ask(PAGE, { as, form });

/** The key that a page shows. */
function shownKey({ text }: Answer): string {
  return /otc_v_[\w-]{43}[0-9A-Za-z]{6}/.exec(text)?.[0] ?? "";
}

async function memberOf(world: World, email = RILEY) {
  return inOrg(world.services.store.read, await world.orgId("acme"))
    .selectFrom("members")
    .select(["id", "accountId"])
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
}

const rows = async (world: World) =>
  inOrg(world.services.store.read, await world.orgId("acme"))
    .selectFrom("memberKeys")
    .selectAll()
    .orderBy("createdAt")
    .execute();

interface File {
  id: string | null;
  name: string | null;
  access: string;
  viewOnly: boolean | null;
  canDownload: boolean;
  content: string | null;
}

/** The files that a key lists. */
const filesOf = async (world: World, key: string) =>
  (JSON.parse((await withKey(world, key, "/documents")).text) as { documents: File[] }).documents;

const isPdf = (name: string | null) => name?.endsWith(".pdf") === true;

/** The path of a file's call below the portal's calls. */
const pathOf = (content: string | null) => content?.slice(content.indexOf(PORTAL) + PORTAL.length);

describe("a member’s key that is added on the portal", () => {
  test("is shown once, kept as a hash, and opens the portal", async () => {
    const world = await openWorld();
    const account = await world.ask("/acme/my-account", { as: RILEY });
    expect(account.text).toContain(`href="${PAGE}"`);
    const made = await add(world);
    const key = shownKey(made);
    expect([made.status, key === ""]).toEqual([200, false]);
    expect(made.headers["cache-control"]).toContain("no-store");
    const again = await world.ask(PAGE, { as: RILEY });
    expect([again.text.includes("Vendor review"), again.text.includes(key)]).toEqual([true, false]);
    const [row] = await rows(world);
    const { id } = await memberOf(world);
    expect([row?.secretHash, row?.memberId]).toEqual([sha256(key), id]);
    expect(row?.expiresAt).toBe(new Date(world.time.getTime() + 90 * DAY).toISOString());
    expect(JSON.stringify(row)).not.toContain(key.slice(10));
    const opened = await withKey(world, key);
    expect([opened.status, json(opened).kind]).toEqual([200, "overview"]);
    expect(opened.headers["cache-control"]).toContain("no-store");
    const audit = await world.services.store.read
      .selectFrom("audit")
      .select(["action", "subject", "actor"])
      .where("action", "=", "key.added")
      .execute();
    expect(audit).toEqual([{ action: "key.added", subject: row?.id, actor: `member:${id}` }]);
  });

  test.each([
    ["no name", { name: " " }, "Enter a name"],
    ["no scope", { scopes: null }, wording.chooseScope],
    ["a scope of staff", { scopes: "content:read" }, wording.chooseFromList],
    ["no end", { ends: "never" }, "Choose when the key expires"],
    ["no network", { networks: "192.0.2.0/24\nhome" }, "“home” isn’t a network."],
    [
      "a product without access",
      { products: "no-such" },
      "You don’t have access to one of these products. Choose again.",
    ],
  ])("with %s is refused at its field, and nothing is made", async (_what, wrong, words) => {
    const world = await openWorld();
    const form = new URLSearchParams({ ...FORM, name: "Kept name" });
    for (const [name, value] of Object.entries(wrong))
      if (value === null) form.delete(name);
      else form.set(name, value);
    const refused = await world.ask(PAGE, { as: RILEY, form });
    expect([refused.status, refused.text.includes(words)]).toEqual([400, true]);
    expect(await rows(world)).toEqual([]);
  });

  test("needs access, the company’s leave, and room for it", async () => {
    const world = await openWorld();
    const without = await world.ask(PAGE, { as: KIM });
    expect(without.text).toContain("You can add a key while you have access");
    expect((await add(world, KIM)).status).toBe(400);
    for (let i = 0; i < 20; i += 1) await memberKeyIn(world);
    const more = await add(world);
    expect([more.status, more.text.includes("You can have 20 keys. Revoke one first.")]).toEqual([
      409,
      true,
    ]);
    await setting(world, { memberKeysEnabled: false });
    for (const answer of [await world.ask(PAGE, { as: RILEY }), await add(world)])
      expect(answer.status).toBe(404);
    expect((await world.ask("/acme/my-account", { as: RILEY })).text).not.toContain(PAGE);
    expect(await rows(world)).toHaveLength(20);
  });
});

describe("a member’s key opens nothing", () => {
  test("from one request to the next once its person or the team revokes it", async () => {
    const world = await openWorld();
    const { accountId } = await memberOf(world);
    for (const [as, page, button] of [
      [RILEY, PAGE, "revoke"],
      [OWNER, `/accounts/${accountId}`, "revoke-key"],
    ] as const) {
      const key = await memberKeyIn(world);
      expect((await withKey(world, key)).status).toBe(200);
      expect((await world.ask(page, { as })).text).toContain("Vendor review");
      const { id = "" } = (await rows(world)).find((one) => one.secretHash === sha256(key)) ?? {};
      const revoked = await world.ask(`${page}/${button}`, { as, form: { keyId: id } });
      expect([revoked.status, revoked.headers.location]).toEqual([303, page]);
      expect(told(await withKey(world, key))).toEqual(closed("it was revoked"));
    }
  });

  test("but isn’t somebody else’s to revoke or to see", async () => {
    const world = await openWorld();
    const key = await memberKeyIn(world);
    const [row] = await rows(world);
    const form = { keyId: row?.id ?? "" };
    const noors = await memberOf(world, NOOR);
    for (const [as, page, button] of [
      [NOOR, PAGE, "revoke"],
      [OWNER, `/accounts/${noors.accountId}`, "revoke-key"],
    ] as const) {
      expect((await world.ask(`${page}/${button}`, { as, form })).status).toBe(404);
      expect((await world.ask(page, { as })).text).not.toContain("Vendor review");
    }
    expect((await withKey(world, key)).status).toBe(200);
  });

  const DOINGS: readonly (readonly [
    what: string,
    why: string,
    doing: (world: World, orgId: string) => Promise<unknown>,
  ])[] = [
    [
      "its person was removed",
      "the person who added it was removed from the account",
      async (world, orgId) => {
        const { id, accountId } = await memberOf(world);
        return world.services.store.write((trx) =>
          removeMember({ trx, orgId, by: SYSTEM, now: world.time }, accountId, id),
        );
      },
    ],
    [
      "the account’s access was taken away",
      "it was revoked",
      async (world, orgId) => {
        const { accountId } = await memberOf(world);
        return world.services.store.write((trx) =>
          revokeAccount({ trx, orgId, by: SYSTEM, now: world.time }, accountId),
        );
      },
    ],
    [
      "every grant was ended",
      "the person who added it no longer has access",
      async (world, orgId) => {
        const { accountId } = await memberOf(world);
        const grants = await inOrg(world.services.store.read, orgId)
          .selectFrom("grants")
          .select("id")
          .where("accountId", "=", accountId)
          .where("revokedAt", "is", null)
          .execute();
        for (const { id } of grants)
          await world.services.store.write((trx) =>
            revokeGrant({ trx, orgId, by: SYSTEM, now: world.time }, id),
          );
      },
    ],
    [
      "every grant ran out",
      "the person who added it no longer has access",
      async (world, orgId) => {
        const { accountId } = await memberOf(world);
        await world.services.store.write((trx) =>
          inOrg(trx, orgId)
            .updateTable("grants")
            .set({ expiresAt: new Date(world.time.getTime() + 1_000).toISOString() })
            .where("accountId", "=", accountId)
            .execute(),
        );
        world.time = new Date(world.time.getTime() + 2_000);
      },
    ],
    [
      "the account was declined",
      "the person who added it no longer has access",
      async (world, orgId) => {
        const { accountId } = await memberOf(world);
        return world.services.store.write((trx) =>
          inOrg(trx, orgId)
            .updateTable("accounts")
            .set({ reviewStatus: "declined" })
            .where("id", "=", accountId)
            .execute(),
        );
      },
    ],
    [
      "the NDA isn’t signed",
      "the person who added it hasn’t signed the NDA",
      async (world, orgId) => {
        const { accountId } = await memberOf(world);
        return world.services.store.write(async (trx) => {
          await inOrg(trx, orgId)
            .deleteFrom("ndaSignatures")
            .where("accountId", "=", accountId)
            .execute();
          await inOrg(trx, orgId)
            .updateTable("grants")
            .set({ ndaRequired: 1 })
            .where("accountId", "=", accountId)
            .execute();
        });
      },
    ],
    [
      "the portal was unpublished",
      "the portal isn’t published",
      (world, orgId) =>
        world.services.store.write((trx) =>
          unpublishOrg({ trx, orgId, by: SYSTEM, now: world.time }),
        ),
    ],
    [
      "the company turned keys off",
      "Acme Cloud has turned off members’ keys",
      (world) => setting(world, { memberKeysEnabled: false }),
    ],
    [
      "it expired",
      "it has expired",
      (world) => Promise.resolve((world.time = new Date(world.time.getTime() + 30 * DAY))),
    ],
  ];

  test.each(DOINGS)("when %s; it says why", async (_what, why, doing) => {
    const world = await openWorld();
    const orgId = await world.orgId("acme");
    const key = await memberKeyIn(world, { ends: "30" });
    expect((await withKey(world, key)).status).toBe(200);
    await doing(world, orgId);
    const answer = await withKey(world, key);
    expect(told(answer)).toEqual(closed(why));
    expect(answer.headers["www-authenticate"]).toBe("Bearer");
    expect(told(await withKey(world, key, "/documents/none/content"))).toEqual(closed(why));
  });

  test("of whoever comes back to the account, until they make a new one", async () => {
    const world = await openWorld();
    const orgId = await world.orgId("acme");
    const key = await memberKeyIn(world);
    const { id, accountId } = await memberOf(world);
    await world.services.store.write((trx) =>
      removeMember({ trx, orgId, by: SYSTEM, now: world.time }, accountId, id),
    );
    await world.services.store.write((trx) =>
      inOrg(trx, orgId)
        .updateTable("members")
        .set({ removedAt: null, removedBy: null })
        .where("id", "=", id)
        .execute(),
    );
    expect(told(await withKey(world, key))).toEqual(closed("it was revoked"));
  });

  test("from a network that it does not name, on a company's own domain, altered, or of staff", async () => {
    const world = await openWorld();
    const bound = await memberKeyIn(world, { networks: ["192.0.2.0/24"] });
    expect(told(await withKey(world, bound))).toEqual([403, wording.keyNetwork]);
    const key = await memberKeyIn(world, { networks: ["127.0.0.0/8", "::1/128"] });
    expect((await withKey(world, key)).status).toBe(200);
    expect((await withKey(world, key, "", { host: "trust.acme.example" })).status).toBe(404);
    const altered = `${key.slice(0, -1)}${key.endsWith("0") ? "1" : "0"}`;
    for (const text of [altered, "otc_v_", `${key}x`])
      expect(told(await withKey(world, text)), text).toEqual([401, wording.keyUnknown]);
    expect(told(await withKey(world, await staffKeyIn(world, { email: OWNER })))).toEqual([
      401,
      "These calls take a member’s key. Add one on My account.",
    ]);
    expect(told(await world.ask(PORTAL, { as: RILEY }))).toEqual([401, wording.keyNeeded]);
    expect(told(await world.ask(`${PORTAL}?product=${key}`))).toEqual([400, wording.keyInHeader]);
  });

  test("but the portal’s own calls: no page, no call of staff or of sessions", async () => {
    const world = await openWorld();
    const key = await memberKeyIn(world);
    const asked = (target: string) =>
      world.ask(target, { headers: { authorization: `Bearer ${key}` } });
    for (const target of ["/api/v1/me", "/api/v1/documents", "/api/v1/accounts"])
      expect(told(await asked(target))).toEqual([
        401,
        "A member’s key opens only the calls below /api/v1/portal.",
      ]);
    expect((await asked("/acme/my-account")).status).toBe(303);
    expect((await asked("/api/documents/trust-center")).status).toBe(401);
    const { accountId } = await memberOf(world);
    const view = await asked(`/api/statuspage/share/${accountId}/external/view`);
    expect(view.status).toBe(404);
    expect((await asked("/acme/documents.json")).text).toBe(
      (await world.ask("/acme/documents.json")).text,
    );
  });
});

describe("the calls of a member’s key", () => {
  test("say what the member’s own pages say as data, and refuse what isn’t there", async () => {
    const world = await openWorld();
    const key = await memberKeyIn(world);
    const lists = Object.entries(PORTAL_CALLS).filter(
      ([path, page]) => !path.includes(":") && page !== "files",
    );
    for (const [path, page] of lists) {
      const found = await withKey(world, key, path === "" ? "" : `/${path}`);
      const twin = await world.ask(`/acme/${page}.json`, { as: RILEY });
      expect([path, found.status, twin.status]).toEqual([path, 200, 200]);
      expect(json(found)).toEqual(json(twin));
    }
    const card = await withKey(world, key, "/cards/Certifications");
    expect(json(card)).toEqual(
      json(await world.ask("/acme/card/Certifications.json", { as: RILEY })),
    );
    const { updates } = json(await withKey(world, key, "/updates")) as {
      updates: { id: string }[];
    };
    const update = await withKey(world, key, `/updates/${updates[0]?.id}`);
    expect([update.status, json(update).kind]).toEqual([200, "update"]);
    for (const path of ["/cards/none", "/items/none", "/updates/none", "/documents/none/content"])
      expect(told(await withKey(world, key, path)), path).toEqual([404, "Not found"]);
    expect((await withKey(world, key, "/none")).status).toBe(404);
    expect((await withKey(world, key, "?product=none")).status).toBe(404);
    const unknown = await withKey(world, key, "/faq?limit=1");
    expect([unknown.status, "limit" in json(unknown).errors]).toEqual([400, true]);
    const { etag = "" } = card.headers;
    const known = await withKey(world, key, "/cards/Certifications", { "if-none-match": etag });
    expect([known.status, known.text]).toEqual([304, ""]);
  });

  test("read what changed since a day, in parts", async () => {
    const world = await openWorld();
    const key = await memberKeyIn(world);
    const [productId, orgId] = [await world.productId("acme"), await world.orgId("acme")];
    const everyone = JSON.stringify({ everyone: true, accounts: true, profiles: [] });
    const seen = `{"sees":${everyone},"reads":${everyone}}`;
    await world.services.store.write(async (trx) => {
      const { id } = await inOrg(trx, orgId)
        .selectFrom("faqEntries")
        .select("id")
        // Some are of another product.
        .where("question", "=", "Where is our data stored?")
        .executeTakeFirstOrThrow();
      for (let place = 0; place < 501; place += 1)
        await trx
          .insertInto("publicChanges")
          .values({
            orgId,
            id: `byKey${place}`,
            productId,
            at: new Date(world.time.getTime() - place * 1_000).toISOString(),
            kind: "question",
            thingId: id,
            partId: null,
            action: "changed",
            title: "",
            wordsJson: "[]",
            wasJson: seen,
            isJson: seen,
            changeId: null,
            takesBackAt: null,
          })
          .execute();
    });
    const today = world.time.toISOString().slice(0, 10);
    const first = json(await withKey(world, key, `/changes?since=${today}`));
    expect([first.since, first.changes.length]).toEqual([today, 500]);
    const next = pathOf(first.next);
    const second = await withKey(world, key, next);
    expect([second.status, json(second).changes.length, json(second).next]).toEqual([
      200,
      first.count - 500,
      undefined,
    ]);
    for (const odd of ["since=soon", "since=2026-02-30", "before=x", "until=2026-01-01"])
      expect([odd, (await withKey(world, key, `/changes?${odd}`)).status]).toEqual([odd, 400]);
    expect((await withKey(world, key, "/faq?since=2026-01-01")).status).toBe(400);
  });

  test("need their scope", async () => {
    const world = await openWorld();
    const reads = await memberKeyIn(world, { scopes: ["portal:read"] });
    const takes = await memberKeyIn(world, { scopes: ["files:read"] });
    const file = (await filesOf(world, reads)).find(({ canDownload }) => canDownload);
    const content = pathOf(file?.content ?? null);
    const refused = await withKey(world, reads, content);
    expect([refused.status, json(refused).code, json(refused).scope]).toEqual([
      403,
      "missing_scope",
      "files:read",
    ]);
    expect((await withKey(world, takes)).status).toBe(403);
    expect((await withKey(world, takes, content)).status).toBe(200);
  });

  test("stay with the products of the key", async () => {
    const world = await openWorld();
    const orgId = await world.orgId("acme");
    const products = await inOrg(world.services.store.read, orgId)
      .selectFrom("products")
      .select(["id", "slug", "name", "isDefault"])
      .where("show", "=", 1)
      .execute();
    const usual = products.find(({ isDefault }) => isDefault === 1);
    const other = products.find(({ isDefault }) => isDefault === 0);
    const grant = await inOrg(world.services.store.read, orgId)
      .selectFrom("grants")
      .selectAll()
      .where("accountId", "=", (await memberOf(world)).accountId)
      .where("productId", "=", usual?.id ?? "")
      .executeTakeFirstOrThrow();
    await world.services.store.write((trx) =>
      inOrg(trx, orgId)
        .deleteFrom("grants")
        .where("accountId", "=", grant.accountId)
        .where("productId", "=", other?.id ?? "")
        .execute(),
    );
    const lake = await memberKeyIn(world, { products: [other?.id ?? ""] });
    expect(told(await withKey(world, lake))).toEqual(
      closed("the person who added it no longer has access"),
    );
    await world.services.store.write((trx) =>
      trx
        .insertInto("grants")
        .values({ ...grant, id: "of-a-test", productId: other?.id ?? "" })
        .execute(),
    );
    const own = await withKey(world, lake);
    expect([own.status, json(own).product.name]).toEqual([200, other?.name]);
    expect(
      told(await withKey(world, lake, `?product=${encodeURIComponent(usual?.slug ?? "")}`)),
    ).toEqual([404, "Not found"]);
    const all = await memberKeyIn(world);
    // A document can be linked from both.
    const shared = new Set((await filesOf(world, lake)).map(({ id }) => id));
    const file = (await filesOf(world, all)).find(
      ({ id, canDownload }) => canDownload && !shared.has(id),
    );
    expect((await withKey(world, all, pathOf(file?.content ?? null))).status).toBe(200);
    expect((await withKey(world, lake, pathOf(file?.content ?? null))).status).toBe(404);
    // Not even what everyone can read.
    let open: string | null = null;
    for (const { id, content } of (await filesOf(world, all)).filter(
      (one) => one.canDownload && !shared.has(one.id),
    )) {
      if ((await world.ask(`/acme/documents/${id}/download`)).status !== 200) continue;
      open = content;
      break;
    }
    expect((await withKey(world, all, pathOf(open))).status).toBe(200);
    expect((await withKey(world, lake, pathOf(open))).status).toBe(404);
    expect(
      (await withKey(world, all, `?product=${encodeURIComponent(other?.slug ?? "")}`)).status,
    ).toBe(200);
  });

  test("know nothing of another company", async () => {
    const world = await openWorld();
    const key = await memberKeyIn(world);
    const foreign = await inOrg(world.services.store.read, await world.orgId("globex"))
      .selectFrom("documents")
      .select("id")
      .executeTakeFirstOrThrow();
    expect(told(await withKey(world, key, `/documents/${foreign.id}/content`))).toEqual([
      404,
      "Not found",
    ]);
  });

  test("list files as the member may have them, and give those with mark and record", async () => {
    const world = await openWorld();
    const { store } = world.services;
    const orgId = await world.orgId("acme");
    await store.write((trx) =>
      updateCustomization({ trx, orgId, now: world.time }, { watermarkDownloads: true }),
    );
    const key = await memberKeyIn(world);
    const files = await filesOf(world, key);
    const locked = files.filter(({ access }) => access === "locked");
    expect(locked.every(({ id, name, content }) => (id ?? name ?? content) === null)).toBe(true);
    const gated: File[] = [];
    for (const file of files.filter(({ canDownload, name }) => canDownload && isPdf(name))) {
      const stranger = await world.ask(`/acme/documents/${file.id}/download`);
      if (stranger.status === 302) gated.push(file);
      if (gated.length === 2) break;
    }
    expect(gated).toHaveLength(2);
    const { id, accountId } = await memberOf(world);
    for (const { content } of gated) {
      const answer = await withKey(world, key, pathOf(content));
      expect([answer.status, answer.headers["content-type"]]).toEqual([200, "application/pdf"]);
      expect(answer.headers["content-disposition"]).toContain("attachment");
    }
    const traces = await inOrg(store.read, orgId)
      .selectFrom("traces")
      .select(["name", "memberId"])
      .where("name", "like", "%key: Vendor review%")
      .execute();
    expect(traces.map(({ memberId }) => memberId)).toEqual([id, id]);
    const events = await inOrg(store.read, orgId)
      .selectFrom("events")
      .select(["accountId", "memberId", "access", "detailJson"])
      .where("name", "=", "file engaged")
      .where("detailJson", "like", "%Vendor review%")
      .execute();
    const taken = {
      accountId,
      memberId: id,
      access: "download",
      detailJson: '{"key":"Vendor review"}',
    };
    expect(events).toEqual([taken, taken]);
    expect((await world.ask(`/accounts/${accountId}`, { as: OWNER })).text).toContain(
      "(key: Vendor review)",
    );
    const only = gated[0]?.id ?? "";
    await store.write((trx) =>
      inOrg(trx, orgId)
        .updateTable("documents")
        .set({ accessType: "view-only" })
        .where("id", "=", only)
        .execute(),
    );
    const refused = await withKey(world, key, `/documents/${only}/content`);
    expect([refused.status, json(refused).code]).toEqual([403, "view_only"]);
    const now = (await filesOf(world, key)).find((file) => file.id === only);
    expect([now?.canDownload, now?.content]).toEqual([false, null]);
  });

  test("say which page to sign where the NDA comes before a file", async () => {
    const world = await openWorld();
    const { store } = world.services;
    const orgId = await world.orgId("acme");
    const key = await memberKeyIn(world);
    const { accountId } = await memberOf(world);
    const files = (await filesOf(world, key)).filter(({ canDownload }) => canDownload);
    const grant = await inOrg(store.read, orgId)
      .selectFrom("grants")
      .selectAll()
      .where("accountId", "=", accountId)
      .where("productId", "=", await world.productId("acme"))
      .executeTakeFirstOrThrow();
    const other = await inOrg(store.read, orgId)
      .selectFrom("products")
      .select("id")
      .where("isDefault", "=", 0)
      .executeTakeFirstOrThrow();
    await store.write(async (trx) => {
      await inOrg(trx, orgId)
        .deleteFrom("ndaSignatures")
        .where("accountId", "=", accountId)
        .execute();
      await inOrg(trx, orgId).deleteFrom("grants").where("accountId", "=", accountId).execute();
      await trx
        .insertInto("grants")
        .values([
          { ...grant, ndaRequired: 1 },
          { ...grant, id: "without", productId: other.id, ndaRequired: 0 },
        ])
        .execute();
    });
    expect((await withKey(world, key)).status).toBe(200);
    const answers: Answer[] = [];
    for (const { content } of files) answers.push(await withKey(world, key, pathOf(content)));
    const refused = answers.find(({ status }) => status === 403);
    expect(refused === undefined ? null : json(refused)).toMatchObject({
      code: "nda",
      title: "Sign the NDA on the portal first.",
      nda: "http://trust.acme.example:3000/nda",
    });
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 403]));
  });

  test("give nothing of an item that the member’s profile leaves out", async () => {
    const world = await openWorld();
    const orgId = await world.orgId("acme");
    const key = await memberKeyIn(world);
    const listed = new Set((await filesOf(world, key)).map(({ id }) => id));
    const others = await inOrg(world.services.store.read, orgId)
      .selectFrom("documents")
      .select("id")
      .execute();
    const hidden = others.filter(({ id }) => !listed.has(id));
    expect(hidden.length).toBeGreaterThan(0);
    for (const { id } of hidden)
      expect((await withKey(world, key, `/documents/${id}/content`)).status).toBe(404);
  });

  test("count toward the key’s own limit, and every problem names the request", async () => {
    const world = await openWorld();
    const key = await memberKeyIn(world);
    const first = await withKey(world, key);
    expect(first.headers["ratelimit-policy"]).toBe('"calls";q=600;w=60');
    const problem = await withKey(world, "otc_v_no");
    expect(json(problem).requestId).toBe(problem.headers["x-request-id"]);
    const [row] = await rows(world);
    await world.services.limits.consume("key-calls", row?.id ?? "", 599);
    const refused = await withKey(world, key);
    expect([refused.status, Number(refused.headers["retry-after"]) > 0]).toEqual([429, true]);
    expect((await withKey(world, await memberKeyIn(world))).status).toBe(200);
  });
});

test("a member is told of a new network once a day, and where the key was used last", async () => {
  const world = await openWorld();
  const key = await memberKeyIn(world);
  await withKey(world, key);
  await withKey(world, key);
  const page = await world.ask(PAGE, { as: RILEY });
  expect(page.text).toMatch(/from (?:<!-- -->)?127\.0\.0\.1/);
  const sent = await mails(world, "key-used");
  expect(sent.map(({ toEmail }) => toEmail)).toEqual([RILEY]);
  expect(sent[0]?.text).toContain("/my-account/keys");
  expect(sent[0]?.text).not.toContain(key);
});

test("a member is told 14 days and one day before the end, once each", async () => {
  const world = await openWorld();
  const { runDueJobs } = await builtServer();
  await memberKeyIn(world, { ends: "30" });
  const began = world.time.getTime();
  const counts: number[] = [];
  for (const day of [10, 17, 18, 29, 29.9, 31]) {
    world.time = new Date(began + day * DAY);
    await runDueJobs(world.services);
    counts.push((await mails(world, "keys-expiring")).length);
  }
  expect([counts.at(0), counts.at(2), counts.at(-1)]).toEqual([0, 1, 2]);
  const [first] = await mails(world, "keys-expiring");
  expect([first?.toEmail, first?.text?.includes("/my-account/keys")]).toEqual([RILEY, true]);
});
