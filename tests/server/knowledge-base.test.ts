import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { listAudit } from "#tenancy/audit/store/audit-list.server.ts";
import { faqSubject } from "#content/knowledge-base/store/entry-history.server.ts";
import { SUBJECTS } from "#server/history/store/subjects.server.ts";
import { undoChange } from "#web/history/store/undo.server.ts";
import { listFaq } from "#content/knowledge-base/store/faq-list.server.ts";
import { removeProduct } from "#content/products/store/product-changes.server.ts";
import { Refused } from "#db/refusals.ts";
import { openWorld, type World } from "./world.ts";
import { wording } from "../wording.ts";

const OWNER = "owner@acme.example";
const EDITOR = "editor@acme.example";

async function entries(world: World, org = "acme") {
  return listFaq(world.services.store.read, await world.orgId(org), {}, world.time);
}

async function entry(world: World, question: string, org?: string) {
  return (await entries(world, org)).find((row) => row.question === question);
}

function form(
  values: Record<string, string> = {},
  productIds: readonly string[] = [],
): URLSearchParams {
  const fields = new URLSearchParams({
    question: "Do you test restores?",
    answer: "Yes, every month.",
    comment: "",
    access: "public",
    intent: "save",
    ...values,
  });
  for (const id of productIds) fields.append("productIds", id);
  return fields;
}

describe("an entry that comes back", () => {
  test("stays about its products, and does not come back about all of them when they are gone", async () => {
    const world = await openWorld();
    const { store } = world.services;
    const orgId = await world.orgId("acme");
    const lake = await world.productId("acme", "Acme Data Lake");
    await world.ask("/knowledge-base/new", { as: EDITOR, form: form({}, [lake]) });
    const added = await entry(world, "Do you test restores?");
    const key = { orgId, productId: null, subjectId: added?.id ?? "" };
    const snapshot = await faqSubject.read(store.read, key);
    await world.ask(`/knowledge-base/${key.subjectId}`, { as: EDITOR, form: { intent: "delete" } });
    const restore = (productIds: string[]) =>
      store.write((trx) =>
        faqSubject.write(trx, key, snapshot === null ? null : { ...snapshot, productIds }, {
          by: "Test",
          now: world.time,
        }),
      );
    await expect(restore(["gone"])).rejects.toThrow("apply it to every product");
    expect(await entry(world, "Do you test restores?")).toBeUndefined();
    await restore(["gone", lake]);
    expect(await entry(world, "Do you test restores?")).toMatchObject({ productIds: [lake] });

    // The whole way: deleted, its product deleted, and restored from the history.
    await world.ask(`/knowledge-base/${key.subjectId}`, { as: EDITOR, form: { intent: "delete" } });
    const { id: changeId } = await store.read
      .selectFrom("changes")
      .select("id")
      .where("subjectId", "=", key.subjectId)
      .orderBy("number", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    await store.write((trx) =>
      removeProduct({ trx, orgId, by: SYSTEM, now: world.time }, lake, {
        confirmName: "Acme Data Lake",
        published: false,
      }),
    );
    const refused = await store
      .write((trx) =>
        undoChange(trx, orgId, changeId, {
          subjects: SUBJECTS,
          permissions: new Set(["kb:edit"] as const),
          by: SYSTEM,
          now: world.time,
        }),
      )
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Refused);
    expect((await world.ask("/acme/faq")).text).not.toContain("Do you test restores?");
  });
});

