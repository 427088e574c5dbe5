import { describe, expect, test } from "vitest";
import { addRule, listRules } from "#access/access-requests/store/access-rules.server.ts";
import { termsStamp } from "#access/access-requests/store/access-rule-changes.server.ts";
import { importCustomers } from "#access/access-requests/store/customer-domains.server.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { stampOf } from "#tenancy/history/store/subject.server.ts";
import { listProfiles } from "#auth/profiles/store/permission-profiles.server.ts";
import { removeProduct } from "#content/products/store/product-changes.server.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import type { RuleTerms } from "#model/access-rules/access-rules.ts";
import { Visitor } from "./access-world.ts";
import { multipart } from "./multipart.ts";
import { openWorld, type World } from "./world.ts";
import { wording } from "../wording.ts";

const REVIEWER = "reviewer@acme.example";
const NOW = new Date("2026-11-22T12:00:00.000Z");

const RULE: RuleTerms = {
  matches: "anyone",
  pattern: "",
  action: "decline",
  profileId: null,
  productIds: [],
  expiresInDays: null,
  ndaRequired: false,
  message: null,
  note: null,
};

async function withRule(world: World, terms: Partial<RuleTerms>) {
  const org = await world.orgId("acme");
  return world.services.store.write((trx) =>
    addRule({ trx, orgId: org, by: SYSTEM, now: NOW }, { ...RULE, ...terms }),
  );
}

async function withCustomers(world: World, ...domains: string[]) {
  const org = await world.orgId("acme");
  const rows = domains.map((domain) => ({ domain, name: null }));
  await world.services.store.write((trx) =>
    importCustomers({ trx, orgId: org, by: SYSTEM, now: NOW }, rows, false),
  );
}

/** Asks for access, and says what the request came to. */
async function outcomeOf(world: World, email: string, says: Record<string, string> = {}) {
  await new Visitor(world).request({ email, ...says });
  return world.services.store.read
    .selectFrom("accessRequests")
    .select(["status", "ruleId", "accountId"])
    .where("email", "=", email)
    .executeTakeFirst();
}

describe("a rule with conditions decides when all of them hold", () => {
  const cases: [string, Partial<RuleTerms>, Record<string, string>, boolean][] = [
    ["the relationship", { relationships: ["vendor"] }, { relationshipDropdown: "vendor" }, true],
    ["another relationship", { relationships: ["vendor"] }, {}, false],
    ["one of several countries", { countries: ["FR", "DE"] }, { countriesDropdown: "DE" }, true],
    ["another country", { countries: ["FR"] }, { countriesDropdown: "DE" }, false],
    [
      "one of two conditions",
      { relationships: ["vendor"], countries: ["FR"] },
      { relationshipDropdown: "vendor", countriesDropdown: "DE" },
      false,
    ],
    [
      "the domain and the country",
      { matches: "domain", pattern: "corp.example", countries: ["DE"] },
      { countriesDropdown: "DE" },
      true,
    ],
    [
      "the country at another domain",
      { matches: "domain", pattern: "other.example", countries: ["DE"] },
      { countriesDropdown: "DE" },
      false,
    ],
  ];
  test.each(cases)("%s", async (_name, terms, says, decides) => {
    const world = await openWorld();
    const ruleId = await withRule(world, terms);
    const request = await outcomeOf(world, "jane@corp.example", says);
    expect(request?.status).toBe(decides ? "declined" : "pending");
    expect(request?.ruleId).toBe(decides ? ruleId : null);
  });

  test("the products, where nothing else is asked for", async () => {
    const world = await openWorld();
    const products = await listProducts(world.services.store.read, await world.orgId("acme"));
    const main = products.find(({ isDefault }) => isDefault)?.id ?? "";
    const other = products.find(({ isDefault }) => !isDefault)?.id ?? "";
    await withRule(world, { askedProductIds: [main] });
    const both = { accountMemberRequestProducts: other };
    expect((await outcomeOf(world, "a@corp.example", { productId: main }))?.status).toBe(
      "declined",
    );
    expect((await outcomeOf(world, "b@corp.example", { productId: other, ...both }))?.status).toBe(
      "pending",
    );
  });
});

