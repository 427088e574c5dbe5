import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { FILTERS } from "#model/knowledge-base.ts";
import { BODIES, fieldsOf } from "./api-bodies.ts";
import { readApiDocument } from "./api-document.ts";
import { filled, namesOf, PEOPLE } from "./api-names.ts";
import { openWorld, type Answer, type World } from "./world.ts";
import { wording } from "../wording.ts";

/** What docs/program/api.md says in words of its calls, asked of the running server. */

const text = readFileSync(new URL("../../docs/program/api.md", import.meta.url), "utf8");
const { calls, bodies, unsigned, facets } = readApiDocument(text);

interface Call {
  method: string;
  path: string;
}
const written: readonly Call[] = [...calls].map((call) => {
  const [method = "", path = ""] = call.split(" ");
  return { method, path };
});
const paths = [...new Set(written.map(({ path }) => path))];
const methodsAt = (path: string) => {
  const own = written.filter((call) => call.path === path).map(({ method }) => method);
  return [...own, ...(own.includes("GET") ? ["HEAD"] : []), "OPTIONS"].sort();
};
const allowed = ({ headers }: Answer) => (headers.allow ?? "").split(", ").sort();

/** An address with the names of the world in it, and words that name nothing in place of the rest. */
function addressIn(names: Readonly<Record<string, string>>, path: string): string {
  return filled(path, { kind: "Reports", ...names }, null).replaceAll(/\{\w+\}/g, "none");
}

const JSON_BODY = { "content-type": "application/json" };

describe("the methods of docs/program/api.md", () => {
  test("are what each address takes: OPTIONS names them, every other one is 405", async () => {
    const world = await openWorld();
    const names = await namesOf(world);
    const wrong: string[] = [];
    for (const path of paths) {
      const target = addressIn(names, path);
      const told = methodsAt(path);
      const options = await world.ask(target, { method: "OPTIONS" });
      if (options.status !== 204 || allowed(options).join() !== told.join())
        wrong.push(`${path}: OPTIONS ${options.status} ${allowed(options).join()}`);
      expect(Object.keys(options.headers).filter((name) => name.includes("allow-"))).toEqual([]);
      for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]) {
        if (told.includes(method)) continue;
        const answer = await world.ask(target, { method });
        if (answer.status !== 405 || allowed(answer).join() !== told.join())
          wrong.push(`${method} ${path}: ${answer.status} ${allowed(answer).join()}`);
        if (method !== "HEAD")
          expect(answer.headers["content-type"]).toBe("application/problem+json");
      }
    }
    expect(wrong).toEqual([]);
  });

  test("are the same for what is there, for what is not, and on a company's own domain", async () => {
    const world = await openWorld();
    for (const target of [
      "/api/share/acme/subscribe",
      "/api/share/nobody/subscribe",
      "/api/share/globex/subscribe",
    ])
      for (const host of [undefined, "trust.acme.example"]) {
        const answer = await world.ask(target, host === undefined ? {} : { host });
        expect([target, answer.status, answer.headers.allow]).toEqual([
          target,
          405,
          "POST, OPTIONS",
        ]);
      }
    expect((await world.ask("/api/no/such/call", { method: "OPTIONS" })).status).toBe(404);
  });

  test("have HEAD where they have GET, with the same status and no body", async () => {
    const world = await openWorld();
    const names = await namesOf(world);
    for (const { path } of written.filter(({ method }) => method === "GET")) {
      const target = addressIn(names, path);
      const [get, head] = [await world.ask(target), await world.ask(target, { method: "HEAD" })];
      expect([path, head.status, head.body.length]).toEqual([path, get.status, 0]);
    }
  });
});

describe("whoever is not signed in", () => {
  test("gets the status that docs/program/api.md says, at every call of those addresses", async () => {
    const world = await openWorld();
    const names = await namesOf(world);
    const beginnings = [...unsigned.keys()].sort((a, b) => b.length - a.length);
    const met = new Set<string>();
    for (const { method, path } of written) {
      const beginning = beginnings.find((one) => path === one || path.startsWith(`${one}/`));
      if (beginning === undefined) continue;
      met.add(beginning);
      const answer = await world.ask(addressIn(names, path), {
        method,
        ...(method === "GET" ? {} : { headers: JSON_BODY, body: "{}" }),
      });
      expect([method, path, answer.status]).toEqual([method, path, unsigned.get(beginning)]);
    }
    expect([...met].sort()).toEqual([...unsigned.keys()].sort());
  });
});

