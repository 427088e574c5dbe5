import { sha256 } from "#db/ids.ts";
import { ago, living, MEMBER_LIFE, STAFF_LIFE } from "./sessions.server.ts";
import type { Reader } from "#db/store.ts";

/** The tokens that a browser sent along, of whatever kind. */
export interface SentTokens {
  staff: readonly string[];
  members: readonly string[];
}

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
  if (staff.length > 0) {
    const found = await living(db, "staff", of(staff), now)
      .select("sessions.tokenHash")
      .where("sessions.lastSeenAt", ">", ago(now, STAFF_LIFE.idle))
      .executeTakeFirst();
    if (found !== undefined) return true;
  }
  if (members.length === 0) return false;
  const found = await living(db, "member", of(members), now)
    .select("sessions.tokenHash")
    .where("sessions.host", "=", host)
    .where("sessions.lastSeenAt", ">", ago(now, MEMBER_LIFE.idle))
    .executeTakeFirst();
  return found !== undefined;
}
