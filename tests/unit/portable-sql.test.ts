import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { describe, expect, onTestFinished, test } from "vitest";
import { newLaterId } from "#db/ids.ts";
import { holds, pattern } from "#db/patterns.ts";
import { Store } from "#db/store.ts";
import { sql } from "kysely";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** Where an engine is named outside of db: what is SQLite's by nature, as its backups are. */
const ENGINES_OWN: Readonly<Record<string, string>> = {
  "app/operations/backup/database.server.ts": "a copy of each kind of database",
  "app/operations/backup/make.server.ts": "what a damaged file says",
  "app/operations/backup/restore.server.ts": "a file is put back",
  "app/operations/doctor/checks-of-database.server.ts": "a file and its journal are looked at",
  "app/platform/database-check.ts": "a stranger's journal, a damaged file",
  "app/platform/folder-lock.ts": "a lock of a folder that ends with its process",
};

/** What other engines call otherwise, or do not have. */
const ONE_ENGINES_WORDS =
  /\b(?:rowid|sqlite_\w+|pragma|json_\w+|json|jsonb|ifnull|iif|instr|strpos|glob|regexp|ilike|like|escape|strftime|unixepoch|datetime|julianday|group_concat|string_agg|total|printf|changes|last_insert_rowid|random|ctid|serial)\b(?=\s|\(|$)/i;
/** Of these only the function: columns and tables have such names, too. */
const CALLED = /\b(?:total|random|changes|json|glob|regexp|datetime|printf)\b(?!\s*\()/gi;

function* sourcesBelow(folder: string): Generator<string, void> {
  for (const entry of readdirSync(path.join(ROOT, folder), { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* sourcesBelow(place);
    else if (/\.tsx?$/.test(entry.name)) yield place;
  }
}

const SOURCES = [...sourcesBelow("app"), ...sourcesBelow("db")].filter(
  (file) => !file.startsWith("db/sqlite/") && !file.startsWith("db/postgres/"),
);

function nodesOf(file: string, text = readFileSync(path.join(ROOT, file), "utf8")): ts.Node[] {
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return nodes;
}

/** The engines that a source imports. */
function enginesOf(nodes: readonly ts.Node[]): string[] {
  return nodes
    .filter(ts.isImportDeclaration)
    .map(({ moduleSpecifier }) => (moduleSpecifier as ts.StringLiteral).text)
    .filter((name) =>
      /^(?:better-sqlite3|pg)$|db\/(?:sqlite|postgres)\/|^\.\/(?:sqlite|postgres)\//.test(name),
    );
}

/** The literal parts of what is tagged as SQL. */
function sqlOf(nodes: readonly ts.Node[]): string[] {
  return nodes
    .filter(ts.isTaggedTemplateExpression)
    .filter(({ tag }) => /^sql\b/.test(tag.getText()))
    .flatMap(({ template }) =>
      ts.isNoSubstitutionTemplateLiteral(template)
        ? [template.text]
        : [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)],
    )
    .concat(
      nodes
        .filter(ts.isCallExpression)
        .filter(({ expression }) => /(?:^|\.)(?:fn|agg)$/.test(expression.getText()))
        .flatMap(({ arguments: [name] }) =>
          name !== undefined && ts.isStringLiteral(name) ? [`${name.text}(`] : [],
        ),
    );
}

/** Where `like` is given anything that may not come from `pattern`. */
function looseLikes(nodes: readonly ts.Node[]): string[] {
  return nodes.filter(ts.isCallExpression).flatMap(({ arguments: all }) => {
    const at = all.findIndex(
      (argument) => ts.isStringLiteral(argument) && /^(?:not )?i?like$/.test(argument.text),
    );
    const side = at === -1 ? undefined : all[at + 1];
    if (side === undefined || isPattern(side, nodes)) return [];
    return [side.getText()];
  });
}

function isPattern(side: ts.Expression, nodes: readonly ts.Node[]): boolean {
  if (ts.isCallExpression(side)) {
    const name = side.expression.getText();
    if (name === "pattern") return true;
    return nodes.some(
      (node) =>
        ts.isFunctionDeclaration(node) &&
        node.name?.text === name &&
        node.body?.statements.some(
          (last) =>
            ts.isReturnStatement(last) &&
            last.expression !== undefined &&
            isPattern(last.expression, nodes),
        ) === true,
    );
  }
  if (!ts.isIdentifier(side)) return false;
  return nodes.some(
    (node) =>
      (ts.isVariableDeclaration(node) &&
        node.name.getText() === side.text &&
        node.initializer !== undefined &&
        isPattern(node.initializer, nodes)) ||
      // Its type says that it is no text.
      (ts.isParameter(node) &&
        node.name.getText() === side.text &&
        node.type?.getText() === "RawBuilder<string>"),
  );
}

/** Columns that a query takes of a group without saying which row's. */
function bareColumns(nodes: readonly ts.Node[]): string[] {
  const calls = nodes.filter(ts.isCallExpression);
  const named = (call: ts.CallExpression) =>
    ts.isPropertyAccessExpression(call.expression) ? call.expression.name.text : "";
  return calls
    .filter((call) => named(call) === "groupBy")
    .flatMap((group) => {
      const grouped = new Set(textsOf(group));
      if (grouped.size === 0) return [];
      const bare: string[] = [];
      let below: ts.Expression = (group.expression as ts.PropertyAccessExpression).expression;
      while (ts.isCallExpression(below) && ts.isPropertyAccessExpression(below.expression)) {
        if (named(below) === "select")
          bare.push(
            ...textsOf(below)
              .map((column) => column.split(" as ")[0] ?? column)
              .filter((column) => !grouped.has(column)),
          );
        below = below.expression.expression;
      }
      return bare;
    });
}

/** The texts that are arguments of a call, or in a list that is one or that one returns. */
function textsOf({ arguments: [argument] }: ts.CallExpression): string[] {
  const list =
    argument !== undefined && ts.isArrowFunction(argument) && !ts.isBlock(argument.body)
      ? argument.body
      : argument;
  if (list === undefined) return [];
  if (ts.isStringLiteral(list)) return [list.text];
  return ts.isArrayLiteralExpression(list)
    ? list.elements.filter(ts.isStringLiteral).map(({ text }) => text)
    : [];
}

function findings(file: string, text?: string): string[] {
  const nodes = nodesOf(file, text);
  return [
    ...(file === "db/patterns.ts"
      ? []
      : sqlOf(nodes).filter((part) => ONE_ENGINES_WORDS.test(part.replace(CALLED, "")))),
    ...looseLikes(nodes),
    ...bareColumns(nodes),
  ].map((what) => `${file}: ${what.replace(/\s+/g, " ").trim()}`);
}

test("no engine is named outside of db but where a file of SQLite is looked at", () => {
  const naming = SOURCES.filter(
    (file) => file.startsWith("app/") && enginesOf(nodesOf(file)).length > 0,
  );
  expect(naming.sort()).toEqual(Object.keys(ENGINES_OWN).sort());
  const within = SOURCES.filter(
    (file) => file.startsWith("db/") && enginesOf(nodesOf(file)).length > 0,
  );
  expect(within.sort()).toEqual(["db/migrate.ts", "db/store.ts"]);
});

test("no statement is written in the words of one engine", () => {
  expect(SOURCES.flatMap((file) => findings(file))).toEqual([]);
});

test.each([
  ["the order of rows in a file", "query.orderBy(sql`rowid`)"],
  ["a look into JSON", 'sql`json_extract(${sql.ref("a")}, ${path})`'],
  ["a function of one engine", 'eb(fn("instr", [column, value]), ">", 0)'],
  ["a catalog", "sql`select name from sqlite_master`"],
  ["a pattern by hand", 'query.where("email", "like", `%${word}%`)'],
  ["a pattern of a variable", 'const like = `%${word}%`; query.where("email", "like", like)'],
  ["a pattern in a statement", "sql`${column} like ${word}`"],
  [
    "a column beside an aggregate",
    'db.selectFrom("comments").select((eb) => ["id", eb.fn.max("at").as("at")]).groupBy(["item"])',
  ],
])("%s is found", (_what, text) => {
  expect(findings("planted.ts", text)).toHaveLength(1);
});

test.each([
  ['query.where("email", "like", pattern("", word, ""))'],
  ['const like = pattern("", word, ""); query.where("email", "like", like)'],
  ['sql<number>`count(*) over ()`.as("total")'],
  ['db.selectFrom("c").select(["item as it", fn.max("at").as("at")]).groupBy("item")'],
])("%s may stand", (text) => {
  expect(findings("planted.ts", text)).toEqual([]);
});

describe("on SQLite", () => {
  function opened() {
    const store = Store.clone(Buffer.from(Store.open(":memory:", null).image()));
    onTestFinished(() => store.close());
    return store.connection.withTables<{ texts: { id: string; body: string | null } }>();
  }

  async function holding(...bodies: readonly string[]) {
    const db = opened();
    await db.schema
      .createTable("texts")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("body", "text")
      .execute();
    for (const [i, body] of bodies.entries())
      await db
        .insertInto("texts")
        .values({ id: String(i), body })
        .execute();
    return db;
  }

  test("a pattern's texts stand for themselves, whatever they hold", async () => {
    const db = await holding(
      "100% sure",
      "100 percent",
      "a_b",
      "axb",
      "back\\slash",
      "SOC 2 Report",
    );
    const found = async (...parts: string[]) =>
      (
        await db
          .selectFrom("texts")
          .select("body")
          .where("body", "like", pattern(...parts))
          .orderBy("id")
          .execute()
      ).map(({ body }) => body);
    expect(await found("", "0%", "")).toEqual(["100% sure"]);
    expect(await found("", "a_b", "")).toEqual(["a_b"]);
    expect(await found("", "k\\s", "")).toEqual(["back\\slash"]);
    expect(await found("", "soc", "REPORT")).toEqual(["SOC 2 Report"]);
    expect(await found("100", "")).toEqual(["100% sure", "100 percent"]);
    const held = await db
      .selectFrom("texts")
      .select("body")
      .where(holds(sql.ref("body"), "_"))
      .execute();
    expect(held).toEqual([{ body: "a_b" }]);
  });

  test("small letters are made of all letters, as on other engines", async () => {
    const db = await holding("Übersee ÉCLAIR", "other");
    const found = await db
      .selectFrom("texts")
      .select("body")
      .where((eb) => eb(eb.fn<string>("lower", ["body"]), "like", pattern("", "übersee é", "")))
      .execute();
    expect(found).toEqual([{ body: "Übersee ÉCLAIR" }]);
    const empty = sql<string | null>`lower(${null})`.as("none");
    expect(await db.selectNoFrom(empty).execute()).toEqual([{ none: null }]);
  });

  test("nothing is in an empty list, and everything is outside of it", async () => {
    const db = await holding("one", "two");
    const none = db.selectFrom("texts").select("id").where("id", "in", []);
    expect(none.compile().sql).not.toContain("()");
    expect(await none.execute()).toEqual([]);
    expect(
      await db.selectFrom("texts").select("id").where("id", "not in", []).execute(),
    ).toHaveLength(2);
    const changed = await db
      .updateTable("texts")
      .set({ body: "no" })
      .where("id", "in", [])
      .executeTakeFirst();
    expect(changed.numUpdatedRows).toBe(0n);
  });

  test("U+0000 is U+FFFD in all that is stored and looked for", async () => {
    const db = await holding("Jane\0Doe");
    const kept = await db.selectFrom("texts").select("body").executeTakeFirstOrThrow();
    expect(kept.body).toBe("Jane\ufffdDoe");
    expect(
      await db.selectFrom("texts").select("id").where("body", "=", "Jane\0Doe").execute(),
    ).toHaveLength(1);
  });
});

test("ids of one moment keep their order as text", () => {
  const ids = Array.from({ length: 500 }, () => newLaterId());
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});
