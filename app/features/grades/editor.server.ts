import type { RouterContextProvider } from "react-router";
import type * as z from "zod";
import { servicesContext, type Services } from "../../context.ts";
import { isPlainDomain } from "../../domain/domain-names.ts";
import { RowEditor } from "../../edit-kit/row-editor.server.ts";
import { markFormFailed } from "../../forms/form.ts";
import { scorecardOf } from "../../integrations/security-scorecard.ts";
import type { EditRequest } from "../../staff/edit/edit-request.ts";
import {
  addressFault,
  GET_GRADE_FIRST,
  gradeSchema,
  SCORECARD_ERRORS,
  type ScorecardError,
} from "./rules.ts";
import { gradeList, type GradeRow, type GradeValues } from "./store.server.ts";

/** How staff and programs edit grades. A fetched grade needs the proof that it was fetched, unless it is the stored one. */
export const gradeEditor = new RowEditor<GradeRow, GradeValues, z.output<typeof gradeSchema>>({
  list: gradeList,
  path: "/edit/grades",
  schema: gradeSchema,
  values: ({ values }) => values,
  row: ({ values }) => values,
  arranged: "Updated the order of security grades",
  check(context, orgId, { values, proof }, stored) {
    const { provider, url, grade } = values;
    const asBefore = stored?.provider === provider && stored.url === url && stored.grade === grade;
    return provider !== "SecurityScorecard" ||
      asBefore ||
      gradeProofIs(context, orgId, { domain: url ?? "", grade: grade ?? "" }, proof)
      ? null
      : { grade: [GET_GRADE_FIRST] };
  },
});

/**
 * A grade of Security Scorecard comes from 'Get Grade' alone: what was fetched goes into the form
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
function gradeProofIs(
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

/** 'Get Grade' without scripts: the form again, with the grade or why there is none. */
export async function fetchGrade(
  context: Readonly<RouterContextProvider>,
  { org }: EditRequest,
  form: FormData,
) {
  const fields = Object.fromEntries(
    [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
  const domain = (fields.url ?? "").trim().toLowerCase();
  const shown = (error: Record<string, string[]> | undefined, more: Record<string, string>) => ({
    result: {
      ...(error === undefined ? {} : { status: "error" as const, error }),
      initialValue: { ...fields, ...more, url: domain },
    },
  });
  if (!isPlainDomain(domain)) {
    markFormFailed(context);
    return shown(
      { url: [addressFault("SecurityScorecard", domain) ?? SCORECARD_ERRORS.bad_domain] },
      { grade: "", proof: "" },
    );
  }
  const answer = await provenGrade(context.get(servicesContext), org.id, domain);
  if ("grade" in answer) return shown(undefined, answer);
  markFormFailed(context);
  return shown({ url: [SCORECARD_ERRORS[answer.error]] }, { grade: "", proof: "" });
}
