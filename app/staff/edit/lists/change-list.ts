import { data } from "react-router";
import type { SubmissionResult } from "@conform-to/react";
import { NotFound, Refused } from "../../../../db/refusals.ts";
import type { readSubmission } from "../../../forms/form.ts";

type Refusal = Extract<Awaited<ReturnType<typeof readSubmission>>, { ok: false }>["answer"];
interface Refusing {
  refuse(errors: { form: string[] }, init: { status: number }): Refusal;
  respond(error: unknown): Refusal;
}

/** The answer to a list's button that a verb refused: the list as it is now, with the reason above it. */
export function refusedChange(
  submitted: Refusing,
  error: unknown,
): { data: { result: SubmissionResult } } & Refusal {
  if (error instanceof NotFound)
    return submitted.refuse({ form: ["This entry is not there any more."] }, { status: 404 });
  if (error instanceof Refused) return submitted.refuse({ form: [error.message] }, { status: 409 });
  return submitted.respond(error);
}

/** A row that is not there: a foreign id, a deleted one and a random one end alike. */
export function noSuchEntry() {
  return data(null, { status: 404, statusText: "Page not found" });
}
