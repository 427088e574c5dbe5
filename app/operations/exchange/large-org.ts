import { addCompanies } from "#content/companies/store/companies.server.ts";
import { updateCustomization } from "#company/settings/store/customizations.server.ts";
import {
  saveItem,
  saveItems,
  type ItemStamp,
  type ItemValues,
} from "#content/items/store/items.server.ts";
import type { Actor } from "#tenancy/audit/store/audit.server.ts";
import { createOrg, publishOrg } from "#tenancy/orgs/store/org-changes.server.ts";
import { createProduct } from "#tenancy/products/store/products.server.ts";
import type { Store, Writer } from "#db/store.ts";
import { addSubprocessors } from "#content/subprocessors/store/subprocessors.server.ts";
import { createTopics, type TopicUpdateValues } from "#updates/updates/store/topics.server.ts";
import { DEFAULT_CARD_ORDER, type CardKind } from "#model/cards/kinds.ts";
import { TOPIC_CATEGORIES } from "#model/updates/words.ts";

export interface LargeOrg {
  items: number;
  updates: number;
  subprocessors: number;
  slug: string;
}

const BY: Actor = { actor: "system", actorName: "Bench" };
const MADE_AT = new Date("2026-11-20T09:00:00Z");
const HOUR_MS = 3_600_000;
const UPDATES_A_TOPIC = 4;

/** Cards whose items are free: the risk profile's are answers, the grades' a list. */
const CARDS: readonly CardKind[] = DEFAULT_CARD_ORDER.filter(
  (kind) => kind !== "RiskProfile" && kind !== "SecurityGrades",
);

const SUBJECTS = [
  "Encryption",
  "Access",
  "Backup",
  "Logging",
  "Review",
  "Training",
  "Recovery",
  "Isolation",
  "Retention",
  "Monitoring",
  "Testing",
];
const SCOPES = [
  "of production",
  "of customer data",
  "of administrators",
  "of endpoints",
  "of networks",
  "of source code",
  "of suppliers",
];

/**
 * Creates a published org of any size for measurements, in one transaction. The same numbers give
 * the same texts, titles, slugs and times; only ids differ.
 * @returns the org's id
 */
export async function createLargeOrg(
  { store }: { store: Store },
  { items, updates, subprocessors, slug }: LargeOrg,
): Promise<string> {
  const now = MADE_AT;
  return store.write(async (trx) => {
    const orgId = await createOrg({ trx, by: BY, now }, { slug, name: `Large ${items}` });
    await updateCustomization({ trx, orgId, now }, { publicAccessLevel: "Limited" });
    const productId = await createProduct(
      { trx, orgId, now },
      { name: "Everything", isDefault: true, show: true, position: 0 },
    );
    await saveItems(
      trx,
      orgId,
      productId,
      Array.from({ length: items }, (_, i) => ({ values: item(i), stamp: stamp(i, now) })),
    );
    if (subprocessors > 0) await fillSubprocessors(trx, orgId, productId, subprocessors, now);
    if (updates > 0) await createTopics(trx, orgId, topics(updates, now), BY.actorName);
    await publishOrg({ trx, orgId, by: BY, now });
    return orgId;
  });
}

function item(i: number): ItemValues {
  const subject = SUBJECTS[i % SUBJECTS.length];
  const scope = SCOPES[i % SCOPES.length];
  return {
    uid: `custom.item-${String(i).padStart(6, "0")}`,
    kind: CARDS[i % CARDS.length] ?? "DataSecurity",
    title: `${subject} ${scope} ${i + 1}`,
    enabledState: i % 20 === 7 ? "WorkInProgress" : i % 20 === 13 ? "NotEnabled" : "Enabled",
    publicAccess: i % 3 === 0,
    hidden: i % 3 !== 0 && i % 17 === 5,
    explanation: `${subject} ${scope} follows **standard ${(i % 97) + 1}** and is reviewed every ${(i % 11) + 1} months.\n\n- Owner: team ${(i % 23) + 1}\n- Evidence: record ${i + 1}`,
    maturity: i % 5 === 0 ? "Managed" : null,
    recurrence: i % 7 === 0 ? "quarter" : null,
  };
}

function stamp(i: number, now: Date): ItemStamp {
  return { by: BY.actorName, on: new Date(now.getTime() - (i % 400) * 24 * HOUR_MS) };
}

async function fillSubprocessors(
  trx: Writer,
  orgId: string,
  productId: string,
  count: number,
  now: Date,
): Promise<void> {
  const names = Array.from(
    { length: count },
    (_, i) => `Supplier ${String(i + 1).padStart(4, "0")}`,
  );
  const companies = await addCompanies(
    trx,
    orgId,
    names.map((name, i) => ({ name, domain: `supplier-${i + 1}.example` })),
  );
  const values = companies.map((companyId, i) => ({
    companyId,
    purpose: `Service ${(i % 37) + 1} for ${SCOPES[i % SCOPES.length]?.replace("of ", "")}`,
    location: ["Germany", "Ireland", "United States", "Singapore"][i % 4] ?? "Germany",
    additionalDetails: i % 3 === 0 ? `Contract ${i + 1}, reviewed yearly.` : null,
    createdAt: new Date(now.getTime() - i * 24 * HOUR_MS),
  }));
  await addSubprocessors(trx, orgId, productId, values);
  await saveItem(
    trx,
    orgId,
    productId,
    { uid: "Subprocessors.subprocessors", kind: "Subprocessors", publicAccess: true },
    { by: BY.actorName, on: now },
  );
}

function topics(updates: number, now: Date) {
  return Array.from({ length: Math.ceil(updates / UPDATES_A_TOPIC) }, (_, t) => {
    const count = Math.min(UPDATES_A_TOPIC, updates - t * UPDATES_A_TOPIC);
    const published = Array.from({ length: count }, (_unused, u): TopicUpdateValues => ({
      message: `Message ${u + 1} on topic ${t + 1}: **nothing is lost**, and the next one follows within ${(t % 9) + 1} hours.`,
      audience: (t + u) % 6 === 5 ? "private" : "public",
      channelStatusPage: true,
      channelEmail: u === 0,
      publishAt: new Date(now.getTime() - (t * 12 + UPDATES_A_TOPIC - u) * HOUR_MS),
    }));
    return {
      subject: `Topic ${t + 1}: ${SUBJECTS[t % SUBJECTS.length]} ${SCOPES[t % SCOPES.length]}`,
      category: TOPIC_CATEGORIES[t % TOPIC_CATEGORIES.length] ?? "general",
      pinned: t === 3,
      productIds: [],
      createdAt: new Date(now.getTime() - (t * 12 + UPDATES_A_TOPIC) * HOUR_MS),
      updates: published,
    };
  });
}
