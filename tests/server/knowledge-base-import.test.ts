import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { listFaq } from "#content/knowledge-base/store/faq-list.server.ts";
import { testInFive } from "../in-turn.ts";
import { multipart, zip } from "./multipart.ts";
import { openWorld, type World } from "./world.ts";
import { wording } from "../wording.ts";

const EDITOR = "editor@acme.example";

async function entries(world: World) {
  return listFaq(world.services.store.read, await world.orgId("acme"), {}, world.time);
}

/** Sends a file; the page that asks for its columns, or the refusal. */
async function upload(world: World, name: string, bytes: Buffer | string, as = EDITOR) {
  return world.ask("/knowledge-base/import", { as, ...multipart([{ name, bytes }]) });
}

async function paste(world: World, csv: string): Promise<string> {
  const answer = await world.ask("/knowledge-base/import", { as: EDITOR, form: { csv } });
  expect(answer.status).toBe(303);
  return answer.headers.location ?? "";
}

describe("importing entries", () => {
  test("asks which column is what, shows what would change, and then does it, once", async () => {
    const world = await openWorld();
    const [known] = await entries(world);
    const before = (await entries(world)).length;
    const csv = [
      "Topic;Frage;Antwort;Notiz",
      `x;${known?.question.toUpperCase()};Another answer altogether;A note`,
      "x;Do you rotate keys?;Yes, every 90 days.;",
      "x;Why?;Too short;",
      `x;Do you answer legibly?;Yes${"\u0301".repeat(9)};`,
      "x;Do you rotate  KEYS?;Twice;",
    ].join("\r\n");
    const place = (await upload(world, "fragen.csv", csv)).headers.location ?? "";
    expect(place).toMatch(/^\/knowledge-base\/import\/[\w-]{22}$/);
    const mapping = await world.ask(place, { as: EDITOR });
    expect([
      mapping.status,
      mapping.text.includes("Frage: "),
      mapping.text.includes("fragen.csv"),
    ]).toEqual([200, true, true]);
    const missing = await world.ask(`${place}?question=1&answer=&default=accounts`, { as: EDITOR });
    expect([
      missing.status,
      missing.text.includes("Choose the column with the answer"),
      missing.text.includes("<title>Error: "),
    ]).toEqual([400, true, true]);
    const query = "?question=1&answer=2&comment=3&default=accounts";
    const preview = (await world.ask(place + query, { as: EDITOR })).text.replace(/<!-- -->/g, "");
    for (const words of [
      "1 added, 1 changed, 0 unchanged, 3 skipped",
      "Answer: Use at most 8 accents or marks on one letter",
      "Question: Use 5 characters or more",
      wording.duplicateRow,
      "question, answer, comment",
    ])
      expect(preview).toContain(words);
    expect(await entries(world)).toHaveLength(before);
    expect(
      (await world.ask(place + query, { as: EDITOR, form: { intent: "import" } })).status,
    ).toBe(303);
    const after = await entries(world);
    expect(after).toHaveLength(before + 1);
    expect(after.find(({ question }) => question === "Do you rotate keys?")).toMatchObject({
      answer: "Yes, every 90 days.",
      access: "accounts",
      comment: null,
    });
    expect(after.find(({ id }) => id === known?.id)).toMatchObject({
      answer: "Another answer altogether",
      access: known?.access,
      productIds: known?.productIds,
    });
    expect(
      (await world.ask(place + query, { as: EDITOR, form: { intent: "import" } })).status,
    ).toBe(404);
  });

  test("reads its own export again without a change, and a reworded question by its id", async () => {
    const world = await openWorld();
    await world.ask("/knowledge-base/new", {
      as: EDITOR,
      form: {
        question: "=1+1 is two; is it?",
        answer: '- one, "two"\n- three\ttabs',
        comment: "+ more",
        access: "internal",
      },
    });
    const csv = (await world.ask("/knowledge-base/export.csv", { as: EDITOR })).text;
    const place = (await upload(world, "export.csv", csv)).headers.location ?? "";
    const query = "?id=0&question=1&answer=2&comment=3&access=4&favourite=5&products=6";
    const count = (await entries(world)).length;
    expect(
      (await world.ask(place + query, { as: EDITOR })).text.replace(/<!-- -->/g, ""),
    ).toContain(`0 added, 0 changed, ${count} unchanged, 0 skipped`);
    const rows = parse(csv, { bom: true }) as string[][];
    const reworded = csv.replace(rows[1]?.[1] ?? "", "Asked in other words?");
    const again = (await upload(world, "export.csv", reworded)).headers.location ?? "";
    expect(
      (await world.ask(again + query, { as: EDITOR })).text.replace(/<!-- -->/g, ""),
    ).toContain(`0 added, 1 changed, ${count - 1} unchanged`);
  });

  test("takes owners and months, and rows whose owner edits no entries without one", async () => {
    const world = await openWorld();
    const orgId = await world.orgId("acme");
    const { read } = world.services.store;
    const reviews = async () =>
      new Map(
        (await read.selectFrom("faqReviews").selectAll().where("orgId", "=", orgId).execute()).map(
          (row) => [row.entryId, row],
        ),
      );
    const staff = await read.selectFrom("staff").select(["id", "name", "email"]).execute();
    const idOf = (email: string) => staff.find((one) => one.email === email)?.id;
    const [first, second] = (await entries(world)).filter(
      ({ question }) => !question.includes(","),
    );
    if (first === undefined || second === undefined) throw new Error("there are no entries");
    await world.services.store.write((trx) => trx.deleteFrom("faqReviews").execute());
    const named = staff.find(({ email }) => email === EDITOR)?.name ?? "";
    const csv = [
      "question,answer,owner,reviewMonths,id",
      `,"${first.answer.replaceAll('"', '""')}",OWNER@acme.example,6,${first.id}`,
      `New walrus question?,It is new.,${named},3,`,
      "Whose walrus is it?,Nobody knows.,reviewer@acme.example,3,",
      "Which walrus is it?,Of the others.,owner@globex.example,3,",
      "How many walruses?,Some of them.,,5,",
      "Is the walrus alone?,It is alone.,,,",
    ].join("\r\n");
    const place = await paste(
      world,
      csv.replace("\n,", `\n"${first.question.replaceAll('"', '""')}",`),
    );
    const query = "?question=0&answer=1&owner=2&reviewMonths=3&id=4&default=internal";
    const preview = (await world.ask(place + query, { as: EDITOR })).text.replace(/<!-- -->/g, "");
    for (const words of [
      "5 added, 1 changed, 0 unchanged, 0 skipped",
      "3 rows name an owner or months that aren’t imported.",
      "Owner left out: reviewer@acme.example isn’t someone on your team who can edit the FAQ",
      "Owner left out: owner@globex.example isn’t someone on your team who can edit the FAQ",
      "Months between reviews left out: they must be one of 3, 6, 12",
      "owner, months between reviews",
    ])
      expect(preview).toContain(words);
    expect((await reviews()).size).toBe(0);
    world.time = new Date(world.time.getTime() + 60_000);
    const imported = await world.ask(place + query, { as: EDITOR, form: { intent: "import" } });
    expect(imported.status).toBe(303);
    const after = await entries(world);
    const known = await reviews();
    expect(known.get(first.id)).toMatchObject({
      ownerId: idOf("owner@acme.example"),
      everyMonths: 6,
      reviewedAt: null,
    });
    // Who looks after an entry is no other answer.
    expect(after.find(({ id }) => id === first.id)?.modifiedAt).toBe(first.modifiedAt);
    const added = after.find(({ question }) => question === "New walrus question?");
    expect(known.get(added?.id ?? "")).toMatchObject({ ownerId: idOf(EDITOR), everyMonths: 3 });
    const ofOthers = after.find(({ question }) => question === "Which walrus is it?");
    expect(known.get(ofOthers?.id ?? "")).toMatchObject({ ownerId: null, everyMonths: 3 });
    const tooOften = after.find(({ question }) => question === "How many walruses?");
    expect([tooOften?.answer, known.has(tooOften?.id ?? "")]).toEqual(["Some of them.", false]);
    expect(known.size).toBe(4);

    // Its own export says nothing new, and empty cells take away what is there.
    const own = (await world.ask("/knowledge-base/export.csv", { as: EDITOR })).text;
    const names = own.replace("\uFEFF", "").split(/\r?\n/)[0]?.split(",") ?? [];
    const at = ["question", "answer", "owner", "reviewMonths", "id"].map(
      (name) => `${name}=${names.indexOf(name)}`,
    );
    const again = (await upload(world, "export.csv", own)).headers.location ?? "";
    const same = (await world.ask(`${again}?${at.join("&")}`, { as: EDITOR })).text;
    expect(same.replace(/<!-- -->/g, "")).toContain(
      `0 added, 0 changed, ${after.length} unchanged, 0 skipped`,
    );
    const emptied = await paste(
      world,
      `question,answer,owner,reviewMonths\nNew walrus question?,It is new.,,`,
    );
    const all = "?question=0&answer=1&owner=2&reviewMonths=3";
    await world.ask(emptied + all, { as: EDITOR, form: { intent: "import" } });
    expect((await reviews()).get(added?.id ?? "")).toMatchObject({
      ownerId: null,
      everyMonths: null,
    });
    // An owner who lost the right between the preview and the import: the row comes without.
    const late = await paste(
      world,
      `question,answer,owner,reviewMonths\nA late walrus question?,It is late.,${EDITOR},3`,
    );
    await world.services.store.write((trx) =>
      trx
        .updateTable("staffRoles")
        .set({ role: "viewer" })
        .where("staffId", "=", idOf(EDITOR) ?? "")
        .execute(),
    );
    const OWNER = "owner@acme.example";
    const done = await world.ask(late + all, { as: OWNER, form: { intent: "import" } });
    expect(done.status).toBe(303);
    const flash = done.headers["set-cookie"]?.find((one) => one.startsWith("otc_flash=")) ?? "";
    const shown = await world.ask("/knowledge-base", {
      as: OWNER,
      headers: { cookie: flash.split(";")[0] ?? "" },
    });
    expect(shown.text.includes("1 added, 0 changed. 1 row names an owner or months")).toBe(true);
    const lateOne = (await entries(world)).find(({ question }) => question.includes("late walrus"));
    expect((await reviews()).get(lateOne?.id ?? "")).toMatchObject({
      ownerId: null,
      everyMonths: 3,
    });
  });

  test("takes every row of a table whose Owner column names people who are not on the team", async () => {
    const world = await openWorld();
    const [known] = (await entries(world)).filter(({ question }) => !question.includes(","));
    if (known === undefined) throw new Error("there are no entries");
    const editor = await world.services.store.read
      .selectFrom("staff")
      .select(["id", "email"])
      .where("email", "=", EDITOR)
      .executeTakeFirstOrThrow();
    const orgId = await world.orgId("acme");
    const owned = { orgId, entryId: known.id, ownerId: editor.id };
    const stored = { everyMonths: null, reviewedAt: null, reviewedBy: null };
    await world.services.store.write(async (trx) => {
      await trx.deleteFrom("faqReviews").execute();
      await trx
        .insertInto("faqReviews")
        .values({ ...owned, ...stored })
        .execute();
    });
    const before = (await entries(world)).length;
    const csv = [
      "Question,Answer,Owner,Review months",
      `"${known.question}",Another answer altogether.,Jane Doe,yearly`,
      "Do you rotate walruses?,Every 90 days.,John Roe,24",
      "Do you brush walruses?,Every day.,Security team,",
    ].join("\r\n");
    const place = (await upload(world, "theirs.csv", csv)).headers.location ?? "";
    // What the page guesses from the names is what is sent on.
    const asked = (await world.ask(place, { as: EDITOR })).text;
    for (const column of ["Owner: Jane Doe", "Review months: yearly"])
      expect(asked).toContain(`selected="">${column}`);
    const query = "?question=0&answer=1&owner=2&reviewMonths=3";
    const preview = (await world.ask(place + query, { as: EDITOR })).text.replace(/<!-- -->/g, "");
    for (const words of [
      "2 added, 1 changed, 0 unchanged, 0 skipped. 3 rows name an owner or months that aren’t imported.",
      "answer. Owner left out: Jane Doe isn’t someone on your team who can edit the FAQ. Months between reviews left out: they must be one of 3, 6, 12",
      "Owner left out: Security team isn’t someone",
    ])
      expect(preview).toContain(words);
    await world.ask(place + query, { as: EDITOR, form: { intent: "import" } });
    const after = await entries(world);
    expect([after.length, after.find(({ id }) => id === known.id)?.answer]).toEqual([
      before + 2,
      "Another answer altogether.",
    ]);
    // Whoever looks after an entry still does.
    expect(await world.services.store.read.selectFrom("faqReviews").selectAll().execute()).toEqual([
      expect.objectContaining({ entryId: known.id, ownerId: editor.id }),
    ]);
  });

  test("keeps what is not the own org's apart, and what nobody may", async () => {
    const world = await openWorld();
    const place = await paste(world, "question,answer\nWhere are the keys?,In the vault.");
    expect((await world.ask(place, { as: "owner@globex.example" })).status).toBe(404);
    expect((await world.ask(place, { as: "reviewer@acme.example" })).status).toBe(403);
    expect(
      (
        await world.ask(`${place}?question=0&answer=1`, {
          as: "owner@globex.example",
          form: { intent: "import" },
        })
      ).status,
    ).toBe(404);
    expect(
      (await upload(world, "x.csv", "question,answer\nWhy not?,Because.", "viewer@acme.example"))
        .status,
    ).toBe(403);
    world.time = new Date(world.time.getTime() + 25 * 3_600_000);
    expect((await world.ask(place, { as: EDITOR })).status).not.toBe(200);
  });

  testInFive("refuses what is no table, too much of one, or no workbook", async () => {
    const world = await openWorld();
    const cases: [string, Buffer | string, RegExp][] = [
      ["empty.csv", " ", /no rows/],
      ["broken.csv", 'question,answer\n"never closed', /a valid CSV file/],
      [
        "many.csv",
        `question,answer\n${"Is it so?,Yes it is.\n".repeat(2_001)}`,
        /more than 2,000 rows/,
      ],
      ["wide.csv", "x,".repeat(310), /more than 300 columns/],
      ["a.xlsx", zip([{ name: "word/document.xml", text: "<x/>" }]), /workbook/],
      ["a.xlsx", zip([{ name: "../xl/workbook.xml", text: "<x/>" }]), /unsafe file path/],
    ];
    for (const [name, bytes, message] of cases) {
      const answer = await upload(world, name, bytes);
      expect(
        [answer.status, message.test(answer.text), answer.text.includes("<title>Error: ")],
        `${name} ${message.source}`,
      ).toEqual([400, true, true]);
    }
    const large = await upload(world, "large.csv", Buffer.alloc(7 * 1024 * 1024, "x"));
    expect(large.status).toBe(413);
  });

  testInFive(
    "reads a workbook's first sheet, and survives one that names its last cell",
    async () => {
      const world = await openWorld();
      const place =
        (
          await upload(
            world,
            "answers.xlsx",
            workbook(
              '<row r="1"><c r="A1" t="inlineStr"><is><t>Question</t></is></c><c r="B1" t="inlineStr"><is><t>Answer</t></is></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>Is the sheet read?</t></is></c><c r="B2" t="inlineStr"><is><t>Yes &amp; whole.</t></is></c></row>',
            ),
          )
        ).headers.location ?? "";
      const preview = await world.ask(`${place}?question=0&answer=1&default=public`, {
        as: EDITOR,
      });
      expect([preview.status, preview.text.includes("Is the sheet read?")]).toEqual([200, true]);
      // w3m leaves the columns away that were chosen, unless the form names them.
      expect(preview.text).toContain(
        ' action="?question=0&amp;answer=1&amp;default=public" method="post">',
      );
      expect(
        (await world.ask(`${place}?question=0&answer=1&default=public`, { as: EDITOR, form: {} }))
          .status,
      ).toBe(303);
      expect((await world.ask("/acme/faq?q=sheet+read")).text).toContain("Yes &amp; whole.");
      const far = await upload(
        world,
        "far.xlsx",
        workbook(
          '<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>far away</t></is></c></row>',
        ),
      );
      expect(far.status).toBe(400);
      expect((await world.ask("/knowledge-base", { as: EDITOR })).status).toBe(200);
    },
  );
});

