import { describe, expect, test } from "vitest";
import { changed, formOf } from "./page-form.ts";
import { openWorld, type World } from "./world.ts";

/** A company that a list has is said, and is listed twice only by whoever wants that. */

const EDITOR = "editor@acme.example";
const LISTS = ["subprocessors", "trusted-companies"] as const;
type List = (typeof LISTS)[number];
/** The drawer of each list. */
const DRAWERS = { subprocessors: "subprocessors", "trusted-companies": "trusted-by" } as const;

async function api(world: World, method: string, list: string, body?: object) {
  const answer = await world.ask(
    `/api/trust-center/products/${await world.productId("acme")}/${list}`,
    {
      method,
      as: EDITOR,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    },
  );
  return {
    status: answer.status,
    json: JSON.parse(answer.text) as Record<string, unknown> & { id: string },
  };
}

async function rows(world: World, list: List): Promise<string[]> {
  const { json } = await api(world, "GET", list);
  const listed = (json.subprocessors ?? json.companies) as { company: { name: string } }[];
  return listed.map(({ company }) => company.name);
}

const stored = (world: World) =>
  world.services.store.read.selectFrom("companies").selectAll().orderBy("id").execute();

describe.each(LISTS)("%s", (list) => {
  test("are refused twice by the API, whatever their spelling, unless that is wanted", async () => {
    const world = await openWorld();
    const first = await api(world, "POST", list, { company: "Stripe" });
    expect(first.status).toBe(201);
    const [before, companies] = [await rows(world, list), await stored(world)];
    for (const body of [
      { company: "Stripe" },
      { company: "sTRIPE" },
      { company: "Stripe", companyRef: "addendum:stripe" },
      { company: "Stripe", companyRef: "custom" },
    ]) {
      const { status, json } = await api(world, "POST", list, body);
      expect([body, status, json]).toMatchObject([
        body,
        409,
        {
          code: "already_listed",
          title: "“Stripe” is already on this list.",
          errors: { company: ["“Stripe” is already on this list."] },
          existing: { id: first.json.id, company: "Stripe" },
        },
      ]);
    }
    expect([await rows(world, list), await stored(world)]).toEqual([before, companies]);
    const twice = await api(world, "POST", list, { company: "Stripe", allowDuplicate: true });
    expect(twice.status).toBe(201);
    expect(await rows(world, list)).toHaveLength(before.length + 1);
    // What stays as it is, is not asked about again.
    const own = `${list}/${twice.json.id}`;
    const text = list === "subprocessors" ? { purpose: "Cards" } : { href: "https://a.example" };
    expect((await api(world, "PATCH", own, text)).status).toBe(200);
    const other = await api(world, "POST", list, { company: "Quite Another" });
    const renamed = await api(world, "PATCH", `${list}/${other.json.id}`, { company: "stripe" });
    expect([renamed.status, renamed.json.code]).toEqual([409, "already_listed"]);
    expect(
      (
        await api(world, "PATCH", `${list}/${other.json.id}`, {
          company: "stripe",
          allowDuplicate: true,
        })
      ).status,
    ).toBe(200);
  });

  test("are known by their domain, too", async () => {
    const world = await openWorld();
    await api(world, "POST", list, { company: "Stripe" });
    const other = await api(world, "POST", list, { company: "Payments of ours" });
    await api(world, "DELETE", `${list}/${other.json.id}`);
    await world.services.store.write((trx) =>
      trx
        .updateTable("companies")
        .set({ domain: "STRIPE.com" })
        .where("name", "=", "Payments of ours")
        .execute(),
    );
    const { status, json } = await api(world, "POST", list, { company: "payments of ours" });
    expect([status, json.title]).toEqual([
      409,
      "This list already has “Stripe”, which has the same domain.",
    ]);
  });

  test("take a reference that is there and is that company, and no other", async () => {
    const world = await openWorld();
    const [before, companies] = [await rows(world, list), await stored(world)];
    const globex = await world.services.store.read
      .selectFrom("companies")
      .select(["id", "name"])
      .where("orgId", "=", await world.orgId("globex"))
      .executeTakeFirst();
    for (const [body, field] of [
      [{ company: "Something", companyRef: "addendum:nope" }, "companyRef"],
      [{ company: "Something else", companyRef: "addendum:stripe" }, "companyRef"],
      [{ company: "Something", companyRef: "org:no-such" }, "companyRef"],
      [{ company: "Something", companyRef: "brandfetch:nowhere.example" }, "companyRef"],
      [{ company: "Something", companyRef: "stripe" }, "companyRef"],
      [{ company: "Something", companyRef: 7 }, "companyRef"],
      [
        { company: globex?.name ?? "None", companyRef: `org:${globex?.id ?? "none"}` },
        "companyRef",
      ],
    ] as const) {
      const { status, json } = await api(world, "POST", list, body);
      expect([body, status, json.errors]).toEqual([body, 400, { [field]: [expect.any(String)] }]);
    }
    expect([await rows(world, list), await stored(world)]).toEqual([before, companies]);
    const added = await api(world, "POST", list, {
      company: "stripe",
      companyRef: "addendum:stripe",
    });
    expect(added.status).toBe(201);
    const lone = await api(world, "PATCH", `${list}/${added.json.id}`, {
      companyRef: "addendum:github",
    });
    expect([lone.status, lone.json.errors]).toEqual([400, { company: [expect.any(String)] }]);
  });

  test("come back in the dialog with what was typed, and a box that lists them twice", async () => {
    const world = await openWorld();
    await api(world, "POST", list, { company: "Stripe" });
    const before = await rows(world, list);
    const path = `/acme/edit/${DRAWERS[list]}/new`;
    const page = await world.ask(path, { as: EDITOR });
    expect(page.text).not.toContain("List it twice");
    const typed: Record<string, string> =
      list === "subprocessors" ? { purpose: "Card payments" } : { href: "https://pay.example/x" };
    const refused = await world.ask(path, {
      as: EDITOR,
      form: changed(formOf(page, 'name="company"'), { company: "stripe", ...typed }),
    });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(
      "“Stripe” is already on this list. Select “List it twice” to do so anyway.",
    );
    const again = formOf(refused, 'name="company"');
    expect(Object.fromEntries(again)).toMatchObject({ company: "stripe", ...typed });
    expect(again.has("allowDuplicate")).toBe(false);
    expect(refused.text).toMatch(
      /<input[^>]*type="checkbox"[^>]*name="allowDuplicate"|name="allowDuplicate"[^>]*/,
    );
    expect(await rows(world, list)).toEqual(before);
    const saved = await world.ask(path, {
      as: EDITOR,
      form: changed(again, { allowDuplicate: "on" }),
    });
    expect(saved.status).toBe(303);
    expect(await rows(world, list)).toHaveLength(before.length + 1);
  });
});

