import * as z from "zod";
import { fetchOutside, OutboundFailed } from "../../integrations/outbound.ts";
import { liveStatusSchema, type LiveStatus } from "./rules.ts";

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
