import type { RuleMatch, RuleTerms } from "./access-rules.ts";
import { shownAddress } from "../../privacy/rules/erased.ts";
import { RULE_ACTION_NAMES } from "../forms.ts";

/** What a rule looks at, in the words of its form. */
export const RULE_MATCH_NAMES: Readonly<Record<RuleMatch, string>> = {
  domain: "The email domain, with its subdomains",
  address: "One address",
};

/** What profiles and products are called. */
export interface RuleNames {
  profiles: readonly { id: string; name: string }[];
  products: readonly { id: string; name: string }[];
}

/** What a rule says, field by field, in the words of its form. */
export function ruleWords(
  rule: RuleTerms,
  { profiles, products }: RuleNames,
): { label: string; text: string }[] {
  const named = (of: readonly { id: string; name: string }[], id: string) =>
    of.find((candidate) => candidate.id === id)?.name ?? "One that was removed";
  return [
    { label: "When the requester's", text: RULE_MATCH_NAMES[rule.matches] },
    { label: "Domain or address", text: shownAddress(rule.pattern) },
    { label: "Then", text: RULE_ACTION_NAMES[rule.action] },
    {
      label: "Permission profile",
      text: rule.profileId === null ? "" : named(profiles, rule.profileId),
    },
    {
      label: "Products",
      text:
        rule.productIds
          .map((id) => named(products, id))
          .sort()
          .join(", ") || "The ones requested",
    },
    {
      label: "Ends after days",
      text: rule.expiresInDays === null ? "No expiry" : String(rule.expiresInDays),
    },
    { label: "NDA", text: rule.ndaRequired ? "Required" : "Waived" },
    { label: "Message", text: rule.message ?? "" },
    { label: "Note", text: rule.note ?? "" },
  ];
}

/** The fields in which two versions of a rule differ. */
export function differingWords(
  before: RuleTerms,
  after: RuleTerms,
  names: RuleNames,
): { label: string; before: string; after: string }[] {
  const others = ruleWords(after, names);
  return ruleWords(before, names)
    .map(({ label, text }, i) => ({ label, before: text, after: others[i]?.text ?? "" }))
    .filter((line) => line.before !== line.after);
}
