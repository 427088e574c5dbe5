import { describe, expect, test } from "vitest";
import { waysToAsk } from "#content/answers/rules/wording.ts";
import { isProse, isSaid } from "#content/answers/rules/prose.ts";

describe("a question is asked without what questionnaires put beside it", () => {
  test.each<[string, string[]]>([
    ["Is data encrypted?", ["Is data encrypted?"]],
    ["Do you test suppliers (e.g., hosting providers, SaaS)?", ["Do you test suppliers?"]],
    ["Are copies moved (i.e. driven) away?", ["Are copies moved away?"]],
    [
      "Is there training on sensitive data (HIPAA, PCI, etc.)?",
      ["Is there training on sensitive data?"],
    ],
    ["Which system(s) do you use?", ["Which system do you use?"]],
    ["Is data encrypted (at rest)?", ["Is data encrypted at rest?"]],
    [
      "Do you have a data protection officer (DPO)?",
      ["Do you have a data protection officer?", "Do you have a DPO?"],
    ],
    [
      "Do you sign standard contractual clauses (SCCs) with us?",
      ["Do you sign standard contractual clauses with us?", "Do you sign SCCs with us?"],
    ],
    [
      "Do you meet the Payment Card Industry Data Security Standard (PCI DSS)?",
      ["Do you meet the Payment Card Industry Data Security Standard?", "Do you meet the PCI DSS?"],
    ],
    ["Is there a policy (ISMS)?", ["Is there a policy ISMS?"]],
    [
      "Is there an awareness/training program?",
      ["Is there an awareness program?", "Is there an training program?"],
    ],
    ["Do you hold SSAE 18/SOC 2 reports?", ["Do you hold SSAE 18/SOC 2 reports?"]],
    ["Do you use standards, such as NIST, CIS or ISO?", ["Do you use standards?"]],
    [
      "Do you use standards, such as NIST or CIS? If not, why?",
      ["Do you use standards? If not, why?"],
    ],
    ["Is it open (", ["Is it open ("]],
    ["do u rotate ur keys, pls?", ["do you rotate your keys, please?"]],
    ["Is it U-boats, u.s. or Ur?", ["Is it U-boats, u.s. or Ur?"]],
  ])("%s", (question, ways) => expect(waysToAsk(question)).toEqual(ways));

  test("four ways at most, whatever a question holds", () => {
    const many = Array.from({ length: 400 }, () => "red/blue policy (DPO)").join(" ");
    expect(waysToAsk(many)).toHaveLength(4);
  });
});

test.each([
  ["Access to production is given for one ticket.", true],
  ["It is also responsible for the risks of the service.", false],
  ["They are reviewed by the board every year.", false],
])("of a file, a sentence that points back to another is not quoted: %s", (sentence, is) =>
  expect(isProse(sentence)).toBe(is),
);

test.each([
  [
    "Our data protection officer is Dr. Helene Brandt, dpo@acme.example, registered with the Berlin Commissioner for Data Protection.",
    true,
  ],
  ["Officer Dr. Helene Brandt Berlin Commissioner Data Protection Annex List Kept", false],
])("a sentence may name a person and an authority, a row of names is none: %s", (sentence, is) =>
  expect(isSaid(sentence)).toBe(is),
);
