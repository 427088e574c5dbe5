import { describe, expect, test } from "vitest";
import { staffReset } from "#staff/auth/sign-in/commands.ts";
import { removeFromTeam } from "#staff/team/store/team.server.ts";
import { sha256 } from "#db/ids.ts";
import { staffActor } from "#tenancy/audit/store/audit.server.ts";
import { mails } from "./access-world.ts";
import { staffKeyIn } from "./api-names.ts";
import { wording } from "../wording.ts";
import { builtServer } from "./template.ts";
import { openWorld, type Answer, type World } from "./world.ts";

const OWNER = "owner@acme.example";
const EDITOR = "editor@acme.example";
const REVIEWER = "reviewer@acme.example";
const ME = "/api/v1/me";
const DAY = 86_400_000;

const withKey = (world: World, key: string, target = ME, headers: Record<string, string> = {}) =>
  world.ask(target, { headers: { authorization: `Bearer ${key}`, ...headers } });

const told = ({ status, text }: Answer) => [status, (JSON.parse(text) as { title: string }).title];

const add = (world: World, page: string, as: string) =>
  world.ask(page, {
    as,
    form: { name: "Report upload", scopes: "content:read", ends: "90", networks: "" },
  });

/** The key that a page shows. */
function shownKey({ text }: Answer): string {
  return /otc_s_[\w-]{43}[0-9A-Za-z]{6}/.exec(text)?.[0] ?? "";
}

async function staffId(world: World, email: string): Promise<string> {
  const { read } = world.services.store;
  const row = read.selectFrom("staff").select("id").where("email", "=", email);
  return (await row.executeTakeFirstOrThrow()).id;
}

test("a reset at the command line revokes the person’s keys", async () => {
  const world = await openWorld();
  const key = shownKey(await add(world, "/account/keys", EDITOR));
  const others = shownKey(await add(world, "/account/keys", REVIEWER));
  await staffReset(world.services, EDITOR);
  expect((await withKey(world, key)).status).toBe(401);
  expect((await withKey(world, others)).status).toBe(200);
});

describe("a key that is added on a page", () => {
  test.each([
    ["/account/keys", EDITOR, "own"],
    ["/settings/keys", OWNER, "company"],
  ])("%s: is shown once, kept as a hash, and opens the API", async (page, as, kind) => {
    const world = await openWorld();
    const made = await add(world, page, as);
    const key = shownKey(made);
    expect([made.status, key === ""]).toEqual([200, false]);
    expect(made.headers["cache-control"]).toContain("no-store");
    const again = await world.ask(page, { as });
    expect([again.text.includes("Report upload"), again.text.includes(key)]).toEqual([true, false]);
    const row = await world.services.store.read
      .selectFrom("accessKeys")
      .selectAll()
      .executeTakeFirstOrThrow();
    expect([row.secretHash, row.kind]).toEqual([sha256(key), kind]);
    expect(JSON.stringify(row)).not.toContain(key.slice(10));
    const me = await withKey(world, key);
    expect([me.status, JSON.parse(me.text).person.email]).toEqual([200, as]);
    expect(JSON.parse(me.text).key).toMatchObject({
      name: "Report upload",
      kind,
      scopes: ["content:read"],
      productIds: null,
      expiresAt: new Date(world.time.getTime() + 90 * DAY).toISOString(),
    });
    const audit = await world.services.store.read
      .selectFrom("audit")
      .select(["action", "subject"])
      .where("action", "=", "key.added")
      .execute();
    expect(audit).toEqual([{ action: "key.added", subject: row.id }]);
  });

  test.each([
    ["no name", { name: " " }, "Enter a name"],
    ["no scope", { scopes: null }, wording.chooseScope],
    ["an unknown scope", { scopes: "team:edit" }, wording.chooseFromList],
    ["a scope beyond the role", { scopes: "access:read" }, "Your role doesn’t allow all of this"],
    ["no end for an editor", { ends: "never" }, "Only owners can add keys that never expire"],
    ["no network", { networks: "192.0.2.0/24\nhome" }, "“home” isn’t a network."],
    ["a product of elsewhere", { products: "no-such" }, "One of these products no longer exists"],
  ])("with %s is refused at its field, and nothing is made", async (_what, wrong, words) => {
    const world = await openWorld();
    const form = new URLSearchParams({
      name: "Kept name",
      scopes: "content:read",
      ends: "30",
      networks: "192.0.2.0/24",
    });
    for (const [name, value] of Object.entries(wrong))
      if (value === null) form.delete(name);
      else form.set(name, value);
    const refused = await world.ask("/account/keys", { as: EDITOR, form });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(words);
    if (!("name" in wrong)) expect(refused.text).toContain('value="Kept name"');
    const rows = await world.services.store.read.selectFrom("accessKeys").select("id").execute();
    expect(rows).toEqual([]);
  });

  test("can go without an end where an owner adds it, and there can be twenty", async () => {
    const world = await openWorld();
    const endless = await world.ask("/account/keys", {
      as: OWNER,
      form: { name: "Endless", scopes: "content:read", ends: "never", networks: "" },
    });
    expect(JSON.parse((await withKey(world, shownKey(endless))).text).key.expiresAt).toBeNull();
    for (;;) {
      const count = await world.services.store.read
        .selectFrom("accessKeys")
        .select(({ fn }) => fn.countAll<number>().as("n"))
        .executeTakeFirstOrThrow();
      if (Number(count.n) >= 20) break;
      await staffKeyIn(world, { email: OWNER });
    }
    const more = await add(world, "/settings/keys", OWNER);
    expect([more.status, more.text.includes("You can have 20 keys. Revoke one first.")]).toEqual([
      409,
      true,
    ]);
  });
});

