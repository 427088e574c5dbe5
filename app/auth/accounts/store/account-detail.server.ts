import { recentActs } from "#tenancy/visitor-events/store/events.server.ts";
import { isoNow } from "#db/ids.ts";
import type { AccountNotesTable } from "#db/schema.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/** A member as staff see them. */
export interface MemberRow {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  autoApproved: boolean;
  createdAt: string;
  signedInAt: string | null;
  /** When they signed the NDA last. */
  signedAt: string | null;
  /** They signed none, and one that was signed for the account counts for them. */
  covered: boolean;
}

/** A grant as staff see it. */
export interface GrantRow {
  id: string;
  productId: string;
  productName: string;
  profileId: string;
  profileName: string;
  ndaRequired: boolean;
  expiresAt: string | null;
  expired: boolean;
  grantedAt: string;
  grantedBy: string;
}

/** The people of an account, by address. */
export async function membersOf(
  db: Reader,
  orgId: string,
  accountId: string,
): Promise<MemberRow[]> {
  const rows = await inOrg(db, orgId)
    .selectFrom("members as m")
    .leftJoin("ndaSignatures as s", (join) =>
      join.onRef("s.orgId", "=", "m.orgId").onRef("s.memberId", "=", "m.id"),
    )
    .select((eb) => [
      "m.id",
      "m.email",
      "m.firstName",
      "m.lastName",
      "m.autoApproved",
      "m.createdAt",
      "m.signedInAt",
      eb.fn.max<string | null>("s.signedAt").as("signedAt"),
    ])
    .where("m.accountId", "=", accountId)
    .where("m.removedAt", "is", null)
    .groupBy([
      "m.id",
      "m.email",
      "m.firstName",
      "m.lastName",
      "m.autoApproved",
      "m.createdAt",
      "m.signedInAt",
    ])
    .orderBy("m.email")
    .execute();
  const covered = await coversAll(db, orgId, accountId);
  return rows.map((row) => ({
    ...row,
    autoApproved: row.autoApproved === 1,
    covered: covered && row.signedAt === null,
  }));
}

/**
 * Whether a signature of the account counts for everybody in it: an imported one of the whole
 * account, or anyone's where the org says so.
 */
async function coversAll(db: Reader, orgId: string, accountId: string): Promise<boolean> {
  const settings = await inOrg(db, orgId)
    .selectFrom("ndaSettings")
    .select(["provider", "accountWide"])
    .executeTakeFirst();
  if (settings === undefined || settings.provider === "none") return false;
  let query = inOrg(db, orgId)
    .selectFrom("ndaSignatures")
    .select("id")
    .where("accountId", "=", accountId)
    .limit(1);
  if (settings.accountWide !== 1)
    query = query.where("memberId", "is", null).where("importedAt", "is not", null);
  return (await query.executeTakeFirst()) !== undefined;
}

/**
 * What an account may read, product by product: what counts, and what ran out and was not replaced.
 */
export async function grantRows(
  db: Reader,
  orgId: string,
  accountId: string,
  now: Date,
): Promise<GrantRow[]> {
  return (await grantsByAccount(db, orgId, [accountId], now)).get(accountId) ?? [];
}