describe("a product", () => {
  const OWNER = "owner@acme.example";

  test("of the name of another is refused at its name, with what was typed", async () => {
    const world = await openWorld();
    const [first, second] = await world.services.store.read
      .selectFrom("products")
      .select(["id", "name"])
      .where("orgId", "=", await world.orgId("acme"))
      .orderBy("position")
      .execute();
    const name = first?.name.toUpperCase() ?? "";
    const form = formOf(await world.ask("/products/new", { as: OWNER }), 'name="slug"');
    const refused = await world.ask("/products/new", {
      as: OWNER,
      form: changed(form, { name, slug: "own-address" }),
    });
    expect(refused.status).toBe(409);
    expect(refused.text).toContain(`Another product is called “${first?.name}”.`);
    expect(Object.fromEntries(formOf(refused, 'name="slug"'))).toMatchObject({
      name,
      slug: "own-address",
    });
    const path = `/products/${second?.id}`;
    const own = formOf(await world.ask(path, { as: OWNER }), 'name="slug"');
    const renamed = await world.ask(path, {
      as: OWNER,
      form: changed(own, { name, intent: "save" }),
    });
    expect(renamed.text).toContain(`Another product is called “${first?.name}”.`);
    expect(
      (await world.ask(path, { as: OWNER, form: changed(own, { intent: "save" }) })).status,
    ).toBe(303);
  });
});
