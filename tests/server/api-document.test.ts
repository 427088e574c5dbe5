import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import routes from "../../app/routes.ts";
import { differences, readApiDocument, type Example } from "./api-document.ts";
import { openWorld, type World } from "./world.ts";

const FILE = new URL("../../docs/api.md", import.meta.url);
const text = readFileSync(FILE, "utf8");
const { calls, examples } = readApiDocument(text);

const PEOPLE: Readonly<Record<string, string>> = {
  member: "riley@customer.example",
  editor: "editor@acme.example",
  owner: "owner@acme.example",
};

interface RouteEntry {
  path?: string | undefined;
  index?: boolean | undefined;
  file: string;
  children?: RouteEntry[] | undefined;
}

/** Every address of the API, its parameters without their names. */
function apiPaths(entries: readonly RouteEntry[], before = ""): string[] {
  return entries.flatMap((entry) => {
    const path = [before, entry.path ?? ""].filter(Boolean).join("/");
    if (entry.children !== undefined) return apiPaths(entry.children, path);
    if (!path.startsWith("api/") || path === "api/*") return [];
    return path.endsWith("?") ? [path.replace(/\/:\w+\?$/, ""), path.replace("?", "")] : [path];
  });
}

const nameless = (path: string) =>
  path
    .replace(/^\//, "")
    .replaceAll(/\{\w+\}|:\w+/g, "*")
    .replace(/\?.*$/, "");

/** What the names in braces stand for in a world; `{answer.x}` is what the call before answered as x. */
async function namesOf(world: World): Promise<Record<string, string>> {
  const { read } = world.services.store;
  const orgId = await world.orgId("acme");
  const member = await read
    .selectFrom("members")
    .select(["accountId"])
    .where("orgId", "=", orgId)
    .where("email", "=", "riley@customer.example")
    .executeTakeFirstOrThrow();
  const productId = await world.productId("acme");
  const document = await read
    .selectFrom("documents as d")
    .innerJoin("itemDocuments as l", "l.documentId", "d.id")
    .innerJoin("items as i", (join) =>
      join.onRef("i.productId", "=", "l.productId").onRef("i.uid", "=", "l.itemUid"),
    )
    .select(["d.id", "l.itemUid"])
    .where("i.productId", "=", productId)
    .where("i.publicAccess", "=", 1)
    .where("i.hiddenAt", "is", null)
    .where("d.accessType", "=", "view-and-download")
    .orderBy("l.itemUid")
    .executeTakeFirstOrThrow();
  const entry = await read
    .selectFrom("faqEntries")
    .select("id")
    .where("orgId", "=", orgId)
    .where("access", "=", "public")
    .executeTakeFirstOrThrow();
  const partner = await read
    .selectFrom("partners")
    .select("id")
    .where("orgId", "=", orgId)
    .orderBy("name")
    .executeTakeFirstOrThrow();
  return {
    org: orgId,
    product: productId,
    account: member.accountId,
    document: document.id,
    item: document.itemUid,
    entry: entry.id,
    partner: partner.id,
  };
}

function filled(template: string, names: Readonly<Record<string, string>>, last: unknown): string {
  return template.replaceAll(/\{([a-z][\w.]*)\}/g, (whole, name: string) => {
    if (!name.startsWith("answer.")) return names[name] ?? whole;
    const value = name
      .split(".")
      .slice(1)
      .reduce<unknown>((from, key) => (from as Record<string, unknown> | null)?.[key], last);
    return typeof value === "string" ? value : whole;
  });
}

async function ask(
  world: World,
  example: Example,
  names: Readonly<Record<string, string>>,
  last: unknown,
) {
  const { as, method, headers } = example;
  const body = example.body === null ? null : filled(example.body, names, last);
  const isForm = headers["content-type"]?.startsWith("multipart") === true;
  return world.ask(filled(example.target, names, last), {
    method,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, filled(value, names, last)]),
    ),
    ...(as === "public" ? {} : { as: PEOPLE[as] ?? as }),
    ...(body === null ? {} : { body: isForm ? body.replaceAll("\n", "\r\n") : body }),
  });
}

const sections = [...new Set(examples.map(({ section }) => section))];

describe("docs/api.md", () => {
  test("has a line for every address of the API, and none for what is not there", () => {
    const told = new Set([...calls].map((call) => nameless(call.split(" ")[1] ?? "")));
    const there = new Set(apiPaths(routes as RouteEntry[]).map(nameless));
    expect([...there].filter((path) => !told.has(path)).sort()).toEqual([]);
    expect([...told].filter((path) => !there.has(path)).sort()).toEqual([]);
  });

  test.each(sections)("%s: every example is answered as it says", async (section) => {
    const world = await openWorld();
    const names = await namesOf(world);
    let last: unknown = null;
    for (const example of examples.filter((one) => one.section === section)) {
      const answer = await ask(world, example, names, last);
      const where = `line ${example.line}: ${example.method} ${example.target}`;
      expect([where, answer.status, answer.status === example.status ? "" : answer.text]).toEqual([
        where,
        example.status,
        "",
      ]);
      if ("location" in example.answer)
        expect(answer.headers.location).toContain(filled(example.answer.location, names, last));
      else if ("type" in example.answer)
        expect(answer.headers["content-type"] ?? "").toContain(example.answer.type);
      else {
        last = answer.text === "" ? null : (JSON.parse(answer.text) as unknown);
        expect([where, ...differences(example.answer.json, last)]).toEqual([where]);
      }
    }
  });
});

/** With WRITE_API_ANSWERS the answers of the document are written anew, from what a world says. */
if (process.env.WRITE_API_ANSWERS !== undefined) test("the answers are written", writeAnswers);

async function writeAnswers(): Promise<void> {
  const lines = text.split("\n");
  const written = new Map<number, string[]>();
  for (const section of sections) {
    const world = await openWorld();
    const names = await namesOf(world);
    let last: unknown = null;
    for (const example of examples.filter((one) => one.section === section)) {
      const answer = await ask(world, example, names, last);
      const from = lines.findIndex(
        (line, i) => i > example.line && /^```(?:json|text) /.test(line),
      );
      if (!(answer.headers["content-type"] ?? "").includes("json")) {
        const type = (answer.headers["content-type"] ?? "").split(";")[0];
        written.set(from, [
          "```text " + `${answer.status} ${type}`.trim(),
          ...(answer.headers.location === undefined ? [] : [answer.headers.location]),
          "```",
        ]);
        continue;
      }
      last = JSON.parse(answer.text) as unknown;
      written.set(from, [
        `\`\`\`json ${answer.status}`,
        ...JSON.stringify(cut(last), null, 2).split("\n"),
        "```",
      ]);
    }
  }
  const out: string[] = [];
  for (let i = 0; i < lines.length; i += 1) {
    const block = written.get(i);
    if (block === undefined) out.push(lines[i] ?? "");
    else {
      out.push(...block);
      i = lines.indexOf("```", i);
    }
  }
  writeFileSync(FILE, out.join("\n"));
}

/** An answer as an example: the first entry of each list, and what one reads of a long text. */
function cut(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(cut);
  if (typeof value === "string")
    return value.length > 80 ? `${value.slice(0, 60).trimEnd()}…` : value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, cut(entry)]));
}
