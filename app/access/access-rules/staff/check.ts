import type { RouterContextProvider } from "react-router";
import { dryRun, tryRule } from "../store/access-dry-run.server.ts";
import { listRules, type AccessRule } from "#access/access-requests/store/access-rules.server.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { servicesContext } from "#platform/context.ts";
import {
  NO_CONDITIONS,
  withRule,
  type RequestFacts,
  type RuleTerms,
} from "#model/access-rules/access-rules.ts";
import { formatDate } from "#values/dates.ts";
import type { EmailAddress } from "#model/subscribers/email.ts";
import { asksForWorkEmail } from "#access/access-requests/log-in.ts";
import { outcomeWords } from "./outcome-words.ts";

/** What a rule that is not saved yet would do, as the page shows it. */
export type CheckedRule = Awaited<ReturnType<typeof checkRule>>;

/**
 * Tries a rule on the last requests and, where one is given, on an address. Nothing is written.
 * @param stored the rule that it changes, in whose place it is asked; a new one comes last
 */
export async function checkRule(
  context: Readonly<RouterContextProvider>,
  org: Org,
  { rule, address, facts }: { rule: RuleTerms; address: EmailAddress | null; facts: RequestFacts },
  stored: AccessRule | null = null,
) {
  const { store, now } = context.get(servicesContext);
  const { matched, lost, listed, tried } = await tryRule(store.read, org, rule, stored);
  const dated = (past: (typeof matched)[number]) => ({
    ...past,
    when: formatDate(past.createdAt, org.timeZone),
  });
  return {
    tried,
    listed,
    matched: matched.map(dated),
    lost: lost.map(dated),
    address:
      address === null
        ? null
        : { email: address.email, words: outcomeWords(await outcome(address)) },
  };

  async function outcome(of: EmailAddress) {
    const rules = withRule<AccessRule>(await listRules(store.read, org.id), {
      id: "",
      position: 0,
      ...stored,
      ...NO_CONDITIONS,
      ...rule,
    });
    return dryRun(
      store.read,
      org,
      { ...of, facts },
      { freeMail: asksForWorkEmail({ org }, of), now: now(), rules },
    );
  }
}
