import type { Reader, Store } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import type { AnyQuery, Person } from "./person-find.server.ts";
import { swapper, type Pseudonym, type Swap, type TextForm } from "./person-swap.server.ts";

interface Mentioned {
  columns: readonly string[];
  /** Columns that say whose row it is; read, and never written. */
  owner?: readonly string[];
  /**
   * One address in any column makes every column about the person: a mail's subject, an audit row's
   * detail.
   */
  whole?: boolean;
}

/**
 * Texts in which a person may be named besides rows of their own: what others wrote, mail to
 * others, the audit. The address gives way to the pseudonym wherever it stands. The name does so
 * only where it is the person's beyond doubt: in rows of their own, and in texts that have the
 * address, too. Anybody can ask for access under any name, so a name alone proves nothing; names of
 * accounts stay for that reason. Rows are named by `id`.
 */
export const MENTIONS: Readonly<Record<string, Mentioned>> = {
  accountNotes: { columns: ["note"] },
  requestNotes: { columns: ["note"] },
  requestQuestions: { columns: ["question", "answer"] },
  inboxViews: { columns: ["name", "queryJson"] },
  accessRules: { columns: ["message", "note"], owner: ["pattern"], whole: true },
  accessRequests: {
    columns: [
      "invitedBy",
      "companyName",
      "jobTitle",
      "pointOfContact",
      "source",
      "note",
      "message",
    ],
  },
  ndaSignatures: { columns: ["note"], owner: ["memberId", "email"], whole: true },
  comments: { columns: ["content"], owner: ["memberId"] },
  invitations: { columns: ["message"], owner: ["memberId"] },
  audit: { columns: ["actorName", "subject", "detailJson"], owner: ["actor"], whole: true },
  events: { columns: ["detailJson"], owner: ["memberId"] },
  outbox: {
    columns: ["toName", "replyTo", "subject", "html", "text", "headersJson", "lastError"],
    whole: true,
  },
  mailings: { columns: ["subject", "html", "text", "othersHtml", "othersText", "headersJson"] },
};

const PAGE = 500;

/**
 * Replaces a person's address and names wherever MENTIONS says they may stand, page by page, each
 * page a short transaction of its own. Again is harmless.
 * @returns how many rows were changed
 */
export async function eraseMentions(
  store: Store,
  orgId: string,
  person: Person,
  pseudonym: Pseudonym,
): Promise<number> {
  let changed = 0;
  for await (const { table, changes } of mentionsOf(store.read, orgId, person, pseudonym)) {
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
  orgId: string,
  person: Person,
  pseudonym: Pseudonym,
): Promise<number> {
  let count = 0;
  for await (const { changes } of mentionsOf(db, orgId, person, pseudonym)) count += changes.length;
  return count;
}

interface RowChange {
  id: string;
  set: Record<string, string>;
}

async function* mentionsOf(
  db: Reader,
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
  for (const [table, mentioned] of Object.entries(MENTIONS)) {
    for (let after = ""; ;) {
      const page = await pageOf(db, orgId, table, mentioned, after);
      const changes = page.flatMap((row) => {
        const set = swapped(table, mentioned, row, swap, own);
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
  table: string,
  { columns, owner = [], whole = false }: Mentioned,
  row: Record<string, unknown>,
  swap: Swap,
  own: ReadonlySet<string>,
): Record<string, string> {
  const textOf = (column: string) => (typeof row[column] === "string" ? row[column] : "");
  const isOwn = [...owner, ...(table === "audit" ? ["subject"] : [])].some((column) =>
    own.has(textOf(column)),
  );
  const about =
    isOwn || (whole && [...columns, ...owner].some((column) => swap.namesAddress(textOf(column))));
  const set: Record<string, string> = {};
  for (const column of columns) {
    const text = textOf(column);
    // Somebody of staff may have the same name; that they did something stays theirs.
    const isOther =
      table === "audit" && column === "actorName" && textOf("actor").startsWith("staff:");
    if (text === "" || isOther) continue;
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
  { columns, owner = [] }: Mentioned,
  after: string,
) {
  const any = inOrg(db, orgId) as unknown as { selectFrom(table: string): AnyQuery };
  return any
    .selectFrom(table)
    .select([...new Set(["id", ...columns, ...owner])])
    .where("id", ">", after)
    .orderBy("id")
    .limit(PAGE)
    .execute();
}
