import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { ContentError, type Fault } from "#operations/exchange/content-ids.ts";
import { momentDay, momentTime, resolveMoment } from "#operations/exchange/moments.ts";
import { readFolder } from "#operations/exchange/read-folder.ts";
// The server speaks in its own words.
import "#web/forms/validator-words.ts";

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>';

/** A folder without faults; each test changes one file of it. */
const SOUND: Readonly<Record<string, string>> = {
  "org.yaml": `slug: initech
name: Initech
logo: assets/logo.svg
timeZone: Europe/Paris
domains:
  - { host: trust.initech.example, verified: true }
customization:
  portalTitle: Assurance
  contactSupport: { enabled: false }
`,
  "products.yaml": `products:
  - uid: main
    name: Initech Main
    folder: products/main
    default: true
    featuredItems: [Reports.soc2]
`,
  "companies.yaml": `companies:
  - { uid: hooli, name: Hooli, logo: assets/hooli.svg }
`,
  "documents.yaml": `documents:
  - uid: report
    file: files/report.pdf
    name: Report.pdf
    type: SOC 2 report
    createdAt: 12d ago
`,
  "faq.yaml": `entries:
  - uid: where
    question: Where is the data?
    answer: In Paris.
    products: [main]
    createdAt: 3d ago
`,
  "controls.yaml": `controls:
  - uid: ac-01
    reference: AC-01
    title: Access is reviewed
    item: Reports.soc2
    products: [main]
    createdAt: 3d ago
  - uid: ac-02
    reference: AC-02
    title: Access is logged
    requirements: [SOC 2 CC7.2]
    createdAt: 3d ago
`,
  "topics.yaml": `topics:
  - uid: news
    subject: News
    category: general
    updates:
      - { uid: news-1, message: Something happened., at: 5h ago }
`,
  "profiles.yaml": `profiles:
  - uid: core
    name: Core
    items:
      main: [Reports.soc2]
`,
  "nda.yaml": `provider: clickwrap
versions:
  - { uid: nda-1, title: NDA, body: Keep it to yourself., publishedAt: 2026-01-31 }
`,
  "products/main/cards/Reports.yaml": `kind: Reports
items:
  - uid: Reports.soc2
    documents: [report]
  - uid: custom.own-report
    title: Own report
    expiry: in 90d
`,
  "products/main/trusted-by.yaml": "companies:\n  - { company: hooli }\n",
  "products/main/subprocessors.yaml":
    "subprocessors:\n  - { uid: hosting, company: hooli, createdAt: 2025-05-01 }\n",
  "products/main/grades.yaml":
    "grades:\n  - { uid: bitsight, provider: BitSight, label: BitSight, grade: '790' }\n",
  "assets/logo.svg": SVG,
  "assets/hooli.svg": SVG,
  "files/report.pdf": "%PDF-1.4",
};

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "otc-content-"));
  for (const [name, text] of Object.entries(SOUND)) put(name, text);
  return () => rmSync(folder, { recursive: true });
});

function put(name: string, text: string): void {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Replaces a piece of a sound file, which must be there. */
function change(name: string, from: string, to: string): void {
  const text = SOUND[name] ?? "";
  expect(text).toContain(from);
  put(name, text.replace(from, to));
}

async function faults(): Promise<readonly Fault[]> {
  const error: unknown = await readFolder(folder).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ContentError))
    throw error ?? new Error("the folder was read without a fault");
  return error.faults;
}

const where = ({ file, line, key }: Fault) => `${file}:${line} ${key}`;

describe("a content folder", () => {
  test("without faults gives its content with defaults filled in", async () => {
    const content = await readFolder(folder);
    expect(content.org.name).toBe("Initech");
    expect(content.settings).toEqual({
      portalTitle: "Assurance",
      contactSupport: { enabled: false },
    });
    expect(
      content.products.map(({ product, cards }) => [
        product.uid,
        cards.map((card) => card.items.length),
      ]),
    ).toEqual([["main", [2]]]);
    expect(content.products[0]?.cards[0]?.items[0]).toMatchObject({
      uid: "Reports.soc2",
      state: "Enabled",
      publicAccess: false,
      documents: ["report"],
    });
    expect(content.files.map((file) => file.name).sort()).toEqual([
      "assets/hooli.svg",
      "assets/logo.svg",
      "files/report.pdf",
    ]);
  });

  test("needs only org.yaml and products.yaml", async () => {
    for (const name of Object.keys(SOUND))
      if (name.includes("/") || !/^(org|products)\./.test(name)) rmSync(path.join(folder, name));
    change("org.yaml", "logo: assets/logo.svg\n", "");
    change("products.yaml", "    featuredItems: [Reports.soc2]\n", "");
    const content = await readFolder(folder);
    expect([
      content.companies,
      content.documents,
      content.faq,
      content.controls,
      content.topics,
      content.profiles,
      content.products[0]?.cards,
    ]).toEqual([[], [], [], [], [], [], []]);
    expect(content.nda).toEqual({ provider: "none", accountWide: false, versions: [] });
  });
});

