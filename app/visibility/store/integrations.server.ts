import { momentInDay } from "#values/moments.ts";
import {
  AWAITED_MS,
  PROVIDER_ITEMS,
  readIntegration,
  readReading,
  connectionStatus,
  type Integration,
  type IntegrationView,
  type LiveStatus,
} from "#model/integrations.ts";
import { loadOutlinesOf } from "./items.server.ts";
import { oncePerScope, type PageScope } from "./scope.server.ts";
import { inOrg } from "#db/tenant.ts";

interface Found {
  itemUid: string;
  integration: Integration;
  view: IntegrationView;
  /** Its reading is older than five minutes. */
  due: boolean;
}

/**
 * What the product's items are connected to, as far as this viewer may open the items, whatever
 * they see of it.
 */
const loadFound = oncePerScope(async (scope): Promise<readonly Found[]> => {
  const { db, org, productId, now, clock } = scope;
  if (org.lacks.has("growthIntegrations")) return [];
  const rows = await inOrg(db, org.id)
    .selectFrom("items as i")
    .leftJoin("integrationReadings as r", (join) =>
      join
        .onRef("r.orgId", "=", "i.orgId")
        .onRef("r.productId", "=", "i.productId")
        .onRef("r.itemUid", "=", "i.uid"),
    )
    .select(["i.uid", "i.integrationJson", "r.page", "r.readingJson", "r.readAt", "r.failedAt"])
    .select("r.example")
    .where("i.productId", "=", productId)
    .where("i.uid", "in", Object.values(PROVIDER_ITEMS))
    .where("i.integrationJson", "is not", null)
    .execute();
  if (rows.length === 0) return [];
  const open = await loadOutlinesOf(
    scope,
    rows.map(({ uid }) => uid),
  );
  return rows.flatMap((row): Found[] => {
    const integration = readIntegration(row.integrationJson);
    const item = open.find(({ uid }) => uid === row.uid);
    if (integration === null || item?.access.text !== "open") return [];
    if (scope.viewer.mode !== "main" && !integration.showInCard) return [];
    const known = row.page === integration.page;
    const times = {
      readAt: known ? row.readAt : null,
      failedAt: known ? row.failedAt : null,
      example: known && row.example === 1,
    };
    const { state, dueAt } = connectionStatus(times, now);
    const reading =
      known && row.readingJson !== null && state === "connected"
        ? readReading(integration.provider, row.readingJson)
        : null;
    const due = dueAt !== null && dueAt <= clock.now;
    if (dueAt !== null)
      clock.changesAt(due ? new Date(now.getTime() + AWAITED_MS).toISOString() : dueAt);
    const isRead = reading !== null && times.readAt !== null;
    const view: IntegrationView = {
      ...integration,
      state: state === "connected" && reading === null ? "connecting" : state,
      reading,
      readAt: isRead ? times.readAt : null,
      asOf:
        isRead && times.readAt !== null
          ? `as of ${momentInDay(times.readAt, now, org.timeZone)}`
          : null,
    };
    return [{ itemUid: row.uid, integration, view, due }];
  });
});

/**
 * What is connected, by item. Visitors get what could be read alone; staff are told of the rest.
 */
export async function loadIntegrations(
  scope: PageScope,
): Promise<ReadonlyMap<string, IntegrationView>> {
  const found = await loadFound(scope);
  const shown = found.filter(
    ({ view }) => scope.viewer.mode === "main" || view.state === "connected",
  );
  return new Map(shown.map(({ itemUid, view }) => [itemUid, view]));
}

/** The live status that stands beside items on their cards. */
export async function loadLiveStatus(scope: PageScope): Promise<ReadonlyMap<string, LiveStatus>> {
  const views = await loadIntegrations(scope);
  return new Map(
    [...views].flatMap(([uid, { reading, showInCard }]) =>
      reading?.provider === "statuspageio" && showInCard ? [[uid, reading.status]] : [],
    ),
  );
}

/** What this viewer looks at and is to be read anew. */
export async function dueReadings(
  scope: PageScope,
): Promise<{ itemUid: string; integration: Integration }[]> {
  return (await loadFound(scope)).filter(({ due }) => due);
}
