import type { ClosedOrg, SignInMethod, StaffSession } from "#model/auth/staff-session.ts";
import { isoNow, newToken, sha256 } from "#db/ids.ts";
import { insertRow, prepared } from "#db/prepared.ts";
import { staffOrgs } from "./staff.server.ts";
import type { Reader, Store, Writer } from "#db/store.ts";

const SECOND = 1_000;

const HOUR = 3_600 * SECOND;

export const DAY = 24 * HOUR;

/** How long sessions live, in milliseconds: at most, and without being used. */
export const STAFF_LIFE = { absolute: 14 * DAY, idle: 8 * HOUR };

/** A session that an identity provider began: the next day it is asked again. */
export const SINGLE_SIGN_ON_LIFE = 12 * HOUR;

export const MEMBER_LIFE = { absolute: 30 * DAY, idle: 7 * DAY };

/** Between password and code. */
export const PENDING_LIFE = 10 * 60 * SECOND;

const TOUCH_EVERY = 60 * SECOND;

const USER_AGENT_LENGTH = 300;

/** Where a session begins, and when. */
export interface Origin {
  ip?: string | null;
  userAgent?: string | null;
  /** How, where it was not by password. */
  method?: SignInMethod | null;
  /** What an identity provider said of it, where one began it. */
  provider?: ProvidersSession | null;
  now: Date;
}

/** What an identity provider says of a session that it begins. */
export interface ProvidersSession {
  /** The one org that it opens. */
  orgId: string;
  /** What the provider calls its own session, by which it ends it later. */
  session: string | null;
  /** When the person signed in there, and how sure the provider is of them. */
  authenticatedAt: string | null;
  level: string | null;
}

/**
 * Signs a person of staff in.
 * @param orgId the org that the private area shows first
 * @returns the token for the cookie: 256 bits, of which only the hash is stored
 */
export async function createStaffSession(
  trx: Writer,
  values: { staffId: string; orgId: string | null } & Origin,
): Promise<string> {
  return insertSession(
    trx,
    "staff",
    { ...values, memberId: null, host: null },
    values.method === "single-sign-on" ? SINGLE_SIGN_ON_LIFE : STAFF_LIFE.absolute,
  );
}

/**
 * A session that can do nothing but answer with a code: the password was right, the second factor
 * is due.
 */
export async function createPendingSession(
  trx: Writer,
  values: { staffId: string } & Origin,
): Promise<string> {
  return insertSession(
    trx,
    "staff-pending",
    { ...values, orgId: null, memberId: null, host: null },
    PENDING_LIFE,
  );
}

/**
 * The staff session behind a cookie's token, or null when there is none, it ran out, or it was
 * revoked.
 */
export function findStaffSession(
  db: Reader,
  token: string,
  now: Date,
): Promise<StaffSession | null> {
  return findStaffSessionByHash(db, sha256(token), now);
}

const OF_STAFF = prepared((db, p: { hash: string; at: string; idle: string }) =>
  living(db, "staff", [p.hash], p.at)
    .innerJoin("staff", "staff.id", "sessions.staffId")
    .leftJoin("installationOwners as owner", "owner.staffId", "staff.id")
    .select([
      "sessions.tokenHash",
      "sessions.orgId",
      "sessions.method",
      "sessions.onlyOrgId",
      "sessions.lastSeenAt",
      "staff.id",
      "staff.email",
      "staff.name",
      "staff.totpConfirmedAt",
      "owner.staffId as ownerId",
    ])
    .where("sessions.lastSeenAt", ">", p.idle),
);

