import { describe, expect, test } from "vitest";
import { readFacts } from "#content/documents/rules/read-facts.ts";

/** What is read of a page, without the sentences. */
const read = (page: string) =>
  Object.fromEntries(readFacts(page).map(({ fact, value }) => [fact, value]));

describe("a first page", () => {
  test.each<[string, string, Record<string, string>]>([
    [
      "a report’s title",
      "SOC 2 Type II Report\nFor the period October 1, 2025 to September 30, 2026\nPrepared by Meridian Assurance LLP",
      {
        periodFrom: "2025-10-01",
        periodTo: "2026-09-30",
        auditor: "Meridian Assurance LLP",
      },
    ],
    [
      "an opinion in sentences",
      "We examined the controls throughout the period 1 October 2025 through 30 September 2026. It was performed by Schellman & Company, LLC, an independent firm.",
      {
        periodFrom: "2025-10-01",
        periodTo: "2026-09-30",
        auditor: "Schellman & Company, LLC",
      },
    ],
    [
      "a certificate",
      "Certificate IS 715123\nIssued by: BSI Group\nCertification body: BSI Assurance UK Ltd\nValid until: 2028-07-14",
      { auditor: "BSI Group", expiresOn: "2028-07-14" },
    ],
    [
      "short months",
      "Covering Nov 1, 2024 – Oct 31, 2025. Expiration date: 3rd Jan 2027",
      { periodFrom: "2024-11-01", periodTo: "2025-10-31", expiresOn: "2027-01-03" },
    ],
    [
      "a cover with labels above what they name",
      "SOC 2 Type II Report\nPeriod\n1 October 2025 to 30 September 2026\nAssessor:\nMeridian Assurance LLP\nValid until\n7 June 2027\nIssued\n6 November 2026",
      {
        periodFrom: "2025-10-01",
        periodTo: "2026-09-30",
        auditor: "Meridian Assurance LLP",
        expiresOn: "2027-06-07",
      },
    ],
    [
      "a firm at the end of a sentence",
      "This report was examined by Meridian Assurance LLP. It is confidential.",
      { auditor: "Meridian Assurance LLP" },
    ],
    [
      "a firm with an abbreviation, and what follows it",
      "The assessment was conducted by Prescient Security Inc. for Acme Cloud on May 4, 2026.",
      { auditor: "Prescient Security Inc." },
    ],
  ])("that is %s says its facts", (_, page, facts) => {
    expect(read(page)).toEqual(facts);
  });

  test.each([
    ["a date alone", "Acme Cloud, November 20, 2026"],
    ["two dates that no period joins", "Version of May 1, 2025, replaced on May 1, 2026 period"],
    ["a period that ends before it begins", "Period May 1, 2026 to May 1, 2025"],
    ["days that depend on a country", "Valid until 03/04/2027"],
    ["a day that there is not", "Valid until February 30, 2027"],
    ["a deed of nobody in particular", "The review is performed by our own people each year."],
    ["a label without a line of its own", "Valid until\n\nTo be renewed\nJune 7, 2027"],
    ["labels alone", "Period\nAuditor\nValid until"],
    ["nothing", ""],
  ])("that has %s says nothing", (_, page) => {
    expect(read(page)).toEqual({});
  });

  test("shows the sentence that a fact comes from, and takes what stands first", () => {
    const [fact, ...others] = readFacts(
      "About this file.\nValid until July 14, 2028.\nValid until July 14, 2030.",
    );
    expect(fact).toEqual({
      fact: "expiresOn",
      value: "2028-07-14",
      sentence: "Valid until July 14, 2028.",
    });
    expect(others).toEqual([]);
  });

  test("is read in a bounded part, however long it is and whatever it repeats", () => {
    const endless = "audited by ".repeat(50_000) + "valid until ".repeat(50_000);
    expect(readFacts(endless)).toEqual([]);
    expect(readFacts(`${"x ".repeat(4_000)}\nValid until July 14, 2028.`)).toEqual([]);
  });
});
