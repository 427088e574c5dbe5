import type { Config } from "#platform/config.ts";
import { UNDO_SECONDS } from "../forms/review-forms.ts";

/** What becomes of a decision's email, and how long the decision can be undone. */
export function heldWords({ mail }: Pick<Config, "mail">): string {
  return mail === "outbox"
    ? `Emails are not being delivered. You can undo for ${UNDO_SECONDS} seconds.`
    : `The email will be sent in ${UNDO_SECONDS} seconds. You can undo until then.`;
}
