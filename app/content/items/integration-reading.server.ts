import type { RouterContextProvider } from "react-router";
import { dueReadings } from "#visibility/store/integrations.server.ts";
import type { PageScope } from "#visibility/store/scope.server.ts";
import { type Services, afterAnswerContext, servicesContext } from "#platform/context.ts";
import type { Config } from "#platform/config.ts";
import {
  type ConnectFault,
  type Integration,
  type LiveStatus,
  type Reading,
  type Statistics,
  handleOf,
  liveStatusSchema,
} from "#model/integrations.ts";
import { errorWords } from "#values/error-words.ts";
import { type ReadingKey, claimReading, keepReading } from "./store/integrations.server.ts";
import * as z from "zod";
import { exemptFor } from "#platform/integrations/exemptions.ts";
import { OutboundFailed, fetchOutside } from "#platform/integrations/outbound.ts";
import { withoutSlashes } from "#values/ends.ts";

const summary = z.object({
  status: liveStatusSchema,
  scheduled_maintenances: z.array(z.object({ status: z.string() })).optional(),
});

/**
 * Reads `{page}/api/v2/summary.json`; null for every answer that is not a status page's, and for
 * none.
 */
export async function readStatuspage(
  page: string,
  allow: readonly string[],
): Promise<LiveStatus | null> {
  try {
    const address = `${withoutSlashes(page)}/api/v2/summary.json`;
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
    const status = await readStatuspage(page, exemptFor(outboundAllow, "status"));
    return status === null ? "UNKNOWN" : { provider, status };
  }
  const statistics = await readHackerOne(handleOf(page), {
    url: hackeroneUrl,
    allow: exemptFor(outboundAllow, "hackerone"),
  });
  return typeof statistics === "string" ? statistics : { provider, statistics };
}

/**
 * What a viewer looks at and was not read for five minutes is read anew once their answer was
 * handed over: nobody waits for a provider.
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
        const reason = errorWords(error);
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
    keepReading(trx, key, {
      page: integration.page,
      reading: typeof reading === "string" ? null : reading,
      now: now(),
    }),
  );
}

/** The question in the words of docs/program/integrations.md. */
const QUERY = `query TrustCenterProgram($handle: String!) {
  team(handle: $handle) {
    handle
    resolved_report_count
    last_report_resolved_at
    average_time_to_first_program_response
    average_time_to_report_triage
    average_bounty_lower_amount
    average_bounty_upper_amount
  }
}`;

const amount = z.number().min(0).max(1e9).nullish();
const hours = z.number().min(0).max(1e6).nullish();
const team = z.object({
  resolved_report_count: z.int().min(0),
  last_report_resolved_at: z.iso.datetime({ offset: true }).nullish(),
  average_time_to_first_program_response: hours,
  average_time_to_report_triage: hours,
  average_bounty_lower_amount: amount,
  average_bounty_upper_amount: amount,
});
const answerSchema = z.object({
  data: z.object({ team: team.nullable() }),
  errors: z.array(z.object({ type: z.string().optional() })).optional(),
});

/**
 * Asks HackerOne for a program's public statistics by `POST {url}/graphql`.
 * @returns NOT_FOUND for a program that is not there or not public; UNKNOWN for every answer of
 *   another shape, and for none
 */
async function readHackerOne(
  handle: string,
  { url, allow }: { url: string; allow: readonly string[] },
): Promise<Statistics | ConnectFault> {
  try {
    const answer = await fetchOutside(`${withoutSlashes(url)}/graphql`, "application/json", {
      json: { operationName: "TrustCenterProgram", query: QUERY, variables: { handle } },
      allow,
    });
    if (answer.status !== 200) return "UNKNOWN";
    const read = answerSchema.safeParse(JSON.parse(answer.bytes.toString("utf8")));
    if (!read.success) return "UNKNOWN";
    const { data, errors = [] } = read.data;
    if (data.team === null)
      return errors.every(({ type }) => type === "NOT_FOUND") ? "NOT_FOUND" : "UNKNOWN";
    return errors.length > 0 ? "UNKNOWN" : statisticsOf(data.team);
  } catch (error) {
    if (error instanceof OutboundFailed || error instanceof SyntaxError) return "UNKNOWN";
    throw error;
  }
}

function statisticsOf(program: z.output<typeof team>): Statistics {
  const bounties = [program.average_bounty_lower_amount, program.average_bounty_upper_amount]
    .filter((value) => value != null)
    .map((value) => `$${Math.round(value).toLocaleString("en-US")}`);
  return {
    programStatistics: {
      reportsResolved: program.resolved_report_count,
      lastReportedResolved: program.last_report_resolved_at ?? null,
    },
    responseEfficiency: {
      averageTimeToFirstResponse: program.average_time_to_first_program_response ?? null,
      averageTimeToTriage: program.average_time_to_report_triage ?? null,
      averageBounty: bounties.length === 0 ? null : [...new Set(bounties)].join(" - "),
    },
  };
}
