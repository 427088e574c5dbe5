import type { Reader, Store } from "../store.ts";
import type { AnyQuery, Person } from "./find.ts";

/** Who stands in a person's place once they are erased. */
export interface Pseudonym {
  name: string;
  email: string;
}

/**
 * Texts in which a person may be named besides rows of their own: what others wrote, mail to others, the
 * audit. Address and full name in them give way to the pseudonym. Rows are named by `id`.
 */
export const MENTIONS: Readonly<Record<string, readonly string[]>> = {
  accounts: ["name"],
  accountNotes: ["note"],
  accessRules: ["message", "note"],
  accessRequests: ["invitedBy", "companyName", "jobTitle", "pointOfContact", "source", "note", "message"],
  ndaSignatures: ["note"],
  comments: ["content"],
  invitations: ["message"],
  audit: ["actorName", "subject", "detailJson"],
  events: ["detailJson"],
  outbox: ["toName", "replyTo", "subject", "html", "text", "headersJson", "lastError"],
  mailings: ["subject", "html", "text", "othersHtml", "othersText", "headersJson"],
};

const PAGE = 500;

/**
 * Replaces a person's address and names wherever MENTIONS says they may stand, page by page, each page a
 * short transaction of its own. Again is harmless.
 * @returns how many rows were changed
 */
export async function eraseMentions(store: Store, orgId: string, person: Person, pseudonym: Pseudonym): Promise<number> {
  const swap = swapper(person, pseudonym);
  let changed = 0;
  for (const [table, columns] of Object.entries(MENTIONS)) {
    for (let after = ""; ; ) {
      const page = await pageOf(store.read, orgId, table, columns, after);
      const changes = page.flatMap((row) => {
        const set = Object.fromEntries(
          columns.flatMap((column) => {
            // Somebody of staff may have the same name; that they did something stays theirs.
            if (table === "audit" && column === "actorName" && String(row.actor).startsWith("staff:")) return [];
            const text = row[column];
            const swapped = typeof text === "string" ? swap(text) : text;
            return swapped === text ? [] : [[column, swapped]];
          }),
        );
        return Object.keys(set).length === 0 ? [] : [{ id: row.id as string, set }];
      });
      if (changes.length > 0) {
        await store.write(async (trx) => {
          const any = trx as unknown as { updateTable(table: string): AnyUpdate };
          for (const { id, set } of changes) await any.updateTable(table).set(set).where("orgId", "=", orgId).where("id", "=", id).execute();
        });
      }
      changed += changes.length;
      if (page.length < PAGE) break;
      after = page.at(-1)?.id as string;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  return changed;
}

interface AnyUpdate {
  set(values: Record<string, unknown>): AnyUpdate;
  where(column: string, operator: string, value: unknown): AnyUpdate;
  execute(): Promise<unknown>;
}

function pageOf(db: Reader, orgId: string, table: string, columns: readonly string[], after: string) {
  const any = db as unknown as { selectFrom(table: string): AnyQuery };
  return any
    .selectFrom(table)
    .select(["id", ...columns, ...(table === "audit" ? ["actor"] : [])])
    .where("orgId", "=", orgId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(PAGE)
    .execute();
}

/** Replaces every spelling of a person in a text: as it is, in HTML, in an address, across line breaks. */
export function swapper({ address, emails, names }: Pick<Person, "address" | "emails" | "names">, pseudonym: Pseudonym): (text: string) => string {
  const addresses = [...new Set([address.email, address.key, ...emails])].sort((a, b) => b.length - a.length);
  const spellings = addresses.flatMap((email) => [email, encodeURIComponent(email), escapeHtml(email)]);
  const rules: [RegExp, string][] = [[anyOf(spellings, "(?<![\\w.+-])", "(?![\\w-]|\\.[a-z]{2})"), pseudonym.email]];
  // One word alone is many people's name.
  const full = names.filter((name) => /\S\s+\S/.test(name)).flatMap((name) => [name, escapeHtml(name), JSON.stringify(name).slice(1, -1)]);
  if (full.length > 0) rules.push([anyOf(full, "(?<![\\p{L}\\p{N}])", "(?![\\p{L}\\p{N}])"), pseudonym.name]);
  return (text) => rules.reduce((swapped, [pattern, by]) => swapped.replace(pattern, by), text);
}

function anyOf(words: readonly string[], before: string, after: string): RegExp {
  const all = [...new Set(words)].map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&").replace(/\s+/g, "\\s+"));
  return new RegExp(`${before}(?:${all.join("|")})${after}`, "giu");
}

function escapeHtml(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/'/g, "&#x27;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}
