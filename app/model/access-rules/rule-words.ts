import {
  hasPattern,
  type RuleAction,
  type RuleMatch,
  type RulePattern,
  type RuleTerms,
} from "./access-rules.ts";
import { shownAddress } from "#model/privacy/erased.ts";
import { countryName } from "#values/countries.ts";

/** What a rule does, in the words of its form. */
export const RULE_ACTION_NAMES: Readonly<Record<RuleAction, string>> = {
  approve: "Approve automatically",
  decline: "Decline",
  "third-party": "Decline as a third-party assessor",
  block: "Block",
};

/** What a rule looks at, in the words of its form. */
export const RULE_MATCH_NAMES: Readonly<Record<RuleMatch, string>> = {
  domain: "An email domain and its subdomains",
  address: "One email address",
  customers: "Domains on your customer list",
  anyone: "Anyone",
};

/** Whom a rule is about, for the record: 'domain partner.example', 'customer list', 'anyone'. */
export function ruleSubject({ matches, pattern }: RulePattern): string {
  if (hasPattern(matches)) return `${matches} ${pattern}`;
  return matches === "customers" ? "customer list" : "anyone";
}

/** What a rule is called in sentences and links: its domain or address, or whom it takes. */
export function ruleTitle({ matches, pattern }: RulePattern): string {
  if (hasPattern(matches)) return shownAddress(pattern);
  return matches === "customers" ? "your customer list" : "any address";
}

/** What profiles and products are called. */
export interface RuleNames {
  profiles: readonly { id: string; name: string }[];
  products: readonly { id: string; name: string }[];
}

const GONE = "One that was removed";

function named(of: readonly { id: string; name: string }[], ids: readonly string[]): string[] {
  return ids.map((id) => of.find((one) => one.id === id)?.name ?? GONE).sort();
}

/** 'a customer', 'something else'. */
function withArticle(relationship: string): string {
  return relationship === "other" ? "something else" : `a ${relationship}`;
}

/** 'customer', 'customer or partner', 'customer, partner or vendor'. */
function anyOf(words: readonly string[]): string {
  return words.length < 2
    ? (words[0] ?? "")
    : `${words.slice(0, -1).join(", ")} or ${words.at(-1) ?? ""}`;
}

/**
 * Whom a rule decides over, as a sentence: 'Anyone at partner.example who says customer or partner,
 * says Germany and asks only for Platform.'
 */
export function whomSentence(rule: RulePattern, products: RuleNames["products"]): string {
  const { relationships = [], countries = [], askedProductIds = [] } = rule;
  const who: Record<RuleMatch, string> = {
    domain: "Anyone at this domain",
    address: "This address",
    customers: "Anyone with a domain on your customer list",
    anyone: "Anyone",
  };
  const conditions = [
    relationships.length === 0 ? "" : `says they are ${anyOf(relationships.map(withArticle))}`,
    countries.length === 0 ? "" : `is in ${anyOf(countries.map(countryName).sort())}`,
    askedProductIds.length === 0 ? "" : `requests only ${anyOf(named(products, askedProductIds))}`,
  ].filter((text) => text !== "");
  if (conditions.length === 0) return who[rule.matches];
  const last = conditions.pop() ?? "";
  const all = conditions.length === 0 ? last : `${conditions.join(", ")} and ${last}`;
  return `${who[rule.matches]}, if the person ${all}`;
}

/** What a rule says, field by field, in the words of its form. */
export function ruleWords(
  rule: RuleTerms,
  { profiles, products }: RuleNames,
): { label: string; text: string }[] {
  const { relationships = [], countries = [], askedProductIds = [] } = rule;
  return [
    { label: "Applies to", text: RULE_MATCH_NAMES[rule.matches] },
    {
      label: "Domain or address",
      text: hasPattern(rule.matches) ? shownAddress(rule.pattern) : "",
    },
    { label: "Relationship", text: [...relationships].sort().join(", ") || "Any" },
    { label: "Countries", text: countries.map(countryName).sort().join(", ") || "Any" },
    { label: "Products requested", text: named(products, askedProductIds).join(", ") || "Any" },
    { label: "Then", text: RULE_ACTION_NAMES[rule.action] },
    {
      label: "Permission profile",
      text: rule.profileId === null ? "" : named(profiles, [rule.profileId]).join(),
    },
    {
      label: "Products",
      text: named(products, rule.productIds).join(", ") || "The ones requested",
    },
    {
      label: "Days until access expires",
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
