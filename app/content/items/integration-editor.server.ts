import type { Actor } from "#tenancy/audit/store/audit.server.ts";
import { findEditableItem, type EditableItem } from "./store/editable-item.server.ts";
import { hasFeature, type Org } from "#tenancy/orgs/store/orgs.server.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import type { Services } from "#platform/context.ts";
import { catalogueKind } from "#model/cards/catalogue/index.ts";
import { CARD_TITLES } from "#model/cards/kinds.ts";
import { readProvider } from "./integration-reading.server.ts";
import {
  connectError,
  linkError,
  pageOf,
  PROVIDER_ITEMS,
  upgradeFor,
  type ConnectFault,
  type Integration,
  type Provider,
  type Reading,
} from "#model/integrations.ts";
import { connectItem } from "./store/integrations.server.ts";

/** Why nothing was connected: the link, the plan, or what the provider said. */
export interface NotConnected {
  fault: "LINK" | "PLAN" | ConnectFault;
  message: string;
}

export type Checked = { page: string; reading: Reading };

/**
 * Asks a provider whether a link leads to a page that can be connected. Nothing is changed.
 * @throws TooManyRequests over thirty a minute and org
 */
export async function checkLink(
  { config, limits, log }: Pick<Services, "config" | "limits" | "log">,
  org: Org,
  provider: Provider,
  typed: string,
): Promise<Checked | NotConnected> {
  if (!hasFeature(org, "growthIntegrations"))
    return { fault: "PLAN", message: upgradeFor(provider) };
  const page = pageOf(provider, typed);
  if (page === null) return { fault: "LINK", message: linkError(provider) };
  await limits.consume("integration-check", org.id);
  const reading = await readProvider({ provider, page }, config);
  if (typeof reading !== "string") return { page, reading };
  // A status page that is none is a slip of whoever typed it; HackerOne is there, so something is
  // wrong.
  if (reading === "UNKNOWN" && provider === "hackerone")
    log.error({ provider, page, orgId: org.id }, "an integration could not be connected");
  return { fault: reading, message: connectError(provider, reading) };
}

/** The item of a product that a provider belongs to, wherever it stands. */
export async function connectable(
  db: Reader,
  org: Org,
  productId: string,
  provider: Provider,
): Promise<EditableItem | null> {
  const uid = PROVIDER_ITEMS[provider];
  const row = await inOrg(db, org.id)
    .selectFrom("items")
    .select("kind")
    .where("productId", "=", productId)
    .where("uid", "=", uid)
    .executeTakeFirst();
  const kind = row?.kind ?? catalogueKind(uid);
  if (kind === undefined) return null;
  return findEditableItem(db, org, productId, { kind, cardTitle: CARD_TITLES[kind], uid });
}

/**
 * Connects an item to the page of a link that somebody typed.
 * @returns what it is connected to now, and the change by which that is undone; or why it is not
 * @throws TooManyRequests; EditConflict for a form that shows another version
 */
export async function connect(
  services: Pick<Services, "config" | "limits" | "log" | "store">,
  { org, productId, by, now }: { org: Org; productId: string; by: Actor; now: Date },
  editable: EditableItem,
  { provider, typed, base }: { provider: Provider; typed: string; base?: string },
): Promise<{ integration: Integration; reading: Reading; changeId: string | null } | NotConnected> {
  const checked = await checkLink(services, org, provider, typed);
  if ("fault" in checked) return checked;
  const integration = { provider, page: checked.page, showInCard: true };
  const { reading } = checked;
  const changeId = await services.store.write((trx) =>
    connectItem(
      { trx, orgId: org.id, by, now },
      productId,
      editable,
      { integration, reading },
      { base },
    ),
  );
  return { integration, reading, changeId };
}
