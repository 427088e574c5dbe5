import type { RouterContextProvider } from "react-router";
import * as z from "zod";
import {
  type Accepted,
  answering,
  type FormAnswer,
  type FormOptions,
  type OwnAnswers,
  parseForm,
  readSubmission,
  type RefusalWords,
  type Submitted,
} from "./form.ts";

/*
 * The buttons of a page that has many, each with a form of its own. Each has an address one word below
 * the page's, and the page's module answers at all of them by one table: a row is the schema of a form
 * and what it does. Opened, the address of a button shows the page.
 */

/** The form of a button that says all by itself. */
export const NO_FIELDS = z.object({});

/** Reads the form that was sent, by the schema of its button. */
type Reading = <Schema extends z.ZodType>(
  schema: Schema,
) => Promise<Submitted<z.output<Schema>>> | Submitted<z.output<Schema>>;

/** What a button does for a desk: whoever pressed it, and where. */
export type PageButton<Desk, Answer> = (read: Reading, desk: Desk) => Promise<Answer | FormAnswer>;

type Words<Schema extends z.ZodType, Shown> = RefusalWords & OwnAnswers<z.output<Schema>, Shown>;

/**
 * One row of a page's table.
 * @param press what a sound form does; what it throws is said above the form, or at its field
 * @param words what is said of refusals, at a desk or at all of them
 */
export function pageButton<Desk, Schema extends z.ZodType, Answer, Shown = never>(
  schema: Schema,
  press: (desk: Desk, submitted: Accepted<z.output<Schema>>) => Promise<Answer>,
  words: Words<Schema, Shown> | ((desk: Desk) => Words<Schema, Shown>) = {},
): PageButton<Desk, Answer | Shown> {
  return async (read, desk) =>
    answering(
      await read(schema),
      (submitted) => press(desk, submitted),
      typeof words === "function" ? words(desk) : words,
    );
}

/**
 * Answers the button whose form was sent: the one that the address names. At the page's own address,
 * where a page of an earlier release sends all of them, it is the one that the form calls `intent`.
 * @param options fields of any of the forms that never go back into the page
 * @returns with its name; null where the form names none
 */
export async function pressed<Name extends string, Desk, Answer>(
  args: { request: Request; context: Readonly<RouterContextProvider>; pattern: string },
  buttons: Readonly<Record<Name, PageButton<Desk, Answer>>>,
  desk: Desk,
  options: FormOptions = {},
): Promise<{ button: Name | null; answer: Answer | FormAnswer }> {
  const names = Object.keys(buttons) as Name[];
  const own = names.find((name) => args.pattern.endsWith(`/${name}`));
  if (own !== undefined) {
    const answer = await buttons[own]((schema) => readSubmission(args, schema, options), desk);
    return { button: own, answer };
  }
  const nothing = "This form names nothing that this page does.";
  const named = await readSubmission(
    args,
    z.object({ intent: z.enum(names, { error: nothing }) }),
    options,
  );
  if (!named.ok) return { button: null, answer: named.answer };
  const button = named.value.intent as Name;
  const read: Reading = (schema) => parseForm(args.context, named.form, schema, options);
  return { button, answer: await buttons[button](read, desk) };
}
