import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { listControls } from "#content/controls/store/controls.server.ts";
import { listFaq } from "#content/knowledge-base/store/faq-list.server.ts";
import { openWorld, type World } from "./world.ts";
import { wording } from "../wording.ts";

const EDITOR = "editor@acme.example";
const QUESTION = "Do quokkas guard the door?";

/** What a page says, without what the framework puts between words. */
const said = (text: string) => text.replaceAll("<!-- -->", "");

/** Where each list stands, what a thing of it is made of, and how it is read back. */
const NOUNS = [
  {
    noun: "an FAQ entry",
    path: "/knowledge-base",
    portal: "/acme/faq",
    name: QUESTION,
    values: { question: QUESTION, answer: "At night.", access: "public" },
    columns: ["question", "answer"],
    other: ["Do kiwis sing?", "At noon."],
    list: async (world: World) =>
      (await listFaq(world.services.store.read, await world.orgId("acme"), {}, world.time)).map(
        ({ id, question, shortAnswer }) => ({ id, name: question, shortAnswer }),
      ),
  },
  {
    noun: "a control",
    path: "/controls",
    portal: "/acme/controls",
    name: "Quokkas guard the door",
    values: { reference: "QUO-1", title: "Quokkas guard the door", access: "public" },
    columns: ["reference", "title"],
    other: ["QUO-2", "Kiwis sing"],
    list: async (world: World) =>
      (await listControls(world.services.store.read, await world.orgId("acme"))).map(
        ({ id, title, shortAnswer }) => ({ id, name: title, shortAnswer }),
      ),
  },
] as const;

describe.each(NOUNS)("the short answer of $noun", (noun) => {
  const { path, portal, name, values, columns, other, list } = noun;

  const one = async (world: World, called: string = name) =>
    (await list(world)).find((row) => row.name === called);

  const add = (world: World, shortAnswer: string) =>
    world.ask(`${path}/new`, { as: EDITOR, form: { ...values, shortAnswer } });

  async function paste(world: World, rows: readonly (readonly string[])[]): Promise<string> {
    const csv = rows.map((row) => row.join(",")).join("\n");
    const answer = await world.ask(`${path}/import`, { as: EDITOR, form: { csv } });
    expect(answer.status).toBe(303);
    return answer.headers.location ?? "";
  }

  test("is chosen in the form, told by the history, and shown on the portal", async () => {
    const world = await openWorld();
    expect((await add(world, "partly")).status).toBe(303);
    const { id = "", shortAnswer } = (await one(world)) ?? {};
    expect(shortAnswer).toBe("partly");
    const shown = async () => said((await world.ask(`${portal}?q=quokkas`)).text);
    expect(await shown()).toMatch(/Short answer: <\/span>Partly/);
    const page = await world.ask(`${path}/${id}`, { as: EDITOR });
    expect(page.text).toMatch(
      /<option[^>]* value="partly" selected="">|value="partly"[^>]*selected/,
    );
    expect(
      (await world.ask(`${path}/${id}`, { as: EDITOR, form: { ...values, shortAnswer: "" } }))
        .status,
    ).toBe(303);
    expect((await one(world))?.shortAnswer).toBeNull();
    expect(await shown()).not.toContain("Short answer: </span>");
    const { summary } = await world.services.store.read
      .selectFrom("changes")
      .select("summary")
      .where("subjectId", "=", id)
      .orderBy("number", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(summary).toMatch(/Short answer/);
    expect(summary).toContain("Partly");
  });

  test("that is none of the four is refused at its field, with what was typed", async () => {
    const world = await openWorld();
    const answer = await add(world, "maybe");
    expect([
      answer.status,
      answer.text.includes(wording.chooseFromList),
      answer.text.includes(name),
      answer.text.includes("<title>Error: "),
    ]).toEqual([400, true, true, true]);
    expect(await one(world)).toBeUndefined();
  });

  test("narrows the list of staff and its export, also to none", async () => {
    const world = await openWorld();
    await add(world, "notApplicable");
    const rows = await list(world);
    const count = async (query: string) =>
      Number(
        /([0-9]+) of [0-9]+ (?:entries|controls)/.exec(
          said((await world.ask(`${path}?${query}`, { as: EDITOR })).text),
        )?.[1],
      );
    for (const asked of ["yes", "notApplicable", "none"])
      expect(await count(`short=${asked}`)).toBe(
        rows.filter(({ shortAnswer }) => (shortAnswer ?? "none") === asked).length,
      );
    expect((await world.ask(`${path}?short=maybe`, { as: EDITOR })).status).toBe(200);
    const csv = await world.ask(`${path}/export.csv?short=notApplicable`, { as: EDITOR });
    const exported = parse(csv.text, { bom: true, columns: true }) as Record<string, string>[];
    expect(exported.map((row) => row.shortAnswer)).toEqual(["Not applicable"]);
  });

  test("comes in as a column, in any case; what names none is left out with its reason", async () => {
    const world = await openWorld();
    await add(world, "yes");
    const [first, second] = columns.map((column) => values[column as keyof typeof values]);
    const place = await paste(world, [
      [...columns, "Yes/No"],
      [first ?? "", second ?? "", "PARTIALLY"],
      [...other, "n/a"],
      ["QUO-3 Do emus run?", "Do emus run far?", "sometimes"],
    ]);
    const query = `?${columns[0]}=0&${columns[1]}=1&shortAnswer=2&default=public`;
    expect(said((await world.ask(place, { as: EDITOR })).text)).toContain("Short answer");
    const preview = said((await world.ask(place + query, { as: EDITOR })).text);
    expect(preview).toContain("1 added, 1 changed, 0 unchanged, 1 skipped");
    expect(preview).toContain("Short answer must be one of Yes, No, Partly, Not applicable");
    expect(
      (await world.ask(place + query, { as: EDITOR, form: { intent: "import" } })).status,
    ).toBe(303);
    expect((await one(world))?.shortAnswer).toBe("partly");
    const added = (await list(world)).find((row) => other.some((text) => text === row.name));
    expect(added?.shortAnswer).toBe("notApplicable");

    // A table without the column says nothing of it; an empty cell says that there is none.
    const silent = await paste(world, [columns, [first ?? "", `${second} Always.`]]);
    await world.ask(`${silent}?${columns[0]}=0&${columns[1]}=1`, {
      as: EDITOR,
      form: { intent: "import" },
    });
    const kept = (await list(world)).filter((row) => row.id !== added?.id);
    expect(kept.find((row) => row.name.includes("uokkas"))?.shortAnswer).toBe("partly");
    const empty = await paste(world, [
      [...columns, "Short answer"],
      [first ?? "", second ?? "", ""],
    ]);
    await world.ask(empty + query, { as: EDITOR, form: { intent: "import" } });
    expect((await one(world))?.shortAnswer).toBeNull();
  });

  test("goes out in a spreadsheet that comes in again unchanged", async () => {
    const world = await openWorld();
    const { text: csv } = await world.ask(`${path}/export.csv`, { as: EDITOR });
    const [header = [], ...rows] = parse(csv, { bom: true }) as string[][];
    const query = header
      .filter((column) => !["added", "modified"].includes(column))
      .map((column) => `${column}=${header.indexOf(column)}`)
      .join("&");
    const outcome = async (text: string) => {
      const answer = await world.ask(`${path}/import`, { as: EDITOR, form: { csv: text } });
      const page = await world.ask(`${answer.headers.location}?${query}`, { as: EDITOR });
      return /\d+ added, \d+ changed, \d+ unchanged, \d+ skipped/.exec(said(page.text))?.[0];
    };
    expect(query).toContain("shortAnswer=");
    expect(await outcome(csv)).toBe(`0 added, 0 changed, ${rows.length} unchanged, 0 skipped`);
    expect(await outcome(csv.replace(",Partly,", ",No,"))).toBe(
      `0 added, 1 changed, ${rows.length - 1} unchanged, 0 skipped`,
    );
  });

  test("is found and answered by the search, and only to who reads the thing", async () => {
    const world = await openWorld();
    await add(world, "notApplicable");
    const ask = async (term: string) => {
      const answer = await world.ask("/api/share/acme/search", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          query: { term, filters: { products: [await world.productId("acme")] } },
        }),
      });
      const { result } = JSON.parse(answer.text) as {
        result: { matches: { title: string; metadata: { shortAnswer?: string } }[] };
      };
      return result.matches.find(({ title }) => title.includes(name));
    };
    expect((await ask("quokkas not applicable"))?.metadata.shortAnswer).toBe("notApplicable");
    const page = said((await world.ask("/acme/search?q=quokkas")).text);
    expect(page).toMatch(/Short answer: <\/span>Not applicable/);
    expect((await world.ask("/acme/search/index.json")).text).toMatch(
      /"shortAnswer":"Not applicable"|"wait"/,
    );
    const id = (await one(world))?.id ?? "";
    await world.ask(`${path}/${id}`, {
      as: EDITOR,
      form: { ...values, access: "internal", shortAnswer: "notApplicable" },
    });
    expect(await ask("quokkas not applicable")).toBeUndefined();
  });
});

