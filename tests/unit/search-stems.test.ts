import { describe, expect, test } from "vitest";
import { SearchIndex } from "#model/search/matching.ts";
import type { SearchRecord } from "#model/search.ts";
import { stemOf } from "#model/search/stems.ts";
import { foldWord, markedParts, wordsOf } from "#model/search/words.ts";
import { WORD_FAMILIES } from "../word-families.ts";
import { overPieces, timeOf } from "../work-time.ts";

const record = (id: string, title: string): SearchRecord => ({
  id,
  thing: id,
  type: "trust center content",
  productId: "p",
  title,
  target: { kind: "item", uid: id, slug: id },
  metadata: {},
});

describe("the forms of a word", () => {
  test.each(WORD_FAMILIES)("%s and its forms are one word", (...forms) => {
    expect(new Set(forms.map((form) => wordsOf(form).join(" "))).size).toBe(1);
  });

  test.each([
    ["organisation", "organization", "organised", "organizational"],
    ["licence", "license", "licensed"],
    ["programme", "program", "programs"],
    ["authorise", "authorization", "authorised"],
    ["anonymisation", "anonymized", "anonymous"],
    ["behaviour", "behavior"],
    ["centre", "centers"],
    ["cancelled", "canceled"],
    ["analyse", "analyzing", "analysis"],
    ["policy", "policies"],
    ["scan", "scanning", "scanner"],
    ["store", "storing", "storage"],
    ["comply", "compliance", "compliant", "complies"],
    ["copy", "copied", "copies"],
    ["destroy", "destruction"],
    ["Verschlüsselung", "verschlüsselt", "verschlüsseln"],
    ["Löschung", "löschen", "gelöscht"],
    ["Zertifizierung", "zertifiziert", "Zertifikat", "Zertifikate"],
    ["Speicherung", "gespeichert", "speichern"],
    ["chiffrement", "chiffrer", "chiffrées"],
  ])("so are %s, %s and others", (...forms) => {
    expect(new Set(forms.map((form) => stemOf(foldWord(form)))).size).toBe(1);
  });

  test.each([
    ["access", "accessibility"],
    ["internal", "international"],
    ["general", "generate"],
    ["custom", "customer"],
    ["integrity", "integration"],
    ["information", "inform"],
    ["application", "applicability"],
    ["author", "authorization"],
    ["import", "important"],
    ["port", "portability"],
    ["log", "logic"],
    ["note", "not"],
    ["test", "attest"],
    ["process", "procedure"],
  ])("%s and %s are two words", (one, other) => expect(stemOf(one)).not.toBe(stemOf(other)));

  test("a stem is its own stem", () => {
    const words = [...WORD_FAMILIES.flat(), "releases", "purposes", "responsible", "disclosure"];
    for (const stem of words.flatMap(wordsOf)) expect(stemOf(stem)).toBe(stem);
  });

  test("the longest word takes no longer than its length", () => {
    const taken = (length: number) => timeOf(() => stemOf("ated".repeat(length / 4)));
    taken(4_000);
    expect(overPieces(taken(400_000), 100)).toBeNull();
  });
});

describe("an index", () => {
  const titles = [
    "Encryption at rest",
    "How keys are encrypted",
    "We encrypt backups",
    "Certification",
    "Service delivery",
    "Slavery",
    "Data center",
    "A datacenter of our own",
  ];
  const find = (term: string, own = titles) => {
    const index = new SearchIndex<SearchRecord>([["lifecycle", "life cycle"]]);
    for (const title of own) index.put(record(title, title));
    return index.search(term, () => "open");
  };
  const found = (term: string, own = titles) => find(term, own).map(({ record: { id } }) => id);

  test.each(["encrypt", "encrypted", "encrypts", "encrypting", "encryption"])(
    "finds the same for %s",
    (form) => expect(found(form).toSorted()).toEqual(titles.slice(0, 3).toSorted()),
  );

  test("finds what begins as a word that is being typed, past its stem", () => {
    expect(found("certifica")).toEqual(["Certification"]);
    expect(found("deliv")).toEqual(["Service delivery"]);
  });

  test("takes a beginning or a typo only where nothing has the word itself", () => {
    expect(found("serv", ["serv", "Service"])).toEqual(["serv"]);
    expect(found("tests", ["Tests", "Texts"])).toEqual(["Tests"]);
    expect(found("texst", ["Tests", "Texts"])).toEqual(["Tests", "Texts"]);
  });

  test("takes what is asked in capitals as it stands", () => {
    expect(found("SLA")).toEqual([]);
    expect(found("sla")).toEqual(["Slavery"]);
  });

  test("does not count what the viewer may not see as having the word", () => {
    const index = new SearchIndex<SearchRecord>();
    for (const title of ["serv", "Service"]) index.put(record(title, title));
    const seen = index.search("serv", ({ id }) => (id === "serv" ? "absent" : "open"));
    expect(seen.map(({ record: { id } }) => id)).toEqual(["Service"]);
  });

  test.each(["data center", "datacenter", "data centre", "data centers"])(
    "finds one word and two: %s",
    (term) => expect(found(term).toSorted()).toEqual(titles.slice(6).toSorted()),
  );

  test("marks each form of what was found", () => {
    const [first] = find("encrypt");
    expect(markedParts("Encrypted, not cryptic", first?.found ?? new Set())).toEqual([
      { text: "Encrypted", marked: true },
      { text: ", not cryptic", marked: false },
    ]);
  });

  test("puts what is called so above what says it word for word", () => {
    const index = new SearchIndex<SearchRecord>();
    index.put({
      ...record("text", "Overview"),
      explanation: "Each penetration test is done by others",
    });
    index.put(record("title", "Testing of penetration"));
    const titled = index.search("penetration test", () => "open");
    expect(titled.map(({ record: { id } }) => id)).toEqual(["title", "text"]);
  });
});
