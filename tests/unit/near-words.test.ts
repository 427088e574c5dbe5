import { expect, test } from "vitest";
import { NEAR_ROWS } from "#content/answers/rules/near-rows.ts";
import { nearStems } from "#content/answers/rules/near-words.ts";
import { stemOf } from "#model/search/stems.ts";
import { wordsOf } from "#model/search/words.ts";

const rows = NEAR_ROWS.split(";").map((row) => row.trim().replaceAll(/\s+/g, " "));

test("there are hundreds of rows, each of two words or more that stay two by their stems", () => {
  expect(rows.length).toBeGreaterThan(450);
  expect(new Set(rows).size).toBe(rows.length);
  for (const row of rows) {
    expect(row).toMatch(/^[a-z\d]+(?: [a-z\d]+)+$/);
    expect(new Set(wordsOf(row)).size, row).toBeGreaterThan(1);
  }
});

test.each([
  ["allow", "deny"],
  ["automatic", "manual"],
  ["confirm", "deny"],
  ["create", "delete"],
  ["customer", "supplier"],
  ["daily", "weekly"],
  ["decrypt", "encrypt"],
  ["disable", "enable"],
  ["employee", "customer"],
  ["external", "internal"],
  ["grant", "revoke"],
  ["inbound", "outbound"],
  ["mandatory", "optional"],
  ["maximum", "minimum"],
  ["past", "future"],
  ["quarterly", "yearly"],
  ["risk", "threat"],
  ["start", "stop"],
  ["temporary", "permanent"],
])("%s is not near %s", (one, other) => {
  expect(nearStems(stemOf(one))).not.toContain(stemOf(other));
  expect(nearStems(stemOf(other))).not.toContain(stemOf(one));
});

test.each([
  ["vetted", "screened"],
  ["penalty", "sanction"],
  ["tampered", "altered"],
  ["guest", "visitor"],
])("%s is near %s, and the other way round", (one, other) => {
  expect(nearStems(stemOf(one))).toContain(stemOf(other));
  expect(nearStems(stemOf(other))).toContain(stemOf(one));
});

test("a word that only shares its stem with another one brings nothing along", () => {
  // 'Accountable' has the stem of 'account', and 'applicant' that of 'applicable'.
  expect(nearStems(stemOf("account"))).not.toContain(stemOf("responsible"));
  expect(nearStems(stemOf("applicable"))).not.toContain(stemOf("requestor"));
});