describe("Ask AI", () => {
  test("says yes or no from the short answer alone", async () => {
    const world = await openWorld();
    const owner = { as: "owner@acme.example" };
    const account = await world.services.store.read
      .selectFrom("accounts")
      .select("id")
      .where("name", "=", "Customer Inc")
      .executeTakeFirstOrThrow();
    const ask = async (term: string) => {
      const answer = await world.ask(`/api/trust-center/search/answer?accountId=${account.id}`, {
        ...owner,
        method: "POST",
        headers: { origin: "http://localhost:3000", "content-type": "application/json" },
        body: JSON.stringify({
          query: { term, filters: { product: await world.productId("acme") } },
        }),
      });
      return (JSON.parse(answer.text) as { result: { answer: { answer: string | null } } }).result
        .answer.answer;
    };
    const form = (shortAnswer: string) => ({
      question: QUESTION,
      answer: "Yes, at night.",
      access: "public",
      shortAnswer,
    });
    await world.ask("/knowledge-base/new", { as: EDITOR, form: form("") });
    expect(await ask(QUESTION)).toBe("At night.");
    const row = (
      await listFaq(world.services.store.read, await world.orgId("acme"), {}, world.time)
    ).find(({ question }) => question === QUESTION);
    const save = (shortAnswer: string) =>
      world.ask(`/knowledge-base/${row?.id}`, { as: EDITOR, form: form(shortAnswer) });
    await save("yes");
    expect(await ask(QUESTION)).toBe("Yes, at night.");
    await save("partly");
    expect(await ask("Do the quokkas guard your door?")).toBe("Partly. At night.");
    expect(await ask("Are all doors guarded by quokkas?")).not.toMatch(/^(?:Yes|No|Partly)\b/);
  });
});
