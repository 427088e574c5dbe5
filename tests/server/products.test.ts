import { describe, expect, test } from "vitest";
import { listProductLinks, listProducts } from "#tenancy/products/store/products.server.ts";
import { changed, formOf } from "./page-form.ts";
import { actions, OWNER } from "./staff-journeys.ts";
import { openWorld, type Answer, type World } from "./world.ts";
import { wording } from "../wording.ts";

const productsOf = async (world: World) =>
  listProducts(world.services.store.read, await world.orgId("acme"));
const named = async (world: World, name: string) =>
  (await productsOf(world)).find((product) => product.name === name);
const count = async (
  world: World,
  table:
    | "items"
    | "itemDocuments"
    | "subprocessors"
    | "securityGrades"
    | "trustedCompanies"
    | "grants",
  productId: string,
) =>
  (
    await world.services.store.read
      .selectFrom(table)
      .selectAll()
      .where("productId", "=", productId)
      .execute()
  ).length;
const post = (
  world: World,
  path: string,
  form: Record<string, string> | URLSearchParams,
  as = OWNER,
): Promise<Answer> => world.ask(path, { as, form });
const editForm = async (world: World, id: string) =>
  formOf(await world.ask(`/products/${id}`, { as: OWNER }), 'name="slug"');

describe("a product", () => {
  test("is added empty, hidden until it is shown, and stands at its address", async () => {
    const world = await openWorld();
    expect(
      (await post(world, "/products/new", { name: "Acme Edge & Co", slug: "", copyOf: "" })).status,
    ).toBe(303);
    const product = await named(world, "Acme Edge & Co");
    expect(product).toMatchObject({
      slug: "Acme Edge Co",
      show: false,
      isDefault: false,
      position: 2,
    });
    expect((await world.ask("/acme/product/Acme+Edge+Co/")).status).toBe(404);
    const id = product?.id ?? "";
    expect(
      (
        await post(
          world,
          `/products/${id}`,
          changed(await editForm(world, id), {
            intent: "save",
            name: "Acme Edge",
            slug: "Edge  2-go",
            show: "on",
          }),
        )
      ).status,
    ).toBe(303);
    expect(await named(world, "Acme Edge")).toMatchObject({ slug: "Edge 2-go", show: true });
    expect((await world.ask("/acme/product/Edge+2-go/")).status).toBe(200);
    expect((await world.ask("/acme")).text).toContain("Acme Edge");
    expect(await actions(world, "acme")).toEqual(
      expect.arrayContaining(["product.added", "products.changed"]),
    );
  });

  test("is added as a copy with what stands on the other one's page, and with nobody's access", async () => {
    const world = await openWorld();
    const from = (await productsOf(world))[0]?.id ?? "";
    await post(world, "/products/new", {
      name: "Acme Copy",
      slug: "Copy",
      copyOf: from,
      show: "on",
    });
    const to = (await named(world, "Acme Copy"))?.id ?? "";
    for (const table of [
      "items",
      "itemDocuments",
      "subprocessors",
      "securityGrades",
      "trustedCompanies",
    ] as const) {
      expect(await count(world, table, to), table).toBe(await count(world, table, from));
      expect(await count(world, table, to), table).toBeGreaterThan(0);
    }
    expect(await count(world, "grants", to)).toBe(0);
    expect((await world.ask("/acme/product/Copy/")).status).toBe(200);
  });

  test("changes its place, and becomes the default one", async () => {
    const world = await openWorld();
    const [first, second] = await productsOf(world);
    expect(
      (await post(world, "/products", { intent: "down", productId: first?.id ?? "" })).status,
    ).toBe(303);
    expect((await productsOf(world)).map(({ id }) => id)).toEqual([second?.id, first?.id]);
    await post(world, "/products", { intent: "up", productId: second?.id ?? "" });
    await post(world, "/products", { intent: "default", productId: second?.id ?? "" });
    expect((await productsOf(world)).map(({ isDefault }) => isDefault)).toEqual([true, false]);
    expect((await post(world, "/products", { intent: "up", productId: "no-such" })).status).toBe(
      404,
    );
  });

  test("is deleted by its name alone, when it is not the default and not before the public", async () => {
    const world = await openWorld();
    const [platform, lake] = await productsOf(world);
    const remove = (id: string, confirmName: string) =>
      post(world, `/products/${id}`, { intent: "delete", confirmName });
    expect((await remove(platform?.id ?? "", platform?.name ?? "")).text).toContain(
      "The default product can’t be deleted.",
    );
    expect((await remove(lake?.id ?? "", lake?.name ?? "")).text).toContain(
      "You can’t delete a product visitors can see.",
    );
    await post(
      world,
      `/products/${lake?.id}`,
      changed(await editForm(world, lake?.id ?? ""), { intent: "save", show: null }),
    );
    const wrong = await remove(lake?.id ?? "", "acme data lake");
    expect(wrong.status).toBe(409);
    expect(wrong.text.replaceAll("&#x27;", "'")).toContain(
      "Type the product’s name, Acme Data Lake, to delete it.",
    );
    expect(await productsOf(world)).toHaveLength(2);
    const faq = await world.services.store.read
      .selectFrom("faqProducts")
      .selectAll()
      .where("productId", "=", lake?.id ?? "")
      .execute();
    expect((await remove(lake?.id ?? "", "Acme Data Lake")).status).toBe(303);
    expect(await productsOf(world)).toHaveLength(1);
    expect(await count(world, "items", lake?.id ?? "")).toBe(0);
    for (const { entryId } of faq) {
      const bound = await world.services.store.read
        .selectFrom("faqProducts")
        .selectAll()
        .where("entryId", "=", entryId)
        .execute();
      const entry = await world.services.store.read
        .selectFrom("faqEntries")
        .select("id")
        .where("id", "=", entryId)
        .executeTakeFirst();
      expect(entry === undefined || bound.length > 0, entryId).toBe(true);
    }
    expect(await actions(world, "acme")).toContain("product.deleted");
    expect((await world.ask("/acme")).status).toBe(200);
    expect((await remove(lake?.id ?? "", "Acme Data Lake")).status).toBe(404);
  });

  const faults: [Record<string, string>, string][] = [
    [{ name: "" }, "Enter a name"],
    [{ name: "x" }, wording.atLeast2Characters],
    [{ name: "x".repeat(51) }, wording.atMost50Characters],
    [{ name: "<b>Lake</b>" }, wording.allowedCharacters],
    [{ slug: "a/b" }, "Use letters, digits, spaces and hyphens"],
    [{ slug: "-lake" }, "Use letters, digits, spaces and hyphens"],
    [{ slug: "acme DATA lake" }, "is already in use by another product"],
  ];
  test.each(faults)("is refused with %j, the values kept", async (fields, message) => {
    const world = await openWorld();
    const answer = await post(world, "/products/new", {
      name: "A good name",
      slug: "good",
      copyOf: "",
      ...fields,
    });
    expect([400, 409]).toContain(answer.status);
    expect(answer.text).toContain("<title>Error: Add product");
    expect(answer.text.replaceAll("&#x27;", "'")).toContain(message);
    expect(formOf(answer).get("slug")).toBe(fields.slug ?? "good");
    expect(await productsOf(world)).toHaveLength(2);
  });

  test("of two editors the later one is told, and links are saved as they stand", async () => {
    const world = await openWorld();
    const id = (await productsOf(world))[1]?.id ?? "";
    const [one, two] = [await editForm(world, id), await editForm(world, id)];
    await post(world, `/products/${id}`, changed(one, { intent: "save", name: "One" }));
    const refused = await post(
      world,
      `/products/${id}`,
      changed(two, { intent: "save", name: "Two" }),
    );
    expect(refused.status).toBe(409);
    expect(refused.text).toContain(wording.changedByOther);
    expect(await named(world, "One")).toBeDefined();

    const links = new URLSearchParams([
      ["label", "Docs"],
      ["link", "docs.acme.example"],
      ["show", "yes"],
      ["label", ""],
      ["link", ""],
      ["show", "yes"],
      ["label", "Status"],
      ["link", "https://status.acme.example"],
      ["show", "no"],
    ]);
    expect((await post(world, "/products/links", links)).status).toBe(303);
    expect(await listProductLinks(world.services.store.read, await world.orgId("acme"))).toEqual([
      { label: "Docs", link: "https://docs.acme.example", show: true },
      { label: "Status", link: "https://status.acme.example", show: false },
    ]);
    const page = (await world.ask("/acme")).text;
    expect([
      page.includes("https://docs.acme.example"),
      page.includes("https://status.acme.example"),
    ]).toEqual([true, false]);
    const bad = await post(
      world,
      "/products/links",
      new URLSearchParams([
        ["label", "Bad"],
        ["link", "javascript:alert(1)"],
        ["show", "yes"],
      ]),
    );
    expect(bad.status).toBe(400);
    expect(bad.text).toContain("Link 1: enter a URL");
    expect(bad.text).toContain('value="javascript:alert(1)"');
  });

  test("is changed by those with the right to settings alone, of their own org", async () => {
    const world = await openWorld();
    const before = await productsOf(world);
    const id = before[1]?.id ?? "";
    for (const as of ["editor@acme.example", "reviewer@acme.example"]) {
      expect(
        (await post(world, "/products", { intent: "default", productId: id }, as)).status,
      ).toBe(403);
      expect(
        (await post(world, "/products/new", { name: "No right", slug: "", copyOf: "" }, as)).status,
      ).toBe(403);
    }
    expect(
      (
        await post(
          world,
          `/products/${id}`,
          { intent: "delete", confirmName: before[1]?.name ?? "" },
          "owner@globex.example",
        )
      ).status,
    ).toBe(404);
    expect(
      (
        await post(
          world,
          "/products/new",
          { name: "Stolen copy", slug: "", copyOf: id },
          "owner@globex.example",
        )
      ).status,
    ).toBe(404);
    expect(await productsOf(world)).toEqual(before);
  });
});