describe("the customer list", () => {
  test("lets a rule approve people of its domains and their subdomains, and nobody else", async () => {
    const world = await openWorld();
    await withCustomers(world, "corp.example");
    const [profile] = await listProfiles(world.services.store.read, await world.orgId("acme"));
    await withRule(world, {
      matches: "customers",
      action: "approve",
      profileId: profile?.id ?? "",
      productIds: [await world.productId("acme")],
    });
    const statusOf = async (email: string) => (await outcomeOf(world, email))?.status;
    expect(await statusOf("jane@corp.example")).toBe("approved");
    expect(await statusOf("jane@eu.corp.example")).toBe("approved");
    expect(await statusOf("jane@notcorp.example")).toBe("pending");
  });

  test("is brought in after a preview, searched, exported and emptied", async () => {
    const world = await openWorld();
    await world.ask("/rules/customers", { as: REVIEWER, form: { intent: "clear", sure: "yes" } });
    await withCustomers(world, "old.example", "kept.example");
    const csv = [
      "Company,Website",
      "Corp Ltd,https://www.corp.example/about",
      "Kept,kept.example",
      "Mail,gmail.com",
      "Nothing,not a domain",
      "Again,CORP.example",
    ].join("\n");
    const post = (form: Record<string, string>) =>
      world.ask("/rules/customers/import", { as: REVIEWER, form });
    const shown = await post({ csv, how: "replace", step: "preview" });
    expect(shown.text).toContain("1 added, 1 changed, 1 removed, 0 unchanged, 3 skipped.");
    const field = (name: string) =>
      new RegExp(`name="${name}" value="([^"]*)"`).exec(shown.text)?.[1] ?? "";
    const second = { step: "import", how: "replace", staged: field("staged"), csv: "" };
    // What was shown is not what would happen any more.
    await withCustomers(world, "late.example");
    const late = await post({ ...second, stamp: field("stamp") });
    expect(late.status).toBe(409);
    expect(late.text).toContain(wording.listChanged);
    const stamp = /name="stamp" value="([^"]*)"/.exec(late.text)?.[1] ?? "";
    expect((await post({ ...second, stamp })).status).toBe(303);
    expect((await post({ ...second, stamp })).status).toBe(404);

    const list = await world.ask("/rules/customers?q=corp", { as: REVIEWER });
    expect(list.text).toContain("1 domain of 2 found");
    expect(list.text).toContain("Corp Ltd");
    const file = await world.ask("/rules/customers/export.csv", { as: REVIEWER, form: {} });
    expect(file.text.trim().split(/\r?\n/)).toEqual([
      expect.stringContaining("domain,name"),
      "corp.example,Corp Ltd",
      "kept.example,Kept",
    ]);
    const clear = (form: Record<string, string>) =>
      world.ask("/rules/customers", { as: REVIEWER, form: { intent: "clear", ...form } });
    expect((await clear({})).text).toContain("Select the checkbox to empty the list");
    expect((await clear({ sure: "yes" })).status).toBe(303);
    const empty = await world.ask("/rules/customers", { as: REVIEWER });
    expect(empty.text).toContain("No customers yet");
  });

  test("takes 20,000 domains and not one more", async () => {
    const world = await openWorld();
    const csv = Array.from({ length: 20_001 }, (_, i) => `c${i}.example`);
    const post = (rows: string[]) =>
      world.ask("/rules/customers/import", {
        as: REVIEWER,
        method: "POST",
        ...multipart([{ name: "customers.csv", bytes: rows.join("\n") }], {
          how: "add",
          step: "preview",
        }),
      });
    expect((await post(csv)).text).toContain("It has more than 20,000 rows");
    expect((await post(csv.slice(1))).text).toContain("20000 added");
  });
});

