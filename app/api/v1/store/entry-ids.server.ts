import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/** Which rows a page begins with: those with ids behind one, and so many. */
export interface IdPage {
  after: string;
  count: number;
  /** What was changed before is left out afterwards; a record that only grows begins there. */
  since?: string;
}

/** The tables whose rows are entries of the API. */
type EntryTable =
  | "controls"
  | "faqEntries"
  | "documents"
  | "subprocessors"
  | "topics"
  | "accessRequests"
  | "permissionProfiles"
  | "ndaSignatures"
  | "subscribers"
  | "products"
  | "accounts"
  | "questionnaires"
  | "webhooks";

/** How the ids of a table are read: those behind one, in the order of ids, which no new row changes. */
export function idsOf(table: EntryTable) {
  return (
    db: Reader,
    orgId: string,
    { after, count }: IdPage,
  ): Promise<readonly { id: string }[]> =>
    inOrg(db, orgId)
      .selectFrom(table)
      .select("id")
      .where("id", ">", after)
      .orderBy("id")
      .limit(count)
      .execute();
}