describe("a preview that a program asks for", () => {
  test("of somebody who is not there is 404, without the right to know accounts 403", async () => {
    const world = await openWorld();
    const { account = "" } = await namesOf(world);
    const elsewhere = await world.services.store.read
      .selectFrom("accounts")
      .select("id")
      .where("orgId", "=", await world.orgId("globex"))
      .executeTakeFirstOrThrow();
    const ask = async (query: string, as: string) =>
      world.ask(`/api/trust-center/view?${query}`, { as: `${as}@acme.example` });
    const status = async (query: string, as: string) => (await ask(query, as)).status;
    expect([
      await status(`accountId=${account}`, "owner"),
      await status("accountId=", "owner"),
      await status("view=public&accountId=zz", "owner"),
    ]).toEqual([200, 200, 200]);
    const [foreign, random] = [
      await ask(`accountId=${elsewhere.id}`, "owner"),
      await ask("accountId=zz", "owner"),
    ];
    expect([foreign.status, foreign.text]).toEqual([random.status, random.text]);
    expect(random.status).toBe(404);
    expect(await status("permissionProfileId=zz", "editor")).toBe(404);
    expect([
      await status(`accountId=${account}`, "editor"),
      await status(`accountId=${elsewhere.id}`, "editor"),
      await status("accountId=zz", "editor"),
    ]).toEqual([403, 403, 403]);
  });

  test("by a page shows what the public sees, and says so", async () => {
    const world = await openWorld();
    const { account = "" } = await namesOf(world);
    const said = "That account or permission profile isn’t available.";
    const as = "owner@acme.example";
    const page = await world.ask("/acme?accountId=zz", { as });
    expect([page.status, page.text.includes(said)]).toEqual([200, true]);
    for (const query of [`accountId=${account}`, "view=public"])
      expect((await world.ask(`/acme?${query}`, { as })).text).not.toContain(said);
  });
});

describe("the fields of docs/program/api.md", () => {
  test("are those of the schemas", () => {
    const changing = [...bodies].filter(([call]) => !call.startsWith("GET "));
    const unsaid = changing.filter(
      ([, said]) => !/^(?:Fields|Optional|Body): |^No body\.$/.test(said),
    );
    expect(unsaid).toEqual([]);
    for (const [call, said] of changing) {
      const schemas = BODIES[call];
      if (schemas !== undefined) expect([call, said]).toEqual([call, fieldsOf(schemas)]);
    }
    expect(Object.keys(BODIES).filter((call) => !bodies.has(call))).toEqual([]);
  });

  /** Whose schemas are in their route's own module: each name is sent, and its fault comes back. */
  const BY_SENDING: Readonly<Record<string, { as?: string; unjudged?: readonly string[] }>> = {
    "POST /api/share/{org}/unsubscribe": {},
    "POST /api/trust-center/markdown": { as: "owner" },
    "POST /api/integrations/hackerone/connect": { as: "owner" },
    "POST /api/graphql": { as: "owner", unjudged: ["extensions"] },
    "DELETE /api/trust-center/products/{product}/cards/{kind}/icon": { as: "owner" },
  };
  const MULTIPART =
    /^POST \/api\/(?:(?:v1\/)?documents|v1\/(?:portal\/)?questionnaires|trust-center\/products\/\{product\}\/cards\/\{kind\}\/icon)/;

  test("of the other calls are read by them", async () => {
    const world = await openWorld();
    const names = await namesOf(world);
    for (const [call, { as, unjudged = [] }] of Object.entries(BY_SENDING)) {
      const [method = "", path = ""] = call.split(" ");
      const fields = [...(bodies.get(call) ?? "").matchAll(/`(\w+)`/g)].map(
        ([, name = ""]) => name,
      );
      const answer = await world.ask(addressIn(names, path), {
        method,
        headers: JSON_BODY,
        body: JSON.stringify(Object.fromEntries(fields.map((name) => [name, 7]))),
        ...(as === undefined ? {} : { as: PEOPLE[as] ?? as }),
      });
      const { errors = {} } = JSON.parse(answer.text) as { errors?: object };
      expect([call, answer.status, [...Object.keys(errors), ...unjudged].sort()]).toEqual([
        call,
        400,
        fields.sort(),
      ]);
    }
    const known = (call: string) =>
      call in BODIES || call in BY_SENDING || MULTIPART.test(call) || call.startsWith("GET ");
    const others = [...bodies].filter(([call]) => !known(call)).map(([, said]) => said);
    expect(others.filter((said) => said !== "No body." && !said.startsWith("Body: "))).toEqual([]);
  });
});

/** The validator's own words. */
const RAW =
  /invalid input|invalid option|invalid string|invalid key|unrecognized|too (?:big|small)|expected|received|zod/i;

/** Who may ask a call. */
function askerOf(path: string): string | undefined {
  if (path.startsWith("/api/statuspage/")) return PEOPLE.member;
  return path.startsWith("/api/share/") ? undefined : PEOPLE.owner;
}