/** The same of several accounts, by their ids; those that have nothing are left out. */
export async function grantsByAccount(
  db: Reader,
  orgId: string,
  accountIds: readonly string[],
  now: Date,
): Promise<Map<string, GrantRow[]>> {
  if (accountIds.length === 0) return new Map();
  const at = isoNow(now);
  const rows = await inOrg(db, orgId)
    .selectFrom("grants as g")
    .innerJoin("products as p", (join) =>
      join.onRef("p.orgId", "=", "g.orgId").onRef("p.id", "=", "g.productId"),
    )
    .innerJoin("permissionProfiles as f", (join) =>
      join.onRef("f.orgId", "=", "g.orgId").onRef("f.id", "=", "g.profileId"),
    )
    .select([
      "g.id",
      "g.accountId",
      "g.productId",
      "p.name as productName",
      "g.profileId",
      "f.name as profileName",
      "g.ndaRequired",
      "g.expiresAt",
      "g.grantedAt",
      "g.grantedBy",
    ])
    .where("g.accountId", "in", accountIds)
    .where("g.revokedAt", "is", null)
    .orderBy("p.position")
    .orderBy("g.grantedAt", "desc")
    .orderBy("g.id")
    .execute();
  const seen = new Set<string>();
  const found = new Map<string, GrantRow[]>();
  for (const { accountId, ...row } of rows) {
    const key = `${accountId} ${row.productId}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const own = found.get(accountId) ?? [];
    own.push({
      ...row,
      ndaRequired: row.ndaRequired === 1,
      expired: row.expiresAt !== null && row.expiresAt <= at,
    });
    found.set(accountId, own);
  }
  return found;
}

/** What staff noted about an account, the newest first. */
export async function notesOf(
  db: Reader,
  orgId: string,
  accountId: string,
): Promise<Pick<AccountNotesTable, "id" | "note" | "createdAt" | "createdBy">[]> {
  return inOrg(db, orgId)
    .selectFrom("accountNotes")
    .select(["id", "note", "createdAt", "createdBy"])
    .where("accountId", "=", accountId)
    .orderBy("createdAt", "desc")
    .orderBy("id")
    .execute();
}

/** Something that the people of an account did. */
export interface ActivityRow {
  id: string;
  at: string;
  name: string;
  /** The member's address, while they are one. */
  email: string | null;
  productName: string | null;
  itemTitle: string | null;
  documentName: string | null;
  access: string | null;
  source: string | null;
  bytes: number | null;
  detail: string | null;
}

/**
 * What an account's people did of late, the newest first. The documents of one archive are one line
 * with how many they were.
 */
export async function recentActivity(
  db: Reader,
  orgId: string,
  accountId: string,
  limit: number,
): Promise<(ActivityRow & { documents: number })[]> {
  const acts = await recentActs(db, orgId, { accountId }, limit);
  const rows = await activityRows(db, orgId, accountId)
    .where(
      "e.id",
      "in",
      acts.map(({ id }) => id),
    )
    .execute();
  const known = new Map(rows.map((row) => [row.id, row]));
  return acts.flatMap((act) => {
    const row = known.get(act.id);
    return row === undefined ? [] : [{ ...row, ...act }];
  });
}

/** The access log of an account, the newest first. @param options.before goes on behind this one */
export async function activityOf(
  db: Reader,
  orgId: string,
  accountId: string,
  { limit, before }: { limit: number; before?: { at: string; id: string } },
): Promise<ActivityRow[]> {
  let query = activityRows(db, orgId, accountId);
  if (before !== undefined)
    query = query.where((eb) =>
      eb.or([
        eb("e.at", "<", before.at),
        eb.and([eb("e.at", "=", before.at), eb("e.id", ">", before.id)]),
      ]),
    );
  return query.orderBy("e.at", "desc").orderBy("e.id").limit(limit).execute();
}

function activityRows(db: Reader, orgId: string, accountId: string) {
  return inOrg(db, orgId)
    .selectFrom("events as e")
    .leftJoin("members as m", (join) =>
      join.onRef("m.orgId", "=", "e.orgId").onRef("m.id", "=", "e.memberId"),
    )
    .leftJoin("products as p", (join) =>
      join.onRef("p.orgId", "=", "e.orgId").onRef("p.id", "=", "e.productId"),
    )
    .leftJoin("items as i", (join) =>
      join
        .onRef("i.orgId", "=", "e.orgId")
        .onRef("i.productId", "=", "e.productId")
        .onRef("i.uid", "=", "e.itemUid"),
    )
    .leftJoin("documents as d", (join) =>
      join.onRef("d.orgId", "=", "e.orgId").onRef("d.id", "=", "e.documentId"),
    )
    .select([
      "e.id",
      "e.at",
      "e.name",
      "m.email",
      "p.name as productName",
      "i.title as itemTitle",
      "d.originalName as documentName",
      "e.access",
      "e.source",
      "e.bytes",
      "e.detailJson as detail",
    ])
    .where("e.accountId", "=", accountId)
    .where("e.viewerKind", "=", "accountExternal");
}
