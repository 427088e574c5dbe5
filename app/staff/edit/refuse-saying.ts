import { NotFound, Refused } from "../../../db/refusals.ts";
import { StorageUnavailable } from "../../../db/store.ts";
import type { FormAnswer, Submitted } from "../../middleware/form.ts";

type Accepted = Extract<Submitted<unknown>, { ok: true }>;

/**
 * Shows a form again whose verb failed, in the words of the specification's catalogue, with the reason behind
 * them. A refusal that names a field goes to that field alone.
 * @throws any error that nobody expected
 */
export function refuseSaying(submitted: Pick<Accepted, "refuse">, error: unknown, words: string): FormAnswer {
  if (error instanceof Refused && error.field !== null) return submitted.refuse({ fields: { [error.field]: [error.message] } });
  if (error instanceof Refused) return submitted.refuse({ form: [words, error.message] }, { status: error.status });
  if (error instanceof StorageUnavailable) return submitted.refuse({ form: [words, error.message] }, { status: error.status, headers: { "Retry-After": String(error.retryAfterSeconds) } });
  if (error instanceof NotFound) return submitted.refuse({ form: [words, "What you edited is no longer there."] }, { status: 404 });
  throw error;
}
