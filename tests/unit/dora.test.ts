import { describe, expect, test } from "vitest";
import { doraSchema, hasDoraFacts, ICT_SERVICE_CODES } from "#model/settings/dora.ts";
import { codesOf, registerLines } from "#model/settings/dora-lines.ts";
import { leiFault, writtenLei } from "#values/lei.ts";
import { CSV_HEAD, csvRow, registerFacts } from "../../app/portal/dora/rules/register.ts";
import { doraFormSchema } from "../../app/staff/settings/forms/dora-form.ts";
import { wording } from "../wording.ts";

const LEI = "000000ACMECLOUD00060";
const NONE = doraSchema.parse({});

describe("an LEI", () => {
  test("is written in capitals without spaces", () => {
    expect(writtenLei(" 0000 00acmecloud 00060\n")).toBe(LEI);
  });

  test.each([LEI, "000000ACMEGROUP00054", "529900T8BM49AURSDO55"])("%s fits", (lei) => {
    expect(leiFault(lei)).toBeNull();
  });

  test("with any one digit or letter changed, or two neighbors swapped, doesn’t fit", () => {
    for (let at = 0; at < LEI.length; at += 1) {
      const [usual, spare] = /\d/.test(LEI[at] ?? "") ? ["7", "8"] : ["K", "L"];
      const other = LEI[at] === usual ? spare : usual;
      const changed = LEI.slice(0, at) + other + LEI.slice(at + 1);
      expect([changed, leiFault(changed)]).toEqual([changed, wording.leiDigits]);
      const [one, two] = [LEI[at], LEI[at + 1]];
      if (two === undefined || one === two) continue;
      const swapped = LEI.slice(0, at) + two + one + LEI.slice(at + 2);
      expect([swapped, leiFault(swapped)]).not.toEqual([swapped, null]);
    }
  });

  test.each([
    "",
    "000000ACMECLOUD0006",
    `${LEI}0`,
    "000000ACMECLOUD0006O ",
    "000000ÄCMECLOUD00060",
  ])("“%s” has the wrong length or characters", (text) => {
    expect(leiFault(text)).toBe(wording.leiLength);
  });
});

describe("the form", () => {
  const read = (dora: object) => {
    const parsed = doraFormSchema.safeParse({ dora });
    return parsed.success ? parsed.data.dora : parsed.error.issues.map(({ message }) => message);
  };

  test("with nothing in it says nothing", () => {
    expect(read({})).toEqual(NONE);
    const empty = Object.fromEntries(Object.keys(NONE).map((name) => [name, ""]));
    expect(read(empty)).toEqual(NONE);
    expect(hasDoraFacts(NONE)).toBe(false);
  });

  test("reads countries by name and by code, each once", () => {
    expect(read({ storedIn: "Germany\nie, ie; france\n\n" })).toMatchObject({
      storedIn: ["DE", "IE", "FR"],
    });
    expect(read({ processedIn: "Germany, Atlantis" })).toEqual([
      "Use the name or the two-letter code of a country instead of “Atlantis”",
    ]);
  });

  test("reads one box, several boxes, and the lines of a program", () => {
    expect(read({ services: "S19" })).toMatchObject({ services: ["S19"] });
    expect(read({ services: ["S19", "S02"] })).toMatchObject({ services: ["S02", "S19"] });
    expect(read({ services: "S19\nS02" })).toMatchObject({ services: ["S02", "S19"] });
    expect(read({ services: [...ICT_SERVICE_CODES] })).toMatchObject({
      services: ICT_SERVICE_CODES,
    });
    expect(read({ services: ["S00"] })).toEqual([wording.chooseIctServices]);
  });

  test("what it reads can be stored", () => {
    const facts = read({
      legalName: " Acme Cloud GmbH ",
      lei: LEI.toLowerCase(),
      euid: "dek1101r.hrb116737",
      registrationNumber: "HRB 1",
      headOffice: "DE",
      rank: "2",
      exitNotes: "Export.\nThen leave.",
    });
    expect(doraSchema.parse(facts)).toEqual(facts);
    expect(facts).toMatchObject({ lei: LEI, euid: "DEK1101R.HRB116737", rank: 2 });
  });
});

describe("the codes of a provider", () => {
  const codes = (given: object) => codesOf({ ...NONE, ...given });

  test("are the LEI first, then the EUID, then the national number with its country", () => {
    const euid = "DEK1101R.HRB116737";
    const all = { lei: LEI, euid, registrationNumber: "HRB 1", headOffice: "DE" };
    expect(codes(all)).toMatchObject({ first: { type: "LEI" }, second: { type: "EUID" } });
    expect(codes({ ...all, euid: null })).toMatchObject({
      first: { code: LEI },
      second: { code: "HRB 1", type: "DE_CRN" },
    });
    expect(codes({ ...all, lei: null })).toMatchObject({
      first: { code: euid },
      second: { type: "DE_CRN" },
    });
    expect(codes({ registrationNumber: "1" })).toMatchObject({
      first: { code: "1", type: "" },
      second: null,
    });
  });

  test("name the columns that they go into", () => {
    const facts = { ...NONE, euid: "DEK1101R.HRB116737", registrationNumber: "HRB 1" };
    expect(registerFacts(facts, []).columns).toMatchObject({
      euid: "B_05.01.0010",
      registrationNumber: "B_05.01.0030",
      legalName: "B_05.01.0050",
    });
    expect(registerLines(facts).map(({ label, column }) => [label, column])).toEqual([
      ["EUID", "B_05.01.0010"],
      ["National registration number", "B_05.01.0030"],
    ]);
  });
});

test("the table has a cell for each of its columns", () => {
  const row = csvRow("Acme Cloud", {
    ...NONE,
    lei: LEI,
    euid: "DEK1101R.HRB116737",
    registrationNumber: "HRB 116737",
    parentLei: "000000ACMEGROUP00054",
    services: ["S06", "S19"],
    storedIn: ["DE", "IE"],
    rank: 1,
  });
  expect(row).toHaveLength(CSV_HEAD.length);
  expect(Object.fromEntries(CSV_HEAD.map((head, at) => [head, row[at]]))).toMatchObject({
    Company: "Acme Cloud",
    "Rank (B_05.02.0050)": 1,
    [wording.recipientColumn]: "",
    "Identification code (B_05.01.0010)": LEI,
    "Type of code (B_05.01.0020)": "LEI",
    "Type of the parent’s code (B_05.01.0120)": "LEI",
    "Types of ICT services (B_05.02.0020)": "S06; S19",
    [wording.dataStoredColumn]: "DE; IE",
    "Additional code (B_05.01.0030)": "DEK1101R.HRB116737",
    "Legal name (B_05.01.0050)": "",
    "National registration number": "HRB 116737",
  });
});
