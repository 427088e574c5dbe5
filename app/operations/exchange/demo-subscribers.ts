import type { Write } from "#tenancy/audit/store/audit.server.ts";
import { isoNow } from "#db/ids.ts";
import { insertSubscriber } from "#updates/subscribers/store/subscribers.server.ts";
import { block } from "#updates/subscribers/store/subscription-blocks.server.ts";
import { changePreferences } from "#updates/subscribers/store/subscription-preferences.server.ts";
import { readEmail } from "#model/subscribers/email.ts";
import type { Preferences, SubscriberState } from "#model/subscribers/subscriptions.ts";
import type { TopicCategory } from "#model/updates/words.ts";
import type { ContentIds } from "./content-ids.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface DemoSubscriber {
  email: string;
  /** Days ago that the form was sent. */
  since: number;
  state?: SubscriberState;
  source?: string;
  /** Chosen categories, products by uid, and a mail a week. */
  chose?: { categories?: readonly TopicCategory[]; products?: readonly string[]; weekly?: true };
}

const SECURITY = ["vulnerabilities", "incidents"] as const;

/**
 * People who want acme's updates, in every state; the companies are invented, and two domains are
 * written in other scripts.
 */
const ACME: readonly DemoSubscriber[] = [
  { email: "riley@customer.example", since: 39, source: "updates" },
  { email: "security@customer.example", since: 38, chose: { categories: SECURITY } },
  { email: "vendor-risk@northbank.example", since: 210, source: "import" },
  {
    email: "third-party@northbank.example",
    since: 210,
    source: "import",
    chose: { categories: ["subprocessors"] },
  },
  { email: "grc@helvetia-insure.example", since: 198, source: "import" },
  {
    email: "dpo@helvetia-insure.example",
    since: 198,
    source: "import",
    chose: { categories: ["subprocessors", "compliance"], products: ["platform"] },
  },
  { email: "a.moreau@lumiere-sante.example", since: 187, chose: { weekly: true } },
  { email: "soc@orbitlogistics.example", since: 171, chose: { categories: SECURITY } },
  { email: "j.tanaka@sakura-retail.example", since: 166 },
  {
    email: "privacy@sakura-retail.example",
    since: 160,
    chose: { categories: ["subprocessors"], weekly: true },
  },
  { email: "compliance@fjordpay.example", since: 151, source: "updates" },
  { email: "ingrid.vik@fjordpay.example", since: 149, chose: { products: ["data-lake"] } },
  { email: "einkauf@bücher-gross.example", since: 140 },
  { email: "it-sicherheit@bücher-gross.example", since: 140, chose: { categories: SECURITY } },
  { email: "m.okonkwo@lagosfreight.example", since: 133, source: "updates" },
  { email: "trust@papercrane.example", since: 120, chose: { weekly: true } },
  { email: "ciso@papercrane.example", since: 119 },
  { email: "audit@meridian-audit.example", since: 102, source: "faq" },
  { email: "l.ferreira@azulair.example", since: 96 },
  {
    email: "suppliers@azulair.example",
    since: 96,
    chose: { categories: ["subprocessors", "general"] },
  },
  { email: "ops+acme@kite-metrics.example", since: 84, source: "subscribe" },
  { email: "δοκιμή@παράδειγμα.example", since: 77 },
  {
    email: "dataprotection@councilofeast.example",
    since: 61,
    chose: { categories: ["compliance"], weekly: true },
  },
  {
    email: "h.cho@hanriver.example",
    since: 55,
    chose: { products: ["platform", "data-lake"], categories: SECURITY },
  },
  { email: "platform-team@hanriver.example", since: 54 },
  { email: "press@tech-ledger.example", since: 30, source: "portal" },
  { email: "noor@unsigned.example", since: 5, source: "updates" },
  { email: "sam@prospect.example", since: 2, state: "pending", source: "updates" },
  { email: "procurement@prospect.example", since: 1, state: "pending" },
  { email: "hello@smallshop.example", since: 1, state: "pending", source: "faq" },
  { email: "t.novotny@moravia-steel.example", since: 9, state: "pending" },
  { email: "legal@moravia-steel.example", since: 9, state: "pending" },
  { email: "buyer@quickquote.example", since: 40, state: "pending", source: "subscribe" },
  { email: "old-inbox@westport.example", since: 300, state: "unsubscribed" },
  { email: "k.dahl@westport.example", since: 290, state: "unsubscribed", source: "import" },
  { email: "kim@expired.example", since: 180, state: "unsubscribed", source: "updates" },
  { email: "newsletter@bargainbin.example", since: 90, state: "unsubscribed" },
  { email: "leads@listharvest.example", since: 45, state: "blocked" },
  { email: "bot@mail.listharvest.example", since: 44, state: "blocked", source: "subscribe" },
  { email: "lee@declined.example", since: 25, state: "blocked", source: "updates" },
];

const GLOBEX: readonly DemoSubscriber[] = [
  { email: "alex@clinic.example", since: 70, source: "updates" },
  {
    email: "hipaa@lakeside-clinic.example",
    since: 68,
    chose: { categories: ["compliance", "incidents"] },
  },
  { email: "it@riverbend-hospital.example", since: 33, chose: { weekly: true } },
  { email: "privacy@riverbend-hospital.example", since: 3, state: "pending" },
  { email: "gone@oldpractice.example", since: 120, state: "unsubscribed" },
];

const BLOCKS: Readonly<Record<string, readonly string[]>> = {
  acme: ["listharvest.example", "lee@declined.example"],
};

/** Creates an org's demo subscribers, and whom it keeps out. */
export async function createDemoSubscribers(
  write: Write,
  org: string,
  idOf: ContentIds,
): Promise<void> {
  for (const subscriber of org === "acme" ? ACME : GLOBEX)
    await createSubscriber(write, subscriber, idOf);
  for (const text of BLOCKS[org] ?? [])
    await block({ ...write, now: new Date(write.now.getTime() - 20 * DAY_MS) }, text);
}

async function createSubscriber(
  { trx, orgId, now }: Write,
  { email, since, state = "confirmed", source = "portal", chose }: DemoSubscriber,
  idOf: ContentIds,
): Promise<void> {
  const address = readEmail(email);
  if (address === null) throw new Error(`${email} is not an email address`);
  const created = new Date(now.getTime() - since * DAY_MS);
  const confirmed =
    state === "pending" || state === "blocked"
      ? null
      : isoNow(new Date(created.getTime() + HOUR_MS));
  const ended = state === "unsubscribed" ? isoNow(new Date(created.getTime() + 14 * DAY_MS)) : null;
  const { id } = await insertSubscriber(
    { trx, orgId, now: created },
    {
      address,
      source,
      state: state === "blocked" ? "pending" : state,
      confirmedAt: confirmed,
      unsubscribedAt: ended,
    },
  );
  if (chose === undefined) return;
  const { categories = [], products = [], weekly } = chose;
  const productIds = products.map((product) => idOf("product", product));
  const allUpdates = categories.length === 0 && products.length === 0;
  const preferences: Preferences = {
    allUpdates,
    categories:
      categories.length === 0 && !allUpdates
        ? ["compliance", "vulnerabilities", "incidents", "subprocessors", "general"]
        : categories,
    productIds,
    digest: weekly ? "weekly" : "each",
  };
  await changePreferences(trx, orgId, id, preferences);
}
