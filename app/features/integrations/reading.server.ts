import type { RouterContextProvider } from "react-router";
import { dueReadings } from "../../visibility/store/integrations.server.ts";
import type { PageScope } from "../../visibility/store/scope.server.ts";
import { afterAnswerContext, servicesContext, type Services } from "../../context.ts";
import type { Config } from "../../config.ts";
import { readHackerOne } from "./hackerone.server.ts";
import {
  handleOf,
  type ConnectFault,
  type Integration,
  type Reading,
  liveStatusSchema,
} from "./rules.ts";
import { claimReading, keepReading, type ReadingKey } from "./store.server.ts";
import * as z from "zod";
import { fetchOutside, OutboundFailed } from "../../integrations/outbound.ts";
import type { LiveStatus } from "./rules.ts";

const summary = z.object({
  status: liveStatusSchema,
  scheduled_maintenances: z.array(z.object({ status: z.string() })).optional(),
});

/** Reads `{page}/api/v2/summary.json`; null for every answer that is not a status page's, and for none. */
export async function readStatuspage(
  page: string,
  allow: readonly string[],
): Promise<LiveStatus | null> {
  try {
    const address = `${page.replace(/\/+$/, "")}/api/v2/summary.json`;
    const answer = await fetchOutside(address, "application/json", { allow });
    if (answer.status !== 200) return null;
    const read = summary.safeParse(JSON.parse(answer.bytes.toString("utf8")));
    if (!read.success) return null;
    const { status, scheduled_maintenances: planned = [] } = read.data;
    const isMaintained = planned.some((work) => work.status === "in_progress");
    return {
      description: status.description,
      indicator: isMaintained ? "maintenance" : status.indicator,
    };
  } catch (error) {
    if (error instanceof OutboundFailed || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Asks a provider about a page. Only what is no fault of the provider is thrown. */
export async function readProvider(
  { provider, page }: Pick<Integration, "provider" | "page">,
  { hackeroneUrl, outboundAllow }: Pick<Config, "hackeroneUrl" | "outboundAllow">,
): Promise<Reading | ConnectFault> {
  if (provider === "statuspageio") {
    const status = await readStatuspage(page, outboundAllow);
    return status === null ? "UNKNOWN" : { provider, status };
  }
  const statistics = await readHackerOne(handleOf(page), {
    url: hackeroneUrl,
    allow: outboundAllow,
  });
  return typeof statistics === "string" ? statistics : { provider, statistics };
}

/**
 * What a viewer looks at and was not read for five minutes is read anew once their answer was handed over:
 * nobody waits for a provider.
 */
export async function refreshAfterAnswer(
  context: Readonly<RouterContextProvider>,
  scope: PageScope,
): Promise<void> {
  const due = await dueReadings(scope);
  if (due.length === 0) return;
  const services = context.get(servicesContext);
  context.get(afterAnswerContext).push(() => {
    for (const { itemUid, integration } of due)
      refresh(
        services,
        { orgId: scope.org.id, productId: scope.productId, itemUid },
        integration,
      ).catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        services.log.warn({ error: reason }, "an integration could not be read");
      });
  });
}

/** Reads what an item is connected to, unless another request or process is at it. */
export async function refresh(
  { store, config, now }: Pick<Services, "store" | "config" | "now">,
  key: ReadingKey,
  integration: Integration,
): Promise<void> {
  const isOurs = await store.write((trx) => claimReading(trx, key, integration.page, now()));
  if (!isOurs) return;
  const reading = await readProvider(integration, config);
  await store.write((trx) =>
    keepReading(trx, key, integration.page, typeof reading === "string" ? null : reading, now()),
  );
}