/** One row a kind of fault: what is changed, and where it is told. */
const CASES: readonly {
  fault: string;
  file: string;
  from: string;
  to: string;
  told: string;
  says: RegExp;
}[] = [
  {
    fault: "broken YAML",
    file: "faq.yaml",
    from: "answer: In Paris.",
    to: "answer: [In Paris.",
    told: "faq.yaml:5 (yaml)",
    says: /./,
  },
  {
    fault: "a key given twice",
    file: "org.yaml",
    from: "name: Initech",
    to: "name: Initech\nname: Initrode",
    told: "org.yaml:3 (yaml)",
    says: /unique/,
  },
  {
    fault: "a missing value",
    file: "documents.yaml",
    from: "    type: SOC 2 report\n",
    to: "",
    told: "documents.yaml:2 documents[0].type",
    says: /missing/,
  },
  {
    fault: "a value of the wrong kind",
    file: "products.yaml",
    from: "default: true",
    to: "default: maybe",
    told: "products.yaml:5 products[0].default",
    says: /true or false/,
  },
  {
    fault: "a word that is not on the list",
    file: "topics.yaml",
    from: "category: general",
    to: "category: gossip",
    told: "topics.yaml:4 topics[0].category",
    says: /./,
  },
  {
    fault: "an unknown key",
    file: "products/main/cards/Reports.yaml",
    from: "title: Own report",
    to: "title: Own report\n    bagde: iso-27001",
    told: "products/main/cards/Reports.yaml:7 items[1].bagde",
    says: /not a known key/,
  },
  {
    fault: "an unknown setting",
    file: "org.yaml",
    from: "portalTitle: Assurance",
    to: "portalTitel: Assurance",
    told: "org.yaml:8 customization.portalTitel",
    says: /not a known key/,
  },
  {
    fault: "an unknown setting inside a group",
    file: "org.yaml",
    from: "{ enabled: false }",
    to: "{ enabeld: false }",
    told: "org.yaml:9 customization.contactSupport.enabeld",
    says: /not a known key/,
  },
  {
    fault: "a setting out of its bounds",
    file: "org.yaml",
    from: "portalTitle: Assurance",
    to: "portalTitle: A title that is far too long",
    told: "org.yaml:8 customization.portalTitle",
    says: /Max 24/,
  },
  {
    fault: "an unknown time zone",
    file: "org.yaml",
    from: "Europe/Paris",
    to: "Europe/Lutetia",
    told: "org.yaml:4 timeZone",
    says: /no time zone/,
  },
  {
    fault: "a domain that is no host name",
    file: "org.yaml",
    from: "trust.initech.example",
    to: "https://trust",
    told: "org.yaml:6 domains[0].host",
    says: /host name/,
  },
  {
    fault: "an unknown company among customers",
    file: "products/main/trusted-by.yaml",
    from: "hooli",
    to: "holi",
    told: "products/main/trusted-by.yaml:2 companies[0].company",
    says: /no company holi/,
  },
  {
    fault: "an unknown company among subprocessors",
    file: "products/main/subprocessors.yaml",
    from: "company: hooli",
    to: "company: holi",
    told: "products/main/subprocessors.yaml:2 subprocessors[0].company",
    says: /no company holi/,
  },
  {
    fault: "an unknown document",
    file: "products/main/cards/Reports.yaml",
    from: "[report]",
    to: "[report, raport]",
    told: "products/main/cards/Reports.yaml:4 items[0].documents[1]",
    says: /no document raport/,
  },
  {
    fault: "an unknown product of an FAQ entry",
    file: "faq.yaml",
    from: "[main]",
    to: "[man]",
    told: "faq.yaml:5 entries[0].products[0]",
    says: /no product man/,
  },
  {
    fault: "a short answer that there is not",
    file: "faq.yaml",
    from: "answer: In Paris.",
    to: "answer: In Paris.\n    shortAnswer: maybe",
    told: "faq.yaml:5 entries[0].shortAnswer",
    says: /yes/,
  },
  {
    fault: "an unknown item of a control",
    file: "controls.yaml",
    from: "item: Reports.soc2",
    to: "item: Reports.soc9",
    told: "controls.yaml:5 controls[0].item",
    says: /no item Reports.soc9/,
  },
  {
    fault: "an unknown product of a control",
    file: "controls.yaml",
    from: "[main]",
    to: "[man]",
    told: "controls.yaml:6 controls[0].products[0]",
    says: /no product man/,
  },
  {
    fault: "a reference that two controls have",
    file: "controls.yaml",
    from: "reference: AC-02",
    to: "reference: ac-01",
    told: "controls.yaml:9 controls[1].reference",
    says: /ac-01 is there twice, first in controls.yaml:3/,
  },
  {
    fault: "an unknown product of a topic",
    file: "topics.yaml",
    from: "category: general",
    to: "category: general\n    products: [man]",
    told: "topics.yaml:5 topics[0].products[0]",
    says: /no product man/,
  },
  {
    fault: "an unknown product of a profile",
    file: "profiles.yaml",
    from: "main:",
    to: "man:",
    told: "profiles.yaml:5 profiles[0].items.man",
    says: /no product man/,
  },
  {
    fault: "an unknown item of a profile",
    file: "profiles.yaml",
    from: "Reports.soc2",
    to: "Reports.soc1",
    told: "profiles.yaml:5 profiles[0].items.main[0]",
    says: /no item in product main: Reports.soc1/,
  },
  {
    fault: "an unknown featured item",
    file: "products.yaml",
    from: "[Reports.soc2]",
    to: "[Reports.soc1]",
    told: "products.yaml:6 products[0].featuredItems[0]",
    says: /Reports.soc1/,
  },
  {
    fault: "a missing file of a document",
    file: "documents.yaml",
    from: "report.pdf",
    to: "raport.pdf",
    told: "documents.yaml:3 documents[0].file",
    says: /no file files\/raport.pdf/,
  },
  {
    fault: "a missing picture",
    file: "companies.yaml",
    from: "hooli.svg",
    to: "holi.svg",
    told: "companies.yaml:2 companies[0].logo",
    says: /no file/,
  },
  {
    fault: "a kind of file that is not used",
    file: "documents.yaml",
    from: "report.pdf",
    to: "report.exe",
    told: "documents.yaml:3 documents[0].file",
    says: /kind/,
  },
  {
    fault: "a document as a picture",
    file: "org.yaml",
    from: "assets/logo.svg",
    to: "files/report.pdf",
    told: "org.yaml:3 logo",
    says: /kind/,
  },
  {
    fault: "a path that leaves the folder",
    file: "org.yaml",
    from: "assets/logo.svg",
    to: "../logo.svg",
    told: "org.yaml:3 logo",
    says: /relative path/,
  },
  {
    fault: "a missing product folder",
    file: "products.yaml",
    from: "folder: products/main",
    to: "folder: products/mian",
    told: "products.yaml:4 products[0].folder",
    says: /no folder/,
  },
  {
    fault: "a uid used twice",
    file: "companies.yaml",
    from: "companies:\n",
    to: "companies:\n  - { uid: hooli, name: Hooli Two }\n",
    told: "companies.yaml:3 companies[1].uid",
    says: /twice, first in companies.yaml:2/,
  },
  {
    fault: "an item that is there twice",
    file: "products/main/cards/Reports.yaml",
    from: "items:\n",
    to: "items:\n  - uid: Reports.soc2\n",
    told: "products/main/cards/Reports.yaml:4 items[1].uid",
    says: /twice/,
  },
  {
    fault: "a document linked twice",
    file: "products/main/cards/Reports.yaml",
    from: "[report]",
    to: "[report, report]",
    told: "products/main/cards/Reports.yaml:4 items[0].documents[1]",
    says: /twice/,
  },
  {
    fault: "two default products",
    file: "products.yaml",
    from: "products:\n",
    to: "products:\n  - { uid: other, name: Other, folder: assets, default: true }\n",
    told: "products.yaml:6 products[1].default",
    says: /one product/,
  },
  {
    fault: "an item that the catalogue does not have",
    file: "products/main/cards/Reports.yaml",
    from: "uid: custom.own-report",
    to: "uid: Reports.ownReport",
    told: "products/main/cards/Reports.yaml:5 items[1].uid",
    says: /catalog has no item/,
  },
  {
    fault: "a custom item without a title",
    file: "products/main/cards/Reports.yaml",
    from: "    title: Own report\n",
    to: "",
    told: "products/main/cards/Reports.yaml:5 items[1].title",
    says: /needs a title/,
  },
  {
    fault: "an item in a card that takes none",
    file: "products/main/cards/Reports.yaml",
    from: "kind: Reports",
    to: "kind: Overview",
    told: "products/main/cards/Reports.yaml:3 items[0].uid",
    says: /can’t stand in Overview/,
  },
  {
    fault: "a day that does not exist",
    file: "nda.yaml",
    from: "2026-01-31",
    to: "2026-02-31",
    told: "nda.yaml:3 versions[0].publishedAt",
    says: /not a valid date or time/,
  },
  {
    fault: "a moment in other words",
    file: "documents.yaml",
    from: "12d ago",
    to: "a while ago",
    told: "documents.yaml:6 documents[0].createdAt",
    says: /3d ago/,
  },
  {
    fault: "a place in the order of documents for an unknown item",
    file: "products.yaml",
    from: "    featuredItems: [Reports.soc2]\n",
    to: "    featuredItems: [Reports.soc2]\n    documentOrder: [Reports.soc1]\n",
    told: "products.yaml:7 products[0].documentOrder[0]",
    says: /no item in product/,
  },
  {
    fault: "a clickwrap NDA without a text",
    file: "nda.yaml",
    from: "versions:\n  - { uid: nda-1, title: NDA, body: Keep it to yourself., publishedAt: 2026-01-31 }\n",
    to: "",
    told: "nda.yaml:1 provider",
    says: /version/,
  },
];