describe("the knowledge base", () => {
  test("lists the own org's entries, searched and narrowed", async () => {
    const world = await openWorld();
    const all = await world.ask("/knowledge-base", { as: EDITOR });
    expect([all.status, all.text.includes("Where is our data stored?")]).toEqual([200, true]);
    for (const { question } of await entries(world, "globex"))
      if (!(await entry(world, question))) expect(all.text).not.toContain(question);
    const count = async (query: string) =>
      /([0-9]+) of [0-9]+ entries/.exec(
        (await world.ask(`/knowledge-base?${query}`, { as: EDITOR })).text,
      )?.[1];
    const rows = await entries(world);
    const lake = await world.productId("acme", "Acme Data Lake");
    expect(await count("access=internal")).toBe(
      String(rows.filter(({ access }) => access === "internal").length),
    );
    expect(await count("favourite=yes")).toBe(
      String(rows.filter(({ favouriteAt }) => favouriteAt !== null).length),
    );
    expect(await count(`product=${lake}`)).toBe(
      String(
        rows.filter(({ productIds }) => productIds.length === 0 || productIds.includes(lake))
          .length,
      ),
    );
    expect(
      (await world.ask("/knowledge-base?q=FRANKFURT%2C+Dublin", { as: EDITOR })).text,
    ).toContain("Where is our data stored?");
    expect((await world.ask("/knowledge-base?q=zzzz", { as: EDITOR })).text).toContain(
      wording.noResults,
    );
    for (const odd of [
      "q=%25",
      "q=%00",
      "access=x",
      "time=x",
      "product=x",
      "page=99",
      "page=-1",
      "page=x",
      `q=${"x".repeat(5_000)}`,
    ])
      expect((await world.ask(`/knowledge-base?${odd}`, { as: EDITOR })).status, odd).toBe(200);
  });

  test("adds, edits, stars and deletes an entry, each with a row of the audit, public with the next request", async () => {
    const world = await openWorld();
    const lake = await world.productId("acme", "Acme Data Lake");
    expect(
      (await world.ask("/knowledge-base/new", { as: EDITOR, form: form({}, [lake]) })).status,
    ).toBe(303);
    const added = await entry(world, "Do you test restores?");
    expect(added).toMatchObject({
      answer: "Yes, every month.",
      comment: null,
      access: "public",
      favouriteAt: null,
      productIds: [lake],
    });
    const id = added?.id ?? "";
    expect((await world.ask("/acme/faq?product=Acme+Data+Lake")).text).toContain(
      "Do you test restores?",
    );
    expect((await world.ask("/acme/faq")).text).not.toContain("Do you test restores?");
    const page = await world.ask(`/knowledge-base/${id}`, { as: EDITOR });
    const base = /name="base" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
    expect(
      (
        await world.ask(`/knowledge-base/${id}`, {
          as: EDITOR,
          form: form({ base, answer: "Yes, every week.", access: "internal", favourite: "yes" }),
        })
      ).status,
    ).toBe(303);
    expect(await entry(world, "Do you test restores?")).toMatchObject({
      answer: "Yes, every week.",
      access: "internal",
      productIds: [],
    });
    expect((await world.ask("/acme/faq")).text).not.toContain("Do you test restores?");
    // A form that comes back for another reason is still the one that was opened then.
    const faulty = await world.ask(`/knowledge-base/${id}`, {
      as: OWNER,
      form: form({ base, answer: "" }),
    });
    expect([faulty.status, faulty.text.includes(`name="base" value="${base}"`)]).toEqual([
      400,
      true,
    ]);
    const late = await world.ask(`/knowledge-base/${id}`, {
      as: OWNER,
      form: form({ base, answer: "Never at all." }),
    });
    const said = late.text.replace(/<!-- -->/g, "");
    expect([
      late.status,
      said.includes("Never at all."),
      said.includes("Yes, every week."),
      said.includes("Saved by Tomasz Wilk"),
    ]).toEqual([409, true, true, true]);
    expect(await entry(world, "Do you test restores?")).toMatchObject({
      answer: "Yes, every week.",
    });
    expect(
      (
        await world.ask("/knowledge-base?q=restores", {
          as: EDITOR,
          form: { intent: "unfavourite", id },
        })
      ).headers.location,
    ).toBe("/knowledge-base?q=restores");
    expect(await entry(world, "Do you test restores?")).toMatchObject({ favouriteAt: null });
    expect(
      (await world.ask(`/knowledge-base/${id}`, { as: EDITOR, form: { intent: "delete" } })).status,
    ).toBe(303);
    expect(await entry(world, "Do you test restores?")).toBeUndefined();
    const { rows } = await listAudit(world.services.store.read, await world.orgId("acme"), {
      page: 1,
    });
    expect(
      rows.filter(({ subject }) => subject === "Do you test restores?").map(({ action }) => action),
    ).toEqual(Array.from({ length: 4 }, () => "faq-entry.changed"));
    const history = await world.services.store.read
      .selectFrom("changes")
      .select("summary")
      .where("subjectId", "=", id)
      .orderBy("number")
      .execute();
    expect(history.map(({ summary }) => summary.split("\n").length)).toEqual([1, 4, 1, 1]);
  });

  test("refuses what is too short, too long or not there, and keeps the values", async () => {
    const world = await openWorld();
    const cases: [Record<string, string>, string][] = [
      [{ question: "Why?" }, "Use 5 characters or more"],
      [{ question: "x".repeat(501) }, "Use at most 500 characters"],
      [{ answer: " " }, wording.atLeast2Characters],
      [{ answer: "x".repeat(20_001) }, "Use at most 20,000 characters"],
      [{ access: "everyone" }, wording.chooseReaders],
      [{ answer: `Zalgo${"\u0301\u0316".repeat(9_900)}` }, "Use at most 8 accents or marks"],
    ];
    for (const [values, message] of cases) {
      const answer = await world.ask("/knowledge-base/new", {
        as: EDITOR,
        form: form({ comment: "Kept words", ...values }),
      });
      expect(
        [
          answer.status,
          answer.text.includes(message),
          answer.text.includes("Kept words"),
          answer.text.includes("<title>Error: "),
        ],
        message,
      ).toEqual([400, true, true, true]);
    }
    expect(
      (
        await world.ask("/knowledge-base/new", {
          as: EDITOR,
          form: form({}, [await world.productId("globex")]),
        })
      ).status,
    ).toBe(409);
    const theirs = (await entries(world, "globex"))[0]?.id ?? "";
    for (const id of [theirs, "random"]) {
      expect((await world.ask(`/knowledge-base/${id}`, { as: OWNER })).status).toBe(404);
      for (const intent of ["save", "delete"])
        expect(
          (await world.ask(`/knowledge-base/${id}`, { as: OWNER, form: form({ intent }) })).status,
        ).toBe(404);
      expect(
        (await world.ask("/knowledge-base", { as: OWNER, form: { intent: "favourite", id } }))
          .status,
      ).toBe(404);
    }
    expect(
      (await world.ask("/knowledge-base/new", { as: "reviewer@acme.example", form: form() }))
        .status,
    ).toBe(403);
    expect((await entries(world, "globex"))[0]?.id).toBe(theirs);
  });
});

describe("the export", () => {
  test("has every column, no formula, and only what the filter leaves", async () => {
    const world = await openWorld();
    await world.ask("/knowledge-base/new", {
      as: EDITOR,
      form: form({ question: "=HYPERLINK(1) or not?", answer: '- one\n- two; three, "four"' }),
    });
    const answer = await world.ask("/knowledge-base/export.csv", { as: EDITOR });
    expect([answer.status, answer.headers["content-type"]]).toEqual([
      200,
      "text/csv; charset=utf-8",
    ]);
    const rows = parse(answer.text, { bom: true, columns: true }) as Record<string, string>[];
    expect(rows).toHaveLength((await entries(world)).length);
    expect(rows.find(({ question }) => question?.includes("HYPERLINK"))).toMatchObject({
      question: "'=HYPERLINK(1) or not?",
      answer: '\'- one\n- two; three, "four"',
      access: "public",
      favourite: "",
    });
    const internal = parse(
      (await world.ask("/knowledge-base/export.csv?access=internal", { as: EDITOR })).text,
      { bom: true, columns: true },
    ) as Record<string, string>[];
    expect(new Set(internal.map(({ access }) => access))).toEqual(new Set(["internal"]));
  });
});
