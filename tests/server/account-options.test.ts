import { describe, expect, test } from "vitest";
import { accountOptions, FEW_ACCOUNTS } from "#auth/accounts/store/account-options.server.ts";
import { createAccount } from "#auth/accounts/store/accounts.server.ts";
import { openWorld, type World } from "./world.ts";

const REVIEWER = "reviewer@acme.example";

/** Accounts named after numbers, more than a list shows. */
async function withMany(world: World): Promise<string[]> {
  const orgId = await world.orgId("acme");
  const ids: string[] = [];
  await world.services.store.write(async (trx) => {
    for (let n = 0; n < FEW_ACCOUNTS + 5; n += 1) {
      const name = `Zeta ${String(n).padStart(3, "0")} Ltd`;
      const by = { actor: "system", actorName: "Test" };
      ids.push(
        await createAccount(
          { trx, orgId, by, now: new Date() },
          { name, reviewStatus: "approved" },
        ),
      );
    }
  });
  return ids;
}

const names = (text: string) =>
  [...text.matchAll(/<option[^>]*>(?:<!-- -->)?([^<]*)/g)].map(([, name = ""]) => name);

describe("a list of accounts to choose from", () => {
  test("has them all while they are few, and then those that are found", async () => {
    const world = await openWorld();
    const orgId = await world.orgId("acme");
    const { read } = world.services.store;
    const few = await accountOptions(read, orgId, "");
    expect([few.isLarge, few.left, few.options.length > 1]).toEqual([false, 0, true]);
    const [one] = (await accountOptions(read, orgId, "customer inc")).options;
    expect(one?.name).toBe("Customer Inc");
    expect(await accountOptions(read, orgId, "no such name")).toEqual({
      options: [],
      isLarge: true,
      search: "no such name",
      left: 0,
    });
    const ids = await withMany(world);
    const all = await accountOptions(read, orgId, "");
    expect([all.isLarge, all.options.length]).toEqual([true, FEW_ACCOUNTS]);
    expect(all.left).toBe(few.options.length + ids.length - FEW_ACCOUNTS);
    const found = await accountOptions(read, orgId, "ltd ZETA 007");
    expect(found.options.map(({ name }) => name)).toEqual(["Zeta 007 Ltd"]);
    expect((await accountOptions(read, orgId, "%_")).options).toEqual([]);
    const kept = await accountOptions(read, orgId, "zeta 007", { keep: [ids[9] ?? ""] });
    expect(kept.options.map(({ name }) => name)).toEqual(["Zeta 009 Ltd", "Zeta 007 Ltd"]);
    const except = await accountOptions(read, orgId, "zeta 007", { except: ids[7] ?? "" });
    expect(except.options).toEqual([]);
    const elsewhere = await accountOptions(read, await world.orgId("globex"), "zeta");
    expect(elsewhere.options.some(({ id }) => ids.includes(id))).toBe(false);
  });

  test("is searched on each page that has one, and by those who review alone", async () => {
    const world = await openWorld();
    const ids = await withMany(world);
    const pages: [string, string][] = [
      ["/nda/import", "account"],
      [`/accounts/${ids[0]}`, "account"],
      ["/acme", "findAccount"],
    ];
    for (const [path, name] of pages) {
      const page = await world.ask(`${path}?${name}=zeta+012`, { as: REVIEWER });
      const zetas = names(page.text).filter((option) => option.startsWith("Zeta"));
      expect(zetas, path).toEqual(["Zeta 012 Ltd"]);
      expect(page.text, path).toContain("Find an account");
    }
    const api = (as: string) => world.ask("/api/trust-center/account-choices?q=zeta+012", { as });
    expect(JSON.parse((await api(REVIEWER)).text)).toEqual({
      accounts: [{ id: ids[12], name: "Zeta 012 Ltd" }],
      left: 0,
    });
    expect((await api("editor@acme.example")).status).toBe(403);
    const editor = await world.ask("/acme?findAccount=zeta", { as: "editor@acme.example" });
    expect(editor.text).not.toContain("Zeta");
  });

  test("in a preview has the account that is looked as, and tells what it opens", async () => {
    const world = await openWorld();
    const ids = await withMany(world);
    const { text } = await world.ask(`/acme?accountId=${ids[29]}`, { as: REVIEWER });
    expect(names(text)).toContain("Zeta 029 Ltd");
    const told = (html: string) =>
      /sees (\d+) of (\d+) documents/.exec(html.replaceAll("<!-- -->", ""))?.slice(1).map(Number);
    const [open = 0, all = 0] = told(text) ?? [];
    expect(open).toBeLessThan(all);
    const riley = await world.services.store.read
      .selectFrom("accounts")
      .select("id")
      .where("name", "=", "Customer Inc")
      .executeTakeFirstOrThrow();
    const customer = await world.ask(`/acme?accountId=${riley.id}`, { as: REVIEWER });
    const [more = 0, same = 0] = told(customer.text) ?? [];
    expect([more > open, same]).toEqual([true, all]);
    expect(told((await world.ask("/acme", { as: REVIEWER })).text)).toBeUndefined();
  });
});
