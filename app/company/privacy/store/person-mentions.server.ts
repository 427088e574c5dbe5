import type { Reader, Store } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import type {
  DeclaredTable,
  Mentions,
  Person,
  Pseudonym,
} from "#tenancy/persons/store/person-tables.server.ts";
import { anyTable } from "./person-find.server.ts";
import { swapper, type Swap, type TextForm } from "./person-swap.server.ts";

const PAGE = 500;

/**
 * Replaces a person's address and names in texts in which they may be named besides rows of their
 * own: what others wrote, mail to others, the audit. Page by page, each page a short transaction of
 * its own; again is harmless. The address gives way to the pseudonym wherever it stands. The name
 * does so only where it is the person's beyond doubt: in rows of their own, and in texts that have
 * the address, too. Anybody can ask for access under any name, so a name alone proves nothing;
 * names of accounts stay for that reason.
 * @returns how many rows were changed
 */
export async function eraseMentions(
  store: Store,
  tables: readonly DeclaredTable[],
  orgId: string,
  person: Person,
  pseudonym: Pseudonym,
): Promise<number> {
  let changed = 0;
  for await (const { table, changes } of mentionsOf(store.read, tables, orgId, person, pseudonym)) {
    await store.write(async (trx) => {
      const any = inOrg(trx, orgId) as unknown as { updateTable(table: string): AnyUpdate };
      for (const { id, set } of changes)
        await any.updateTable(table).set(set).where("id", "=", id).execute();
    });
    changed += changes.length;
  }
  return changed;
}

/** How many rows of others name the person: what `eraseMentions` would change. */
export async function countMentions(
  db: Reader,
  tables: readonly DeclaredTable[],
  orgId: string,
  person: Person,
  pseudonym: Pseudonym,
): Promise<number> {
  let count = 0;
  for await (const { changes } of mentionsOf(db, tables, orgId, person, pseudonym))
    count += changes.length;
  return count;
}

interface RowChange {
  id: string;
  set: Record<string, string>;
}

async function* mentionsOf(
  db: Reader,
  tables: readonly DeclaredTable[],
  orgId: string,
  person: Person,
  pseudonym: Pseudonym,
): AsyncGenerator<{ table: string; changes: RowChange[] }> {
  const swap = swapper(person, pseudonym);
  const own = new Set([
    ...person.memberIds.flatMap((id) => [id, `member:${id}`]),
    ...person.requestIds,
    ...person.subscriberIds,
  ]);
  for (const { table, mentions } of tables) {
    if (mentions === undefined) continue;
    for (let after = ""; ;) {
      const page = await pageOf(db, orgId, table, mentions, after);
      const changes = page.flatMap((row) => {
        const set = swapped(mentions, row, swap, own);
        return Object.keys(set).length === 0 ? [] : [{ id: row.id as string, set }];
      });
      if (changes.length > 0) yield { table, changes };
      if (page.length < PAGE) break;
      after = page.at(-1)?.id as string;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

/** The columns of a row that differ once the person is not in them. */
function swapped(
  { columns, owner = [], whole = false, except }: Mentions,
  row: Record<string, unknown>,
  swap: Swap,
  own: ReadonlySet<string>,
): Record<string, string> {
  const textOf = (column: string) => (typeof row[column] === "string" ? row[column] : "");
  const isOwn = owner.some((column) => own.has(textOf(column)));
  const about =
    isOwn || (whole && [...columns, ...owner].some((column) => swap.namesAddress(textOf(column))));
  const set: Record<string, string> = {};
  for (const column of columns) {
    const text = textOf(column);
    if (text === "" || except?.(row, column) === true) continue;
    const changed = about || swap.namesAddress(text) ? swap.all(text, formOf(column)) : text;
    if (changed !== text) set[column] = changed;
  }
  return set;
}

function formOf(column: string): TextForm {
  if (/html$/i.test(column)) return "html";
  return column.endsWith("Json") ? "json" : "plain";
}

interface AnyUpdate {
  set(values: Record<string, unknown>): AnyUpdate;
  where(column: string, operator: string, value: unknown): AnyUpdate;
  execute(): Promise<unknown>;
}

function pageOf(
  db: Reader,
  orgId: string,
  table: string,
  { columns, owner = [] }: Mentions,
  after: string,
) {
  return anyTable(db, orgId, table)
    .select([...new Set(["id", ...columns, ...owner])])
    .where("id", ">", after)
    .orderBy("id")
    .limit(PAGE)
    .execute();
}
