import { describe, expect, test } from "vitest";
import { saveItem } from "#content/items/store/items.server.ts";
import { openWorld, type Ask, type World } from "./world.ts";

const EDITOR = "editor@acme.example";
const SEARCH =
  "query SearchCompanies($input: SearchCompaniesInput!) { searchCompanies(input: $input) { ref source name domain companyId } }";
const DELETE =
  "mutation DeleteCustomItem($input: DeleteCustomItemInput!) { deleteCustomItem(input: $input) { itemId changeId } }";

async function send(world: World, body: unknown, options: Ask = { as: EDITOR }) {
  const answer = await world.ask("/api/graphql", {
    ...options,
    method: "POST",
    body: typeof body === "string" ? body : JSON.stringify(body),
    headers: { "content-type": "application/json", ...options.headers },
  });
  const json = JSON.parse(answer.text) as {
    data?: Record<string, never> | null;
    errors?: { message: string; extensions: { code: string } }[];
    title?: string;
  };
  return { status: answer.status, type: answer.headers["content-type"] ?? "", json };
}

const codes = ({ json }: Awaited<ReturnType<typeof send>>) =>
  json.errors?.map(({ extensions }) => extensions.code);

/** A custom item of acme's default product, made for a test. @returns its uid and the product's id */
async function customItem(world: World) {
  const orgId = await world.orgId("acme");
  const productId = await world.productId("acme");
  const uid = "custom.by-graphql";
  await world.services.store.write((trx) =>
    saveItem(
      trx,
      orgId,
      productId,
      { kind: "Reports", uid, title: "Made for GraphQL" },
      { by: "test", on: world.time },
    ),
  );
  return { uid, productId };
}

const isThere = async (world: World, uid: string) =>
  (await world.services.store.read
    .selectFrom("items")
    .select("uid")
    .where("uid", "=", uid)
    .executeTakeFirst()) !== undefined;

describe("POST /api/graphql", () => {
  test("SearchCompanies answers the records that the picker offers", async () => {
    const world = await openWorld();
    const answer = await send(world, { query: SEARCH, variables: { input: { text: "strip" } } });
    expect([answer.status, answer.type]).toEqual([200, "application/json; charset=utf-8"]);
    expect(answer.json).toEqual({
      data: {
        searchCompanies: [
          {
            ref: "addendum:stripe",
            source: "addendum",
            name: "Stripe",
            domain: "stripe.com",
            companyId: "stripe",
          },
        ],
      },
    });
  });

  test("DeleteCustomItem deletes one by the verb of the dialog, and its change undoes it", async () => {
    const world = await openWorld();
    const { uid, productId } = await customItem(world);
    const answer = await send(world, {
      query: DELETE,
      operationName: "DeleteCustomItem",
      variables: { input: { itemId: uid, productId } },
    });
    expect(answer.json).toEqual({
      data: { deleteCustomItem: { itemId: uid, changeId: expect.any(String) } },
    });
    expect(await isThere(world, uid)).toBe(false);
    const again = await send(world, {
      query: DELETE,
      variables: { input: { itemId: uid, productId } },
    });
    expect([again.status, again.json.data, codes(again)]).toEqual([200, null, ["NOT_FOUND"]]);
  });

  test("neither an item of the catalogue nor another company's is deleted", async () => {
    const world = await openWorld();
    const productId = await world.productId("acme");
    const { uid } = await customItem(world);
    for (const input of [
      { itemId: "Reports.pentestReport", productId },
      { itemId: uid, productId: await world.productId("globex") },
      { itemId: uid, productId: "no-such-product" },
    ]) {
      const answer = await send(world, { query: DELETE, variables: { input } });
      expect(codes(answer)).toEqual(["NOT_FOUND"]);
    }
    expect(await isThere(world, uid)).toBe(true);
  });

  test("is for those who edit the portal", async () => {
    const world = await openWorld();
    const body = { query: SEARCH, variables: { input: { text: "strip" } } };
    const statuses: number[] = [];
    for (const as of [undefined, "riley@customer.example", "reviewer@acme.example", EDITOR])
      statuses.push((await send(world, body, as === undefined ? {} : { as })).status);
    expect(statuses).toEqual([401, 401, 403, 200]);
    const elsewhere = await world.ask("/api/graphql?org=globex", {
      as: EDITOR,
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    });
    expect(elsewhere.status).toBe(404);
    const crossSite = await send(world, body, {
      as: EDITOR,
      headers: { origin: "https://evil.example" },
    });
    expect(crossSite.status).toBe(403);
  });

  test.each([
    ["no document", { query: "{" }, "GRAPHQL_PARSE_FAILED"],
    ["no such field", { query: "{ everything }" }, "GRAPHQL_VALIDATION_FAILED"],
    ["introspection", { query: "{ __schema { types { name } } }" }, "GRAPHQL_VALIDATION_FAILED"],
    ["a wrong variable", { query: SEARCH, variables: { input: { text: 1 } } }, "BAD_USER_INPUT"],
    [
      "two at once",
      {
        query: `{ a: searchCompanies(input: {text: "a"}) { name } b: searchCompanies(input: {text: "b"}) { name } }`,
      },
      "GRAPHQL_TOO_LARGE",
    ],
    [
      "more fields than anybody needs",
      {
        query: `{ searchCompanies(input: {text: "a"}) { ${Array.from({ length: 41 }, (_, n) => `f${n}: name`).join(" ")} } }`,
      },
      "GRAPHQL_TOO_LARGE",
    ],
    [
      "fragments that multiply",
      {
        query: `{ searchCompanies(input: {text: "a"}) { ...A ...A ...A ...A } } ${[
          "A",
          "B",
          "C",
          "D",
          "E",
        ]
          .map((name, n, all) =>
            n === all.length - 1
              ? `fragment ${name} on Company { name }`
              : `fragment ${name} on Company { ${`...${all[n + 1]} `.repeat(8)} }`,
          )
          .join(" ")}`,
      },
      "GRAPHQL_TOO_LARGE",
    ],
    ["more tokens", { query: `{ ${"a ".repeat(600)} }` }, "GRAPHQL_PARSE_FAILED"],
  ])("refuses %s", async (_, body, code) => {
    const world = await openWorld();
    const answer = await send(world, body);
    expect([answer.status, [...new Set(codes(answer))]]).toEqual([200, [code]]);
    const asked = await send(world, body, {
      as: EDITOR,
      headers: { accept: "application/graphql-response+json" },
    });
    expect([asked.status, asked.type]).toEqual([
      400,
      "application/graphql-response+json; charset=utf-8",
    ]);
  });

  test("refuses what is no request of its kind as every address does", async () => {
    const world = await openWorld();
    expect((await send(world, "{")).status).toBe(400);
    expect((await send(world, {})).json.title).toBe("Send the document as “query”");
    expect((await send(world, { query: " ".repeat(17_000) })).status).toBe(413);
    const form = await world.ask("/api/graphql", { as: EDITOR, form: { query: SEARCH } });
    expect(form.status).toBe(415);
    expect((await world.ask("/api/graphql", { as: EDITOR })).status).toBe(405);
  });
});
