import type { MailingRecipients } from "#model/mail/mail.ts";
import { deliverableEmail, readEmail } from "#model/subscribers/email.ts";
import { isoNow } from "#db/ids.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { subscribersFor } from "./subscriber-audience.server.ts";

/** Someone who gets a mailing. */
export interface MailingRecipient {
  /** As an envelope takes it. */
  email: string;
  /** The address in canonical form: who it is. */
  key: string;
  /** `subscriber:{id}` or `member:{id}`; null for a listed address. */
  ref: string | null;
}

/** How far the reading of recipients is: which of the sources, and after which of its keys. */
export interface Cursor {
  source: number;
  after: string;
}

type Source = "subscribers" | "accounts" | "profile" | "listed";

/**
 * The sources of a mailing in their order: subscribers first, so that who is in several gets the
 * mail with their own links.
 */
function sourcesOf({ subscribers, audience }: MailingRecipients): Source[] {
  const sources: Source[] =
    subscribers || audience?.source === "subscribers" ? ["subscribers"] : [];
  return audience === null || audience.source === "subscribers"
    ? sources
    : [...sources, audience.source];
}

/**
 * The next recipients of a mailing, in an order that does not change while it is read.
 * @returns them, with where to go on; `next` is null after the last ones
 */
export async function nextRecipients(
  db: Reader,
  orgId: string,
  wanted: MailingRecipients,
  { cursor, limit, now }: { cursor: Cursor; limit: number; now: Date },
): Promise<{ recipients: MailingRecipient[]; next: Cursor | null }> {
  const source = sourcesOf(wanted)[cursor.source];
  if (source === undefined) return { recipients: [], next: null };
  const { rows, last } = await readSource(db, orgId, wanted, {
    source,
    after: cursor.after,
    limit,
    now,
  });
  return {
    recipients: rows,
    next:
      last === null
        ? { source: cursor.source + 1, after: "" }
        : { source: cursor.source, after: last },
  };
}

/** One page of a source; `last` is its last key, null when the source has no more. */
async function readSource(
  db: Reader,
  orgId: string,
  wanted: MailingRecipients,
  { source, after, limit, now }: { source: Source; after: string; limit: number; now: Date },
): Promise<{ rows: MailingRecipient[]; last: string | null }> {
  if (source === "listed") return listed(db, orgId, wanted.audience?.emails ?? [], after, limit);
  if (source === "subscribers") {
    const { category, productIds, digest = "each", choice } = wanted;
    const page = await subscribersFor(
      db,
      orgId,
      { category, productIds, digest, ...(choice === undefined ? {} : { choice }) },
      { after, limit },
    );
    const last = page.length < limit ? null : (page.at(-1)?.id ?? null);
    const active = wanted.membersOnly
      ? await activeAddresses(
          db,
          orgId,
          page.map(({ email }) => email),
          productIds,
          now,
        )
      : null;
    const rows = page
      .filter(({ email }) => active?.has(email) ?? true)
      .map(({ id, email }) => ({ email, key: keyOf(email), ref: `subscriber:${id}` }));
    return { rows, last };
  }
  const page = await activeMembers(
    db,
    orgId,
    {
      productIds: wanted.membersOnly ? wanted.productIds : [],
      profileId: source === "profile" ? (wanted.audience?.profileId ?? "") : null,
    },
    now,
  )
    .where("m.id", ">", after)
    .orderBy("m.id")
    .limit(limit)
    .execute();
  const last = page.length < limit ? null : (page.at(-1)?.id ?? null);
  const rows = page.map(({ id, email }) => ({
    email: deliverableEmail(email),
    key: keyOf(email),
    ref: `member:${id}`,
  }));
  return { rows: await withoutThoseWhoLeft(db, orgId, rows), last };
}

/** Addresses that staff listed; what is none is left out. */
async function listed(
  db: Reader,
  orgId: string,
  emails: readonly string[],
  after: string,
  limit: number,
): Promise<{ rows: MailingRecipient[]; last: string | null }> {
  const addresses = [
    ...new Map(
      emails
        .map(readEmail)
        .flatMap((address) => (address === null ? [] : [[address.key, address] as const])),
    ).values(),
  ].sort((a, b) => (a.key < b.key ? -1 : 1));
  const page = addresses.filter(({ key }) => key > after).slice(0, limit);
  const rows = page.map(({ email, key }) => ({ email: deliverableEmail(email), key, ref: null }));
  return {
    rows: await withoutThoseWhoLeft(db, orgId, rows),
    last: page.length < limit ? null : (page.at(-1)?.key ?? null),
  };
}

