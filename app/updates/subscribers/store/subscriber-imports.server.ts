import type { EmailAddress } from "#model/subscribers/email.ts";
import type { Preferences } from "#model/subscribers/subscriptions.ts";
import { recordAudit, type Authorship } from "#tenancy/audit/store/audit.server.ts";
import { inBatches } from "#db/batches.ts";
import { isoNow } from "#db/ids.ts";
import { mapInSlices } from "#db/pace.ts";
import { mustFindProducts } from "#tenancy/products/store/products.server.ts";
import type { SubscribersTable } from "#db/schema.ts";
import { newSubscriber, type Subscriber, type SubscriptionMail } from "./subscribers.server.ts";
import { issueTokens } from "./subscription-tokens.server.ts";
import { blockedAmong } from "./subscription-blocks.server.ts";
import { changePreferences } from "./subscription-preferences.server.ts";
import type { Reader, Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/** One address that staff bring along. */
export interface BroughtSubscriber {
  address: EmailAddress;
  /** null: as it is, or all updates for a new one. */
  preferences: Preferences | null;
}

/**
 * What would happen to an address. A person who unsubscribed, or is kept out, is never brought back
 * by staff.
 */
export type ImportOutcome = "add" | "confirm" | "subscribed" | "unsubscribed" | "blocked";

/** What bringing an address along comes to. */
export async function importOutcome(
  db: Reader,
  orgId: string,
  address: EmailAddress,
  agreed: boolean,
): Promise<ImportOutcome> {
  return (await importOutcomes(db, orgId, [address], agreed)).get(address.key) ?? "add";
}

/**
 * What bringing addresses along comes to, by their keys.
 * @param agreed whether staff say that the people agreed: then a pending one counts as confirmed
 */
export async function importOutcomes(
  db: Reader,
  orgId: string,
  addresses: readonly EmailAddress[],
  agreed: boolean,
): Promise<Map<string, ImportOutcome>> {
  const found = await findSubscribers(db, orgId, addresses);
  return outcomesOf(addresses, found, await blockedAmong(db, orgId, addresses), agreed);
}

function outcomesOf(
  addresses: readonly EmailAddress[],
  found: ReadonlyMap<string, Subscriber>,
  kept: ReadonlySet<string>,
  agreed: boolean,
): Map<string, ImportOutcome> {
  return new Map(
    addresses.map(({ key }) => [key, outcomeOf(found.get(key) ?? null, kept.has(key), agreed)]),
  );
}

function outcomeOf(found: Subscriber | null, kept: boolean, agreed: boolean): ImportOutcome {
  if (kept || found?.state === "blocked") return "blocked";
  if (found === null) return "add";
  // Whoever ended a subscription once has the last word, even while a new confirmation waits.
  if (found.unsubscribedAt !== null) return "unsubscribed";
  return found.state === "pending" && agreed ? "confirm" : "subscribed";
}

async function findSubscribers(
  db: Reader,
  orgId: string,
  addresses: readonly EmailAddress[],
): Promise<Map<string, Subscriber>> {
  const found = new Map<string, Subscriber>();
  await inBatches(addresses, async (batch) => {
    const rows = await inOrg(db, orgId)
      .selectFrom("subscribers")
      .selectAll()
      .where(
        "emailKey",
        "in",
        batch.map(({ key }) => key),
      )
      .execute();
    for (const row of rows) found.set(row.emailKey, row);
  });
  return found;
}

/**
 * Brings addresses along in one transaction: confirmed by staff's word, with the note of how these
 * people agreed in the record, or each asked by mail.
 * @param options.consent how the people agreed; null: each is asked to confirm
 * @returns the mails to queue in the same transaction, and how many rows came to what
 */
export async function importSubscribers(
  trx: Writer,
  orgId: string,
  brought: readonly BroughtSubscriber[],
  { consent, source, by, now }: Authorship & { consent: string | null; source: "import" | "staff" },
): Promise<{ mails: NonNullable<SubscriptionMail>[]; counts: Record<ImportOutcome, number> }> {
  const write = { trx, orgId, by, now };
  const counts: Record<ImportOutcome, number> = {
    add: 0,
    confirm: 0,
    subscribed: 0,
    unsubscribed: 0,
    blocked: 0,
  };
  const addresses = brought.map(({ address }) => address);
  const found = await findSubscribers(trx, orgId, addresses);
  const outcomes = outcomesOf(
    addresses,
    found,
    await blockedAmong(trx, orgId, addresses),
    consent !== null,
  );
  const changes =
    consent === null
      ? { mailedAt: isoNow(now) }
      : { state: "confirmed" as const, confirmedAt: isoNow(now) };
  const fresh: BroughtSubscriber[] = [];
  const waiting: { subscriber: Subscriber; preferences: Preferences | null }[] = [];
  for (const one of brought) {
    const outcome = outcomes.get(one.address.key) ?? "add";
    counts[outcome] += 1;
    if (outcome !== "add" && outcome !== "confirm") continue;
    const subscriber = found.get(one.address.key);
    if (subscriber === undefined) fresh.push(one);
    else waiting.push({ subscriber, preferences: one.preferences });
  }
  const people: { id: string; email: string }[] = await insertSubscribers(
    trx,
    orgId,
    fresh,
    { source, ...changes },
    now,
  );
  for (const { subscriber, preferences } of waiting) {
    if (preferences !== null) await changePreferences(trx, orgId, subscriber.id, preferences);
    await inOrg(trx, orgId)
      .updateTable("subscribers")
      .set(changes)
      .where("id", "=", subscriber.id)
      .execute();
    people.push(subscriber);
  }
  const mails: NonNullable<SubscriptionMail>[] =
    consent === null
      ? (await issueTokens(write, people)).map((link) => ({
          kind: "confirm",
          ...link,
        }))
      : [];
  const action = source === "import" ? "subscribers.imported" : "subscriber.added";
  await recordAudit(write, {
    action,
    detail: {
      added: counts.add,
      confirmed: counts.confirm,
      skipped: counts.subscribed + counts.unsubscribed + counts.blocked,
      consent: consent ?? "asked by email",
    },
  });
  return { mails, counts };
}

/**
 * New subscribers with what each wants, all at once. @throws NotFound when a product is not the
 * org's
 */
async function insertSubscribers(
  trx: Writer,
  orgId: string,
  brought: readonly BroughtSubscriber[],
  values: Pick<SubscribersTable, "source"> & Partial<SubscribersTable>,
  now: Date,
): Promise<SubscribersTable[]> {
  await mustFindProducts(trx, orgId, [
    ...new Set(brought.flatMap(({ preferences }) => preferences?.productIds ?? [])),
  ]);
  const rows = await mapInSlices(brought, ({ address, preferences }) =>
    newSubscriber(
      orgId,
      {
        address,
        ...values,
        ...(preferences === null
          ? {}
          : {
              allUpdates: preferences.allUpdates ? (1 as const) : (0 as const),
              digest: preferences.digest,
            }),
      },
      now,
    ),
  );
  await inBatches(rows, (batch) => trx.insertInto("subscribers").values(batch).execute());
  const wanted = rows.map(({ id }, place) => ({
    subscriberId: id,
    preferences: brought[place]?.preferences,
  }));
  await inBatches(
    wanted.flatMap(({ subscriberId, preferences }) =>
      (preferences?.categories ?? []).map((category) => ({ orgId, subscriberId, category })),
    ),
    (batch) => trx.insertInto("subscriberCategories").values(batch).execute(),
  );
  await inBatches(
    wanted.flatMap(({ subscriberId, preferences }) =>
      (preferences?.productIds ?? []).map((productId) => ({ orgId, subscriberId, productId })),
    ),
    (batch) => trx.insertInto("subscriberProducts").values(batch).execute(),
  );
  return rows;
}
