import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import routes from "../../app/routes.ts";
import { BODIES, fieldsOf } from "./api-bodies.ts";
import { differences, emptyLists, readApiDocument, type Example } from "./api-document.ts";
import { filled, namesOf, PEOPLE } from "./api-names.ts";
import { openWorld, type World } from "./world.ts";

const FILE = new URL("../../docs/program/api.md", import.meta.url);
const text = readFileSync(FILE, "utf8");
const { calls, examples } = readApiDocument(text);

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

describe("docs/program/api.md", () => {
  test("has a line for every address of the API, and none for what is not there", () => {
    const told = new Set([...calls].map((call) => nameless(call.split(" ")[1] ?? "")));
    const there = new Set(apiPaths(routes as RouteEntry[]).map(nameless));
    expect([...there].filter((path) => !told.has(path)).sort()).toEqual([]);
    expect([...told].filter((path) => !there.has(path)).sort()).toEqual([]);
  });

  test("shows no empty list where something could stand, but those that it names", () => {
    const silent = examples.flatMap(({ line, answer }) => {
      if (!("json" in answer)) return [];
      const found = [...new Set(emptyLists(answer.json))];
      return found.join() === answer.empty.join()
        ? []
        : [`line ${line}: empty ${found.join(", ")}; said ${answer.empty.join(", ")}`];
    });
    expect(silent).toEqual([]);
  });

  test.each(sections)("%s: every example is answered as it says", async (section) => {
    const world = await openWorld();
    const names = await namesOf(world);
    let last: unknown = null;
    for (const example of examples.filter((one) => one.section === section)) {
      const answer = await ask(world, example, named(names, last), last);
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
        named(names, last);
        expect([where, ...differences(example.answer.json, last)]).toEqual([where]);
      }
    }
  });
});

/**
 * With WRITE_API_ANSWERS the fields of the document are written anew, and those of its answers that
 * are no longer so.
 */
if (process.env.WRITE_API_ANSWERS !== undefined) test("the answers are written", writeAnswers);

async function writeAnswers(): Promise<void> {
  const lines = text.split("\n");
  const written = new Map<number, string[]>();
  for (const section of sections) {
    const world = await openWorld();
    const names = await namesOf(world);
    let last: unknown = null;
    for (const example of examples.filter((one) => one.section === section)) {
      const answer = await ask(world, example, named(names, last), last);
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
      if (stillHolds(example, answer.status, last)) continue;
      const shown = cut(last);
      const empty = [...new Set(emptyLists(shown))];
      written.set(from, [
        `\`\`\`json ${answer.status}${empty.length === 0 ? "" : ` empty: ${empty.join(", ")}`}`,
        ...JSON.stringify(shown, null, 2).split("\n"),
        "```",
      ]);
    }
  }
  const out: string[] = [];
  for (let i = 0; i < lines.length; i += 1) {
    const block = written.get(i);
    if (block === undefined) out.push(withFields(lines[i] ?? ""));
    else {
      out.push(...block);
      i = lines.indexOf("```", i);
    }
  }
  writeFileSync(FILE, out.join("\n"));
}

/** Whether what the document shows is what came, but for ids and texts. */
function stillHolds({ status, answer }: Example, found: number, body: unknown): boolean {
  return (
    status === found &&
    "json" in answer &&
    differences(answer.json, body).length === 0 &&
    [...new Set(emptyLists(answer.json))].join() === answer.empty.join()
  );
}

/** The line of a call with the fields that its schema has. */
function withFields(line: string): string {
  const call = /^- `((?:POST|PUT|PATCH|DELETE) \S*)`/.exec(line);
  const schemas = BODIES[call?.[1] ?? ""];
  return schemas === undefined ? line : `${call?.[0]}. ${fieldsOf(schemas)}`;
}

/** The key that a call answered is `{key}` for those after it. */
function named(names: Record<string, string>, last: unknown): Record<string, string> {
  const { key } = (last ?? {}) as { key?: unknown };
  if (typeof key === "string") names.key = key;
  return names;
}

/** An answer as an example: the fullest entry of each list, and what one reads of a long text. */
function cut(value: unknown): unknown {
  if (Array.isArray(value)) {
    const entries = value.map(cut);
    const empty = entries.map((entry) => emptyLists(entry).length);
    const fullest = empty.indexOf(Math.min(...empty));
    return entries.filter((_, at) => at === fullest);
  }
  if (typeof value === "string")
    return value.length > 80 ? `${value.slice(0, 60).trimEnd()}…` : value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, cut(entry)]));
}
