import { isoNow, newId, newToken, sha256 } from "#db/ids.ts";
import { prepared } from "#db/prepared.ts";
import type { SignInLinksTable } from "#db/schema.ts";
import type { Reader, Writer } from "#db/store.ts";
import { acrossTenants, inOrg } from "#db/tenant.ts";
import {
  MINUTE_MS,
  MAX_CODE_TRIES,
  LINK_LIFE_MS,
  type SignInLink,
  KEPT_MS,
} from "./sign-in-codes.server.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";

export const APPROVAL_LIFE_MS = 24 * 60 * MINUTE_MS;

/**
 * The same question from the same network within this time is answered by the mail that went out
 * already.
 */
const SAME_QUESTION_MS = 60_000;

const WINDOW_MS = 15 * MINUTE_MS;

/**
 * Makes a link. The same question asked again within a minute (a double click, fifty forms in
 * parallel) gets the link that was made already, whose token nobody knows any more but its mail.
 * @param values.memberId null where nobody who may sign in has the address
 * @param values.askedFrom whose question it is: a network, or a browser that this person signed in
 *   with before
 * @param values.browser that browser; its tries are counted apart from those of strangers
 * @returns the link's id, and its token when it is new
 */
export async function createSignInLink(
  write: Omit<Write, "by">,
  values: {
    memberId: string | null;
    email: string;
    host: string;
    askedFrom: string;
    browser: string | null;
    returnTo: string;
  },
): Promise<{ id: string; token: string | null }> {
  const { trx, orgId, now } = write;
  const askedFrom = sha256(values.askedFrom);
  const same = await inOrg(trx, orgId)
    .selectFrom("signInLinks")
    .select("id")
    .where("email", "=", values.email)
    .where("host", "=", values.host)
    .where("askedFrom", "=", askedFrom)
    .where("memberId", values.memberId === null ? "is" : "=", values.memberId)
    .where("tries", "<", MAX_CODE_TRIES)
    .where("usedAt", "is", null)
    .where("createdAt", ">", isoNow(new Date(now.getTime() - SAME_QUESTION_MS)))
    .executeTakeFirst();
  if (same !== undefined) return { id: same.id, token: null };
  await endApprovalLinks(write, { email: values.email });
  return insertLink(write, { ...values, askedFrom, requestId: null }, LINK_LIFE_MS);
}

/**
 * Makes the link of an approval's mail, which ends those of earlier approvals. @returns its id and
 * its token
 */
export async function createApprovalLink(
  write: Omit<Write, "by">,
  values: { memberId: string; email: string; host: string; requestId: string; returnTo: string },
): Promise<{ id: string; token: string }> {
  await endApprovalLinks(write, { email: values.email });
  const asked = { askedFrom: sha256(`approval ${values.requestId}`), browser: null };
  return insertLink(write, { ...values, ...asked }, APPROVAL_LIFE_MS);
}

/** Ends the links that approvals sent: those of one request, or of an address. */
export async function endApprovalLinks(
  { trx, orgId, now }: Omit<Write, "by">,
  whose: { requestId: string } | { email: string },
): Promise<void> {
  let query = inOrg(trx, orgId)
    .updateTable("signInLinks")
    .set({ expiresAt: isoNow(now) })
    .where("requestId", "is not", null)
    .where("expiresAt", ">", isoNow(now));
  query =
    "email" in whose
      ? query.where("email", "=", whose.email)
      : query.where("requestId", "=", whose.requestId);
  await query.execute();
}

async function insertLink(
  { trx, orgId, now }: Omit<Write, "by">,
  values: Omit<
    SignInLinksTable,
    "orgId" | "id" | "tokenHash" | "tries" | "wrongCodes" | "createdAt" | "expiresAt" | "usedAt"
  >,
  lifeMs: number,
): Promise<{ id: string; token: string }> {
  const id = newId();
  const token = newToken();
  await trx
    .insertInto("signInLinks")
    .values({
      orgId,
      id,
      ...values,
      tokenHash: sha256(token),
      tries: 0,
      createdAt: isoNow(now),
      expiresAt: isoNow(new Date(now.getTime() + lifeMs)),
      usedAt: null,
    })
    .execute();
  return { id, token };
}

