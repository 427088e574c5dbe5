import type { DryRun } from "../store/access-dry-run.server.ts";
import { NOT_WORK_EMAIL } from "#model/access-requests/access-outcomes.ts";
import { ruleTitle } from "#model/access-rules/rule-words.ts";

/** The outcome of a dry run in a sentence or two: what, and why. */
export function outcomeWords({ feedback, ruleDecision, accountName }: DryRun): string {
  const rule = ruleDecision?.rule ?? null;
  const by = rule === null ? "" : ` by the rule for ${ruleTitle(rule)}`;
  switch (feedback) {
    case "pending":
      return "the request would wait in your inbox, since no rule matches and the address is not known.";
    case "pending_request":
      return "already has a pending request, so nothing would change.";
    case "account_already_exists":
      return `would get a sign-in link, as a member${accountName === null ? "" : ` of ${accountName}`}.`;
    case "access_expired":
      return `would see that their access${accountName === null ? "" : ` (${accountName})`} has expired, and could request it again.`;
    case "request_approved":
      return `would be approved right away${by}.`;
    case "request_declined":
      return "would be declined, because your team declined this address before.";
    case "request_declined_blocked_domain":
      if (ruleDecision !== null && rule === null)
        return "would be declined, because the access form blocks this domain.";
      return rule === null
        ? "would be declined, because the domain was blocked with an earlier request."
        : `would be declined as blocked${by}.`;
    case "request_declined_third_party":
      return rule === null
        ? "would be declined as a third party, as before."
        : `would be declined as a third party${by}.`;
    case "request_access_auto_declined":
      if (ruleDecision !== null && rule === null)
        return "would be declined, because the access form doesn’t allow this domain.";
      return rule === null ? "would be declined, as a rule did before." : `would be declined${by}.`;
    case "not_work_email":
      return `would be asked for another address, “${NOT_WORK_EMAIL}”`;
    case "unique_violation":
      return "sent two requests at once, so one would wait.";
  }
}
