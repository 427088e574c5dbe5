import { describe, expect, test } from "vitest";
import { addressFault, gradeFault, GRADE_FORMS, needsGrade } from "#model/grades.ts";
import { gradeSchema } from "#content/grades/forms/grade.ts";
import { GRADE_PROVIDERS, type GradeProvider } from "#model/grades.ts";
import { wording } from "../wording.ts";

const DOMAIN = wording.domainFormat;
const REQUIRED = "This field is required.";
const INVALID = "Invalid grade.";
const BITSIGHT = wording.invalidGrade;
const FETCH = wording.getGrade;
const copied = (name: string, begins: string) =>
  `Copy the URL from ${name}. It should start with ${begins}`;

// Provider by provider: what its form asks for, and whether a grade must be given.
const ASKS: [GradeProvider, "domain" | "url" | null, "typed" | "fetched" | null, boolean][] = [
  ["BitSight", "domain", "typed", false],
  ["BlackKite", "domain", "typed", false],
  ["Cis", null, "typed", true],
  ["CryptCheck", "url", "typed", false],
  ["CyberVadis", null, "typed", true],
  ["MdnObservatory", "url", "typed", false],
  ["HstsPreloadList", "url", null, false],
  ["ImmuniWeb", "url", "typed", false],
  ["Qualys", "url", "typed", false],
  ["SecurityHeaders", "url", "typed", false],
  ["SecurityScorecard", "domain", "fetched", true],
  ["UpGuard", "domain", "typed", false],
  ["RiskRecon", null, "typed", true],
];

test.each(ASKS)("%s asks for %s and %s", (provider, address, grade, required) => {
  const form = GRADE_FORMS[provider];
  expect([form.address?.kind ?? null, form.grade?.kind ?? null, needsGrade(form)]).toEqual([
    address,
    grade,
    required,
  ]);
});

test("every provider has a form", () =>
  expect(ASKS.map(([provider]) => provider).sort()).toEqual([...GRADE_PROVIDERS].sort()));

const ADDRESSES: [GradeProvider, string, string | null][] = [
  ...(["BitSight", "BlackKite", "SecurityScorecard", "UpGuard"] as const).flatMap(
    (provider): [GradeProvider, string, string | null][] => [
      [provider, "acme.example", null],
      [provider, "eu.status.acme-cloud.co.uk", null],
      [provider, "www.acme.example", DOMAIN],
      [provider, "https://acme.example", DOMAIN],
      [provider, "http://acme.example", DOMAIN],
      [provider, "acme.example/path", DOMAIN],
      [provider, "acme", DOMAIN],
      [provider, "acme..example", DOMAIN],
      [provider, "192.0.2.1", DOMAIN],
      [provider, "", REQUIRED],
    ],
  ),
  ["CryptCheck", "https://cryptcheck.fr/https/acme.example", null],
  [
    "CryptCheck",
    "https://cryptcheck.fr.evil.example/https/acme",
    copied("CryptCheck", "https://cryptcheck.fr/"),
  ],
  [
    "CryptCheck",
    "http://cryptcheck.fr/https/acme.example",
    copied("CryptCheck", "https://cryptcheck.fr/"),
  ],
  ["CryptCheck", "https://cryptcheck.fr/", copied("CryptCheck", "https://cryptcheck.fr/")],
  [
    "MdnObservatory",
    "https://developer.mozilla.org/en-US/observatory/analyze?host=acme.example",
    null,
  ],
  [
    "MdnObservatory",
    "https://developer.mozilla.org/en-US/docs",
    copied("MDN Observatory", "https://developer.mozilla.org/en-US/observatory/analyze?host="),
  ],
  ["HstsPreloadList", "https://hstspreload.org/?domain=acme.example", null],
  [
    "HstsPreloadList",
    "https://hstspreload.org/",
    copied("HSTS preload list", "https://hstspreload.org/?domain="),
  ],
  ["ImmuniWeb", "https://www.immuniweb.com/websec/acme.example/abc/", null],
  [
    "ImmuniWeb",
    "https://www.immuniweb.com/ssl/acme.example/",
    copied("ImmuniWeb", "https://www.immuniweb.com/websec/"),
  ],
  ["Qualys", "https://www.ssllabs.com/ssltest/analyze.html?d=acme.example", null],
  [
    "Qualys",
    "https://www.ssllabs.com/ssltest/",
    copied("Qualys", "https://www.ssllabs.com/ssltest/analyze.html?d="),
  ],
  ["SecurityHeaders", "https://securityheaders.com/?q=acme.example", null],
  [
    "SecurityHeaders",
    "https://securityheaders.com/about/",
    copied("Security Headers", "https://securityheaders.com/?q="),
  ],
  [
    "SecurityHeaders",
    "https://securityheaders.com/?q=a b",
    copied("Security Headers", "https://securityheaders.com/?q="),
  ],
  ...(
    [
      "CryptCheck",
      "MdnObservatory",
      "HstsPreloadList",
      "ImmuniWeb",
      "Qualys",
      "SecurityHeaders",
    ] as const
  ).map((provider): [GradeProvider, string, string] => [provider, "", REQUIRED]),
  ...(["Cis", "CyberVadis", "RiskRecon"] as const).map(
    (provider): [GradeProvider, string, null] => [provider, "", null],
  ),
];