/**
 * How many links were made within a quarter of an hour for the address of a link: by its asker, and
 * by everybody.
 */
export async function recentLinks(
  db: Reader,
  orgId: string,
  linkId: string,
  now: Date,
): Promise<{ ofAsker: number; ofAddress: number }> {
  const link = await inOrg(db, orgId)
    .selectFrom("signInLinks")
    .select(["email", "askedFrom"])
    .where("id", "=", linkId)
    .executeTakeFirstOrThrow();
  const rows = await inOrg(db, orgId)
    .selectFrom("signInLinks")
    .select("askedFrom")
    .where("email", "=", link.email)
    .where("createdAt", ">", isoNow(new Date(now.getTime() - WINDOW_MS)))
    .execute();
  return {
    ofAsker: rows.filter((row) => row.askedFrom === link.askedFrom).length,
    ofAddress: rows.length,
  };
}

const BY_TOKEN = prepared((db, p: { orgId: string; host: string; hash: string }) =>
  links(db, p.orgId, p.host).where("tokenHash", "=", p.hash),
);

/**
 * The link of a token on a host, in whatever state; looking spends nothing. Another org's link and
 * another host's are none.
 */
export async function findSignInLink(
  db: Reader,
  orgId: string,
  host: string,
  token: string,
  now: Date,
): Promise<SignInLink | null> {
  const [row] = await BY_TOKEN(db, { orgId, host, hash: sha256(token) });
  return row === undefined ? null : toLink(row, now);
}

/** A link by its id, for the browser that asked for it. */
export async function findSignInLinkById(
  db: Reader,
  orgId: string,
  host: string,
  id: string,
  now: Date,
): Promise<SignInLink | null> {
  const row = await links(db, orgId, host).where("id", "=", id).executeTakeFirst();
  return row === undefined ? null : toLink(row, now);
}

const SPEND = prepared((db, p: { orgId: string; id: string; at: string; less: number }) =>
  inOrg(db, p.orgId)
    .updateTable("signInLinks")
    .set((eb) => ({ usedAt: p.at, wrongCodes: eb("wrongCodes", "-", p.less) }))
    .where("id", "=", p.id)
    .where("memberId", "is not", null)
    .where("usedAt", "is", null)
    .where("expiresAt", ">", p.at)
    .returning("id"),
);

/**
 * Spends a link by one conditional update.
 * @param byMailedCode the code that was counted as a wrong one was right
 * @returns whether it was still open: of two parallel calls one gets true
 */
export async function spendSignInLink(
  { trx, orgId, now }: Omit<Write, "by">,
  id: string,
  byMailedCode: boolean,
): Promise<boolean> {
  const spent = await SPEND(trx, { orgId, id, at: isoNow(now), less: byMailedCode ? 1 : 0 });
  return spent.length === 1;
}

/** Removes what nobody can use any more. @returns how many */
export async function purgeSignInLinks(trx: Writer, now: Date): Promise<number> {
  const result = await acrossTenants(trx, "The clock's sweep goes over all companies.")
    .deleteFrom("signInLinks")
    .where("expiresAt", "<", isoNow(new Date(now.getTime() - KEPT_MS)))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

function links(db: Reader, orgId: string, host: string) {
  return inOrg(db, orgId)
    .selectFrom("signInLinks")
    .select([
      "orgId",
      "id",
      "memberId",
      "email",
      "host",
      "browser",
      "returnTo",
      "requestId",
      "tries",
      "createdAt",
      "expiresAt",
      "usedAt",
    ])
    .where("host", "=", host);
}

function toLink(row: Omit<SignInLink, "state">, now: Date): SignInLink {
  return {
    ...row,
    state: row.usedAt !== null ? "used" : row.expiresAt <= isoNow(now) ? "expired" : "open",
  };
}
