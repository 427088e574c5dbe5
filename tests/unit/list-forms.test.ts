import { describe, expect, test } from "vitest";
import { companyFields, companyUrl, isPublicUrl } from "#model/companies/company-forms.ts";
import { answersTo, KNOWN_COMPANIES } from "#model/companies/known-companies.ts";
import { isWholeOrder, moved, putBeside } from "#values/list-order.ts";
import {
  RISK_QUESTIONS,
  riskFormValue,
  riskProfileForm,
  riskProfilePatch,
} from "#content/risk-profile/forms/risk-profile.ts";
import {
  draftOfChanges,
  subprocessorChanges,
  type ListedSubprocessor,
} from "#content/subprocessors/rules/subprocessor-changes.ts";
import { inSlices } from "#db/pace.ts";
import { textsOf } from "#content/subprocessors/forms/subprocessors.ts";
import { SUBPROCESSOR_TABLE } from "#content/subprocessors/forms/import-table.ts";
import { readSubprocessorRows } from "#content/subprocessors/staff/import-rows.ts";
import { writeCsv } from "#platform/files/tables/csv-table.ts";
import { AS_IT_IS, readTable } from "#web/table-import/staff/read-table.ts";
import { wording } from "../wording.ts";

/** What an import of subprocessors reads in a file. */
async function readFiled(csv: string) {
  const table = await readTable(
    Buffer.from(csv),
    { table: SUBPROCESSOR_TABLE, maxRows: 10_000 },
    AS_IT_IS,
  );
  return readSubprocessorRows(table);
}

describe("a company's address", () => {
  const ROWS: [string, boolean][] = [
    ["https://acme.example", true],
    ["http://acme.example/path?q=1#x", true],
    ["ftp://files.acme.example/a", true],
    ["https://bücher.example", true],
    ["https://8.8.8.8/", true],
    ["acme", false],
    ["javascript:alert(1)", false],
    ["mailto:a@b.example", false],
    ["https://localhost/", false],
    ["https://intranet/", false],
    ["https://printer.local/", false],
    ["http://10.0.0.1/", false],
    ["http://127.0.0.1/", false],
    ["http://2130706433/", false],
    ["http://0x7f.1/", false],
    ["http://169.254.169.254/latest", false],
    ["http://172.16.0.1/", false],
    ["http://172.31.255.255/", false],
    ["http://192.168.1.1/", false],
    ["http://100.64.0.1/", false],
    ["http://224.0.0.1/", false],
    ["http://[::1]/", false],
    ["http://[2001:4860:4860::8888]/", false],
    ["https://user:secret@acme.example/", false],
    ["https://acme.example/ a", false],
    ["https://acme.example/<b>", false],
    ["//acme.example", false],
  ];
  test.each(ROWS)("%s: %s", (url, fine) => expect(isPublicUrl(url)).toBe(fine));

  test("is blank, whole, or a bare domain that gets https://", () => {
    expect(companyUrl.parse("")).toBeNull();
    expect(companyUrl.parse(undefined)).toBeUndefined();
    expect(companyUrl.parse(" acme.example/story ")).toBe("https://acme.example/story");
    expect(companyUrl.safeParse("http://10.1.2.3").error?.issues[0]?.message).toBe(
      wording.invalidUrl,
    );
  });
});

test.each([
  ["  Acme\n Cloud ", "Acme Cloud"],
  ["AT&T", "AT&T"],
  ["", wording.requiredField],
  ["X", wording.atLeast2Characters],
  ["<b>Acme", "Leave out angle brackets and control characters"],
  ["x".repeat(101), wording.atMost100Characters],
])("the company name %j gives %j", (name, expected) => {
  const parsed = companyFields.company.safeParse(name);
  expect(parsed.success ? parsed.data : parsed.error.issues[0]?.message).toBe(expected);
});