test.each(ADDRESSES)("%s at %j: %s", (provider, text, fault) =>
  expect(addressFault(provider, text)).toBe(fault),
);

const fine = (provider: GradeProvider, ...grades: string[]): [GradeProvider, string, null][] =>
  grades.map((grade) => [provider, grade, null]);
const wrong = (
  provider: GradeProvider,
  message: string,
  ...grades: string[]
): [GradeProvider, string, string][] => grades.map((grade) => [provider, grade, message]);
const GRADES: [GradeProvider, string, string | null][] = [
  ...fine("BitSight", "", "300", "820", "646"),
  ...wrong("BitSight", BITSIGHT, "299", "821", "A", "700.5", "-400", "7e2"),
  ...fine("BlackKite", "", "A+", "A", "A-", "B+", "C", "D-", "F"),
  ...wrong("BlackKite", INVALID, "G", "A++", "95", "F-", "AB"),
  ...fine("Cis", "1", "3", "5"),
  ...wrong("Cis", INVALID, "0", "6", "2.5", "A"),
  ...wrong("Cis", REQUIRED, ""),
  ...fine("CryptCheck", "", "A+", "B", "G", "T"),
  ...wrong("CryptCheck", INVALID, "10", "AA", "A/B"),
  ...fine("CyberVadis", "0", "666", "1000"),
  ...wrong("CyberVadis", INVALID, "1001", "-1", "66.6", "B"),
  ...wrong("CyberVadis", REQUIRED, ""),
  ...fine("MdnObservatory", "", "A+", "D-", "F"),
  ...wrong("MdnObservatory", INVALID, "100"),
  ...fine("HstsPreloadList", "", "anything"),
  ...fine("ImmuniWeb", "", "A", "B+"),
  ...wrong("ImmuniWeb", INVALID, "good"),
  ...fine("Qualys", "", "A+", "T", "M"),
  ...wrong("Qualys", INVALID, "A+ (90)"),
  ...fine("SecurityHeaders", "", "A+", "R"),
  ...wrong("SecurityHeaders", INVALID, "99"),
  ...fine("SecurityScorecard", "A", "F"),
  ...wrong("SecurityScorecard", FETCH, ""),
  ...fine("UpGuard", "", "0", "950", "600", "A", "E"),
  ...wrong("UpGuard", INVALID, "951", "F", "A+", "B-", "60.5"),
  ...fine("RiskRecon", "0", "10", "7.6", "10.0", "A", "F"),
  ...wrong("RiskRecon", INVALID, "10.1", "11", "7.65", "A+", "G", "-1"),
  ...wrong("RiskRecon", REQUIRED, ""),
];

test.each(GRADES)("%s graded %j: %s", (provider, grade, fault) =>
  expect(gradeFault(provider, grade)).toBe(fault),
);

describe("the form", () => {
  const parse = (fields: Record<string, string>) => gradeSchema.safeParse(fields);
  const faults = (fields: Record<string, string>) =>
    Object.fromEntries(
      parse(fields).error?.issues.map(({ path, message }) => [path.join("."), message]) ?? [],
    );

  test("needs a display name and a provider", () => {
    expect(faults({ provider: "BitSight", label: " ", url: "acme.example" })).toEqual({
      label: REQUIRED,
    });
    expect(faults({ provider: "Moody", label: "x" })).toEqual({ provider: "Choose a provider" });
  });

  test("tells address and grade together", () => {
    expect(
      faults({ provider: "BitSight", label: "Rating", url: "www.acme.example", grade: "12" }),
    ).toEqual({ url: DOMAIN, grade: BITSIGHT });
  });

  test("drops what the provider does not ask for; letters are capitals, domains small", () => {
    expect(
      parse({ provider: "Cis", label: "CIS", url: "https://cis.example", grade: "4" }).data?.values,
    ).toMatchObject({ url: null, grade: "4" });
    expect(
      parse({
        provider: "HstsPreloadList",
        label: "HSTS",
        url: "https://hstspreload.org/?domain=acme.example",
        grade: "A",
      }).data?.values,
    ).toMatchObject({ grade: null });
    expect(
      parse({ provider: "UpGuard", label: "UpGuard", url: " ACME.example ", grade: "b" }).data
        ?.values,
    ).toMatchObject({ url: "acme.example", grade: "B" });
  });
});
