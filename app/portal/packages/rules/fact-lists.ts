import type { Facts } from "../../twins/rules/facts.ts";

/** The groups that a list of facts has; none where there is no such list. */
export function factsIn(facts: Facts, name: string): Facts[] {
  const list = facts[name];
  return Array.isArray(list)
    ? list.filter((one): one is Facts => typeof one === "object" && one !== null)
    : [];
}

/** What a fact says, as text; empty where it says nothing. */
export function textIn(facts: Facts, name: string): string {
  const fact = facts[name];
  if (fact === null || fact === undefined || typeof fact === "object") return "";
  return String(fact);
}