describe("a key opens nothing", () => {
  test("from one request to the next once it is revoked, by its person, an owner or an admin", async () => {
    const world = await openWorld();
    for (const [as, page] of [
      [EDITOR, "/account/keys"],
      [OWNER, "/settings/keys"],
    ] as const) {
      const key = await staffKeyIn(world, { email: EDITOR });
      expect((await withKey(world, key)).status).toBe(200);
      const row = await world.services.store.read
        .selectFrom("accessKeys")
        .select("id")
        .where("secretHash", "=", sha256(key))
        .executeTakeFirstOrThrow();
      const revoked = await world.ask(`${page}/revoke`, { as, form: { keyId: row.id } });
      expect([revoked.status, revoked.headers.location]).toEqual([303, page]);
      expect(told(await withKey(world, key))).toEqual([
        401,
        "This key no longer opens anything: it was revoked.",
      ]);
    }
  });

  test("of somebody else is theirs to revoke, and another company's is not there", async () => {
    const world = await openWorld();
    const key = await staffKeyIn(world, { email: OWNER });
    const { id } = await world.services.store.read
      .selectFrom("accessKeys")
      .select("id")
      .executeTakeFirstOrThrow();
    for (const [as, page] of [
      [EDITOR, "/account/keys"],
      ["owner@globex.example", "/settings/keys"],
    ] as const) {
      expect((await world.ask(`${page}/revoke`, { as, form: { keyId: id } })).status).toBe(404);
      expect((await world.ask(page, { as })).text).not.toContain("Report upload");
    }
    expect((await withKey(world, key)).status).toBe(200);
  });

  test("when it expired, its person left, lost the right, or lacks a second factor; it says why", async () => {
    const world = await openWorld();
    const { store } = world.services;
    const orgId = await world.orgId("acme");
    const [reviewer, owner] = [await staffId(world, REVIEWER), await staffId(world, OWNER)];
    const key = await staffKeyIn(world, { email: REVIEWER, scopes: ["access:read"] });
    const company = await staffKeyIn(world, { email: OWNER, kind: "company" });
    const closed = (why: string) => [401, `This key no longer opens anything: ${why}.`];
    const role = (id: string, to: "viewer" | "reviewer" | "editor" | "owner") =>
      store.write((trx) =>
        trx
          .updateTable("staffRoles")
          .set({ role: to })
          .where("orgId", "=", orgId)
          .where("staffId", "=", id)
          .execute(),
      );
    expect((await withKey(world, key)).status).toBe(200);
    await role(reviewer, "viewer");
    expect(told(await withKey(world, key))).toEqual(
      closed("the person who added it can no longer do what it was added for"),
    );
    await role(reviewer, "reviewer");
    expect((await withKey(world, key)).status).toBe(200);
    await role(owner, "editor");
    expect(told(await withKey(world, company))).toEqual(
      closed("the person who added it can no longer edit the settings"),
    );
    await role(owner, "owner");
    await store.write((trx) =>
      trx
        .insertInto("twoFactorRules")
        .values({ orgId, requiredAt: world.time.toISOString(), requiredBy: "Olivia" })
        .execute(),
    );
    expect(told(await withKey(world, key))).toEqual(
      closed("the person who added it has to turn on two-factor sign-in or add a passkey"),
    );
    // A passkey is a second factor, too.
    await store.write((trx) =>
      trx
        .insertInto("passkeys")
        .values({
          id: "of-a-test",
          staffId: reviewer,
          credentialId: "of-a-test",
          publicKey: "",
          counter: 0,
          transportsJson: "[]",
          name: "Laptop",
          createdAt: world.time.toISOString(),
          lastUsedAt: null,
        })
        .execute(),
    );
    expect((await withKey(world, key)).status).toBe(200);
    await store.write((trx) => trx.deleteFrom("twoFactorRules").execute());
    await store.write((trx) =>
      removeFromTeam(
        {
          trx,
          orgId,
          by: { staffId: owner, actor: staffActor({ id: owner, name: "Olivia" }) },
          now: world.time,
        },
        reviewer,
      ),
    );
    expect(told(await withKey(world, key))).toEqual(closed("it was revoked"));
    world.time = new Date(world.time.getTime() + 90 * DAY);
    expect(told(await withKey(world, company))).toEqual(closed("it has expired"));
  });

  test("from a network that it does not name, on a company's own domain, altered, or of nobody", async () => {
    const world = await openWorld();
    const bound = await staffKeyIn(world, { email: OWNER, networks: ["192.0.2.0/24"] });
    expect(told(await withKey(world, bound))).toEqual([403, wording.keyNetwork]);
    const key = await staffKeyIn(world, { email: OWNER, networks: ["127.0.0.0/8", "::1/128"] });
    expect((await withKey(world, key)).status).toBe(200);
    expect((await withKey(world, key, ME, { host: "trust.acme.example" })).status).toBe(404);
    const altered = `${key.slice(0, -1)}${key.endsWith("0") ? "1" : "0"}`;
    for (const text of [altered, "otc_s_", "otc_v_x", `${key}x`]) {
      const answer = await withKey(world, text);
      expect(told(answer), text).toEqual([401, wording.keyUnknown]);
      expect(answer.headers["www-authenticate"]).toBe("Bearer");
    }
    expect(told(await world.ask(ME, { as: OWNER }))).toEqual([401, wording.keyNeeded]);
  });

  test("in the query of an address: that is refused, and the key is in no line of the log", async () => {
    const world = await openWorld();
    const key = await staffKeyIn(world, { email: OWNER });
    for (const target of [`${ME}?key=${key}`, `/api/share/acme/view?x=1&access_token=${key}`])
      expect(told(await world.ask(target))).toEqual([400, wording.keyInHeader]);
    expect((await world.ask("/api/share/acme/view?x=otc_s_short")).status).toBe(200);
    expect(world.logged.join("\n")).not.toContain(key);
  });
});