async function keyOf(world: World, product: string): Promise<string> {
  const answer = await world.ask(`/api/kb/ais?productId=${product}`, { as: PEOPLE.owner ?? "" });
  return (JSON.parse(answer.text) as { key: string }).key;
}

/** A body with a wrong value at each field that a call has. */
function wronged(fields: readonly string[], value: unknown): object {
  const body: Record<string, unknown> = {};
  for (const field of fields) {
    const names = field.split(".");
    let at = body;
    names.forEach((name, i) => {
      const bare = name.replace("[]", "");
      const isLast = i === names.length - 1;
      const inner = (isLast ? value : (at[bare] ?? {})) as Record<string, unknown>;
      const own = (Array.isArray(inner) && !isLast ? inner[0] : inner) as Record<string, unknown>;
      at[bare] = name.endsWith("[]") ? [own] : own;
      at = own;
    });
  }
  return body;
}

describe("the answers to what is wrong", () => {
  const WRONG = [7, -1.5, true, {}, [], [7], null, "", "no such thing", "x".repeat(30_000)];
  const changing = written.filter(({ method }) => method !== "GET");

  test.each(changing)("$method $path: are never in the validator's words", async (call) => {
    const world = await openWorld();
    const names = await namesOf(world);
    const as = askerOf(call.path);
    const isKeyed = call.path.startsWith("/api/kb/");
    const key = isKeyed ? await keyOf(world, names.product ?? "") : null;
    const said =
      bodies.get(`${call.method} ${call.path}`) ??
      [...bodies].find(
        ([one]) => one.includes("{base}") && call.path.endsWith(one.split("{base}")[1] ?? "·"),
      )?.[1] ??
      "";
    const fields = [...said.matchAll(/`([\w.[\]]+)`/g)].map(([, name = ""]) => name);
    const sent: unknown[] = [
      ...WRONG,
      { "no such name": 1 },
      ...WRONG.map((value) => wronged(fields, value)),
    ];
    const raw: string[] = [];
    for (const body of sent) {
      const answer = await world.ask(addressIn(names, call.path.replace("{name}", "topic")), {
        method: call.method,
        headers: { ...JSON_BODY, ...(key === null ? {} : { authorization: `Bearer ${key}` }) },
        body: JSON.stringify(body),
        ...(as === undefined || isKeyed ? {} : { as }),
      });
      expect(answer.status).not.toBe(500);
      // The random ID of a request may spell anything.
      const words = answer.text.replace(/"requestId":"[^"]*"/, "");
      if (answer.status >= 400 && RAW.test(words))
        raw.push(`${JSON.stringify(body).slice(0, 120)}: ${answer.text.slice(0, 300)}`);
    }
    expect(raw).toEqual([]);
  });
});

describe("the facets and filters of docs/program/api.md", () => {
  test("are what the knowledge base takes, each in both places", async () => {
    expect(facets.slice(0, Object.keys(FILTERS).length)).toEqual(Object.keys(FILTERS));
    const world = await openWorld();
    const { product = "", org = "" } = await namesOf(world);
    const authorization = `Bearer ${await keyOf(world, product)}`;
    const ask = async (path: string, body: object) => {
      const answer = await world.ask(`/api/kb/${org}/${path}`, {
        method: "POST",
        headers: { ...JSON_BODY, authorization },
        body: JSON.stringify(body),
      });
      return { status: answer.status, body: JSON.parse(answer.text) as Record<string, unknown> };
    };
    for (const name of Object.keys(FILTERS)) {
      const { body } = await ask(`facets/${name}`, {});
      const [first] = body.facetHits as { value: string; count: number }[];
      if (first === undefined) continue;
      // What a facet counts, the filter of the same name finds.
      const found = await ask("query", { filters: { [name]: [first.value] }, hitsPerPage: 100 });
      expect([name, found.status]).toEqual([name, 200]);
      const total = Number(found.body.total);
      if (FILTERS[name as keyof typeof FILTERS] === "productIds")
        expect(total).toBeGreaterThanOrEqual(first.count);
      else expect([name, total]).toEqual([name, first.count]);
    }
    const refused = await ask("facets/answer", {});
    expect([refused.status, refused.body.title]).toEqual([
      400,
      `The facet must be one of ${Object.keys(FILTERS).join(", ")}.`,
    ]);
    expect((await ask("query", { filters: { answer: ["x"] } })).body.errors).toEqual({
      "filters.answer": [wording.unknownName],
    });
    const both = { access: ["public"], access_level: ["public"] };
    expect((await ask("query", { filters: both })).status).toBe(400);
  });
});