test("rows of a workbook are named as the spreadsheet numbers them, whatever lines are in their cells", async () => {
  const world = await openWorld();
  const cell = (at: string, text: string) =>
    `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
  const row = (number: number, question: string, answer: string) =>
    `<row r="${number}">${cell(`A${number}`, question)}${cell(`B${number}`, answer)}</row>`;
  const rows = [
    row(1, "Question", "Answer"),
    row(2, "Is it long?", "One\ntwo\nthree\nfour"),
    row(5, "Why?", "Too short a question"),
  ];
  const place = (await upload(world, "rows.xlsx", workbook(rows.join("")))).headers.location ?? "";
  const preview = await world.ask(`${place}?question=0&answer=1&default=public`, { as: EDITOR });
  const table = preview.text.replace(/<!-- -->/g, "");
  expect(
    [...table.matchAll(/<tr><td[^>]*>(\d+)<\/td><th[^>]*>([^<]*)/g)].map(([, ...found]) => found),
  ).toEqual([
    ["2", "Is it long?"],
    ["5", "Why?"],
  ]);
});

describe("a workbook in which many cells share one text", () => {
  testInFive("is too large by what its cells come to, and nobody else notices", async () => {
    const world = await openWorld();
    const columns = Array.from({ length: 60 }, (_, i) =>
      String.fromCharCode(...(i < 26 ? [65 + i] : [65 + Math.floor(i / 26) - 1, 65 + (i % 26)])),
    );
    const sheet = (rows: number) =>
      Array.from(
        { length: rows },
        (_, y) =>
          `<row r="${y + 1}">${columns.map((column) => `<c r="${column}${y + 1}" t="s"><v>0</v></c>`).join("")}</row>`,
      ).join("");
    // One row too long (120 million characters in all), and rows that are short enough but too many together (11 million).
    for (const [rows, characters] of [
      [200, 10_000],
      [70, 2_600],
    ] as const) {
      const heap = process.memoryUsage().heapUsed;
      const answer = await upload(
        world,
        "shared.xlsx",
        workbook(sheet(rows), "x".repeat(characters)),
      );
      expect(
        [answer.status, answer.text.includes("This workbook is too large to be read here")],
        `${rows} rows`,
      ).toEqual([400, true]);
      expect((process.memoryUsage().heapUsed - heap) / 1e6).toBeLessThan(100);
    }
    const fits = await upload(world, "fits.xlsx", workbook(sheet(20), "x".repeat(1_000)));
    expect(fits.status).toBe(303);
  });

  testInFive("ten at once are read one after the other, or told to wait", async () => {
    const world = await openWorld();
    const row =
      '<row r="1"><c r="A1" t="inlineStr"><is><t>Question</t></is></c><c r="B1" t="inlineStr"><is><t>Answer</t></is></c></row>';
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => upload(world, "answers.xlsx", workbook(row))),
    );
    const [taken, told] = [
      answers.filter(({ status }) => status === 303),
      answers.filter(({ text }) => text.includes("Other workbooks are being read right now")),
    ];
    expect(taken.length).toBeGreaterThan(0);
    expect(told.length).toBeGreaterThan(0);
    expect(told.every(({ status }) => status === 503)).toBe(true);
    expect(taken.length + told.length).toBe(10);
    expect((await upload(world, "answers.xlsx", workbook(row))).status).toBe(303);
  });
});

/** A workbook of one sheet with these rows, and one text that its cells can share. */
function workbook(rows: string, shared?: string): Buffer {
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  return zip([
    {
      name: "[Content_Types].xml",
      text: `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    },
    {
      name: "_rels/.rels",
      text: `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: "xl/workbook.xml",
      text: `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Answers" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: "xl/_rels/workbook.xml.rels",
      text: `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/>${shared === undefined ? "" : `<Relationship Id="rId2" Type="${relations}/sharedStrings" Target="sharedStrings.xml"/>`}</Relationships>`,
    },
    ...(shared === undefined
      ? []
      : [
          {
            name: "xl/sharedStrings.xml",
            text: `${head}<sst xmlns="${main}" count="1" uniqueCount="1"><si><t>${shared}</t></si></sst>`,
          },
        ]),
    {
      name: "xl/worksheets/sheet1.xml",
      text: `${head}<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
    },
  ]);
}
