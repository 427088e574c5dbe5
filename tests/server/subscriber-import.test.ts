import { expect, test } from "vitest";
import { listAudit } from "#tenancy/audit/store/audit-list.server.ts";
import { block } from "#updates/subscribers/store/subscription-blocks.server.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { testInFive, testInTurn } from "../in-turn.ts";
import { multipart } from "./multipart.ts";
import { shownFields } from "./shown-fields.ts";
import { hidden, mails, subscriber, subscriberRows } from "./subscribers-world.ts";
import { openWorld, type Answer, type World } from "./world.ts";
import { wording } from "../wording.ts";

const EDITOR = "editor@acme.example";
const AT = "/subscribers/import";
const AGREED = { agreement: "before", consent: "Sign-up sheet, October" };

const words = ({ text }: Answer) =>
  text
    .replaceAll("<!-- -->", "")
    .replace(/<script[^]*?<\/script>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"')
    .replace(/\s+/g, " ");

/** Sends the form as a browser without scripts does. */
function send(
  world: World,
  bytes: Buffer | string,
  fields: Record<string, string> = AGREED,
  { as = EDITOR, name = "list.csv" } = {},
) {
  const { body, headers } = multipart([{ name, bytes, type: "text/csv" }], {
    step: "preview",
    ...fields,
  });
  return world.ask(AT, {
    as,
    method: "POST",
    body,
    headers: { origin: "http://localhost:3000", ...headers },
  });
}

function finish(
  world: World,
  preview: Answer,
  { as = EDITOR, ...fields }: Record<string, string> = {},
) {
  return world.ask(AT, {
    as,
    form: {
      step: "import",
      staged: hidden(preview, "staged"),
      stamp: hidden(preview, "stamp"),
      agreement: hidden(preview, "agreement"),
      consent: hidden(preview, "consent"),
      ...fields,
    },
  });
}

const crowd = (rows: number, header = "email,frequency\n") =>
  header +
  Array.from(
    { length: rows },
    (_, i) => `person${i}@crowd.example${header === "" ? "" : ",weekly"}`,
  ).join("\n");

async function staged(world: World): Promise<number> {
  return (
    await world.services.store.read
      .selectFrom("stagedFiles")
      .select("id")
      .where("purpose", "=", "subscribers")
      .execute()
  ).length;
}

test("the form takes a file without scripts, and what it holds waits between its steps", async () => {
  const world = await openWorld();
  const page = await world.ask(AT, { as: EDITOR });
  expect(page.text).toMatch(/<form[^>]*encType="multipart\/form-data"/i);
  expect(page.text).toMatch(
    /<input[^>]*name="files"[^>]*type="file"|<input[^>]*type="file"[^>]*name="files"/,
  );
  expect(words(page)).toContain("At most 10,000 rows and 20 MB.");
  const count = (await subscriberRows(world)).length;
  const preview = await send(world, "email,frequency\nfresh@list.example,weekly\nnobody,");
  expect([
    preview.status,
    preview.text.includes("fresh@list.example"),
    preview.text.includes('name="csv"'),
  ]).toEqual([200, true, false]);
  expect(words(preview)).toContain(
    "list.csv 1 person will be subscribed right away. 1 row will be skipped: 1 with an error. Nothing has changed yet.",
  );
  expect(words(preview)).toMatch(
    /3 nobody Skipped: This email is invalid 2 fresh@list.example Will be subscribed/,
  );
  expect((await subscriberRows(world)).length).toBe(count);
  const done = await finish(world, preview);
  expect([done.status, done.headers.location]).toEqual([303, "/subscribers"]);
  expect(await subscriber(world, "fresh@list.example")).toMatchObject({
    state: "confirmed",
    source: "import",
    digest: "weekly",
  });
  expect(await staged(world)).toBe(0);
  const { rows } = await listAudit(world.services.store.read, await world.orgId("acme"), {
    page: 1,
  });
  expect(rows.find(({ action }) => action === "subscribers.imported")?.detail).toBe(
    "added: 1, confirmed: 0, skipped: 0, consent: Sign-up sheet, October",
  );
  // Sent twice, it is done once.
  expect((await finish(world, preview)).status).toBe(404);
  // A file counts in place of pasted rows; pasted ones come by the same form; rows that nobody saw are shown first.
  expect(
    words(await send(world, "chosen@list.example", { ...AGREED, csv: "pasted@list.example" })),
  ).toMatch(/1 chosen@list\.example Will be subscribed/);
  const { body, headers } = multipart([{ name: "", bytes: "" }], {
    step: "preview",
    ...AGREED,
    csv: "pasted@list.example",
  });
  expect(
    words(
      await world.ask(AT, {
        as: EDITOR,
        method: "POST",
        body,
        headers: { origin: "http://localhost:3000", ...headers },
      }),
    ),
  ).toContain("Pasted rows 1 person");
  const unseen = await world.ask(AT, {
    as: EDITOR,
    form: { step: "import", csv: "unseen@list.example", ...AGREED },
  });
  expect([unseen.status, words(unseen).includes("Nothing has changed yet")]).toEqual([200, true]);
  expect(await subscriber(world, "unseen@list.example")).toBeUndefined();
});

testInTurn(
  "a file of ten thousand rows comes in whole, each asked by email, while others read",
  async () => {
    const world = await openWorld();
    const preview = await send(world, crowd(10_000), { agreement: "mail", consent: "" });
    expect([
      preview.status,
      words(preview).includes("10000 people will be asked to confirm by email."),
    ]).toEqual([200, true]);
    expect(words(preview)).toContain("Page 1 of 50");
    expect(preview.text.length).toBeLessThan(700_000);
    const done = finish(world, preview);
    const ended = done.then(() => true);
    let answered = 0;
    for (
      let over = false;
      !over;
      over = await Promise.race([
        ended,
        new Promise<boolean>((resolve) => void setImmediate(resolve, false)),
      ])
    ) {
      expect((await world.ask("/acme")).status).toBe(200);
      answered += 1;
    }
    expect((await done).status).toBe(303);
    // The pages of others come in between.
    expect(answered).toBeGreaterThan(5);
    expect((await mails(world)).filter(({ to }) => to.endsWith("@crowd.example"))).toHaveLength(
      10_000,
    );
    // Whoever asks for a sign-in link meanwhile does not wait behind them.
    const { read } = world.services.store;
    expect(
      await read
        .selectFrom("outbox")
        .select("priority")
        .distinct()
        .where("toEmail", "like", "%@crowd.example")
        .execute(),
    ).toEqual([{ priority: 2 }]);
    expect(
      (await subscriberRows(world)).filter(
        ({ emailDomain, digest }) => emailDomain === "crowd.example" && digest === "weekly",
      ),
    ).toHaveLength(10_000);
    // Brought in again, nobody is asked twice.
    expect(words(await send(world, crowd(10_000), { agreement: "mail" }))).toContain(
      "0 people will be asked to confirm by email. 10000 rows will be skipped: 10000 already subscribed.",
    );
    for (const csv of [crowd(10_001), crowd(10_001, ""), "\u{1F600}@x\n".repeat(1_500_000)]) {
      const more = await send(world, csv);
      expect([
        more.status,
        words(more).includes("It has more than 10,000 rows. Import fewer at a time."),
      ]).toEqual([400, true]);
    }
  },
);

test("a fault far down a long file is named with its line, before what is right", async () => {
  const world = await openWorld();
  const rows = crowd(5_000).split("\n");
  rows[4_000] = "someone at nowhere,weekly";
  rows[4_500] = "person1@crowd.example,daily";
  const preview = await send(world, rows.join("\r\n"));
  expect(words(preview)).toContain(
    "4998 people will be subscribed right away. 2 rows will be skipped: 2 with an error.",
  );
  expect(words(preview)).toMatch(
    /What would happen 4001 someone at nowhere Skipped: This email is invalid 4501 person1@crowd.example Skipped: Duplicate of an earlier row/,
  );
});

const unreadable: [string, Buffer | string, string][] = [
  ["an empty file", "", "This file is empty."],
  ["blank lines", "\n\n \n", wording.noRows],
  ["no rows below the header", "email,frequency\n", "There are no rows below the header."],
  ["too many columns", `email${",x".repeat(300)}\na@b.example`, "more than 300 columns"],
  [
    "a quote that never ends",
    `email\n"a@b.example\n${"x".repeat(1_000)}`,
    "This isn’t a valid CSV file",
  ],
  ["a workbook", Buffer.from("504b030414000600", "hex"), "This workbook can’t be opened."],
  [
    "bytes of no text",
    Buffer.from(Array.from({ length: 4_096 }, (_, i) => (i * 37) % 251)),
    "This isn’t a valid CSV file",
  ],
];
test.each(unreadable)(
  "%s is refused at the file, the other fields kept",
  async (_, bytes, message) => {
    const world = await openWorld();
    const count = (await subscriberRows(world)).length;
    const answer = await send(world, bytes);
    expect(answer.status).toBe(400);
    expect(words(answer)).toContain(message);
    expect(answer.text).toMatch(/<title>Error: Import subscribers/);
    expect(answer.text).toMatch(
      /aria-invalid="true"[^>]*id="file"|id="file"[^>]*aria-invalid="true"/,
    );
    expect(answer.text).toContain('value="Sign-up sheet, October"');
    expect(answer.text).toMatch(
      /id="agreement-before"[^>]*checked|checked=""[^>]*id="agreement-before"/,
    );
    expect([(await subscriberRows(world)).length, await staged(world)]).toEqual([count, 0]);
  },
);

test("text in what spreadsheets write is read as it was meant", async () => {
  const world = await openWorld();
  const utf16 = Buffer.concat([
    Buffer.from([0xff, 0xfe]),
    Buffer.from("email\tname\r\nann@list.example\tJos\u00e9\r\n", "utf16le"),
  ]);
  const latin = Buffer.from("name;email\r\nJos\xe9;ann@list.example\r\n", "latin1");
  const marked = Buffer.from("\ufeffEmail , frequency\n ann@list.example , Weekly\n");
  for (const bytes of [utf16, marked])
    expect(words(await send(world, bytes))).toContain("2 ann@list.example Will be subscribed");
  // What says nothing of its letters is asked for; the likely answer is chosen already.
  const asked = await send(world, latin);
  expect([asked.status, shownFields(asked).encoding]).toEqual([200, "windows-1252"]);
  expect(asked.text).toMatch(/<td[^>]*>Jos\u00e9<\/td>/);
  expect(words(await world.ask(AT, { as: EDITOR, form: shownFields(asked) }))).toMatch(
    /Read as Western European \(Windows-1252\)\. .* 2 ann@list.example Will be subscribed/,
  );
  // What is no address in any reading is the fault of its row alone.
  const odd = Buffer.from("email\nann@list.example\nj\x00\xfe list.example", "latin1");
  const oddly = shownFields(await send(world, odd));
  expect(words(await world.ask(AT, { as: EDITOR, form: oddly }))).toMatch(
    /1 person will be subscribed right away\. 1 row will be skipped/,
  );
});

testInFive(
  "what is too large ends at its limit, with the fields kept; a form of no kind is refused",
  async () => {
    const world = await openWorld();
    const large = await send(world, Buffer.alloc(20 * 1024 * 1024 + 1, "a"));
    expect([
      large.status,
      words(large).includes("larger than 20 MB"),
      large.text.includes('value="Sign-up sheet, October"'),
    ]).toEqual([413, true, true]);
    const pasted = multipart([], {
      step: "preview",
      ...AGREED,
      csv: "a@b.example\n".repeat(400_000),
    });
    const long = await world.ask(AT, {
      as: EDITOR,
      method: "POST",
      body: pasted.body,
      headers: { origin: "http://localhost:3000", ...pasted.headers },
    });
    expect([
      long.status,
      words(long).includes("This is more than 4 MB. Send the rows as a file."),
    ]).toEqual([413, true]);
    // It is refused by the length that it says it has, before its fields are read.
    const huge = await world.ask(AT, {
      as: EDITOR,
      method: "POST",
      body: Buffer.alloc(23 * 1024 * 1024),
      headers: {
        origin: "http://localhost:3000",
        "content-type": "multipart/form-data; boundary=x",
      },
    });
    expect([huge.status, words(huge).includes("The limit is 20 MB")]).toEqual([413, true]);
    const broken = await world.ask(AT, {
      as: EDITOR,
      method: "POST",
      body: '--x\r\nContent-Disposition: form-data; name="files"; filename="a.csv"\r\n\r\na@b',
      headers: {
        origin: "http://localhost:3000",
        "content-type": "multipart/form-data; boundary=x",
      },
    });
    expect([broken.status, broken.text.includes("<form")]).toEqual([400, true]);
    const silent = await send(world, "ann@list.example", { agreement: "before" });
    expect([silent.status, words(silent).includes(wording.enterConsent)]).toEqual([400, true]);
    const nothing = await send(world, "", AGREED, { name: "" });
    expect([nothing.status, words(nothing).includes(wording.chooseFileOrPaste)]).toEqual([
      400,
      true,
    ]);
    expect(await staged(world)).toBe(0);
  },
);

test("nothing is done but what was shown, and nothing by half", async () => {
  const world = await openWorld();
  const preview = await send(world, "one@list.example\ntwo@corp.example", {
    agreement: "mail",
    consent: "",
  });
  const before = [(await subscriberRows(world)).length, (await mails(world)).length];
  const acme = await world.orgId("acme");
  await world.services.store.write((trx) =>
    block({ trx, orgId: acme, by: SYSTEM, now: world.time }, "corp.example"),
  );
  const changed = await finish(world, preview);
  expect(changed.status).toBe(409);
  expect(words(changed)).toContain("The list changed since you checked. Nothing was imported");
  expect(words(changed)).toContain(
    "1 person will be asked to confirm by email. 1 row will be skipped: 1 blocked.",
  );
  expect([(await subscriberRows(world)).length, (await mails(world)).length]).toEqual(before);
  // What was shown of those who are asked by email is not what would happen to those who agreed.
  expect((await finish(world, changed, AGREED)).status).toBe(409);
  expect((await finish(world, changed)).status).toBe(303);
  expect([(await subscriberRows(world)).length, (await mails(world)).length]).toEqual([
    before[0]! + 1,
    before[1]! + 1,
  ]);
});

test("a waiting list is there for its own org and its publishers, for a day; erasing a person ends its wait", async () => {
  const world = await openWorld();
  const preview = await send(world, "one@list.example");
  expect((await finish(world, preview, { as: "owner@globex.example" })).status).toBe(404);
  expect((await finish(world, preview, { as: "viewer@acme.example" })).status).toBe(403);
  expect(
    (await send(world, "one@list.example", AGREED, { as: "viewer@acme.example" })).status,
  ).toBe(403);
  expect((await finish(world, preview, { staged: "no-such-list" })).status).toBe(404);
  await world.services.store.write((trx) =>
    trx
      .updateTable("stagedFiles")
      .set({ createdAt: new Date(world.time.getTime() - 25 * 3_600_000).toISOString() })
      .execute(),
  );
  const late = await finish(world, preview);
  expect([late.status, words(late).includes(wording.uploadGone)]).toEqual([404, true]);
  await send(world, "one@list.example");
  const [jane, owner] = ["sam@prospect.example", "owner@acme.example"];
  expect(
    (
      await world.ask(`/settings/privacy/person?email=${jane}`, {
        as: owner,
        form: { email: jane, confirmation: jane },
      })
    ).status,
  ).toBe(303);
  expect(await staged(world)).toBe(0);
});

testInTurn(
  "twenty lists at once are read one after the other, and who is told to wait is told so",
  async () => {
    const world = await openWorld();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        send(world, crowd(2_000).replaceAll("crowd", `crowd${i}`)),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(
      statuses.includes(503) ? new Set([200, 503]) : new Set([200]),
    );
    for (const answer of answers.filter(({ status }) => status === 503))
      expect(words(answer)).toContain("Other lists are being read right now.");
    // As many wait as may.
    expect(await staged(world)).toBeLessThanOrEqual(5);
  },
);
