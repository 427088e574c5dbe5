import { readdirSync, readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { describedApi } from "#api/v1/description.ts";
import { referenceOf } from "#api/v1/rules/reference.ts";
import { readApiDocument, type Example } from "../server/api-document.ts";

type Json = Readonly<Record<string, unknown>>;

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  parameters?: { name: string; in: string; required: boolean; schema: Json }[];
  requestBody?: { content: Record<string, { schema: Json }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: Json }> }>;
}

const described = describedApi("https://trust.example.com");
const paths = described.paths as Record<string, Record<string, Operation>>;
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
);

/** An object of exactly these members. */
const object = (needed: Json, others: Json = {}) => ({
  type: "object",
  required: Object.keys(needed),
  properties: { ...needed, ...others },
  additionalProperties: false,
});
const mapOf = (names: string, value: Json) => ({
  type: "object",
  patternProperties: { [names]: value },
  additionalProperties: false,
});
const list = (items: Json) => ({ type: "array", items, minItems: 1 });
const words = { type: "string", minLength: 2 };
const dialect = { $ref: "https://json-schema.org/draft/2020-12/schema" };
const content = mapOf("^[a-z]+/[a-z0-9.+-]+$", object({ schema: dialect }));

/** The part of OpenAPI 3.1.1 that the description is written in, and nothing beside it. */
const OPENAPI = object({
  openapi: { const: "3.1.1" },
  info: object({
    title: words,
    version: { type: "string" },
    description: words,
    license: object({ name: words, identifier: words }),
  }),
  servers: list(object({ url: { type: "string", pattern: "^https?://[^/]+$" } })),
  security: list(object({ key: { type: "array", maxItems: 0 } })),
  tags: list(object({ name: words, description: words })),
  paths: mapOf(
    "^/api/v1/",
    mapOf(
      "^(get|put|post|patch|delete)$",
      object(
        {
          operationId: { type: "string", pattern: "^[a-z][A-Za-z]+$" },
          summary: { type: "string", pattern: "\\.$" },
          tags: { ...list(words), maxItems: 1 },
          responses: mapOf("^[1-5][0-9]{2}$", object({ description: words }, { content })),
        },
        {
          parameters: list(
            object(
              {
                name: { type: "string", pattern: "^[A-Za-z-]+$" },
                in: { enum: ["path", "query", "header"] },
                required: { type: "boolean" },
                schema: dialect,
              },
              { description: words },
            ),
          ),
          requestBody: object({ required: { const: true }, content }),
          security: list(object({ memberKey: { type: "array", maxItems: 0 } })),
        },
      ),
    ),
  ),
  components: object({
    securitySchemes: mapOf(
      "^(key|memberKey)$",
      object({ type: { const: "http" }, scheme: { const: "bearer" }, description: words }),
    ),
    schemas: mapOf("^[A-Z][A-Za-z]+$", dialect),
  }),
});

const newAjv = () => new Ajv2020({ strict: false, validateFormats: false, allErrors: true });

/** The validator of a schema of the description, which may refer to its objects. */
const ajv = newAjv().addSchema(
  { ...described, $id: "https://trust.example.com/api" },
  "",
  false,
  false,
);
const validatorOf = (schema: Json) =>
  ajv.compile({
    ...(JSON.parse(
      JSON.stringify(schema).replaceAll(
        '"#/components',
        '"https://trust.example.com/api#/components',
      ),
    ) as Json),
  });

