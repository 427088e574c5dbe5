import type * as z from "zod";
import type { Reader } from "#db/store.ts";
import type { NounName } from "#model/api-nouns.ts";
import type { AuditFact } from "#tenancy/audit/store/audit.server.ts";
import { externalIdsOf } from "#tenancy/history/store/external-ids.server.ts";
import type { KeyNeed } from "#web/api/key-call.ts";
import type { IdPage } from "../store/entry-ids.server.ts";
import type { Writes } from "../writes/verb.ts";

/** What every entry has. */
export interface Entry {
  id: string;
  updatedAt: string;
}

/** A noun of the API: what its calls need, answer and read. */
export interface Noun<One extends Entry> {
  /** For the description: what one of them is. */
  about: string;
  need: KeyNeed;
  entry: z.ZodType<One>;
  /** The ids behind one, in the order of ids, which no new entry changes. */
  ids(db: Reader, orgId: string, page: IdPage): Promise<readonly { id: string }[]>;
  /** The entries of some ids, in any order; one that is gone is left out. */
  entries(db: Reader, orgId: string, ids: readonly string[]): Promise<One[]>;
  /** Whether it is of the whole organization, so that a key for some products doesn't read it at all. */
  isWhole?: true;
  /** What the audit keeps of whoever reads it, once an hour. */
  look?: AuditFact;
  /** The products that an entry is about; null: all of them. */
  products(entry: One): readonly string[] | null;
  /** What a key for some products reads of an entry that is about others, too; all of it unless this says less. */
  within?(entry: One, isOpen: (productId: string) => boolean): One;
  /** How it is changed; what is not there is read alone. */
  writes?: Writes;
}

export const CONTENT: KeyNeed = { scope: "content:read", permission: "files:view" };
export const ACCESS: KeyNeed = { scope: "access:read", permission: "accounts:review" };

export const QUESTIONNAIRES: KeyNeed = {
  scope: "questionnaires:read",
  permission: "accounts:review",
};

/** Of what names its products: none means all. */
export const allOrNamed = (productIds: readonly string[]) =>
  productIds.length === 0 ? null : productIds;

/** A row of the table, whose calls all know one another's entries. */
export const noun = <One extends Entry>(row: Noun<One>) => row as unknown as Noun<Entry>;

/** The same for a noun whose entries programs have names of their own for. */
export function called<One extends Entry & { externalId: string | null }>(
  name: NounName,
  row: Omit<Noun<One>, "entries"> & {
    entries(db: Reader, orgId: string, ids: readonly string[]): Promise<Omit<One, "externalId">[]>;
  },
): Noun<Entry> {
  return noun<One>({
    ...row,
    async entries(db, orgId, ids) {
      const [found, names] = await Promise.all([
        row.entries(db, orgId, ids),
        externalIdsOf(db, orgId, name, ids),
      ]);
      return found.map((entry) => ({ ...entry, externalId: names.get(entry.id) ?? null }) as One);
    },
  });
}
