import { expect } from "vitest";
import { WALK } from "../limits.ts";
import { everything, sample } from "../sample.ts";
import { OWNER } from "./staff-journeys.ts";
import { fieldsOf, formsOf } from "./page-form.ts";
import { rowsOfTable } from "./rights-check.ts";
import {
  cookiesOf,
  endSessions,
  filledIn,
  openFields,
  send,
  staffCookie,
  targetOf,
} from "./session-forms.ts";
import { plantSpecimens } from "./specimens.ts";
import { EDITOR } from "./edit-world.ts";
import { openWorld, type World } from "./world.ts";
import { wording } from "../wording.ts";
import { testInTurn } from "../in-turn.ts";

/** Tables that tell of sessions and of forms that wait, not of what somebody saved. */
const BOOKKEEPING = ["sessions", "keptForms", "sentForms", "events"];

/** So many of the pages that have forms the short run fills in. */
const PAGES = 60;

const LOOKS = ["mail.read", "document.downloaded"];

async function rows(world: World): Promise<Record<string, string>> {
  const { read } = world.services.store;
  const tables = (await read.introspection.getTables()).filter(
    ({ name }) => !BOOKKEEPING.includes(name),
  );
  const all = await Promise.all(
    tables.map(async ({ name }) => {
      const found = await read
        .selectFrom(name as "audit")
        .selectAll()
        .execute();
      // Pages that show a mail or a file are looked at while the forms are walked.
      return [name, JSON.stringify(found.filter(({ action }) => !LOOKS.includes(action)))];
    }),
  );
  return Object.fromEntries(all);
}

/** Forms that hold a choice alone, and answer with something else than their page. */
const NOTHING_TYPED: ((target: string, names: readonly string[]) => boolean)[] = [
  // Its answer is the archive.
  (target) => target === "/settings/content/export.zip",
  // Typed anew each time, on purpose: it confirms that somebody is erased.
  (_, names) => names.join() === "confirmation",
  // Its one choice is made anew by the same press.
  (_, names) => names.join() === "assignee",
];

/** The kind of a document that is not chosen goes with its row, where the search that was typed narrows the list. */
const goesWithItsRow = (name: string, fields: URLSearchParams) =>
  name.startsWith("documentTypes.") && (fields.get("documentSearch") ?? "") !== "";

/** The form of a page that has most of another's fields, and fewest beside them. */
function likest(forms: readonly string[], form: string): string {
  const names = new Set(openFields(form));
  const shared = (one: string) => openFields(one).filter((name) => names.has(name)).length;
  const size = (one: string) => openFields(one).length;
  return forms.toSorted((a, b) => shared(b) - shared(a) || size(a) - size(b))[0] ?? "";
}

/**
 * A form with files writes the ends of lines in its own way, and lists that are shown again have
 * room for more rows.
 */
function valuesOf(fields: URLSearchParams, name: string, most = Infinity): string {
  const values = fields.getAll(name).map((value) => value.replaceAll("\r\n", "\n"));
  return JSON.stringify(values.slice(0, most));
}

testInTurn("every form of staff stands as it was typed after signing in again", WALK, async () => {
  const world = await openWorld();
  const ids: Readonly<Record<string, string>> = await plantSpecimens(world);
  const pages = rowsOfTable()
    .filter(({ door, cells }) => door === "default" && cells.owner?.status === 200)
    .filter(({ cells }) => cells.anonymous?.status !== 200)
    .map(({ path }) => path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? name));
  const before = await rows(world);
  const lost: string[] = [];
  let walked = 0;
  for (const path of sample([...new Set(pages)], PAGES, "pages of staff with forms")) {
    const own = await staffCookie(world, OWNER);
    const page = await world.ask(path, { headers: { cookie: own } });
    for (const form of formsOf(page)) {
      const names = openFields(form);
      if (names.length === 0) continue;
      const fields = filledIn(form);
      if (![...fields].some(([name, value]) => names.includes(name) && value !== "")) continue;
      const target = targetOf(form, path);
      if (NOTHING_TYPED.some((fits) => fits(target, names))) continue;
      walked += 1;
      await endSessions(world);
      const asked = await send(world, form, target, fields, own);
      const where = `${path}: ${names.join(" ").slice(0, 50)}`;
      if (asked.status !== 401) {
        lost.push(`${asked.status} ${where}`);
        continue;
      }
      expect(asked.text).toContain("what you typed will still be there");
      const browser = cookiesOf(asked).find((cookie) => cookie.startsWith("otc_form=")) ?? "";
      const other = await world.ask(target, {
        headers: { cookie: `${await staffCookie(world, EDITOR)}; ${browser}` },
      });
      if (/Typed \d+ &amp;|typed-\d+@kept/.test(other.text))
        lost.push(`somebody else sees ${where}`);
      const again = await world.ask(target, {
        headers: { cookie: `${await staffCookie(world, OWNER)}; ${browser}` },
      });
      const shown = fieldsOf(likest(formsOf(again), form));
      if (again.status !== 200 || !again.text.includes(wording.typedIsKept))
        lost.push(`${again.status} not said ${where}`);
      for (const name of names)
        if (
          !goesWithItsRow(name, fields) &&
          fields.getAll(name).join("") + shown.getAll(name).join("") !== "" &&
          valuesOf(shown, name, Math.max(1, fields.getAll(name).length)) !== valuesOf(fields, name)
        )
          lost.push(`${where}: ${name} is ${valuesOf(shown, name)}, not ${valuesOf(fields, name)}`);
    }
  }
  expect(lost).toEqual([]);
  expect(await rows(world)).toEqual(before);
  expect(walked).toBeGreaterThan(everything ? 80 : 20);
});
