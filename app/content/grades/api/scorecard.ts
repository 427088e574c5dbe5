import type { Route } from "./+types/scorecard";
import { staffAnswer, staffCaller } from "#web/api/staff.ts";
import { servicesContext } from "#platform/context.ts";
import { isPlainDomain } from "#values/email-address.ts";
import { problem } from "#web/api/json-body.ts";
import { SCORECARD_ERRORS, type ScorecardError } from "#model/grades.ts";
import { provenGrade } from "../scorecard.server.ts";
import type { RouteHandle } from "#values/page-query.ts";

export const handle: RouteHandle = { methods: ["GET"] };

const STATUS: Readonly<Record<ScorecardError, number>> = {
  bad_domain: 400,
  bad_network: 502,
  scorecard_not_calculated: 404,
};

/**
 * GET /api/integrations/ssc/{domain}?org=: the grade with the proof that a form sends along, or one
 * of three codes.
 */
export async function loader({ context, params, url }: Route.LoaderArgs): Promise<Response> {
  return staffAnswer(async () => {
    const { org } = await staffCaller(context, "statuspage:edit", url);
    const domain = params.domain.trim().toLowerCase();
    const answer = isPlainDomain(domain)
      ? await provenGrade(context.get(servicesContext), org.id, domain)
      : ({ error: "bad_domain" } as const);
    if ("grade" in answer)
      return Response.json(answer, { headers: { "Cache-Control": "private, no-store" } });
    return problem(STATUS[answer.error], SCORECARD_ERRORS[answer.error], {
      members: { code: answer.error },
    });
  });
}
