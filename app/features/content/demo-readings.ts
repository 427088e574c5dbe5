import type { Writer } from "../../../db/store.ts";
import { readIntegration, type Provider, type Reading } from "../integrations/rules.ts";
import { keepExample } from "../integrations/store.server.ts";

const DAY_MS = 86_400_000;

/** What the providers of the demo's connections would say: nobody is asked for it. */
function readings(now: Date): Readonly<Record<Provider, Reading>> {
  return {
    hackerone: {
      provider: "hackerone",
      statistics: {
        programStatistics: {
          reportsResolved: 412,
          lastReportedResolved: new Date(now.getTime() - 5 * DAY_MS).toISOString(),
        },
        responseEfficiency: {
          averageTimeToFirstResponse: 6,
          averageTimeToTriage: 30,
          averageBounty: "$500 - $750",
        },
      },
    },
    statuspageio: {
      provider: "statuspageio",
      status: { indicator: "none", description: "All Systems Operational" },
    },
  };
}

/** Gives every connection of a demo org a reading. */
export async function writeDemoReadings(trx: Writer, orgId: string, now: Date): Promise<void> {
  const items = await trx
    .selectFrom("items")
    .select(["productId", "uid", "integrationJson"])
    .where("orgId", "=", orgId)
    .where("integrationJson", "is not", null)
    .execute();
  for (const { productId, uid, integrationJson } of items) {
    const integration = readIntegration(integrationJson);
    if (integration === null) continue;
    const { provider, page } = integration;
    await keepExample(trx, { orgId, productId, itemUid: uid }, page, readings(now)[provider], now);
  }
}