describe("a call by a key", () => {
  test("opens no page and no call of sessions, and makes no key", async () => {
    const world = await openWorld();
    const key = await staffKeyIn(world, { email: OWNER });
    for (const [target, status] of [
      ["/home", 303],
      ["/account/keys", 303],
      ["/settings/keys", 303],
      ["/api/trust-center/view", 401],
      ["/api/documents/trust-center", 401],
      ["/api/graphql", 405],
    ] as const)
      expect([target, (await withKey(world, key, target)).status]).toEqual([target, status]);
    const made = await world.ask("/account/keys", {
      headers: { authorization: `Bearer ${key}` },
      form: { name: "Another", scopes: "content:read", ends: "30", networks: "" },
    });
    expect(made.status).toBe(401);
    const rows = await world.services.store.read.selectFrom("accessKeys").select("name").execute();
    expect(rows).toEqual([{ name: "Report upload" }]);
  });

  test("says how the key stands with its limit, names the request in problems, and is refused beyond it", async () => {
    const world = await openWorld();
    const key = await staffKeyIn(world, { email: OWNER });
    const first = await withKey(world, key);
    expect(first.headers["ratelimit-policy"]).toBe('"calls";q=600;w=60');
    expect(first.headers["ratelimit"]).toMatch(/^"calls";r=599;t=\d+$/);
    const problem = await withKey(world, "otc_s_no");
    expect((JSON.parse(problem.text) as { requestId: string }).requestId).toBe(
      problem.headers["x-request-id"],
    );
    const { id } = await world.services.store.read
      .selectFrom("accessKeys")
      .select("id")
      .executeTakeFirstOrThrow();
    await world.services.limits.consume("key-calls", id, 599);
    const refused = await withKey(world, key);
    expect([refused.status, Number(refused.headers["retry-after"]) > 0]).toEqual([429, true]);
    expect(refused.headers["ratelimit"]).toMatch(/^"calls";r=0;t=\d+$/);
    expect((await withKey(world, await staffKeyIn(world, { email: OWNER }))).status).toBe(200);
  });

  test("is listed with when and from where, and tells its person of a new network once a day", async () => {
    const world = await openWorld();
    const key = await staffKeyIn(world, { email: EDITOR });
    await withKey(world, key);
    await withKey(world, key);
    const page = await world.ask("/account/keys", { as: EDITOR });
    expect(page.text).toMatch(/from (?:<!-- -->)?127\.0\.0\.1/);
    const sent = await mails(world, "key-used");
    expect(sent.map(({ toEmail }) => toEmail)).toEqual([EDITOR]);
    expect(sent[0]?.subject).toContain("Report upload");
    expect(sent[0]?.text).toContain("127.0.0.1");
    expect(sent[0]?.text).not.toContain(key);
  });

  test("its person is told 14 days and one day before its end, once each", async () => {
    const world = await openWorld();
    const { runDueJobs } = await builtServer();
    await staffKeyIn(world, { email: EDITOR, ends: "30" });
    await staffKeyIn(world, { email: EDITOR, ends: "never", name: "Endless" });
    const began = world.time.getTime();
    const counts: number[] = [];
    for (const day of [10, 17, 18, 29, 29.9, 31]) {
      world.time = new Date(began + day * DAY);
      await runDueJobs(world.services);
      counts.push((await mails(world, "keys-expiring")).length);
    }
    expect(counts.at(0)).toBe(0);
    expect(counts.at(2)).toBe(1);
    expect(counts.at(-1)).toBe(2);
    const [first] = await mails(world, "keys-expiring");
    expect([first?.toEmail, first?.text?.includes("Endless")]).toEqual([EDITOR, false]);
  });
});
