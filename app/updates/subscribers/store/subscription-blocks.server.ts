import { isErased } from "#model/privacy/erased.ts";
import { bareAddress, readDomain, readEmail } from "#model/subscribers/email.ts";
import { noteEntries } from "#tenancy/history/store/entry-changes.server.ts";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import { hashedAddress, hashedAddresses } from "#platform/privacy/store/erased-addresses.server.ts";
import { isoNow, newId } from "#db/ids.ts";
import { breath, mapInSlices } from "#db/pace.ts";
import { pattern } from "#db/patterns.ts";
import { mustChange, Refused } from "#db/refusals.ts";
import type { SubscriptionBlocksTable } from "#db/schema.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

export type SubscriptionBlock = Pick<
  SubscriptionBlocksTable,
  "id" | "kind" | "value" | "createdAt" | "createdBy"
>;

/** Whom an org keeps from subscribing, the newest first. */
export async function listBlocks(db: Reader, orgId: string): Promise<SubscriptionBlock[]> {
  return inOrg(db, orgId)
    .selectFrom("subscriptionBlocks")
    .select(["id", "kind", "value", "createdAt", "createdBy"])
    .orderBy("createdAt", "desc")
    .orderBy("id")
    .execute();
}

/** Whether an address is kept out: itself, its domain, or a domain above that. */
export async function isBlocked(
  db: Reader,
  orgId: string,
  { key, domain }: { key: string; domain: string },
): Promise<boolean> {
  const row = await inOrg(db, orgId)
    .selectFrom("subscriptionBlocks")
    .select("id")
    .where((eb) =>
      eb.or([
        eb.and([
          eb("kind", "=", "address"),
          eb("value", "in", [key, hashedAddress(db, orgId, key)]),
        ]),
        eb.and([eb("kind", "=", "domain"), eb("value", "in", domainsAbove(domain))]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Of many addresses those that are kept out, by their keys. */
export async function blockedAmong(
  db: Reader,
  orgId: string,
  addresses: readonly { key: string; domain: string }[],
): Promise<Set<string>> {
  const rows = await inOrg(db, orgId)
    .selectFrom("subscriptionBlocks")
    .select(["kind", "value"])
    .execute();
  const valuesOf = (kind: "address" | "domain") =>
    new Set(rows.filter((row) => row.kind === kind).map(({ value }) => value));
  const [kept, domains] = [valuesOf("address"), valuesOf("domain")];
  const isKept = ({ key, domain }: { key: string; domain: string }) =>
    kept.has(key) || domainsAbove(domain).some((above) => domains.has(above));
  const blocked = await mapInSlices(addresses, (address) => (isKept(address) ? [address.key] : []));
  const erased = [...kept].some(isErased) ? await erasedAmong(db, orgId, kept, addresses) : [];
  return new Set([...blocked.flat(), ...erased]);
}

/** So many addresses are hashed before others get their turn. */
const HASHED_AT_ONCE = 500;

/** Of many addresses those whose hash is kept, by their keys. */
async function erasedAmong(
  db: Reader,
  orgId: string,
  kept: ReadonlySet<string>,
  addresses: readonly { key: string }[],
): Promise<string[]> {
  const found: string[] = [];
  for (let from = 0; from < addresses.length; from += HASHED_AT_ONCE) {
    const keys = addresses.slice(from, from + HASHED_AT_ONCE).map(({ key }) => key);
    const hashes = hashedAddresses(db, orgId, keys);
    found.push(...keys.filter((_, i) => kept.has(hashes[i] ?? "")));
    await breath();
  }
  return found;
}

/**
 * Keeps an address or a whole domain out; who is subscribed from there gets nothing from now on.
 * @param text an address, or a domain with or without `@` in front
 * @returns how many subscribers it concerns
 * @throws Refused when the text is neither, or is kept out already
 */
export async function block(write: Write, text: string): Promise<number> {
  const { trx, orgId, by, now } = write;
  const { kind, value } = readBlock(text);
  const there = await inOrg(trx, orgId)
    .selectFrom("subscriptionBlocks")
    .select("id")
    .where("kind", "=", kind)
    .where("value", "=", value)
    .executeTakeFirst();
  if (there !== undefined) throw new Refused(`${value} is already blocked.`, "value");
  await trx
    .insertInto("subscriptionBlocks")
    .values({ orgId, id: newId(), kind, value, createdAt: isoNow(now), createdBy: by.actorName })
    .execute();
  let matching = inOrg(trx, orgId)
    .updateTable("subscribers")
    .set({ state: "blocked" })
    .where("state", "!=", "blocked");
  matching =
    kind === "address"
      ? matching.where("emailKey", "=", value)
      : matching.where((eb) =>
          eb.or([
            eb("emailDomain", "=", value),
            eb("emailDomain", "like", pattern("", `.${value}`)),
          ]),
        );
  const rows = await matching.returning("id").execute();
  const concerned = rows.length;
  await noteEntries(
    write,
    "subscribers",
    rows.map(({ id }) => id),
  );
  await recordAudit(write, {
    action: "subscriber.blocked",
    subject: value,
    detail: { subscribers: concerned },
  });
  return concerned;
}

/**
 * Lets an address or domain in again. Who was subscribed is so again, in the state that the times
 * tell: a block never changed those.
 * @throws NotFound
 */
export async function unblock(write: Write, blockId: string): Promise<string> {
  const { trx, orgId } = write;
  const row = await inOrg(trx, orgId)
    .selectFrom("subscriptionBlocks")
    .select("value")
    .where("id", "=", blockId)
    .executeTakeFirst();
  mustChange(
    await inOrg(trx, orgId)
      .deleteFrom("subscriptionBlocks")
      .where("id", "=", blockId)
      .executeTakeFirst(),
    "block",
  );
  const blocked = await inOrg(trx, orgId)
    .selectFrom("subscribers")
    .select(["id", "emailKey", "emailDomain", "confirmedAt", "unsubscribedAt"])
    .where("state", "=", "blocked")
    .execute();
  for (const { id, emailKey, emailDomain, confirmedAt, unsubscribedAt } of blocked) {
    if (await isBlocked(trx, orgId, { key: emailKey, domain: emailDomain })) continue;
    const state =
      unsubscribedAt !== null ? "unsubscribed" : confirmedAt !== null ? "confirmed" : "pending";
    await inOrg(trx, orgId)
      .updateTable("subscribers")
      .set({ state })
      .where("id", "=", id)
      .execute();
    await noteEntries(write, "subscribers", [id]);
  }
  await recordAudit(write, { action: "subscriber.unblocked", subject: row?.value ?? null });
  return row?.value ?? "";
}

function readBlock(text: string): { kind: "address" | "domain"; value: string } {
  const typed = bareAddress(text);
  const address = typed.startsWith("@") ? null : readEmail(typed);
  if (address !== null) return { kind: "address", value: address.key };
  const domain = readDomain(typed.replace(/^@/, ""));
  if (domain === null)
    throw new Refused(
      "Enter an address such as name@example.com, or a domain such as example.com.",
      "value",
    );
  return { kind: "domain", value: domain };
}

/** `a.b.example` is of `b.example`, too. */
function domainsAbove(domain: string): string[] {
  const labels = domain.split(".");
  return labels.slice(0, -1).map((_, i) => labels.slice(i).join("."));
}
