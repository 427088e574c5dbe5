import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { emailFault, emailField, readTypedEmail } from "#model/subscribers/email.ts";
import { readCustomerDomain } from "#model/access-rules/customers.ts";
import { wording } from "../wording.ts";

const ADDRESS = "jane.o'neil@corp.example";

describe("an address as it is pasted", () => {
  test.each([
    `\u200b${ADDRESS}`,
    `${ADDRESS}\u200b`,
    `jane.o'neil\u200b@corp.\u2060example`,
    `\u202a${ADDRESS}\u202c`,
    `\ufeff ${ADDRESS}\u00a0`,
    ADDRESS.replace("@", "＠"),
    "ｊａｎｅ．ｏ＇ｎｅｉｌ＠ｃｏｒｐ．ｅｘａｍｐｌｅ",
    `${ADDRESS};`,
    `${ADDRESS}, `,
    `${ADDRESS}.`,
    `<${ADDRESS}>`,
    `"${ADDRESS}"`,
    `'${ADDRESS}'`,
    `Jane O'Neil <${ADDRESS}>`,
    `"O'Neil, Jane" <${ADDRESS}>;`,
    `Jane <mailto:${ADDRESS}>`,
    `mailto:${ADDRESS}`,
    `mailto:${ADDRESS.replace("'", "%27").replace("@", "%40")}`,
    `MailTo:${ADDRESS}?subject=Hello@you`,
  ])("%j is the one that one sees", (typed) => {
    expect(readTypedEmail(typed)?.email).toBe(ADDRESS);
    expect(emailField.parse(typed).email).toBe(ADDRESS);
  });

  test.each([
    ["jane@corp.example; joe@corp.example", wording.invalidEmail],
    ["Jane jane@corp.example", wording.invalidEmail],
    ["jane@corp.example\r\nBcc: joe@corp.example", wording.invalidEmail],
    ["mailto:jane%zz", wording.invalidEmail],
    ["mailto:jane%0D%0ABcc:joe@corp.example", wording.invalidEmail],
    [
      "jane@\u202ecorp.example",
      "This email has a character that can’t be seen (U+202E). Type it again.",
    ],
    [
      "jane\u0000@corp.example",
      "This email has a character that can’t be seen (U+0000). Type it again.",
    ],
    [`${"<".repeat(5_000)}a@b.example>`, wording.invalidEmail],
  ])("%j is none, and it is said why", (typed, words) => {
    expect(readTypedEmail(typed)).toBeNull();
    expect(emailFault(typed)).toBe(words);
    expect(emailField.safeParse(typed).error?.issues[0]?.message).toBe(words);
  });

  test("is the same however it is wrapped, and never another one", () => {
    const unseen = fc.constantFrom(
      "\u200b",
      "\u200e",
      "\u2060",
      "\ufeff",
      "\u00ad",
      " ",
      "\t",
      ";",
    );
    const ends = fc.array(unseen, { maxLength: 5 }).map((signs) => signs.join(""));
    fc.assert(
      fc.property(
        ends,
        ends,
        fc.constantFrom("%", "<%>", "A <%>", '"%"', "mailto:%"),
        (a, b, frame) => {
          expect(readTypedEmail(`${a}${frame.replace("%", ADDRESS)}${b}`)?.email).toBe(ADDRESS);
        },
      ),
      { numRuns: 40 },
    );
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), (text) => {
        const { email } = readTypedEmail(text) ?? {};
        if (email !== undefined) expect(readTypedEmail(email)?.email).toBe(email);
      }),
      { numRuns: 40 },
    );
  });

  test("is read in a customer's domain as well", () => {
    for (const typed of ["\u200bcorp.example\u200b", "Jane <jane@corp.example>;", "corp.example."])
      expect(readCustomerDomain(typed)).toEqual({ domain: "corp.example" });
  });
});
