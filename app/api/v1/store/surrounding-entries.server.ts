import { craFacts } from "#model/cra.ts";
import { listRules } from "#access/access-requests/store/access-rules.server.ts";
import { inOrg } from "#db/tenant.ts";
import type { Reader } from "#db/store.ts";
import { notedEntries } from "#tenancy/history/store/entry-changes.server.ts";
import type {
  ProductEntry,
  ProfileEntry,
  RuleEntry,
  SignatureEntry,
  SubscriberEntry,
} from "../rules/entries.ts";
import type { WebhookEntry } from "../rules/company-entries.ts";
import { latest } from "./content-entries.server.ts";
import type { IdPage } from "./entry-ids.server.ts";

/** Permission profiles with the items that were chosen. */
export async function profileEntries(
  db: Reader,
  orgId: string,
  ids: readonly string[],
): Promise<ProfileEntry[]> {
  const [rows, noted, items] = await Promise.all([
    inOrg(db, orgId).selectFrom("permissionProfiles").selectAll().where("id", "in", ids).execute(),
    notedEntries(db, orgId, "profiles", ids),
    inOrg(db, orgId)
      .selectFrom("profileItems")
      .select(["profileId", "productId", "itemUid"])
      .where("profileId", "in", ids)
      .orderBy("productId")
      .orderBy("itemUid")
      .execute(),
  ]);
  const itemsOf = Map.groupBy(items, ({ profileId }) => profileId);
  return rows.map(({ id, name, allItems, createdAt }) => ({
    id,
    name,
    allItems: allItems === 1,
    items: (itemsOf.get(id) ?? []).map(({ productId, itemUid }) => ({ productId, itemUid })),
    createdAt,
    updatedAt: latest([createdAt, noted.get(id)]),
  }));
}

/** The auto-decision rules behind one that are in force. */
export function ruleIds(
  db: Reader,
  orgId: string,
  { after, count }: IdPage,
): Promise<readonly { id: string }[]> {
  return inOrg(db, orgId)
    .selectFrom("accessRules")
    .select("id")
    .where("endedAt", "is", null)
    .where("id", ">", after)
    .orderBy("id")
    .limit(count)
    .execute();
}

/** Auto-decision rules in force, with their conditions. */
export async function ruleEntries(
  db: Reader,
  orgId: string,
  ids: readonly string[],
): Promise<RuleEntry[]> {
  const wanted = new Set(ids);
  const [rules, rows, noted] = await Promise.all([
    listRules(db, orgId),
    inOrg(db, orgId)
      .selectFrom("accessRules")
      .select(["id", "createdAt"])
      .where("id", "in", ids)
      .execute(),
    notedEntries(db, orgId, "rules", ids),
  ]);
  const since = new Map(rows.map(({ id, createdAt }) => [id, createdAt]));
  return rules
    .filter(({ id }) => wanted.has(id))
    .map((rule) => {
      const createdAt = since.get(rule.id) ?? "";
      return {
        id: rule.id,
        position: rule.position,
        matches: rule.matches,
        pattern: rule.pattern,
        relationships: [...rule.relationships],
        countries: [...rule.countries],
        askedProductIds: [...rule.askedProductIds],
        action: rule.action,
        profileId: rule.profileId,
        productIds: [...rule.productIds],
        expiresInDays: rule.expiresInDays,
        ndaRequired: rule.ndaRequired,
        message: rule.message,
        note: rule.note,
        createdAt,
        updatedAt: latest([createdAt, noted.get(rule.id)]),
      };
    });
}

/** Signatures of the NDA, without what browsers say of themselves. */
export async function signatureEntries(
  db: Reader,
  orgId: string,
  ids: readonly string[],
): Promise<SignatureEntry[]> {
  const rows = await inOrg(db, orgId)
    .selectFrom("ndaSignatures")
    .select([
      "id",
      "accountId",
      "memberId",
      "versionId",
      "name",
      "email",
      "signedAt",
      "importedAt",
      "importedBy",
      "note",
    ])
    .where("id", "in", ids)
    .execute();
  // One that goes to another account with its member is noted with that account.
  const accounts = [...new Set(rows.map(({ accountId }) => accountId))];
  const noted = await notedEntries(db, orgId, "accounts", accounts);
  return rows.map((row) => {
    const createdAt = row.importedAt ?? row.signedAt;
    return { ...row, createdAt, updatedAt: latest([createdAt, noted.get(row.accountId)]) };
  });
}

/** Addresses that updates are mailed to, or were. */
export async function subscriberEntries(
  db: Reader,
  orgId: string,
  ids: readonly string[],
): Promise<SubscriberEntry[]> {
  const [rows, noted] = await Promise.all([
    inOrg(db, orgId)
      .selectFrom("subscribers")
      .select(["id", "email", "state", "source", "confirmedAt", "unsubscribedAt", "createdAt"])
      .where("id", "in", ids)
      .execute(),
    notedEntries(db, orgId, "subscribers", ids),
  ]);
  return rows.map(({ createdAt, ...row }) => ({
    ...row,
    createdAt,
    updatedAt: latest([createdAt, row.confirmedAt, row.unsubscribedAt, noted.get(row.id)]),
  }));
}

/** Products, without what stands on their pages. */
export async function productEntries(
  db: Reader,
  orgId: string,
  ids: readonly string[],
): Promise<ProductEntry[]> {
  const [rows, noted] = await Promise.all([
    inOrg(db, orgId).selectFrom("products").selectAll().where("id", "in", ids).execute(),
    notedEntries(db, orgId, "products", ids),
  ]);
  return rows.map(({ id, name, slug, show, isDefault, craJson, createdAt }) => ({
    id,
    name,
    slug,
    show: show === 1,
    isDefault: isDefault === 1,
    cra: craFacts(craJson),
    createdAt,
    updatedAt: latest([createdAt, noted.get(id)]),
  }));
}

/** Webhooks and channels, without what is a secret of theirs. */
export async function webhookEntries(
  db: Reader,
  orgId: string,
  ids: readonly string[],
): Promise<WebhookEntry[]> {
  const [rows, noted] = await Promise.all([
    inOrg(db, orgId)
      .selectFrom("webhooks")
      .select(["id", "name", "kind", "host", "typesJson", "details"])
      .select(["createdAt", "createdBy", "stoppedAt", "stoppedBy"])
      .where("id", "in", ids)
      .execute(),
    notedEntries(db, orgId, "webhooks", ids),
  ]);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    kind: row.kind,
    host: row.host,
    types: JSON.parse(row.typesJson) as string[],
    details: row.details === 1,
    createdAt: row.createdAt,
    createdBy: row.createdBy,
    stoppedAt: row.stoppedAt,
    stoppedBy: row.stoppedBy,
    updatedAt: latest([row.createdAt, row.stoppedAt, noted.get(row.id)]),
  }));
}