describe("an approval by what people say", () => {
  test("never puts two strangers with free mail into one account", async () => {
    const world = await openWorld();
    const [profile] = await listProfiles(world.services.store.read, await world.orgId("acme"));
    await withRule(world, {
      action: "approve",
      relationships: ["customer"],
      profileId: profile?.id ?? "",
      productIds: [await world.productId("acme")],
    });
    const says = { relationshipDropdown: "customer" };
    const one = await outcomeOf(world, "one@gmail.com", says);
    const two = await outcomeOf(world, "two@gmail.com", says);
    expect([one?.status, two?.status]).toEqual(["approved", "approved"]);
    expect(one?.accountId).not.toBe(two?.accountId);
  });

  test("decides nothing at a login, before anything was said", async () => {
    const world = await openWorld();
    await withRule(world, { matches: "domain", pattern: "corp.example", countries: ["FR"] });
    await withRule(world, { matches: "domain", pattern: "corp.example" });
    const answer = await new Visitor(world).logIn("jane@corp.example");
    expect(answer.text).not.toMatch(/declined/i);
  });
});

describe("the form of a rule", () => {
  const add = (world: World, form: Record<string, string>) =>
    world.ask("/rules/new", {
      as: REVIEWER,
      form: { looksAt: "anyone", outcome: "decline", nda: "required", ...form },
    });

  test("keeps conditions, shows them in a sentence, and tries them out", async () => {
    const world = await openWorld();
    const form = {
      relationships: "vendor",
      countries: "Germany, uk",
      address: "jane@corp.example",
      saysRelationship: "vendor",
      saysCountry: "GB",
    };
    const tried = await add(world, form);
    expect(tried.text).toContain("would be declined by the rule for any address.");
    const without = await add(world, { ...form, saysCountry: "FR" });
    expect(without.text).toContain("would wait in your inbox");
    expect((await add(world, { ...form, confirmed: "yes" })).status).toBe(303);
    const rules = await listRules(world.services.store.read, await world.orgId("acme"));
    expect(rules.at(-1)).toMatchObject({
      matches: "anyone",
      pattern: "",
      relationships: ["vendor"],
      countries: ["DE", "GB"],
    });
    const list = await world.ask("/rules?address=jane@corp.example&says=vendor&from=DE", {
      as: REVIEWER,
    });
    expect(list.text).toContain(
      "Anyone, if the person says they are a vendor and is in Germany or United Kingdom",
    );
    expect(list.text).toContain("would be declined by the rule for any address.");
    const page = await world.ask(`/rules/${rules.at(-1)?.id ?? ""}`, { as: REVIEWER });
    expect(page.text).toContain('value="Germany, United Kingdom"');
  });

  const faults: [string, Record<string, string>, string][] = [
    ["no condition at all", {}, "the rule would decide every request"],
    ["a country that there is not", { countries: "Atlantis" }, "No country is called"],
    ["a product of nobody", { askedProductIds: "x", confirmed: "yes" }, "you chose was deleted"],
  ];
  test.each(faults)("refuses %s", async (_name, form, message) => {
    const world = await openWorld();
    const before = await listRules(world.services.store.read, await world.orgId("acme"));
    const answer = await add(world, form);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.text).toContain(message);
    expect(await listRules(world.services.store.read, await world.orgId("acme"))).toEqual(before);
  });
});

test("a rule without conditions has the stamp that requests of earlier versions keep", () => {
  const terms = { ...RULE, matches: "domain", pattern: "corp.example" } as const;
  const { matches, pattern, action, profileId, productIds, expiresInDays, ndaRequired } = terms;
  const known = { matches, pattern, action, profileId, productIds, expiresInDays, ndaRequired };
  expect(termsStamp(terms)).toBe(stampOf({ ...known, message: null, note: null }));
});

test("a rule about a product alone ends with the product", async () => {
  const world = await openWorld();
  const org = await world.orgId("acme");
  const { store } = world.services;
  const product = (await listProducts(store.read, org)).find(({ isDefault }) => !isDefault);
  const id = await withRule(world, { askedProductIds: [product?.id ?? ""] });
  await store.write((trx) =>
    removeProduct({ trx, orgId: org, by: SYSTEM, now: NOW }, product?.id ?? "", {
      confirmName: product?.name ?? "",
      published: false,
    }),
  );
  expect((await listRules(store.read, org)).map((rule) => rule.id)).not.toContain(id);
});
