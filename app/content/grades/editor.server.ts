import { data, type RouterContextProvider } from "react-router";
import type * as z from "zod";
import { servicesContext } from "#platform/context.ts";
import { isPlainDomain } from "#values/email-address.ts";
import { editableRows } from "#content/edit-kit/store/row-list.server.ts";
import { RowEditor } from "#content/edit-kit/row-editor.server.ts";
import { markFormFailed } from "#web/forms/form.ts";
import { TooManyRequests } from "#platform/http/request/rate-limit.ts";
import type { EditRequest } from "#web/staff/editing/edit-request.ts";
import { addressFault, GET_GRADE_FIRST, SCORECARD_ERRORS } from "#model/grades.ts";
import { gradeSchema } from "./forms/grade.ts";
import { gradeProofIs, provenGrade } from "./scorecard.server.ts";
import { gradeList, type GradeRow, type GradeValues } from "./store/grades.server.ts";

/**
 * How staff and programs edit grades. A fetched grade needs the proof that it was fetched, unless
 * it is the stored one.
 */
export const gradeEditor = new RowEditor<GradeRow, GradeValues, z.output<typeof gradeSchema>>({
  list: editableRows(gradeList),
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
      gradeProofIs(
        context.get(servicesContext),
        orgId,
        { domain: url ?? "", grade: grade ?? "" },
        proof,
      )
      ? null
      : { grade: [GET_GRADE_FIRST] };
  },
});

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
  try {
    const answer = await provenGrade(context.get(servicesContext), org.id, domain);
    if ("grade" in answer) return shown(undefined, answer);
    markFormFailed(context);
    return shown({ url: [SCORECARD_ERRORS[answer.error]] }, { grade: "", proof: "" });
  } catch (error) {
    if (!(error instanceof TooManyRequests)) throw error;
    markFormFailed(context);
    const refused = shown({ url: [error.message] }, { grade: "", proof: "" });
    return data(refused, {
      status: error.status,
      headers: { "Retry-After": String(error.retryAfterSeconds) },
    });
  }
}
