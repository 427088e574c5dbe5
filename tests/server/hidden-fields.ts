import { ONCE_FIELD } from "#values/sent-forms.ts";
import { shapeOf } from "./crawl.ts";
import { submit, type FoundForm, type Snapshot } from "./form-walk.ts";
import { sendingOf, sentOf, type Control, type Sent } from "./html-forms.ts";
import type { Answer, World } from "./world.ts";

/**
 * Hidden fields that no schema knows. Whoever reads a field does something else without it, or with another
 * value, or keeps or says that value; what makes no difference either way, nobody reads. Those of which
 * something comes on other pages alone are named here, with the reason. It is asked of forms
 * that are accepted alone: a refused one reads no further than to its fault.
 */

/** Fields that are read, and of which something comes only where the page or the fields beside them say more. */
const READ_SOMETIMES: Readonly<Record<string, string>> = {
  productId: "which product a stranger's request is for, once there are several",
  statusPageCustomizationRevision: "which form was shown, kept with a request alone",
  returnTo: "another page of the portal; anything else leads home",
  offers: "whether no box ticked means none or all, where some are ticked",
  org: "whose page a sign-out leads to; the company's own by its session",
  draft: "the draft that is saved again; another one begins a draft",
  revision: "which version was edited, told where another one came between",
  base: "which version was edited, told where another one came between",
  shown: "which items the page had, for those that came since",
  accountName: "the name of a new account, where none is there already",
  companyRef: "the company that was picked, as long as its name was not typed over",
  uid: "the item of a row whose state was changed",
  card: "the order that is there, where the button moves none of it",
  section: "the order that is there, where the button moves none of it",
  item: "the order that is there, where the button moves none of it",
};

const OTHER = "another-value";
/** Ids and secrets, which are random. */
const RANDOM = /[\w-]{20,}/g;

/** What came of a form: the answer, and everything that is stored then, without what is random. */
async function outcomeOf(
  snapshot: Snapshot,
  found: FoundForm,
  button: Control | null,
  fields: readonly Sent[],
): Promise<{ answer: Answer; words: string }> {
  return snapshot.with(async (world) => {
    const answer = await submit(world, found, sendingOf(found.form, button, found.page), fields);
    const said =
      answer.status < 300
        ? answer.text.replace(RANDOM, "*")
        : shapeOf(answer.headers.location ?? "");
    const words = [answer.status, said, await stored(world)].join("\n");
    return { answer, words };
  });
}

async function stored(world: World): Promise<string> {
  const { read } = world.services.store;
  const all: string[] = [];
  for (const { name } of await read.introspection.getTables()) {
    // What was sent, whatever came of it.
    if (name === "sentForms" || name === "keptForms") continue;
    const rows = await read
      .selectFrom(name as "orgs")
      .selectAll()
      .execute();
    all.push(name, ...rows.map((row) => JSON.stringify(row).replace(RANDOM, "*")).sort());
  }
  return all.join("\n");
}

/** What a browser sends of the form once everything that it requires is filled in. */
function filledIn({ form }: FoundForm, button: Control | null): Sent[] {
  const required = new Map(
    form.controls
      .filter(({ element, value }) => element.attribs.required !== undefined && value === "")
      .map(({ name, type }) => [name, TYPED[type]]),
  );
  return sentOf(form, button).map(([name, value]) => [name, required.get(name) ?? value]);
}

const TYPED: Readonly<Record<string, string>> = {
  text: "Typed",
  textarea: "Typed",
  email: "typed@kept.example",
  url: "https://kept.example",
  date: "2026-12-31",
  number: "1",
};

/**
 * The names of the hidden fields of a form of which nothing comes.
 * @returns null where the form is refused, so that nothing can be said
 */
export async function unreadFields(snapshot: Snapshot, found: FoundForm): Promise<string[] | null> {
  const [button = null] = found.form.buttons;
  const fields = filledIn(found, button);
  const usual = await outcomeOf(snapshot, found, button, fields);
  if (usual.answer.status >= 400) return null;
  const unread: string[] = [];
  for (const name of hiddenNames(found)) {
    const without = fields.filter(([one]) => one !== name);
    const changed = fields.map(([one, value]): Sent => [one, one === name ? OTHER : value]);
    const others = [
      await outcomeOf(snapshot, found, button, without),
      await outcomeOf(snapshot, found, button, changed),
    ];
    if (others.every(({ words }) => words === usual.words)) unread.push(name);
  }
  return unread;
}

/** The hidden fields of a form that are asked about: what each form carries is read by all. */
export function hiddenNames({ form }: FoundForm): string[] {
  return [
    ...new Set(form.controls.filter(({ type }) => type === "hidden").map(({ name }) => name)),
  ].filter((name) => name !== "" && name !== ONCE_FIELD && READ_SOMETIMES[name] === undefined);
}
