import { expect, test } from "vitest";
import { THESAURUS } from "#model/search/thesaurus.ts";

/** A term as matching compares it: without accents, hyphens and other signs. */
function folded(term: string): string {
  return term
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .split(/[^\p{L}\p{N}]+/u)
    .join(" ");
}

test("the thesaurus knows at least three hundred terms of the field", () => {
  expect(new Set(THESAURUS.flat().map(folded)).size).toBeGreaterThanOrEqual(300);
});

test("every group has two terms or more, lower case and without stray signs", () => {
  for (const group of THESAURUS) {
    expect(group.length, group.join(", ")).toBeGreaterThan(1);
    for (const term of group) expect(term).toMatch(/^[\p{Ll}\p{N}][\p{Ll}\p{N} .:/'-]*$/u);
  }
});

test("no term stands in two groups, or twice in one", () => {
  const terms = THESAURUS.flat().map(folded);
  expect(terms.filter((term, at) => terms.indexOf(term) !== at)).toEqual([]);
});

test.each([
  ["sso", "saml"],
  ["pentest", "penetration test"],
  ["encryption at rest", "aes-256"],
  ["gdpr", "data protection"],
  ["dsgvo", "rgpd"],
  ["subprocessor", "sous-traitant"],
])("%s is looked up as %s too", (one, other) => {
  expect(THESAURUS.find((group) => group.includes(one))).toContain(other);
});
