import { CRA_LABELS, CRA_NAMES, CRA_POINTS, type CraFacts } from "#model/cra.ts";
import type { Customization } from "#model/settings/customization.ts";
import { securityContacts } from "#model/settings/security-contacts.ts";
import type { Facts } from "../../twins/rules/facts.ts";

/** What a product’s CRA file takes over: its facts, as a page and as data. */

export const CRA_TITLE = "For your CRA file";

/**
 * The facts of a product as visitors read them: without a contact of its own, the company’s one for
 * security counts, which security.txt names too.
 */
export function shownFacts(
  facts: CraFacts | null,
  customization: Pick<Customization, "securityMailbox" | "reportIssue">,
): CraFacts | null {
  return facts === null
    ? null
    : { ...facts, contact: facts.contact ?? securityContacts(customization)[0] ?? null };
}

/** One fact with where the regulation asks for it. */
export interface CraLine {
  name: keyof CraFacts;
  label: string;
  point: string;
  value: string;
}

/** What the page says: the facts that are given, in the order of the form. */
export function craLines(facts: CraFacts): CraLine[] {
  return CRA_NAMES.flatMap((name) => {
    const value = facts[name];
    return value === null
      ? []
      : [{ name, label: CRA_LABELS[name], point: CRA_POINTS[name], value }];
  });
}

/** The facts as data. */
export function craTwin(product: string, facts: CraFacts): Facts {
  return { product, ...facts, points: { ...CRA_POINTS } };
}

export const CSV_HEAD: readonly string[] = [
  "Product",
  ...CRA_NAMES.map((name) => `${CRA_LABELS[name]} (${CRA_POINTS[name]})`),
];

export function csvRow(product: string, facts: CraFacts): string[] {
  return [product, ...CRA_NAMES.map((name) => facts[name] ?? "")];
}
