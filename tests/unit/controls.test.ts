import { describe, expect, test } from "vitest";
import { CONTROL_TABLE, controlSchema, requirementsOf } from "#content/controls/forms/controls.ts";
import {
  controlQuery,
  controlSearchParams,
  frameworkOf,
  frameworksOf,
  isWanted,
  referenceKey,
} from "#content/controls/rules/controls.ts";
import { atOnce } from "#model/search/words.ts";
import { choicesOf, guessMapping } from "#model/table-import.ts";
import { wording } from "../wording.ts";

describe("the framework of a requirement", () => {
  test.each([
    ["SOC 2 CC6.1", "SOC 2"],
    ["soc2 CC6.1", "SOC 2"],
    ["SOC 2", "SOC 2"],
    ["ISO 27001 A.5.15", "ISO 27001"],
    ["ISO/IEC 27001:2022 A.8.5", "ISO 27001"],
    ["ISO 27001", "ISO 27001"],
    ["ISO 27018 A.11", "ISO 27018"],
    ["NIST CSF PR.AA-01", "NIST CSF"],
    ["NIST SP 800-53 AC-2", "NIST 800-53"],
    ["NIST 800-171 3.1.1", "NIST 800-171"],
    ["PCI-DSS 8.4", "PCI DSS"],
    ["CIS Control 4.1", "CIS Controls"],
    ["CCM IAM-02", "CSA CCM"],
    ["C5 IDM-01", "BSI C5"],
    ["NIS2 Art. 21", "NIS 2"],
    ["GDPR Art. 32", "GDPR"],
    ["GDPR Article 28(3)", "GDPR"],
    ["HIPAA §164.312(a)(1)", "HIPAA"],
    ["HIPAA § 164.312", "HIPAA"],
    ["Acme Baseline 4.2 b", "Acme Baseline"],
    ["Internal rule", "Internal rule"],
    ["4.2", "4.2"],
    ["Art. 5", "Art."],
    ["", ""],
  ])("%s is of %s", (requirement, framework) => {
    expect(frameworkOf(requirement)).toBe(framework);
  });

  test("counts each control once, by names in the order of their numbers", () => {
    expect(
      atOnce(
        frameworksOf([
          { requirements: ["SOC 2 CC6.1", "SOC 2 CC6.2", "ISO 27018 A.1"] },
          { requirements: ["SOC2 CC7.1", "ISO 9001 8.1"] },
          { requirements: [] },
        ]),
      ),
    ).toEqual([
      { name: "ISO 9001", count: 1 },
      { name: "ISO 27018", count: 1 },
      { name: "SOC 2", count: 2 },
    ]);
  });
});

describe("a search among controls", () => {
  const control = {
    reference: "AC-04",
    title: "Staff sign in with a second factor",
    shortAnswer: "partly" as const,
    description: "Hardware keys.",
    requirements: ["SOC 2 CC6.1", "PCI DSS 8.4"],
  };
  test.each([
    ["", null, true],
    ["  SECOND factor ", null, true],
    ["ac-04", null, true],
    ["hardware", null, true],
    ["cc6.1", null, true],
    ["PARTLY", null, true],
    ["nothing", null, false],
    ["", "SOC 2", true],
    ["", "SOC", false],
    ["", "ISO 27001", false],
    ["hardware", "PCI DSS", true],
    ["nothing", "PCI DSS", false],
  ])("%s in %s: %s", (search, framework, found) => {
    expect(isWanted(control, { search, framework })).toBe(found);
    expect(isWanted({ ...control, description: null }, { search: "hardware", framework })).toBe(
      false,
    );
  });

  test("is the address of staff's list, and what names nothing narrows nothing", () => {
    const asked = controlQuery(
      new URLSearchParams("q= a &framework=SOC 2&access=accounts&short=no&product=p"),
    );
    expect(asked).toEqual({
      search: "a",
      framework: "SOC 2",
      access: "accounts",
      shortAnswer: "no",
      productId: "p",
    });
    expect(controlQuery(controlSearchParams(asked))).toEqual(asked);
    expect(
      controlSearchParams(
        controlQuery(new URLSearchParams("access=x&short=maybe&framework=&page=3")),
      ),
    ).toHaveProperty("size", 0);
  });
});

describe("the form of a control", () => {
  const sound = { reference: "AC-01", title: "A title", access: "public" };
  const faults = (values: object) =>
    controlSchema
      .safeParse({ ...sound, ...values })
      .error?.issues.map(({ path, message }) => [path[0], message]) ?? [];

  test("says what is missing, too short or too long", () => {
    expect(faults({})).toEqual([]);
    for (const [values, ...fault] of [
      [{ reference: undefined }, "reference", "Enter a reference"],
      [{ reference: "  " }, "reference", "Enter a reference"],
      [{ reference: "x".repeat(41) }, "reference", "Use at most 40 characters"],
      [{ title: undefined }, "title", "Enter a title"],
      [{ title: "x" }, "title", wording.atLeast2Characters],
      [{ title: "x".repeat(201) }, "title", wording.atMost200Characters],
      [{ description: "x".repeat(10_001) }, "description", "Use at most 10,000 characters"],
      [{ requirements: "x".repeat(81) }, "requirements", "Use at most 80 characters per line"],
      [
        { requirements: Array.from({ length: 51 }, (_, i) => `R ${i}`).join("\n") },
        "requirements",
        "Enter at most 50 requirements",
      ],
      [{ access: "everyone" }, "access", wording.chooseReaders],
    ] as const)
      expect(faults(values)).toEqual([fault]);
  });

  test("makes one line of names, and one requirement of each line", () => {
    expect(
      controlSchema.parse({
        ...sound,
        reference: " AC \t 01 ",
        title: "Two\r\nlines",
        description: " one\r\ntwo ",
        requirements: "SOC 2  CC6.1\r\n\r\n soc 2 cc6.1\nISO 27001 A.5.15 ",
        itemUid: "",
      }),
    ).toEqual({
      reference: "AC 01",
      title: "Two lines",
      shortAnswer: null,
      description: "one\ntwo",
      requirements: ["SOC 2 CC6.1", "ISO 27001 A.5.15"],
      itemUid: null,
      access: "public",
      productIds: [],
    });
    expect(requirementsOf("")).toEqual([]);
    expect(referenceKey(" AC  01")).toBe(referenceKey("ac 01"));
  });
});

test("a spreadsheet's columns are guessed by the names that they usually have, and said by the address", () => {
  const header = ["Control ID", "Name", "Details", "Framework references", "Owner"];
  expect(guessMapping(CONTROL_TABLE, header)).toMatchObject({
    reference: 0,
    title: 1,
    description: 2,
    requirements: 3,
    item: null,
    access: null,
    id: null,
  });
  const mapping = (query: string) =>
    choicesOf(CONTROL_TABLE, (name) => new URLSearchParams(query).get(name)).mapping;
  expect(mapping("title=1")).toBeNull();
  expect(mapping("reference=0&title=9999&item=x")).toEqual({
    reference: 0,
    title: null,
    shortAnswer: null,
    description: null,
    requirements: null,
    item: null,
    access: null,
    products: null,
    id: null,
  });
});
