import type { RouterContextProvider } from "react-router";
import { servicesContext, type Services } from "../context.ts";
import type { ScorecardError } from "../domain/grade-forms.ts";
import { scorecardOf } from "../integrations/security-scorecard.ts";

/**
 * A grade of Security Scorecard comes from 'Get Grade' alone (spec/2 §5): what was fetched goes into the form
 * with a proof, and saving asks for it. The proof is bound to org, domain and grade.
 */
const PURPOSE = "scorecard-grade";

interface Fetched {
  domain: string;
  grade: string;
}

/** Asks for a domain's grade. Where no provider is set up, nothing answers: a server error, as when it is down. */
export async function provenGrade(
  services: Pick<Services, "config" | "key">,
  orgId: string,
  domain: string,
): Promise<{ grade: string; proof: string } | { error: ScorecardError }> {
  const provider = scorecardOf(services.config);
  if (provider === null) return { error: "bad_network" };
  const answer = await provider.gradeOf(domain);
  return "error" in answer
    ? answer
    : {
        grade: answer.grade,
        proof: services.key.sign(PURPOSE, words(orgId, { domain, grade: answer.grade })),
      };
}

/** Whether a proof shows that this grade was fetched for this domain. */
export function gradeProofIs(
  context: Readonly<RouterContextProvider>,
  orgId: string,
  fetched: Fetched,
  proof: string | null,
): boolean {
  return (
    proof !== null &&
    proof !== "" &&
    context.get(servicesContext).key.verify(PURPOSE, words(orgId, fetched), proof)
  );
}

function words(orgId: string, { domain, grade }: Fetched): string {
  return JSON.stringify([orgId, domain, grade]);
}