describe("a fault is told with file, line and key:", () => {
  test.each(CASES)("$fault", async ({ file, from, to, told, says }) => {
    change(file, from, to);
    const found = await faults();
    expect(found.map(where)).toContain(told);
    expect(found.find((fault) => where(fault) === told)?.message).toMatch(says);
  });

  test("a choice that the item does not have", async () => {
    put(
      "products/main/cards/RiskProfile.yaml",
      "kind: RiskProfile\nitems:\n  - { uid: RiskProfile.recoveryTime, choice: hours_8 }\n  - { uid: RiskProfile.impact, choice: huge }\n",
    );
    expect((await faults()).map(where)).toEqual([
      "products/main/cards/RiskProfile.yaml:4 items[1].choice",
    ]);
  });

  test("a second file for the same card", async () => {
    put("products/main/cards/more.yaml", "kind: Reports\n");
    expect((await faults()).map(where)).toEqual(["products/main/cards/more.yaml:1 kind"]);
  });

  test("a required file that is missing", async () => {
    rmSync(path.join(folder, "org.yaml"));
    expect((await faults()).map(where)).toEqual(["org.yaml:1 (file)"]);
  });

  test("a file that is empty", async () => {
    put("topics.yaml", "# nothing yet\n");
    expect((await faults()).map(where)).toEqual(["topics.yaml:1 (file)"]);
  });

  test("a file whose name nothing reads", async () => {
    put("faqs.yaml", "entries: []\n");
    put("products/main/cards/Ai.yml", "kind: Ai\n");
    expect((await faults()).map(where)).toEqual([
      "faqs.yaml:1 (file)",
      "products/main/cards/Ai.yml:1 (file)",
    ]);
  });
});

