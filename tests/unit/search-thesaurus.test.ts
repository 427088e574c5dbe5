import { expect, test } from "vitest";
import { paraphraseRows, WIDE_THESAURUS } from "#model/search/paraphrases.ts";
import { MOST_TERM_WORDS, MOST_TERMS, termSize } from "#model/search/synonyms.ts";
import { THESAURUS } from "#model/search/thesaurus.ts";
import { wordsOf } from "#model/search/words.ts";

/** A term as matching compares it: its words without accents, hyphens and endings. */
function folded(term: string): string {
  return wordsOf(term).join(" ");
}

test("the thesaurus knows at least fifteen hundred terms of the field", () => {
  expect(new Set(THESAURUS.flat().map(folded)).size).toBeGreaterThanOrEqual(1_500);
});

test("no group has more terms, and no term more words, than are looked up", () => {
  for (const group of WIDE_THESAURUS) {
    expect(group.length, group[0]).toBeLessThanOrEqual(MOST_TERMS);
    for (const term of group) expect(termSize(term), term).toBeLessThanOrEqual(MOST_TERM_WORDS);
  }
});

test("every group has two terms or more, lower case and without stray signs", () => {
  for (const group of WIDE_THESAURUS) {
    expect(group.length, group.join(", ")).toBeGreaterThan(1);
    for (const term of group)
      expect(term).toMatch(/^[\p{Ll}\p{Lo}\p{N}][\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N} .:/'-]*$/u);
  }
});

test("no term stands in two groups, or twice in one", () => {
  const terms = WIDE_THESAURUS.flat().map(folded);
  expect(terms.filter((term, at) => terms.indexOf(term) !== at)).toEqual([]);
});

test("each row of paraphrases widens a group, and none is lost", () => {
  const rows = paraphraseRows();
  for (const [first] of rows) expect(THESAURUS.map((group) => group[0])).toContain(first);
  const count = [...rows.values()].flat().length;
  expect(count).toBeGreaterThan(700);
  expect(WIDE_THESAURUS.flat()).toHaveLength(THESAURUS.flat().length + count);
});

test.each([
  ["offboarding", "leavers"],
  ["background check", "candidate screening"],
  ["tabletop exercise", "dry run"],
  ["on-call", "rota"],
  ["data portability", "get our data out"],
])("the server looks %s up as %s too", (one, other) => {
  expect(WIDE_THESAURUS.find((group) => group.includes(one))).toContain(other);
});

test.each([
  ["sso", "saml"],
  ["pentest", "penetration test"],
  ["encryption at rest", "aes-256"],
  ["gdpr", "data protection"],
  ["dsgvo", "rgpd"],
  ["mfa", "two-step verification"],
  ["rpo", "backup frequency"],
  ["sast", "static analysis"],
  ["subprocessor", "fourth party"],
  ["backup", "copia de seguridad"],
  ["encryption", "cifrado"],
  ["encryption", "暗号化"],
  ["subprocessor", "sous-traitant"],
])("%s is looked up as %s too", (one, other) => {
  expect(THESAURUS.find((group) => group.includes(one))).toContain(other);
});
