import { MAIL_PAUSE_MINUTES, type SubscribeStatus } from "#model/subscribers/subscriptions.ts";
import { readEmail, type EmailAddress } from "#model/subscribers/email.ts";
import { isoNow, newId, sha256 } from "#db/ids.ts";
import { pattern } from "#db/patterns.ts";
import type { SubscribersTable } from "#db/schema.ts";
import type { Reader, Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import type { TopicCategory } from "#model/updates/words.ts";
import { isBlocked } from "./subscription-blocks.server.ts";
import { changePreferences, loadPreferences } from "./subscription-preferences.server.ts";
import { MINUTE_MS, issueToken, tokenRow } from "./subscription-tokens.server.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";

export {
  countSubscribersFor,
  subscribersFor,
  type MailAudience,
} from "#platform/mail/store/subscriber-audience.server.ts";

export type Subscriber = Omit<SubscribersTable, "orgId">;

/** A subscriber of the org by id; null when it has none. */
export async function findSubscriber(
  db: Reader,
  orgId: string,
  subscriberId: string,
): Promise<Subscriber | null> {
  return (
    (await inOrg(db, orgId)
      .selectFrom("subscribers")
      .selectAll()
      .where("id", "=", subscriberId)
      .executeTakeFirst()) ?? null
  );
}

/** A subscriber by address, in any of its spellings; null when the org has none. */
export async function findSubscriberByEmail(
  db: Reader,
  orgId: string,
  email: string,
): Promise<Subscriber | null> {
  const address = readEmail(email);
  if (address === null) return null;
  return (
    (await inOrg(db, orgId)
      .selectFrom("subscribers")
      .selectAll()
      .where("emailKey", "=", address.key)
      .executeTakeFirst()) ?? null
  );
}

/** The mail that a subscription asks for, to be queued in the same transaction; null: none now. */
export type SubscriptionMail =
  | { kind: "confirm"; email: string; token: string }
  | { kind: "subscribed-already"; email: string }
  | null;

/**
 * Somebody asks for updates. Outsiders can't tell the cases apart; the mail does:
 * - a new, pending or unsubscribed address gets a link that confirms; so does a blocked one, whose
 *   confirmation then says that it is blocked
 * - a confirmed one is told so; one that only follows what changes gets no updates, and a link
 * Of many requests at once, one leads to a mail: the next one waits for two minutes.
 * @param categories which of them they want, null for all: the choice of who isn't confirmed yet
 * @param mayMail false: the day's mails to this address are used up
 */
export async function subscribe(
  write: Omit<Write, "by">,
  {
    address,
    source,
    categories,
    mayMail = true,
  }: {
    address: EmailAddress;
    source: string;
    categories?: readonly TopicCategory[] | null | undefined;
    mayMail?: boolean;
  },
): Promise<{ id: string; mail: SubscriptionMail }> {
  const { trx, orgId, now } = write;
  const found = await inOrg(trx, orgId)
    .selectFrom("subscribers")
    .selectAll()
    .where("emailKey", "=", address.key)
    .executeTakeFirst();
  const subscriber = found ?? (await insertSubscriber(write, { address, source }));
  // Anybody can write an address into the form: what its owner has confirmed stays as it is.
  if (categories !== undefined && subscriber.state !== "confirmed")
    await chooseCategories(trx, orgId, subscriber.id, categories);
  const waits =
    subscriber.mailedAt !== null &&
    now.getTime() - Date.parse(subscriber.mailedAt) < MAIL_PAUSE_MINUTES * MINUTE_MS;
  if (waits || !mayMail) return { id: subscriber.id, mail: null };
  const changes = {
    mailedAt: isoNow(now),
    ...(subscriber.state === "pending" ? { email: address.email } : {}),
  };
  await inOrg(trx, orgId)
    .updateTable("subscribers")
    .set(changes)
    .where("id", "=", subscriber.id)
    .execute();
  // What a confirmed subscriber gets goes to the address that was confirmed, however the new one
  // was tagged.
  if (subscriber.state === "confirmed" && !(await getsNoUpdates(trx, orgId, subscriber.id)))
    return { id: subscriber.id, mail: { kind: "subscribed-already", email: subscriber.email } };
  return {
    id: subscriber.id,
    mail: {
      kind: "confirm",
      email: address.email,
      token: await issueToken(write, subscriber.id, address.email),
    },
  };
}

/** Whether a subscriber chose no updates at all: many only follow what changes. */
async function getsNoUpdates(trx: Writer, orgId: string, subscriberId: string): Promise<boolean> {
  const { allUpdates, categories } = await loadPreferences(trx, orgId, subscriberId);
  return !allUpdates && categories.length === 0;
}

async function chooseCategories(
  trx: Writer,
  orgId: string,
  subscriberId: string,
  categories: readonly TopicCategory[] | null,
): Promise<void> {
  const before = await loadPreferences(trx, orgId, subscriberId);
  await changePreferences(trx, orgId, subscriberId, {
    ...before,
    allUpdates: categories === null,
    categories: categories ?? before.categories,
  });
}

type NewSubscriber = { address: EmailAddress; source: string } & Partial<
  Pick<
    SubscribersTable,
    "state" | "confirmedAt" | "unsubscribedAt" | "mailedAt" | "allUpdates" | "digest"
  >
>;

/** The row of a new subscriber, who gets nothing until the address is confirmed. */
export function newSubscriber(
  orgId: string,
  { address, source, ...values }: NewSubscriber,
  now: Date,
): SubscribersTable {
  return {
    orgId,
    id: newId(),
    email: address.email,
    emailKey: address.key,
    emailDomain: address.domain,
    state: "pending",
    source,
    createdAt: isoNow(now),
    confirmedAt: null,
    unsubscribedAt: null,
    mailedAt: null,
    allUpdates: 1,
    digest: "each",
    ...values,
  };
}

/** Stores a new subscriber (`newSubscriber`). */
export async function insertSubscriber(
  { trx, orgId, now }: Omit<Write, "by">,
  values: NewSubscriber,
): Promise<SubscribersTable> {
  const row = newSubscriber(orgId, values, now);
  await trx.insertInto("subscribers").values(row).execute();
  return row;
}

/**
 * Confirms the address that a link was sent to, once, by one conditional update. A second press of
 * the button is told the same as the first while the subscription lasts; a spent link never brings
 * back one that has ended.
 */
export async function confirmSubscription(
  { trx, orgId, now }: Omit<Write, "by">,
  token: string,
): Promise<SubscribeStatus> {
  const spent = await inOrg(trx, orgId)
    .updateTable("subscriptionTokens")
    .set({ usedAt: isoNow(now) })
    .where("tokenHash", "=", sha256(token))
    .where("purpose", "=", "confirm")
    .where("usedAt", "is", null)
    .where("expiresAt", ">", isoNow(now))
    .executeTakeFirst();
  const row = await tokenRow(trx, orgId, token);
  if (row === null) return "TokenInvalid";
  if (spent.numUpdatedRows === 0n)
    return row.state === "confirmed" && row.subscriberEmail === row.email
      ? "Confirmed"
      : "TokenInvalid";
  const address = readEmail(row.email);
  const kept =
    address === null || row.state === "blocked" || (await isBlocked(trx, orgId, address));
  const changes = kept
    ? { state: "blocked" as const }
    : {
        state: "confirmed" as const,
        email: row.email,
        confirmedAt: isoNow(now),
        unsubscribedAt: null,
        // Who confirms that they want updates gets some.
        ...((await getsNoUpdates(trx, orgId, row.subscriberId)) ? { allUpdates: 1 as const } : {}),
      };
  await inOrg(trx, orgId)
    .updateTable("subscribers")
    .set(changes)
    .where("id", "=", row.subscriberId)
    .execute();
  return kept ? "Blocked" : "Confirmed";
}

/**
 * Ends a subscription, and every link that could confirm one; repeated, it changes nothing more.
 * Somebody who got a mailing without having subscribed, as a member of an account or from a list,
 * leaves for good, too.
 * @returns false when the org knows no such address
 */
export async function unsubscribe(write: Omit<Write, "by">, email: string): Promise<boolean> {
  const { trx, orgId, now } = write;
  const subscriber = await findSubscriberByEmail(trx, orgId, email);
  if (subscriber === null) return leave(write, email);
  if (subscriber.unsubscribedAt === null || subscriber.state === "confirmed") {
    const state = subscriber.state === "blocked" ? "blocked" : "unsubscribed";
    await inOrg(trx, orgId)
      .updateTable("subscribers")
      .set({ state, unsubscribedAt: isoNow(now) })
      .where("id", "=", subscriber.id)
      .execute();
  }
  await inOrg(trx, orgId)
    .deleteFrom("subscriptionTokens")
    .where("subscriberId", "=", subscriber.id)
    .execute();
  return true;
}

/** Notes that an address which a mailing went to wants no more. */
async function leave(write: Omit<Write, "by">, email: string): Promise<boolean> {
  const { trx, orgId, now } = write;
  const address = readEmail(email);
  if (address === null) return false;
  const mailed = await inOrg(trx, orgId)
    .selectFrom("outbox")
    .select("id")
    .where("recipientKey", "=", address.key)
    .where("mailingId", "is not", null)
    .where((eb) =>
      eb.or([eb("recipientRef", "is", null), eb("recipientRef", "like", pattern("member:", ""))]),
    )
    .limit(1)
    .executeTakeFirst();
  if (mailed === undefined) return false;
  await insertSubscriber(write, {
    address,
    source: "mailing",
    state: "unsubscribed",
    unsubscribedAt: isoNow(now),
  });
  return true;
}
