import { isoNow } from "#db/ids.ts";
import { prepared } from "#db/prepared.ts";
import { ago, insertSession, living, MEMBER_LIFE, type Origin } from "./sessions.server.ts";
import type { ListedSession } from "./session-list.server.ts";
import type { Reader, Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";

/** Signs a member of an account in, on one host alone. */
export async function createMemberSession(
  trx: Writer,
  values: { orgId: string; memberId: string; host: string } & Origin,
): Promise<string> {
  return insertSession(trx, "member", { ...values, staffId: null }, MEMBER_LIFE.absolute);
}

/** A living session of a member: in which org, and whose. */
export interface MemberSession {
  tokenHash: string;
  orgId: string;
  memberId: string;
  /** When its use was noted last. */
  lastSeenAt: string;
}

const OF_MEMBERS = prepared(
  (db, p: { hashes: readonly string[]; host: string; at: string; idle: string }) =>
    living(db, "member", p.hashes, p.at)
      .innerJoin("members", (join) =>
        join
          .onRef("members.orgId", "=", "sessions.orgId")
          .onRef("members.id", "=", "sessions.memberId"),
      )
      .select([
        "sessions.tokenHash",
        "sessions.lastSeenAt",
        "members.orgId",
        "members.id as memberId",
      ])
      .where("sessions.host", "=", p.host)
      .where("sessions.lastSeenAt", ">", p.idle)
      .where("members.removedAt", "is", null)
      .orderBy("sessions.createdAt"),
);

/**
 * The sessions of these tokens' hashes that live on this host, oldest first; a removed member has
 * none.
 */
export async function findMemberSessions(
  db: Reader,
  tokenHashes: readonly string[],
  host: string,
  now: Date,
): Promise<MemberSession[]> {
  if (tokenHashes.length === 0) return [];
  const idle = ago(now, MEMBER_LIFE.idle);
  return OF_MEMBERS(db, { hashes: tokenHashes, host, at: isoNow(now), idle });
}

/** The living sessions of a person who is a member of these accounts, the latest used first. */
export async function listMemberSessions(
  db: Reader,
  orgId: string,
  memberIds: readonly string[],
  now: Date,
): Promise<(ListedSession & { host: string | null })[]> {
  if (memberIds.length === 0) return [];
  return inOrg(db, orgId)
    .selectFrom("sessions")
    .select(["tokenHash", "createdAt", "lastSeenAt", "ip", "userAgent", "host"])
    .where("kind", "=", "member")
    .where("memberId", "in", [...memberIds])
    .where("revokedAt", "is", null)
    .where("expiresAt", ">", isoNow(now))
    .where("lastSeenAt", ">", ago(now, MEMBER_LIFE.idle))
    .orderBy("lastSeenAt", "desc")
    .execute();
}

/** Ends every session of a person who is a member of these accounts. @returns how many ended */
export async function revokeMemberSessions(
  { trx, orgId, now }: Omit<Write, "by">,
  memberIds: readonly string[],
): Promise<number> {
  if (memberIds.length === 0) return 0;
  const result = await inOrg(trx, orgId)
    .updateTable("sessions")
    .set({ revokedAt: isoNow(now) })
    .where("kind", "=", "member")
    .where("memberId", "in", [...memberIds])
    .where("revokedAt", "is", null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/**
 * Goes on as another member: the same person in another account. Whether it is the same person is
 * the caller's to know.
 */
export async function setSessionMember(
  trx: Writer,
  tokenHash: string,
  memberId: string,
): Promise<void> {
  await trx
    .updateTable("sessions")
    .set({ memberId })
    .where("tokenHash", "=", tokenHash)
    .where("kind", "=", "member")
    .execute();
}
