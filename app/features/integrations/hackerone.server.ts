import * as z from "zod";
import { fetchOutside, OutboundFailed } from "../../integrations/outbound.ts";
import type { ConnectFault, Statistics } from "./rules.ts";

/** The question in the words of docs/integrations.md. */
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
 * @returns NOT_FOUND for a program that is not there or not public; UNKNOWN for every answer of another shape, and for none
 */
export async function readHackerOne(
  handle: string,
  { url, allow }: { url: string; allow: readonly string[] },
): Promise<Statistics | ConnectFault> {
  try {
    const answer = await fetchOutside(`${url.replace(/\/+$/, "")}/graphql`, "application/json", {
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