/**
 * Members of approved accounts with a grant in force: in one of the products, when there are any,
 * and under the profile, when there is one.
 */
function activeMembers(
  db: Reader,
  orgId: string,
  { productIds, profileId }: { productIds: readonly string[]; profileId: string | null },
  now: Date,
) {
  return inOrg(db, orgId)
    .selectFrom("members as m")
    .innerJoin("accounts as a", (join) =>
      join.onRef("a.orgId", "=", "m.orgId").onRef("a.id", "=", "m.accountId"),
    )
    .select(["m.id", "m.email"])
    .where("m.removedAt", "is", null)
    .where("a.reviewStatus", "=", "approved")
    .where((eb) => {
      let grants = eb
        .selectFrom("grants as g")
        .select("g.id")
        .whereRef("g.orgId", "=", "m.orgId")
        .whereRef("g.accountId", "=", "m.accountId")
        .where("g.revokedAt", "is", null)
        .where((grant) =>
          grant.or([grant("g.expiresAt", "is", null), grant("g.expiresAt", ">", isoNow(now))]),
        );
      if (productIds.length > 0) grants = grants.where("g.productId", "in", [...productIds]);
      if (profileId !== null) grants = grants.where("g.profileId", "=", profileId);
      return eb.exists(grants);
    });
}

/** Which of some addresses belong to members who may read what is for members. */
async function activeAddresses(
  db: Reader,
  orgId: string,
  emails: readonly string[],
  productIds: readonly string[],
  now: Date,
): Promise<Set<string>> {
  if (emails.length === 0) return new Set();
  const rows = await activeMembers(db, orgId, { productIds, profileId: null }, now)
    .where("m.email", "in", [...emails])
    .execute();
  return new Set(rows.map(({ email }) => email));
}

/** Who unsubscribed, or is blocked, gets no update by another way either. */
async function withoutThoseWhoLeft(
  db: Reader,
  orgId: string,
  rows: MailingRecipient[],
): Promise<MailingRecipient[]> {
  if (rows.length === 0) return rows;
  const left = await inOrg(db, orgId)
    .selectFrom("subscribers")
    .select("emailKey")
    .where(
      "emailKey",
      "in",
      rows.map(({ key }) => key),
    )
    .where("state", "in", ["unsubscribed", "blocked"])
    .execute();
  const keys = new Set(left.map(({ emailKey }) => emailKey));
  return rows.filter(({ key }) => !keys.has(key));
}

function keyOf(email: string): string {
  return readEmail(email)?.key ?? email;
}

/**
 * Which rows of a mailing may still leave: between the row and its sending a subscriber may have
 * unsubscribed, a member may have lost access.
 * @returns their ids
 */
export async function stillWanted(
  db: Reader,
  orgId: string,
  { membersOnly, productIds }: Pick<MailingRecipients, "membersOnly" | "productIds">,
  rows: readonly {
    id: string;
    toEmail: string;
    recipientKey: string | null;
    recipientRef: string | null;
  }[],
  now: Date,
): Promise<Set<string>> {
  const isSubscriber = (row: { recipientRef: string | null }) =>
    row.recipientRef?.startsWith("subscriber:") === true;
  const keys = rows.flatMap(({ recipientKey }) => recipientKey ?? []);
  const states =
    keys.length === 0
      ? []
      : await inOrg(db, orgId)
          .selectFrom("subscribers")
          .select(["emailKey", "state"])
          .where("emailKey", "in", keys)
          .execute();
  const stateOf = new Map(states.map(({ emailKey, state }) => [emailKey, state]));
  const active = await activeAddresses(
    db,
    orgId,
    rows.filter(({ recipientRef }) => recipientRef !== null).map(({ toEmail }) => toEmail),
    membersOnly ? productIds : [],
    now,
  );
  const allowed = rows.filter((row) => {
    const state = stateOf.get(row.recipientKey ?? "");
    if (isSubscriber(row))
      return state === "confirmed" && (!membersOnly || active.has(row.toEmail));
    if (state === "unsubscribed" || state === "blocked") return false;
    return row.recipientRef === null || active.has(row.toEmail);
  });
  return new Set(allowed.map(({ id }) => id));
}
