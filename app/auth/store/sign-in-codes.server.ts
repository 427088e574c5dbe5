import { isoNow } from "#db/ids.ts";
import type { SignInLinksTable } from "#db/schema.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";

/**
 * The links by which members sign in: valid for half an hour, once, on the host where they were
 * requested. The one in the email of an approval is valid for a day, in the browser that requested
 * access.
 */
export const MINUTE_MS = 60_000;

export const LINK_LIFE_MS = 30 * MINUTE_MS;

/** Codes for one link. */
export const MAX_CODE_TRIES = 5;

/** Wrong codes for one address within a day; then links alone. */
export const MAX_WRONG_CODES = 20;

export const KEPT_MS = 24 * 60 * MINUTE_MS;

export interface SignInLink extends Omit<
  SignInLinksTable,
  "tokenHash" | "askedFrom" | "wrongCodes"
> {
  state: "open" | "used" | "expired";
}

/**
 * Whether the code of a link's email can still be typed: that of an approval's email is valid for half
 * an hour, as any other, though its link is valid for a day.
 */
export function takesMailedCode(
  { requestId, createdAt }: Pick<SignInLink, "requestId" | "createdAt">,
  now: Date,
): boolean {
  return requestId === null || createdAt > isoNow(new Date(now.getTime() - LINK_LIFE_MS));
}

/** Whose wrong codes count together: an address's, those of each known browser apart. */
type Counted = Pick<SignInLink, "email" | "browser">;

/**
 * How many wrong codes were typed in place of a link within a day, for an address or by one of its
 * known browsers.
 */
export async function wrongCodes(
  db: Reader,
  orgId: string,
  { email, browser }: Counted,
  now: Date,
): Promise<number> {
  // A link takes codes until its end, so those of its whole life count.
  const since = new Date(now.getTime() - KEPT_MS - LINK_LIFE_MS);
  const { sum } = await inOrg(db, orgId)
    .selectFrom("signInLinks")
    .select((eb) => eb.fn.sum<number | null>("wrongCodes").as("sum"))
    .where("email", "=", email)
    .where("browser", browser === null ? "is" : "=", browser)
    .where("createdAt", ">", isoNow(since))
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}

/**
 * Whether codes in place of links are refused for an address, or for one of its known browsers,
 * until tomorrow.
 */
export async function areCodesEnded(
  db: Reader,
  orgId: string,
  counted: Counted,
  now: Date,
): Promise<boolean> {
  return (await wrongCodes(db, orgId, counted, now)) >= MAX_WRONG_CODES;
}

/**
 * Counts one code before it is looked at, as a wrong one, so that parallel ones count too.
 * @param kind `mailed` is typed in place of the link, and counts for the address and the day;
 *   `shown` is asked of those who have the link, and counts for the link alone
 * @returns `last` when it is the address's last wrong one of the day, `spent` when the link takes
 *   no more, `ended` when the address takes none until tomorrow
 */
export async function countCodeTry(
  { trx, orgId, now }: Omit<Write, "by">,
  link: Pick<SignInLink, "id" | "email" | "browser">,
  kind: "shown" | "mailed",
): Promise<"counted" | "last" | "spent" | "ended"> {
  const before = kind === "mailed" ? await wrongCodes(trx, orgId, link, now) : 0;
  if (before >= MAX_WRONG_CODES) return "ended";
  const result = await inOrg(trx, orgId)
    .updateTable("signInLinks")
    .set((eb) => ({
      tries: eb("tries", "+", 1),
      wrongCodes: eb("wrongCodes", "+", kind === "mailed" ? 1 : 0),
    }))
    .where("id", "=", link.id)
    .where("tries", "<", MAX_CODE_TRIES)
    .where("usedAt", "is", null)
    .where("expiresAt", ">", isoNow(now))
    .executeTakeFirst();
  if (result.numUpdatedRows !== 1n) return "spent";
  return kind === "mailed" && before + 1 === MAX_WRONG_CODES ? "last" : "counted";
}
