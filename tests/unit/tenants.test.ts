import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import {
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import ts from "typescript";
import { expect, test } from "vitest";
import type { Schema } from "#db/schema.ts";
import { acrossTenants, inOrg } from "#db/tenant.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

function* sourcesBelow(folder: string): Generator<string, void> {
  for (const entry of readdirSync(path.join(ROOT, folder), { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* sourcesBelow(place);
    else if (/\.tsx?$/.test(entry.name)) yield place;
  }
}

function nodesOf(file: string, text = readFileSync(path.join(ROOT, file), "utf8")): ts.Node[] {
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return nodes;
}

/** The tables whose rows all belong to a tenant. Where orgId may be null, some are nobody's. */
function tenantTables(): ReadonlySet<string> {
  const interfaces = [...sourcesBelow("db/schema")]
    .flatMap((file) => nodesOf(file))
    .filter(ts.isInterfaceDeclaration);
  const properties = (node: ts.InterfaceDeclaration) =>
    node.members.filter(ts.isPropertySignature).map((member) => ({
      name: member.name.getText(),
      type: member.type?.getText() ?? "",
    }));
  const owned = new Set(
    interfaces
      .filter((node) => properties(node).some((own) => own.name === "orgId" && own.type === "Id"))
      .map((node) => node.name.text),
  );
  return new Set(
    interfaces
      .filter((node) => node.name.text.endsWith("Tables"))
      .flatMap(properties)
      .filter(({ type }) => owned.has(type))
      .map(({ name }) => name),
  );
}

const TABLES = tenantTables();
const BEGINNINGS = new Set(["selectFrom", "updateTable", "deleteFrom"]);
const JOINS = new Set(["innerJoin", "leftJoin", "rightJoin", "fullJoin"]);

/** The call that an expression is, without what is said of its type. */
function bare(node: ts.Expression): ts.Expression {
  return ts.isAsExpression(node) || ts.isParenthesizedExpression(node)
    ? bare(node.expression)
    : node;
}

function isCallOf(node: ts.Expression, names: readonly string[]): boolean {
  const call = bare(node);
  return ts.isCallExpression(call) && names.includes(call.expression.getText());
}

/** The whole chain that a query begins. */
function chainOf(call: ts.CallExpression): ts.Node {
  let top: ts.Node = call;
  while (
    (ts.isPropertyAccessExpression(top.parent) && top.parent.expression === top) ||
    (ts.isCallExpression(top.parent) && top.parent.expression === top)
  )
    top = top.parent;
  return top;
}

/** Queries on tenants' tables that no tenant is said of, and those that go across on purpose. */
function queriesOf(file: string, text?: string) {
  const nodes = nodesOf(file, text);
  const unbound: string[] = [];
  const across: { file: string; reason: string }[] = [];
  /** Every value of such a name is bound. */
  const isBound = (name: string) => {
    const named = nodes.filter(
      (node) =>
        (ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node)) &&
        node.name.getText() === name,
    );
    return named.length > 0 && named.every((node) => isBinding(node));
  };
  const isBinding = (node: ts.Node) =>
    ts.isVariableDeclaration(node) &&
    node.initializer !== undefined &&
    isCallOf(node.initializer, ["inOrg", "acrossTenants"]);
  for (const call of nodes.filter(ts.isCallExpression)) {
    if (call.expression.getText() === "acrossTenants") {
      const [, reason] = call.arguments;
      if (reason === undefined || !ts.isStringLiteral(reason) || reason.text.length < 10)
        unbound.push(`${file} acrossTenants without a reason`);
      else across.push({ file, reason: reason.text });
    }
    if (!ts.isPropertyAccessExpression(call.expression)) continue;
    const { name, expression: receiver } = call.expression;
    const [from, ...on] = call.arguments;
    if (from === undefined) continue;
    const [table = "", alias = table] = ts.isStringLiteral(from)
      ? from.text.split(" as ")
      : // A table that a variable names has no other name.
        [`\${${from.getText()}}`];
    // A subquery that stands under a name was a query itself.
    if (ts.isStringLiteral(from) ? !TABLES.has(table) : ts.isCallExpression(from)) continue;
    const query = `${file} ${name.text}(${from.getText()})`;
    if (JOINS.has(name.text)) {
      const tied = [`"${alias}.orgId"`, '"orgId"'];
      if (!on.some((part) => tied.some((column) => part.getText().includes(column))))
        unbound.push(query);
    } else if (BEGINNINGS.has(name.text)) {
      const within = bare(receiver);
      const quote = ts.isStringLiteral(from) ? '"' : "`";
      const isTied =
        within.getText() === "eb" &&
        chainOf(call).getText().includes(`.whereRef(${quote}${alias}.orgId${quote}, "=", "`);
      if (
        !isCallOf(within, ["inOrg", "acrossTenants"]) &&
        !(ts.isIdentifier(within) && isBound(within.text)) &&
        !isTied
      )
        unbound.push(query);
    }
  }
  return { unbound, across };
}

const APPLICATION = [...sourcesBelow("app")].map((file) => queriesOf(file));

test("every query on a tenant's table says whose rows it means", () => {
  expect(TABLES.size).toBeGreaterThan(80);
  expect(TABLES).toContain("items");
  expect(TABLES).not.toContain("orgs");
  expect(APPLICATION.flatMap(({ unbound }) => unbound)).toEqual([]);
});

test.each([
  ["a read", 'trx.selectFrom("items").select("id").execute()'],
  ["a read with the condition by hand", 'db.selectFrom("items as i").where("i.orgId", "=", id)'],
  ["a change", 'store.write((trx) => trx.updateTable("items").set({ position: 0 }).execute())'],
  ["a removal", 'trx.deleteFrom("items").where("id", "=", id)'],
  ["a table by a variable", "trx.deleteFrom(table)"],
  ["a subquery tied to nothing", '(eb) => eb.selectFrom("items as i").select("i.id")'],
  ["a subquery by a variable, tied to nothing", "(eb) => eb.selectFrom(table)"],
  [
    "a subquery by a variable, tied by another one",
    '(eb) => eb.selectFrom(table).whereRef(`${other}.orgId`, "=", "c.orgId")',
  ],
  [
    "a subquery by a variable, tied by an id alone",
    '(eb) => eb.selectFrom(table).whereRef(`${table}.id`, "=", "c.itemId")',
  ],
  [
    "a join on an id alone",
    'inOrg(db, id).selectFrom("items as i").innerJoin("cards as c", "c.id", "i.cardId")',
  ],
  ["no reason", 'acrossTenants(db, "").selectFrom("items")'],
  ["a reason that nobody can read here", 'acrossTenants(db, why).selectFrom("items")'],
])("%s without a tenant is found", (_what, text) => {
  expect(queriesOf("planted.ts", text).unbound).toHaveLength(1);
});

test.each([
  ['inOrg(trx, orgId).selectFrom("items as i").select("i.id")'],
  ['const own = inOrg(trx, orgId) as unknown as Any; own.selectFrom("items")'],
  ['acrossTenants(db, "The clock\'s sweep.").deleteFrom("items")'],
  ['(eb) => eb.selectFrom("items as i").whereRef("i.orgId", "=", "c.orgId")'],
  ['(eb) => eb.selectFrom(table).whereRef(`${table}.orgId`, "=", "c.orgId")'],
  ['db.selectFrom("orgs").selectAll()'],
])("%s may stand", (text) => {
  expect(queriesOf("planted.ts", text).unbound).toEqual([]);
});

/** Where the application goes across tenants on purpose, by its reason; a file stands once for each place. */
const ACROSS: Readonly<Record<string, readonly string[]>> = {
  "A key says whose it is.": [
    "app/auth/access-keys/store/access-keys.server.ts",
    "app/auth/access-keys/store/member-keys.server.ts",
  ],
  "A domain is proved for one company at a time.": ["app/auth/store/single-sign-on.server.ts"],
  "A host belongs to one company of all.": [
    "app/tenancy/orgs/store/domains.server.ts",
    "app/tenancy/orgs/store/domains.server.ts",
    "app/tenancy/orgs/store/domains.server.ts",
  ],
  "A host says whose portal it is.": ["app/http/hosts.ts"],
  "A person may be on several teams.": [
    "app/auth/store/staff.server.ts",
    "app/company/auth/store/two-factor-rules.server.ts",
    "app/staff/team/store/team-sessions.server.ts",
    "app/tenancy/audit/store/audit.server.ts",
  ],
  "A person's list of companies.": ["app/tenancy/orgs/store/org-lists.server.ts"],
  "A request came by a host: it says whose it is.": ["app/tenancy/orgs/store/domains.server.ts"],
  "A token says whose it is.": ["app/company/partners/store/partners.server.ts"],
  "An address says whose portal it is.": [
    "app/tenancy/orgs/store/former-slugs.server.ts",
    "app/tenancy/orgs/store/orgs.server.ts",
  ],
  "Only the id is known: the answer is whose it is.": [
    "app/access/access-requests/store/access-requests.server.ts",
    "app/access/access-requests/store/access-requests.server.ts",
    "app/auth/accounts/store/accounts.server.ts",
  ],
  "The clock fetches the logos of all companies' lists.": [
    "app/content/companies/store/company-rows.server.ts",
  ],
  "The clock reads the files of all companies.": [
    "app/content/documents/store/document-texts.server.ts",
  ],
  "The clock's sweep goes over all companies.": [
    "app/access/byoid/store/byoid.server.ts",
    "app/auth/access-keys/store/calendar-addresses.server.ts",
    "app/auth/access-keys/store/key-answers.server.ts",
    "app/auth/access-keys/store/key-rows.server.ts",
    "app/auth/store/sign-in-links.server.ts",
    "app/company/partners/store/partners.server.ts",
    "app/company/webhooks/store/hook-queue.server.ts",
    "app/content/bulk-download/store/bulk-download.server.ts",
    "app/content/documents/store/document-texts.server.ts",
    "app/content/watermarks/store/watermarks.server.ts",
    "app/platform/files/store/assets.server.ts",
    "app/platform/files/store/render-failures.server.ts",
    "app/portal/packages/store/packages.server.ts",
    "app/staff/team/store/team-invitations.server.ts",
    "app/updates/subscribers/store/subscription-tokens.server.ts",
    "app/web/table-import/store/staged-files.server.ts",
  ],
  "The drafts of all companies are made by one worker.": [
    "app/access/questionnaires/store/drafts.server.ts",
  ],
  "A model that is given up is given up for all companies.": [
    "app/access/questionnaires/store/drafts.server.ts",
  ],
  "The ids are those of the company's overdue rows.": [
    "app/tenancy/persons/store/person-tables.server.ts",
  ],
  "The installation's figures are those of all companies.": [
    "app/company/webhooks/store/hook-figures.server.ts",
    "app/company/webhooks/store/hook-figures.server.ts",
  ],
  "The installation's owner sees all companies.": [
    "app/tenancy/installation/store/suspensions.server.ts",
  ],
  "The link's token says whose invitation it is.": [
    "app/staff/team/store/team-joining.server.ts",
    "app/staff/team/store/team-joining.server.ts",
  ],
  "The mail worker asks of all companies' mails at once.": [
    "app/access/access-requests/store/grant-reminders.server.ts",
  ],
  "The mail worker sends for all companies.": [
    "app/platform/mail/store/mail-attachments.server.ts",
    "app/platform/mail/store/mail-attachments.server.ts",
    "app/platform/mail/store/mail-attachments.server.ts",
    "app/platform/mail/store/mail-attachments.server.ts",
    "app/platform/mail/store/mail-delivery.server.ts",
    "app/platform/mail/store/mail-delivery.server.ts",
    "app/platform/mail/store/mailings.server.ts",
  ],
  "The webhook worker sends for all companies.": [
    "app/company/webhooks/store/hook-queue.server.ts",
    "app/company/webhooks/store/hook-queue.server.ts",
    "app/company/webhooks/store/hook-queue.server.ts",
  ],
  "A move takes the files of all companies.": ["app/platform/files/store/blobs.server.ts"],
  "The sweep of files goes over all companies.": [
    "app/platform/files/store/blob-marks.server.ts",
    "app/platform/files/store/blobs.server.ts",
    "app/platform/files/store/blobs.server.ts",
    "app/platform/files/store/blobs.server.ts",
    "app/platform/files/store/blobs.server.ts",
    "app/platform/files/store/blobs.server.ts",
  ],
  "What is over goes, whosever it was.": ["app/auth/store/single-sign-on.server.ts"],
  "Who runs the installation may be on several teams.": [
    "app/operations/backup/failed-backup.server.ts",
  ],
  "Who signs in names a domain, and no company.": ["app/auth/store/single-sign-on.server.ts"],
};

test("what goes across tenants is counted, with its reasons", () => {
  const found = new Map<string, string[]>();
  for (const { file, reason } of APPLICATION.flatMap(({ across }) => across))
    found.set(reason, [...(found.get(reason) ?? []), file].sort());
  expect(Object.fromEntries(found)).toEqual(ACROSS);
  expect(Object.values(ACROSS).flat()).toHaveLength(66);
});

const db = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (own) => new SqliteIntrospector(own),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

test("a query begins with its tenant's condition, under the table's own name", () => {
  const own = inOrg(db, "acme");
  const read = own.selectFrom("items as i").select("i.uid").where("i.uid", "=", "1").compile();
  expect(read.sql).toBe(
    'select "i"."uid" from "items" as "i" where "i"."orgId" = ? and "i"."uid" = ?',
  );
  expect(read.parameters).toEqual(["acme", "1"]);
  const changed = own.updateTable("items").set({ position: 2 }).where("uid", "=", "1").compile();
  expect(changed.sql).toBe(
    'update "items" set "position" = ? where "items"."orgId" = ? and "uid" = ?',
  );
  expect(changed.parameters).toEqual([2, "acme", "1"]);
  const removed = own.deleteFrom("items").where("uid", "=", "1").compile();
  expect(removed.sql).toBe('delete from "items" where "items"."orgId" = ? and "uid" = ?');
});

test("only a tenant's tables can be asked of a tenant, for the columns that they have", () => {
  const own = inOrg(db, "acme");
  // @ts-expect-error: orgs are no tenant's rows.
  own.selectFrom("orgs");
  // @ts-expect-error: an item has no such column.
  own.selectFrom("items as i").select("i.color");
  // @ts-expect-error: a place is a number.
  own.updateTable("items").set({ position: "first" });
  expect(acrossTenants(db, "Nothing is added to it.")).toBe(db);
});