/** The same by the hash of its token, which is what is stored of it. */
export async function findStaffSessionByHash(
  db: Reader,
  tokenHash: string,
  now: Date,
): Promise<StaffSession | null> {
  const [row] = await OF_STAFF(db, {
    hash: tokenHash,
    at: isoNow(now),
    idle: ago(now, STAFF_LIFE.idle),
  });
  if (row === undefined) return null;
  const totpEnrolled = row.totpConfirmedAt !== null;
  const hasBothFactors = totpEnrolled || row.method !== null;
  const [roles, closed]: [StaffSession["roles"], ClosedOrg[]] = [[], []];
  const all = await staffOrgs(db, row.id, row.tokenHash);
  const own = all.filter(({ orgId }) => row.onlyOrgId === null || row.onlyOrgId === orgId);
  for (const { orgId, slug, name, role, ...rules } of own) {
    const why = rules.sessionEnded
      ? "ended"
      : rules.singleSignOnOnly && row.onlyOrgId !== orgId && !(role === "owner" && hasBothFactors)
        ? "single-sign-on"
        : rules.twoFactorRequired && !hasBothFactors
          ? "two-factor"
          : null;
    if (why === null) roles.push({ orgId, slug, name, role });
    else closed.push({ orgId, slug, name, why });
  }
  const current =
    [...roles, ...closed].find(({ orgId }) => orgId === row.orgId) ?? roles[0] ?? closed[0];
  return {
    tokenHash: row.tokenHash,
    staff: { id: row.id, email: row.email, name: row.name, totpEnrolled },
    orgId: current?.orgId ?? null,
    method: row.method,
    onlyOrgId: row.onlyOrgId,
    lastSeenAt: row.lastSeenAt,
    ownsInstallation: row.ownerId !== null,
    roles,
    closed,
  };
}

/** The session between password and code, or null. */
export async function findPendingSession(
  db: Reader,
  token: string,
  now: Date,
): Promise<{ tokenHash: string; staffId: string } | null> {
  const row = await living(db, "staff-pending", [sha256(token)], isoNow(now))
    .select(["sessions.tokenHash", "sessions.staffId"])
    .executeTakeFirst();
  return row?.staffId == null ? null : { tokenHash: row.tokenHash, staffId: row.staffId };
}

/** Notes that a session is in use, at most once a minute: most requests write nothing. */
export async function touchSession(
  store: Store,
  { tokenHash, lastSeenAt }: { tokenHash: string; lastSeenAt: string },
  now: Date,
): Promise<void> {
  const stale = ago(now, TOUCH_EVERY);
  if (lastSeenAt > stale) return;
  await store.write((trx) =>
    trx
      .updateTable("sessions")
      .set({ lastSeenAt: isoNow(now) })
      .where("tokenHash", "=", tokenHash)
      .where("lastSeenAt", "<=", stale)
      .where("revokedAt", "is", null)
      .execute(),
  );
}

/**
 * Shows another org in the private area. Whether the person has a role there is checked at every
 * request.
 */
export async function setCurrentOrg(trx: Writer, tokenHash: string, orgId: string): Promise<void> {
  await trx
    .updateTable("sessions")
    .set({ orgId })
    .where("tokenHash", "=", tokenHash)
    .where("kind", "=", "staff")
    .execute();
}

/**
 * The sessions of tokens' hashes, unless they ended or ran out; how long one may rest is the
 * caller's to ask.
 * @param at the moment at which they live
 */
export function living(
  db: Reader,
  kind: "staff" | "staff-pending" | "member",
  tokenHashes: readonly string[],
  at: string,
) {
  return db
    .selectFrom("sessions")
    .where("sessions.tokenHash", "in", tokenHashes)
    .where("sessions.kind", "=", kind)
    .where("sessions.revokedAt", "is", null)
    .where("sessions.expiresAt", ">", at);
}

/** A new session. @returns its token, of which only the hash is stored */
export async function insertSession(
  trx: Writer,
  kind: "staff" | "staff-pending" | "member",
  values: {
    staffId: string | null;
    orgId: string | null;
    memberId: string | null;
    host: string | null;
  } & Origin,
  life: number,
): Promise<string> {
  const token = newToken();
  const { now } = values;
  await insertRow(trx, "sessions", {
    tokenHash: sha256(token),
    kind,
    staffId: values.staffId,
    orgId: values.orgId,
    memberId: values.memberId,
    host: values.host,
    createdAt: isoNow(now),
    lastSeenAt: isoNow(now),
    expiresAt: isoNow(new Date(now.getTime() + life)),
    revokedAt: null,
    ip: values.ip ?? null,
    userAgent: values.userAgent?.slice(0, USER_AGENT_LENGTH) ?? null,
    method: values.method ?? null,
    onlyOrgId: values.provider?.orgId ?? null,
    providerSession: values.provider?.session ?? null,
    providerAuthAt: values.provider?.authenticatedAt ?? null,
    providerLevel: values.provider?.level ?? null,
  });
  return token;
}

/** A moment so many milliseconds before another, as ISO time. */
export function ago(now: Date, milliseconds: number): string {
  return isoNow(new Date(now.getTime() - milliseconds));
}
