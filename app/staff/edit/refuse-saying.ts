import type { RouterContextProvider } from "react-router";
import { NotFound, Refused } from "../../../db/refusals.ts";
import { StorageUnavailable } from "../../../db/store.ts";
import { servicesContext } from "../../context.ts";
import type { FormAnswer, Submitted } from "../../forms/form.ts";

type Context = Readonly<RouterContextProvider>;
type Accepted = Extract<Submitted<unknown>, { ok: true }>;

/**
 * Shows a form again whose verb failed, in the words of the specification's catalogue, with the reason behind
 * them. A refusal that names a field goes to that field alone; what nobody expected is logged, and the words
 * stand alone.
 * @throws what is no error but an answer, such as a redirect
 */
export function refuseSaying(
  context: Context,
  submitted: Pick<Accepted, "refuse">,
  error: unknown,
  words: string,
): FormAnswer {
  if (error instanceof Refused && error.field !== null)
    return submitted.refuse({ fields: { [error.field]: [error.message] } });
  if (error instanceof Refused)
    return submitted.refuse({ form: [words, error.message] }, { status: error.status });
  if (error instanceof StorageUnavailable)
    return submitted.refuse(
      { form: [words, error.message] },
      { status: error.status, headers: { "Retry-After": String(error.retryAfterSeconds) } },
    );
  if (error instanceof NotFound)
    return submitted.refuse(
      { form: [words, "What you edited is no longer there."] },
      { status: 404 },
    );
  noteUnexpected(context, error, words);
  return submitted.refuse({ form: [words] }, { status: 500 });
}

/** Logs an error that a form tells of in a few words. @throws what is no error but an answer */
export function noteUnexpected(
  context: Context,
  error: unknown,
  words: string,
): asserts error is Error {
  // Answers that somebody throws are answers.
  if (!(error instanceof Error)) throw error;
  context.get(servicesContext).log.error({ error: error.stack ?? error.message }, words);
}
