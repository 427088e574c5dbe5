import { sql } from "kysely";
import { catalogueKind } from "#model/cards/catalogue/index.ts";
import type { CardKind } from "#model/cards/kinds.ts";
import { holds } from "#db/patterns.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import type { SubjectName } from "#model/history/subject-names.ts";

/** Where history may tell of a thing: a subject's snapshot, and how the thing is found in it. */
export type KnownIn<T> = Readonly<Partial<Record<SubjectName, (snapshot: never) => T | null>>>;

/** Whether an item was on a card: by the catalogue, or as history knows. */
export async function wasOnCard(
  db: Reader,
  { orgId, productId }: { orgId: string; productId: string },
  uid: string,
  kind: CardKind,
): Promise<boolean> {
  if (catalogueKind(uid) === kind) return true;
  const changes = await inOrg(db, orgId)
    .selectFrom("changes")
    .select("beforeJson")
    .where("productId", "=", productId)
    .where("subject", "=", "item")
    .where("subjectId", "=", uid)
    .where(holds(sql.ref("beforeJson"), JSON.stringify(kind)))
    .execute();
  return changes.some(({ beforeJson }) => kindIn(JSON.parse(beforeJson ?? "null")) === kind);
}

/** The card that a snapshot of an item says. */
function kindIn(snapshot: { row?: { kind?: unknown } } | null): unknown {
  return snapshot?.row?.kind;
}

/**
 * What history knows of a thing that is not there any more: an item that was deleted, a row that
 * was removed from its list. Whoever had it open still has it in hand.
 * @returns how it was last; null for what this product never had
 */
export async function lastKnown<T>(
  db: Reader,
  { orgId, productId }: { orgId: string; productId: string },
  id: string,
  known: KnownIn<T>,
): Promise<T | null> {
  const change = await inOrg(db, orgId)
    .selectFrom("changes")
    .select(["subject", "beforeJson"])
    .where("productId", "=", productId)
    .where("subject", "in", Object.keys(known))
    // A thing of its own goes by its id; lists have none.
    .where("subjectId", "in", [id, ""])
    .where(holds(sql.ref("beforeJson"), JSON.stringify(id)))
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  if (change === undefined || change.beforeJson === null) return null;
  return known[change.subject as SubjectName]?.(JSON.parse(change.beforeJson) as never) ?? null;
}
