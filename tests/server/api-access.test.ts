import { describe, expect, test } from "vitest";
import { inOrg } from "#db/tenant.ts";
import { mails } from "./access-world.ts";
import { namesOf, staffKeyIn } from "./api-names.ts";
import { openWorld, type Answer, type World } from "./world.ts";

const OWNER = "owner@acme.example";
const NEW = {
  name: "Harbor Works",
  email: "Nia@harbor.example",
  firstName: "Nia",
  lastName: "Berg",
};

/** Calls of a key, and what they are about. */
async function openDesk(world: World, key?: string) {
  const names = await namesOf(world);
  const { profile = "", product = "", staffKey = "" } = names;
  const send = (method: string, target: string, body?: object, etag?: unknown) =>
    world.ask(`/api/v1/${target}`, {
      method,
      headers: {
        authorization: `Bearer ${key ?? staffKey}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(typeof etag === "string" ? { "if-match": etag } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return { names, profile, product, send };
}

const json = ({ text }: Answer) => JSON.parse(text) as Record<string, unknown>;

describe("accounts by a key", () => {
  test("are added with their first member, named, given access, and lose it", async () => {
    const world = await openWorld();
    const { profile, product, send } = await openDesk(world);
    const access = { profileId: profile, productIds: [product], expiresInDays: 30 };
    const made = await send("POST", "accounts", { ...NEW, ...access, ndaRequired: false });
    expect([made.status, made.text]).toEqual([201, made.text]);
    const { id } = json(made);
    const at = `accounts/${String(id)}`;
    expect(made.headers.location).toBe(`/api/v1/${at}`);
    const end = new Date(world.time.getTime() + 30 * 86_400_000).toISOString();
    expect(json(made)).toMatchObject({
      name: "Harbor Works",
      reviewStatus: "approved",
      members: [{ email: "nia@harbor.example", firstName: "Nia" }],
      grants: [{ productId: product, profileId: profile, ndaRequired: false, expiresAt: end }],
    });
    expect(await mails(world, "access-approved")).toEqual([]);
    const named = await send("PATCH", at, { name: "Harbor Works AG" }, made.headers.etag);
    expect([named.status, json(named).name]).toEqual([200, "Harbor Works AG"]);
    expect((await send("PATCH", at, { name: "Late" }, made.headers.etag)).status).toBe(412);
    // What is not named stays as it was.
    const given = await send("POST", `${at}/give`, { productIds: [product], expiresOn: null });
    expect(json(given).grants).toEqual([
      { productId: product, profileId: profile, ndaRequired: false, expiresAt: null },
    ]);
    const one = await send("POST", `${at}/revoke`, { productId: product });
    expect([one.status, json(one).grants]).toEqual([200, []]);
    const none = await send("POST", `${at}/revoke`, { productId: product });
    expect([none.status, json(none).errors]).toEqual([
      400,
      { productId: ["This account has no access to this product."] },
    ]);
    expect((await send("POST", `${at}/revoke`, {})).status).toBe(400);
    expect((await send("POST", `${at}/revoke`, { all: true })).status).toBe(200);
    const audit = await inOrg(world.services.store.read, await world.orgId("acme"))
      .selectFrom("audit")
      .select(["action", "actorName"])
      .where("action", "in", ["account.renamed", "grant.revoked", "account.revoked"])
      .execute();
    expect(audit).toHaveLength(3);
    for (const { actorName } of audit) expect(actorName).toContain("(key: Report upload)");
  });

  test("tell their first member if they should, and are refused at their fields", async () => {
    const world = await openWorld();
    const { profile, product, send } = await openDesk(world);
    const access = { profileId: profile, productIds: [product] };
    const told = await send("POST", "accounts", { ...NEW, ...access, tell: true, message: "Hi." });
    expect(told.status).toBe(201);
    expect((await mails(world, "access-approved")).map(({ toEmail }) => toEmail)).toEqual([
      "nia@harbor.example",
    ]);
    for (const [wrong, field] of [
      [{ name: "" }, "name"],
      [{ email: "nobody" }, "email"],
      [{ productIds: [] }, "productIds"],
      [{ expiresInDays: 0 }, "expiresInDays"],
      [{ expiresOn: "2020-01-01" }, "expiresOn"],
      [{ expiresOn: "2030-01-01", expiresInDays: 3 }, "expiresInDays"],
      [{ profileId: "no-such", email: "other@harbor.example" }, "profileId"],
    ] as const) {
      const refused = await send("POST", "accounts", { ...NEW, ...access, ...wrong });
      expect([field, refused.status, Object.keys(json(refused).errors as object)]).toEqual([
        field,
        400,
        [field],
      ]);
    }
    const again = await send("POST", "accounts", { ...NEW, ...access });
    expect([again.status, json(again).errors]).toEqual([
      409,
      { email: ["nia@harbor.example is already a member of Harbor Works."] },
    ]);
  });

  test("are those of its products for a key that has some", async () => {
    const world = await openWorld();
    const lake = await world.productId("acme", "Acme Data Lake");
    const bound = await staffKeyIn(world, { email: OWNER, name: "Bound", products: [lake] });
    const { profile, product, names, send } = await openDesk(world, bound);
    const refused = await send("POST", "accounts", {
      ...NEW,
      profileId: profile,
      productIds: [product, lake],
    });
    expect([refused.status, json(refused).code]).toEqual([403, "other_products"]);
    const own = await send("POST", "accounts", { ...NEW, profileId: profile, productIds: [lake] });
    expect(own.status).toBe(201);
    // What is left of it is answered once: then it is no account of this key.
    const brief = await send("POST", "accounts", {
      ...NEW,
      name: "Brief",
      email: "bo@brief.example",
      profileId: profile,
      productIds: [lake],
    });
    const at = `accounts/${String(json(brief).id)}`;
    const ended = await send("POST", `${at}/revoke`, { productId: lake });
    expect([ended.status, json(ended).grants]).toEqual([200, []]);
    expect((await send("GET", at)).status).toBe(404);
    for (const call of [
      await send("POST", `accounts/${names.account}/give`, { productIds: [lake] }),
      await send("POST", "members", {
        accountId: names.account,
        email: "x@harbor.example",
        firstName: "X",
        lastName: "Y",
      }),
    ])
      expect([403, 404]).toContain(call.status);
    const people = json(await send("GET", "members?limit=200")).data as { email: string }[];
    expect(people.map(({ email }) => email)).toContain("nia@harbor.example");
    expect(people.map(({ email }) => email)).not.toContain("x@harbor.example");
  });
});

test("members by a key come and go, and one that went is no entry", async () => {
  const world = await openWorld();
  const { names, send } = await openDesk(world);
  const person = { email: "lee@customer.example", firstName: "Lee", lastName: "Ito" };
  const made = await send("POST", "members", { accountId: names.account, ...person });
  expect([made.status, json(made).email]).toEqual([201, "lee@customer.example"]);
  const at = `members/${String(json(made).id)}`;
  const twice = await send("POST", "members", { accountId: names.account, ...person });
  expect([twice.status, Object.keys(json(twice).errors as object)]).toEqual([409, ["email"]]);
  const nowhere = await send("POST", "members", { accountId: "no-such", ...person });
  expect([nowhere.status, Object.keys(json(nowhere).errors as object)]).toEqual([
    400,
    ["accountId"],
  ]);
  expect((await send("DELETE", at, undefined, made.headers.etag)).status).toBe(204);
  expect((await send("GET", at)).status).toBe(404);
  expect((await send("DELETE", at, undefined, "*")).status).toBe(404);
});

describe("profiles, rules and subscribers by a key", () => {
  test("a profile is made of items that are there, changed and removed; one in use stays", async () => {
    const world = await openWorld();
    const { product, names, send } = await openDesk(world);
    const item = { productId: product, itemUid: names.item };
    const made = await send("POST", "profiles", { name: "By a program", items: [item] });
    expect([made.status, json(made)]).toMatchObject([201, { allItems: false, items: [item] }]);
    const at = `profiles/${String(json(made).id)}`;
    const none = { items: [{ productId: product, itemUid: "no.such" }] };
    for (const refused of [
      await send("POST", "profiles", { name: "Another", ...none }),
      await send("PATCH", at, none, made.headers.etag),
    ])
      expect([refused.status, Object.keys(json(refused).errors as object)]).toEqual([
        400,
        ["items"],
      ]);
    expect(json(await send("GET", at)).items).toEqual([item]);
    const taken = await send("POST", "profiles", { name: "By a program" });
    expect([taken.status, Object.keys(json(taken).errors as object)]).toEqual([409, ["name"]]);
    const named = await send("PATCH", at, { name: "Renamed" }, made.headers.etag);
    expect(json(named)).toMatchObject({ name: "Renamed", items: [item] });
    const all = await send("PATCH", at, { items: [], allItems: true }, named.headers.etag);
    expect(json(all)).toMatchObject({ name: "Renamed", items: [], allItems: true });
    expect((await send("DELETE", at, undefined, all.headers.etag)).status).toBe(204);
    const { grants } = json(await send("GET", `accounts/${names.account}`));
    const [{ profileId = "" } = {}] = grants as { profileId?: string }[];
    expect((await send("DELETE", `profiles/${profileId}`, undefined, "*")).status).toBe(409);
    const audit = await inOrg(world.services.store.read, await world.orgId("acme"))
      .selectFrom("audit")
      .select("action")
      .where("subject", "=", String(json(made).id))
      .where("actorName", "like", "%(key: Report upload)")
      .execute();
    expect(audit.map(({ action }) => action).sort()).toEqual([
      "profile.changed",
      "profile.changed",
      "profile.created",
      "profile.items-chosen",
      "profile.removed",
    ]);
  });

  test("a rule is added behind the others, changed, moved and judged as by its form", async () => {
    const world = await openWorld();
    const { profile, product, send } = await openDesk(world);
    const made = await send("POST", "rules", {
      matches: "domain",
      pattern: "Harbor.example",
      countries: ["de", "US"],
      action: "approve",
      profileId: profile,
      productIds: [product],
      expiresInDays: 90,
    });
    expect([made.status, json(made)]).toMatchObject([
      201,
      {
        pattern: "harbor.example",
        countries: ["DE", "US"],
        action: "approve",
        productIds: [product],
        expiresInDays: 90,
        ndaRequired: true,
      },
    ]);
    const rules = async () =>
      (json(await send("GET", "rules?limit=200")).data as { id: string; position: number }[])
        .sort((a, b) => a.position - b.position)
        .map(({ id }) => id);
    const id = String(json(made).id);
    const before = await rules();
    expect(before.at(-1)).toBe(id);
    const at = `rules/${id}`;
    expect((await send("POST", `${at}/up`)).status).toBe(200);
    expect((await rules()).indexOf(id)).toBe(before.length - 2);
    expect((await send("POST", `${at}/down`)).status).toBe(200);
    expect(await rules()).toEqual(before);
    // At an end of the list nothing changes.
    expect([(await send("POST", `${at}/down`)).status, await rules()]).toEqual([200, before]);
    const there = await send("GET", at);
    const noted = await send("PATCH", at, { note: "A customer." }, there.headers.etag);
    expect([noted.status, json(noted)]).toEqual([200, { ...json(there), note: "A customer." }]);
    expect((await send("PATCH", at, { note: "Late" }, made.headers.etag)).status).toBe(412);
    const declined = await send(
      "PATCH",
      at,
      { action: "decline", message: "Customers only." },
      noted.headers.etag,
    );
    expect(json(declined)).toMatchObject({
      action: "decline",
      profileId: null,
      productIds: [],
      expiresInDays: null,
      message: "Customers only.",
      note: "A customer.",
    });
    const same = await send("PATCH", at, { ndaRequired: true }, declined.headers.etag);
    expect([same.status, same.headers.etag]).toEqual([200, declined.headers.etag]);
    const audit = await inOrg(world.services.store.read, await world.orgId("acme"))
      .selectFrom("audit")
      .select("action")
      .where("subject", "=", id)
      .where("actorName", "like", "%(key: Report upload)")
      .execute();
    expect(audit.map(({ action }) => action).sort()).toEqual([
      "access-rule.added",
      "access-rule.changed",
      "access-rule.changed",
      "access-rule.moved",
      "access-rule.moved",
    ]);
    const whole = {
      matches: "domain",
      pattern: "b.example",
      action: "approve",
      profileId: profile,
    };
    const count = (await rules()).length;
    for (const [wrong, field] of [
      [{ matches: undefined }, "matches"],
      [{ action: undefined }, "action"],
      [{ pattern: undefined }, "pattern"],
      [{ pattern: "nobody" }, "pattern"],
      [{ matches: "address" }, "pattern"],
      [{ matches: "customers" }, "pattern"],
      [{ matches: "anyone", pattern: undefined }, "matches"],
      [{ profileId: undefined }, "profileId"],
      [{ profileId: "no-such" }, "profileId"],
      [{ productIds: ["no-such"] }, "profileId"],
      [{ expiresInDays: 0 }, "expiresInDays"],
      [{ countries: ["ZZ"] }, "countries"],
      [{ countries: ["DE,US"] }, "countries.0"],
      [{ message: "Hello" }, "message"],
      [{ action: "block" }, "profileId"],
      [{ action: "block", profileId: null, ndaRequired: false }, "ndaRequired"],
    ] as const) {
      const refused = await send("POST", "rules", { ...whole, ...wrong });
      expect([wrong, refused.status, Object.keys(json(refused).errors as object)]).toEqual([
        wrong,
        400,
        [field],
      ]);
    }
    expect((await rules()).length).toBe(count);
  });

  test("rules are of all products, so a key for some can’t touch them", async () => {
    const world = await openWorld();
    const key = await staffKeyIn(world, {
      email: OWNER,
      products: [await world.productId("acme")],
    });
    const { send, profile } = await openDesk(world, key);
    const [one] = json(await send("GET", "rules?limit=1")).data as { id: string }[];
    const at = `rules/${one?.id ?? ""}`;
    const terms = { matches: "domain", pattern: "b.example", action: "decline" };
    for (const refused of [
      await send("POST", "rules", terms),
      await send("PATCH", at, { profileId: profile }, "*"),
      await send("POST", `${at}/up`),
      await send("DELETE", at, undefined, "*"),
    ])
      expect([refused.status, json(refused).code]).toEqual([403, "other_products"]);
  });

  test.each(["subscribers", "rules"])(
    "one of the %s is there, and then it is not",
    async (noun) => {
      const world = await openWorld();
      const { send } = await openDesk(world);
      const [one] = json(await send("GET", `${noun}?limit=1`)).data as { id: string }[];
      const at = `${noun}/${one?.id ?? ""}`;
      expect((await send("DELETE", at, undefined, "*")).status).toBe(204);
      expect((await send("GET", at)).status).toBe(404);
      expect((await send("DELETE", at, undefined, "*")).status).toBe(404);
    },
  );
});