describe("the description of the API", () => {
  test("is OpenAPI 3.1, with every schema in the dialect of 2020-12", () => {
    const isSound = newAjv().compile(OPENAPI);
    isSound(described);
    expect(isSound.errors ?? []).toEqual([]);
    expect(isSound({ ...described, paths: { "/api/v1/me": { get: { summary: "No." } } } })).toBe(
      false,
    );
  });

  test("names each call once, and declares what it names: tags, parameters, objects", () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = (described.tags as { name: string }[]).map(({ name }) => name);
    expect([...new Set(operations.flatMap((one) => one.tags))].sort()).toEqual([...tags].sort());
    for (const { path, method, parameters = [], requestBody, responses } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const said = parameters.filter((one) => one.in === "path");
      expect([path, said.map(({ name }) => name)]).toEqual([path, inPath]);
      expect([path, said.every(({ required }) => required)]).toEqual([path, true]);
      expect([path, requestBody === undefined || method.startsWith("p")]).toEqual([path, true]);
      const statuses = Object.keys(responses);
      expect([path, statuses.some((one) => one.startsWith("2"))]).toEqual([path, true]);
      expect([path, statuses]).toEqual([path, expect.arrayContaining(["401", "403", "429"])]);
    }
    const { schemas } = described.components as { schemas: Json };
    const refs = [
      ...JSON.stringify(described).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g),
    ];
    expect([...new Set(refs.map(([, name]) => name))].sort()).toEqual(Object.keys(schemas).sort());
  });

  test("lets every POST have a name, by which it is done once", () => {
    const posts = operations.filter(({ method }) => method === "post");
    expect(posts.length).toBeGreaterThan(20);
    for (const { path, parameters = [] } of posts)
      expect([path, parameters.map(({ name }) => name)]).toEqual([
        path,
        expect.arrayContaining(["Idempotency-Key"]),
      ]);
  });

  test("says of an address which words are numbers, and what it can't do without", () => {
    const parameter = (id: string, name: string) =>
      operations
        .find(({ operationId }) => operationId === id)
        ?.parameters?.find((one) => one.name === name);
    expect(parameter("listControls", "limit")).toMatchObject({
      required: false,
      schema: { type: "integer", minimum: 1, maximum: 200 },
    });
    expect(parameter("listPortalQuestions", "itemId")?.required).toBe(true);
    expect(parameter("listPortalQuestions", "product")?.required).toBe(false);
  });

  test("shows each call and each field of its objects on the page", () => {
    const { groups, objects, refusals } = referenceOf(described);
    expect(refusals.map(({ status }) => status)).toEqual(
      expect.arrayContaining(["400", "404", "409", "428", "429"]),
    );
    expect(groups.flatMap(({ calls }) => calls.map(({ id }) => id)).sort()).toEqual(
      operations.map(({ operationId }) => operationId).sort(),
    );
    const fields = (name: string) => objects.find((one) => one.name === name)?.fields ?? [];
    expect(fields("Me")).toEqual(
      expect.arrayContaining([
        { name: "key.productIds", type: "list of string or null", isRequired: true },
        { name: "person.email", type: "string", isRequired: true },
      ]),
    );
    expect(fields("Documents").map(({ name }) => name)).toContain("items[].itemUid");
    for (const { calls } of groups)
      for (const { id, body } of calls) expect([id, body?.fields.length]).not.toEqual([id, 0]);
  });
});

/** The operation that an example calls. */
function operationOf({ method, target }: Example) {
  const path = target.split("?")[0] ?? "";
  return operations.find(
    (one) =>
      one.method === method.toLowerCase() &&
      one.path.split("/").length === path.split("/").length &&
      one.path.split("/").every((part, at) => part.startsWith("{") || part === path.split("/")[at]),
  );
}

/** What an example says otherwise than the description. */
function wrongIn(example: Example): string[] {
  const operation = operationOf(example);
  if (operation === undefined) return ["no such call"];
  const { status, answer, body, target } = example;
  const response = operation.responses[String(status)];
  if (response === undefined) return [`no answer ${status}`];
  const said = (operation.parameters ?? []).flatMap((one) =>
    one.in === "query" ? [one.name] : [],
  );
  const unsaid = [...new URL(target, "https://x").searchParams.keys()].filter(
    (name) => !said.includes(name),
  );
  const sent = operation.requestBody?.content["application/json"]?.schema;
  const answered = Object.values(response.content ?? {})[0]?.schema;
  return [
    ...unsaid.map((name) => `no parameter ${name}`),
    ...(body === null || sent === undefined || status >= 400
      ? []
      : faultsOf(sent, JSON.parse(body))),
    ...("json" in answer && answered !== undefined ? faultsOf(answered, answer.json) : []),
  ];
}

function faultsOf(schema: Json, value: unknown): string[] {
  const isValid = validatorOf(schema);
  return isValid(value)
    ? []
    : (isValid.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

const examples = readdirSync("docs/program")
  .filter((name) => name.endsWith(".md"))
  .flatMap((name) =>
    readApiDocument(readFileSync(`docs/program/${name}`, "utf8")).examples.map((example) => ({
      name,
      example,
    })),
  )
  .filter(({ example }) => /^\/api\/v1(?:\/|$)/.test(example.target));

describe("the examples of docs/program", () => {
  test("are what the description says, in what is sent and in what is answered", () => {
    expect(examples.length).toBeGreaterThan(20);
    const wrong = examples.flatMap(({ name, example }) =>
      wrongIn(example).map((fault) => `${name} line ${example.line}: ${fault}`),
    );
    expect(wrong).toEqual([]);
  });

  test("would be found if one were not", () => {
    const [one] = examples.filter(
      ({ example }) => "json" in example.answer && example.status === 200,
    );
    if (one === undefined) throw new Error("no example");
    const answer = { json: { id: 7 }, empty: [] };
    expect(wrongIn({ ...one.example, answer })).not.toEqual([]);
    expect(wrongIn({ ...one.example, target: `${one.example.target}?nothing=1` })).not.toEqual([]);
  });
});
