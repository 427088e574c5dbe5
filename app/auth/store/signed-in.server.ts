import { isoNow, sha256 } from "#db/ids.ts";
import { prepared } from "#db/prepared.ts";
import { ago, living, MEMBER_LIFE, STAFF_LIFE } from "./sessions.server.ts";
import type { Reader } from "#db/store.ts";

/** The tokens that a browser sent along, of whatever kind. */
export interface SentTokens {
  staff: readonly string[];
  members: readonly string[];
}

const STAFF_AMONG = prepared((db, p: { hashes: readonly string[]; at: string; idle: string }) =>
  living(db, "staff", p.hashes, p.at)
    .select("sessions.tokenHash")
    .where("sessions.lastSeenAt", ">", p.idle),
);

const MEMBERS_AMONG = prepared(
  (db, p: { hashes: readonly string[]; at: string; idle: string; host: string }) =>
    living(db, "member", p.hashes, p.at)
      .select("sessions.tokenHash")
      .where("sessions.host", "=", p.host)
      .where("sessions.lastSeenAt", ">", p.idle),
);

/**
 * Whether one of these tokens is a living session's. It says that somebody is known here, and
 * nothing of what they may do.
 * @param host that members' sessions are bound to
 */
export async function isAnyoneSignedIn(
  db: Reader,
  { staff, members }: SentTokens,
  host: string,
  now: Date,
): Promise<boolean> {
  const of = (tokens: readonly string[]) => tokens.map((token) => sha256(token));
  const at = isoNow(now);
  if (staff.length > 0) {
    const idle = ago(now, STAFF_LIFE.idle);
    const found = await STAFF_AMONG(db, { hashes: of(staff), at, idle });
    if (found.length > 0) return true;
  }
  if (members.length === 0) return false;
  const idle = ago(now, MEMBER_LIFE.idle);
  const found = await MEMBERS_AMONG(db, { hashes: of(members), at, idle, host });
  return found.length > 0;
}