test("every fault of every file is told at once, in the order of files and lines", async () => {
  change("org.yaml", "slug: initech", "slug: sign-in");
  change("companies.yaml", "hooli.svg", "holi.svg");
  change(
    "products/main/cards/Reports.yaml",
    "    documents: [report]\n",
    "    documents: [raport]\n    hiden: true\n",
  );
  const error = await readFolder(folder).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ContentError);
  const lines = error instanceof ContentError ? error.message.split("\n") : [];
  expect(lines.map((line) => line.slice(0, line.indexOf(": ")))).toEqual([
    "companies.yaml:2 companies[0].logo",
    "org.yaml:1 slug",
    "products/main/cards/Reports.yaml:4 items[0].documents[0]",
    "products/main/cards/Reports.yaml:5 items[0].hiden",
  ]);
});

describe("a moment", () => {
  const now = new Date("2026-11-20T22:30:00Z");

  test.each([
    ["3d ago", "2026-11-17T22:30:00.000Z"],
    ["5h ago", "2026-11-20T17:30:00.000Z"],
    ["in 90d", "2027-02-18T22:30:00.000Z"],
    ["2026-01-31", "2026-01-31T00:00:00.000Z"],
    ["2026-01-31T08:15Z", "2026-01-31T08:15:00.000Z"],
  ])("%s is %s", (moment, time) => {
    expect(momentTime(moment, now).toISOString()).toBe(time);
  });

  test.each(["2026-02-30", "2026-13-01", "2026-01-31T25:00Z", "in 99999999999d"])(
    "%s is none",
    (moment) => {
      expect(resolveMoment(moment, now)).toBeNull();
    },
  );

  test("as a day counts in the org's time zone, and a written day is that day everywhere", () => {
    expect(momentDay("in 1d", now, "UTC")).toBe("2026-11-21");
    expect(momentDay("in 1d", now, "Europe/Berlin")).toBe("2026-11-21");
    expect(momentDay("in 2h", now, "Europe/Berlin")).toBe("2026-11-21");
    expect(momentDay("in 1h", now, "America/Chicago")).toBe("2026-11-20");
    expect(momentDay("2026-01-31", now, "America/Chicago")).toBe("2026-01-31");
  });
});
