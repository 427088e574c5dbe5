import { expect, test } from "vitest";
import { listCustomers } from "#access/access-requests/store/customer-domains.server.ts";
import { testInFive } from "../in-turn.ts";
import { hidden } from "./edit-world.ts";
import { multipart, zip } from "./multipart.ts";
import { shownFields } from "./shown-fields.ts";
import { workbookParts, type MadeSheet } from "../workbook-parts.ts";
import { openWorld, type Answer, type World } from "./world.ts";

const ORIGIN = { origin: "http://localhost:3000" };
const words = ({ text }: Answer) =>
  text
    .replaceAll("<!-- -->", "")
    .replace(/<script[^]*?<\/script>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"')
    .replace(/\s+/g, " ");

interface List {
  at: string;
  as: string;
  fields: Record<string, string>;
}

const SUBSCRIBERS: List = {
  at: "/subscribers/import",
  as: "editor@acme.example",
  fields: { agreement: "before", consent: "Sign-up sheet" },
};
const CUSTOMERS: List = {
  at: "/rules/customers/import",
  as: "reviewer@acme.example",
  fields: { how: "add" },
};
const SUBPROCESSORS: List = {
  at: "/acme/edit/subprocessors/import",
  as: "editor@acme.example",
  fields: {},
};

function send(world: World, { at, as, fields }: List, bytes: Buffer | string, name = "list.csv") {
  const { body, headers } = multipart([{ name, bytes }], { step: "preview", ...fields });
  return world.ask(at, { as, method: "POST", body, headers: { ...ORIGIN, ...headers } });
}

const isAsked = ({ text }: Answer) => text.includes('name="seen"');

/** Sends a list, answers what is asked as it is suggested, and shows what would happen. */
async function preview(world: World, list: List, bytes: Buffer | string): Promise<string> {
  const first = await send(world, list, bytes);
  if (!isAsked(first)) return words(first);
  return `asked: ${words(await world.ask(list.at, { as: list.as, form: shownFields(first) }))}`;
}

testInFive(
  "lists out of Excel, Outlook, Mailchimp and HubSpot come in whole, or are asked about",
  async () => {
    const world = await openWorld();
    const utf16 = Buffer.from("email\tname\r\na@x.example\tA\r\nb@x.example\tB\r\n", "utf16le");
    const cases: [list: List, bytes: Buffer | string, shown: RegExp][] = [
      [
        SUBSCRIBERS,
        "email,name\r\na@x.example,A\nb@x.example,B\nc@x.example,C\n",
        /^(?!asked).* 3 people will be subscribed/,
      ],
      [
        SUBSCRIBERS,
        "sep=;\r\nemail;name\r\na@x.example;A\r\nb@x.example;B\r\n",
        /^(?!asked).* 2 people will be subscribed/,
      ],
      [
        SUBSCRIBERS,
        "Email Address,First Name,Last Name\r\na@x.example,A,B\r\nb@x.example,C,D\r\n",
        /^(?!asked).* 2 people/,
      ],
      [SUBSCRIBERS, "First Name,E-mail Address\r\nA,a@x.example\r\n", /^(?!asked).* 1 person/],
      [SUBSCRIBERS, "E-Mail\r\na@x.example\r\n", /^(?!asked).* 1 person/],
      [
        SUBSCRIBERS,
        'email\r\n\u200bc5@x.example\r\nc6@x.example\u200b\r\n"c7@x.example;"\r\nAnn <c8@x.example>\r\nmailto:c9@x.example\r\n',
        /^(?!asked).* 5 people/,
      ],
      [
        SUBSCRIBERS,
        "email\na@x.example\nb\u202e@x.example\n",
        /1 person will .* 1 row will be skipped: 1 with an error\. .* This email has a character that can’t be seen \(U\+202E\)/,
      ],
      [
        SUBSCRIBERS,
        "Newsletter of 2026\r\n\r\nName,Email\r\nA,a@x.example\r\nB,b@x.example",
        /^asked.* 2 people .* Row 1 is above the header and isn’t imported\./,
      ],
      [SUBSCRIBERS, "Ann,a@x.example\nBob,b@x.example", /^asked.* 2 people/],
      [SUBSCRIBERS, "Kontakt,Notiz\na@x.example,A\nb@x.example,B", /^asked.* 2 people/],
      [SUBSCRIBERS, utf16, /^asked.* 2 people .* Read as Unicode \(UTF-16, little-endian\)\./],
      [
        CUSTOMERS,
        "domain,name\r\none.example,One\ntwo.example,Two\nthree.example,Three\n",
        /^(?!asked).* 3 added/,
      ],
      [
        CUSTOMERS,
        "Company name,Company Domain Name\r\nOne,one.example\r\n",
        /^(?!asked).* 1 added/,
      ],
      [
        CUSTOMERS,
        "Accounts,,\nName,Website,Owner\nOne,https://www.one.example/en,Jo\n",
        /^asked.* 1 added/,
      ],
      [
        SUBPROCESSORS,
        'Company,Purpose\r\nOne,19" racks\nTwo,Mail\n"Three Ltd" (UK),"A ""cloud"""\n',
        /^(?!asked).* 3 added/,
      ],
      [SUBPROCESSORS, "Vendor name;Country\nOne;France\n", /^(?!asked).* 1 added/],
      [SUBPROCESSORS, "Firma;Zweck\nOne;Mail\n", /^asked.* Choose the column with the company/],
    ];
    for (const [list, bytes, shown] of cases)
      expect(await preview(world, list, bytes), String(bytes)).toMatch(shown);
  },
);

test("letters are read as it was said, shown before, and never guessed without a word", async () => {
  const world = await openWorld();
  // "domain,name" and 日本 as Shift_JIS has it, and Łódź as Windows-1250 has it.
  const japanese = Buffer.concat([
    Buffer.from("domain,name\r\njp.example,"),
    Buffer.from([0x93, 0xfa, 0x96, 0x7b, 0x82, 0xcc]),
  ]);
  const polish = Buffer.from("domain,name\r\npl.example,za\xbf\xf3\xb3\xe6", "latin1");
  for (const [bytes, encoding, name] of [
    [japanese, "shift_jis", "日本の"],
    [polish, "windows-1250", "zażółć"],
  ] as const) {
    const asked = await send(world, CUSTOMERS, bytes);
    expect([isAsked(asked), words(asked).includes("which encoding it uses")]).toEqual([true, true]);
    const form = shownFields(asked);
    expect([form.encoding, words(asked).includes(name)]).toEqual([encoding, true]);
    // Another encoding is shown first; its columns are asked again.
    const ask = (more: Record<string, string>) =>
      world.ask(CUSTOMERS.at, { as: CUSTOMERS.as, form: { ...form, ...more } });
    const other = await ask({ encoding: "windows-1252" });
    expect([isAsked(other), words(other).includes(name)]).toEqual([true, false]);
    const none = await ask({ encoding: "utf-8", show: "yes" });
    expect([
      none.status,
      words(none).includes("can’t be read as Unicode (UTF-8). Choose another encoding."),
    ]).toEqual([400, true]);
    const shown = await ask({});
    expect(words(shown)).toContain("1 added");
    const done = await world.ask(CUSTOMERS.at, {
      as: CUSTOMERS.as,
      form: {
        step: "import",
        how: "add",
        ...Object.fromEntries(
          ["staged", "stamp", "encoding", "header", "domain", "name"].map((field) => [
            field,
            hidden(shown, field),
          ]),
        ),
      },
    });
    expect(done.status).toBe(303);
  }
  const acme = await world.orgId("acme");
  expect((await listCustomers(world.services.store.read, acme)).map(({ name }) => name)).toEqual(
    expect.arrayContaining(["日本の", "zażółć"]),
  );
});

test("the FAQ's step asks the same, and its preview says what stays out", async () => {
  const world = await openWorld();
  const as = "editor@acme.example";
  const { body, headers } = multipart([
    {
      name: "faq.csv",
      bytes:
        'Our answers\r\nquestion,answer\r\nDo you support 19" racks?,Yes we do.\nDo you test backups?,Every month.\nWhy?,No\n',
    },
  ]);
  const sent = await world.ask("/knowledge-base/import", {
    as,
    method: "POST",
    body,
    headers: { ...ORIGIN, ...headers },
  });
  const place = sent.headers.location ?? "";
  const form = shownFields(await world.ask(place, { as }));
  expect([form.header, form.question, form.answer]).toEqual(["2", "0", "1"]);
  const shown = words(await world.ask(`${place}?${new URLSearchParams(form)}`, { as }));
  expect(shown).toContain(
    "2 added, 0 changed, 0 unchanged, 1 skipped. Row 1 is above the header and isn’t imported.",
  );
  expect(shown).toContain('3 Do you support 19" racks? Added');
  // Columns belong to the row that they were chosen for.
  const moved = new URLSearchParams({ ...form, header: "0" });
  const again = shownFields(await world.ask(`${place}?${moved}`, { as }));
  expect([again.header, again.question]).toEqual(["0", ""]);
});

testInFive(
  "a workbook comes into every list: the sheet that one sees, or the one that is chosen",
  async () => {
    const world = await openWorld();
    const workbook = (...sheets: MadeSheet[]) =>
      zip(workbookParts({ sheets, formats: ["0.0%", "000"], main: "xl/workbook22.xml" }));
    const unseen = { name: "Lists", state: "hidden", rows: [["Yes"], ["No"]] } as const;
    const cases: [list: List, bytes: Buffer, shown: RegExp][] = [
      [
        SUBSCRIBERS,
        workbook(unseen, {
          name: "People",
          rows: [["E-mail Address"], ["a@x.example"], ["b@x.example;"]],
        }),
        /^(?!asked).* 2 people/,
      ],
      [
        CUSTOMERS,
        workbook({
          name: "Customers",
          rows: [
            ["Domain", "Name"],
            ["one.example", "One; and only"],
          ],
        }),
        /^(?!asked).* 1 added/,
      ],
      [
        SUBPROCESSORS,
        workbook(
          { name: "Notes", rows: [["Read this first"]] },
          {
            name: "List",
            rows: [
              ["Company", "Purpose"],
              ["One", "Mail"],
            ],
          },
        ),
        /^asked.* 1 added.* Read from the sheet “List”\./,
      ],
      [
        CUSTOMERS,
        workbook({ name: "One", rows: [["A"]] }, { name: "Two", rows: [["B"], ["b.example"]] }),
        /^asked.* There are no rows below the header\./,
      ],
    ];
    for (const [list, bytes, shown] of cases)
      expect(await preview(world, list, bytes)).toMatch(shown);

    const asked = await send(world, SUBPROCESSORS, cases[2]?.[1] ?? "", "list.xlsx");
    const form = shownFields(asked);
    expect([form.sheet, form.encoding]).toEqual(["1", undefined]);
    const ask = (more: Record<string, string>) =>
      world.ask(SUBPROCESSORS.at, { as: SUBPROCESSORS.as, form: { ...form, ...more } });
    const other = shownFields(await ask({ sheet: "0", show: "yes" }));
    expect([other.sheet, other.company, other.purpose]).toEqual(["0", "", ""]);
    const shown = words(await ask({}));
    expect(shown).toContain("1 added");
    expect(shown).toContain("Read from the sheet “List”.");

    // What an FAQ answers is what its sheet shows.
    const rows =
      '<row r="1"><c t="inlineStr"><is><t>Question</t></is></c><c t="inlineStr"><is><t>Answer</t></is></c></row><row r="2"><c t="inlineStr"><is><t>What availability?</t></is></c><c s="1"><v>0.999</v></c></row><row r="3"><c t="inlineStr"><is><t>Which plan are we on?</t></is></c><c s="2"><v>7</v></c></row>';
    const as = "editor@acme.example";
    const { body, headers } = multipart([
      { name: "faq.xlsx", bytes: workbook({ name: "FAQ", rows }) },
    ]);
    const sent = await world.ask("/knowledge-base/import", {
      as,
      method: "POST",
      body,
      headers: { ...ORIGIN, ...headers },
    });
    const page = await world.ask(sent.headers.location ?? "", { as });
    expect(page.text).toMatch(/>99\.9%<\/td>[^]*>007<\/td>/);
    const old = await send(world, CUSTOMERS, Buffer.from("d0cf11e0a1b11ae1", "hex"), "list.xls");
    expect([
      old.status,
      words(old).includes("Save it as .xlsx without a password, or as CSV."),
    ]).toEqual([400, true]);
  },
);

test("every row of a long list is on one of the pages, with its reason, and what was shown comes in", async () => {
  const world = await openWorld();
  const count = 450;
  const csv = `Company,Purpose\n${Array.from({ length: count }, (_, at) => (at % 2 === 0 ? `Vendor ${at},Mail` : `Vendor ${at}, Inc.,Mail`)).join("\n")}\n`;
  const seen: string[] = [];
  let shown = await send(world, SUBPROCESSORS, csv);
  expect(words(shown)).toContain("225 added, 0 changed, 0 removed");
  expect(words(shown)).toContain("225 skipped");
  for (let page = 1; ; page += 1) {
    seen.push(
      ...[...words(shown).matchAll(/ (\d+) Vendor (\d+) (?:Added|Skipped It has 3 cells)/g)].map(
        ([, row = ""]) => row,
      ),
    );
    if (!shown.text.includes("Next rows")) break;
    shown = await world.ask(SUBPROCESSORS.at, {
      as: SUBPROCESSORS.as,
      form: { step: "preview", staged: hidden(shown, "staged"), page: String(page + 1) },
    });
    expect(words(shown)).toContain(`Page ${page + 1} of`);
  }
  expect(new Set(seen).size).toBe(count);
  const done = await world.ask(SUBPROCESSORS.at, {
    as: SUBPROCESSORS.as,
    form: { step: "import", staged: hidden(shown, "staged"), stamp: hidden(shown, "stamp") },
  });
  expect(done.status).toBe(303);
  const rows = await world.services.store.read
    .selectFrom("subprocessors")
    .select("purpose")
    .where("productId", "=", await world.productId("acme"))
    .where("purpose", "=", "Mail")
    .execute();
  expect(rows).toHaveLength(225);
});

test("FAQs behind many that can't be laid out are named as unchecked, and none counts as added", async () => {
  const world = await openWorld();
  const as = "editor@acme.example";
  const deep = `${"> ".repeat(200)}deep`;
  const csv = `question,answer\n${Array.from({ length: 230 }, (_, at) => `Is this question ${at}?,${at < 25 ? `${deep} ${at}` : `Yes ${at}.`}`).join("\n")}\n`;
  const { body, headers } = multipart([{ name: "faq.csv", bytes: csv }]);
  const sent = await world.ask("/knowledge-base/import", {
    as,
    method: "POST",
    body,
    headers: { ...ORIGIN, ...headers },
  });
  const query = "question=0&answer=1&default=internal";
  const first = await world.ask(`${sent.headers.location}?${query}`, { as });
  expect(words(first)).toContain("0 added, 0 changed, 0 unchanged, 230 skipped.");
  expect(words(first)).toContain("levels deep");
  const last = await world.ask(`${sent.headers.location}?${query}&page=2`, { as });
  expect(words(last)).toContain("231 Is this question 229? Skipped This row wasn’t checked");
});

test("rows that a workbook hides are asked about, and come in only when that is chosen", async () => {
  const world = await openWorld();
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const rows = `<row r="1">${cell("Domain")}</row><row r="2">${cell("one.example")}</row><row r="3" hidden="1">${cell("two.example")}</row>`;
  const asked = await send(world, CUSTOMERS, zip(workbookParts({ sheets: [{ name: "A", rows }] })));
  expect(words(asked)).toContain("The workbook hides 1 row. A filter may do that.");
  const form = shownFields(asked);
  expect(form.hidden).toBe("no");
  const ask = (hiddenRows: string) =>
    world.ask(CUSTOMERS.at, { as: CUSTOMERS.as, form: { ...form, hidden: hiddenRows } });
  expect(words(await ask("no"))).toMatch(/1 added.* 1 row is hidden in the workbook and isn’t/);
  const both = await ask("yes");
  expect(words(both)).toMatch(/2 added.* 1 row is hidden in the workbook and also imported/);
  expect(hidden(both, "hidden")).toBe("yes");
});