test("the addendum has 21 companies with logos of their own, found by name, domain and other words", () => {
  expect(KNOWN_COMPANIES).toHaveLength(21);
  expect(new Set(KNOWN_COMPANIES.map(({ companyId }) => companyId)).size).toBe(21);
  for (const company of KNOWN_COMPANIES) {
    expect(company.link).toMatch(/^https:\/\//);
    expect(company.logo.letters).toMatch(/^[A-Za-z]{2,3}$/);
    for (const word of [company.name, company.domain, ...company.alternatives])
      expect(answersTo(company, word)).toBe(true);
  }
  expect(
    KNOWN_COMPANIES.filter((company) => answersTo(company, "aws")).map(
      ({ companyId }) => companyId,
    ),
  ).toEqual(["amazon-web-services"]);
  expect(KNOWN_COMPANIES.some((company) => answersTo(company, "no such company"))).toBe(false);
});

test("a row is put before or behind another, and nowhere else", () => {
  const ids = ["a", "b", "c"];
  expect([
    putBeside(ids, "c", { beside: "a", edge: "before" }),
    putBeside(ids, "a", { beside: "b", edge: "behind" }),
    putBeside(ids, "a", { beside: "c", edge: "behind" }),
    putBeside(ids, "a", { beside: "b", edge: "before" }),
    putBeside(ids, "a", { beside: "a", edge: "behind" }),
    putBeside(ids, "x", { beside: "a", edge: "before" }),
    putBeside(ids, "a", { beside: "x", edge: "before" }),
  ]).toEqual([["c", "a", "b"], ["b", "a", "c"], ["b", "c", "a"], ids, ids, ids, ids]);
});

test("a row moves up, down, to top and to bottom, and not beyond", () => {
  const ids = ["a", "b", "c"];
  expect([
    moved(ids, "b", "up"),
    moved(ids, "b", "down"),
    moved(ids, "c", "top"),
    moved(ids, "a", "bottom"),
    moved(ids, "a", "up"),
    moved(ids, "x", "up"),
  ]).toEqual([["b", "a", "c"], ["a", "c", "b"], ["c", "a", "b"], ["b", "c", "a"], ids, ids]);
  expect([
    isWholeOrder(["c", "a", "b"], ids),
    isWholeOrder(["a", "b"], ids),
    isWholeOrder(["a", "a", "b"], ids),
    isWholeOrder(["a", "b", "x"], ids),
  ]).toEqual([true, false, false, false]);
});

describe("the risk profile", () => {
  test("asks seven questions in display priority", () => {
    expect(RISK_QUESTIONS.map(({ field }) => field)).toEqual([
      "dataAccess",
      "impact",
      "recoveryTime",
      "recoveryPoint",
      "criticalDependence",
      "thirdPartyDependence",
      "hosting",
    ]);
    expect(RISK_QUESTIONS.map(({ choices }) => choices.map(({ value }) => value))).toEqual([
      ["public", "internal", "restricted"],
      ["low", "moderate", "substantial", "severe"],
      ["immediate", "hours_24_48", "hours_48_72", "days_4_7"],
      ["immediate", "hours_12", "hours_24"],
      ["yes", "no"],
      ["yes", "no"],
      ["major_cloud", "on_premise", "combination"],
    ]);
  });

  const custom = (number: string, unit = "hours") =>
    riskProfileForm.safeParse({
      recoveryTime: "custom",
      recoveryTimeNumber: number,
      recoveryTimeUnit: unit,
    });
  test.each([
    ["0", "minutes", "minutes_0"],
    ["99", "days", "days_99"],
    ["12", "hours", "hours_12"],
    ["07", "hours", "hours_7"],
  ])("%s %s is stored as %s", (number, unit, stored) =>
    expect(custom(number, unit).data?.answers.recoveryTime).toBe(stored),
  );
  test.each([
    ["100", "hours"],
    ["-1", "hours"],
    ["1.5", "hours"],
    ["", "hours"],
    ["x", "hours"],
    ["5", "weeks"],
  ])("%s %s is refused", (number, unit) => expect(custom(number, unit).success).toBe(false));

  test("shows what is stored; a custom recovery time begins with 12 hours", () => {
    const [, , time, point] = RISK_QUESTIONS;
    if (time === undefined || point === undefined) throw new Error("two of seven are missing");
    expect(riskFormValue(time, null)).toEqual({ choice: "", number: "12", unit: "hours" });
    expect(riskFormValue(time, "days_4_7")).toEqual({
      choice: "days_4_7",
      number: "12",
      unit: "hours",
    });
    expect(riskFormValue(time, "minutes_30")).toEqual({
      choice: "custom",
      number: "30",
      unit: "minutes",
    });
    expect(riskFormValue(point, "hours_12").choice).toBe("hours_12");
    expect(riskProfilePatch.safeParse({ recoveryTime: "hours_100" }).success).toBe(false);
    expect(riskProfilePatch.safeParse({ recoveryTime: "hours_8", hosting: null }).success).toBe(
      true,
    );
    expect(riskProfilePatch.safeParse({ other: "x" }).success).toBe(false);
  });
});

describe("a file of subprocessors", () => {
  const changesOf = (...of: Parameters<typeof subprocessorChanges>) =>
    inSlices(subprocessorChanges(...of));
  const listed = (
    id: string,
    company: string,
    purpose: string | null = null,
  ): ListedSubprocessor => ({ id, company, ...textsOf({ purpose }) });

  test("belongs to the list by names: those that say the same first, then in their order", async () => {
    const list = [
      listed("1", "AWS", "Hosting"),
      listed("2", "AWS", "Backups"),
      listed("3", "Zendesk", "Support"),
    ];
    const keep = { remove: false, faulty: [] };
    const file = [
      { row: 2, company: "aws", purpose: "Backups" },
      { row: 3, company: "AWS", purpose: "Compute" },
      { row: 4, company: "New", purpose: null },
    ];
    expect(
      (await changesOf(list, file, keep)).map((change) => [
        change.kind,
        "id" in change ? change.id : null,
      ]),
    ).toEqual([
      ["unchanged", "2"],
      ["changed", "1"],
      ["added", null],
      ["kept", "3"],
    ]);
    expect((await changesOf(list, file, { remove: true, faulty: [] })).at(-1)?.kind).toBe(
      "removed",
    );
    // A row that can't be brought in names its company all the same.
    expect((await changesOf(list, file, { remove: true, faulty: ["ZENDESK"] })).at(-1)?.kind).toBe(
      "kept",
    );
    // A column that the file has not leaves what is there.
    expect((await changesOf(list, [{ row: 2, company: "Zendesk" }], keep))[0]?.kind).toBe(
      "unchanged",
    );
  });

  test("reads what the export writes, one apostrophe added and taken away", async () => {
    for (const text of ["=1+1", "'=1+1", "''@x", "'plain", "a;b", "ＸＸ", "＝x"]) {
      const csv = writeCsv([
        ["Company", "Purpose"],
        ["Acme", text],
      ]);
      expect((await readFiled(`\ufeff${csv}`)).filed[0]?.purpose).toBe(text);
      expect(csv).not.toMatch(/[\n,]"?[=+\-@＝＋－＠]/);
    }
  });

  test("names every faulty line, and reads the mark that parts its header", async () => {
    expect((await readFiled("Company\tPurpose\nAcme\tA, b; c")).filed).toEqual([
      {
        row: 2,
        company: "Acme",
        purpose: "A, b; c",
        location: undefined,
        additionalDetails: undefined,
      },
    ]);
    const cases: [csv: string, message: string][] = [
      [
        'Company\n"unclosed',
        "This isn’t a valid CSV file. A quotation mark in row 2 is never closed.",
      ],
      ["", wording.noRows],
      [
        `Company\n${"Acme\n".repeat(10_001)}`,
        "It has more than 10,000 rows. Import fewer at a time.",
      ],
    ];
    for (const [csv, message] of cases)
      await expect(readFiled(csv), message).rejects.toThrow(message);
    const { filed, faulty } = await readFiled(
      `Company,Purpose\n,x\nAcme,${"y".repeat(301)}\nGood one,Fine\nInitech, Inc.,y\n`,
    );
    expect(filed.map(({ row, company }) => [row, company])).toEqual([[4, "Good one"]]);
    expect(faulty.map(({ row, text, fault }) => `${row} ${text}: ${fault}`)).toEqual([
      "2 : Company: This field is required",
      "3 Acme: Purpose: Use at most 300 characters",
      "5 Initech: It has 3 cells, but the header has 2. Put quotation marks around a cell that contains a separator.",
    ]);
  });

  test("raises a draft that says what was added for what, and leaves the day to its terms", () => {
    const after = {
      company: "Acme [x](https://evil)",
      ...textsOf({ purpose: "CDN and <b>caching</b>." }),
    };
    const draft = draftOfChanges(
      [{ kind: "added", after }],
      { effectiveOn: "2027-01-15", objectionDays: 30 },
      ["p"],
    );
    expect(draft).toMatchObject({
      topic: {
        subject: "New subprocessor: Acme [x](https://evil)",
        category: "subprocessors",
        effectiveOn: "2027-01-15",
        objectionDays: 30,
        productIds: ["p"],
      },
      email: null,
      statusPage: true,
    });
    expect(draft?.message).toBe(
      "We added **Acme \\[x\\]\\(evil\\)** for CDN and \\<b\\>caching\\</b\\>.",
    );
    expect(
      draftOfChanges(
        [{ kind: "removed", before: { ...after, company: "Acme" } }],
        { effectiveOn: null, objectionDays: null },
        [],
      )?.message,
    ).toBe("We removed **Acme**.");
    expect(draftOfChanges([], { effectiveOn: null, objectionDays: null }, [])).toBeNull();
  });
});
