import { data, type RouterContextProvider } from "react-router";
import * as z from "zod";
import { actorOf, type StaffInOrg } from "#auth/current-staff.ts";
import { servicesContext } from "#platform/context.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";
import { buttonAction } from "./button.ts";
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
 * @param schema what the form says; where it depends on whoever pressed the button, the desk's
 * @param press what a sound form does; what it throws is said above the form, or at its field
 * @param words what is said of refusals, at a desk or at all of them
 */
export function pageButton<Desk, Schema extends z.ZodType, Answer, Shown = never>(
  schema: Schema | ((desk: Desk) => Promise<Schema>),
  press: (desk: Desk, submitted: Accepted<z.output<Schema>>) => Promise<Answer>,
  words: Words<Schema, Shown> | ((desk: Desk) => Words<Schema, Shown>) = {},
): PageButton<Desk, Answer | Shown> {
  return async (read, desk) =>
    answering(
      await read(typeof schema === "function" ? await schema(desk) : schema),
      (submitted) => press(desk, submitted),
      typeof words === "function" ? words(desk) : words,
    );
}

/** Who of staff pressed a button, and the address of its page, where it leads back to. */
export interface StaffDesk extends Pick<StaffInOrg, "org" | "session"> {
  context: Readonly<RouterContextProvider>;
  page: string;
}

/** A row that is one change: what its form says, what is done, and what is said of it. */
interface Change<Desk, Value, Done> extends RefusalWords, OwnAnswers<Value, FormAnswer> {
  /** Nothing is asked for where there is none. */
  schema?: z.ZodType<Value>;
  run: (write: Write, value: Value, desk: Desk) => Promise<Done>;
  done: string | ((done: Done, value: Value, desk: Desk) => string);
  /** Where it leads; to the page again without it. */
  to?: (value: Value, done: Done) => string;
  /** The form is a button alone: a refusal is said above the page, and not in the form. */
  isAlone?: boolean;
}

/** A row of a page's table whose button makes one change, all of it in one transaction. */
export function changeButton<Desk extends StaffDesk, Value, Done>({
  schema = NO_FIELDS as unknown as z.ZodType<Value>,
  run,
  done,
  to,
  isAlone = false,
  ...words
}: Change<Desk, Value, Done>): PageButton<Desk, Response> {
  return async (read, desk) => {
    const { context, org, session, page } = desk;
    const submitted = await read(schema);
    const change = async ({ value }: Accepted<Value>) => {
      const { store, now } = context.get(servicesContext);
      const made = await store.write((trx) =>
        run({ trx, orgId: org.id, by: actorOf(context, session), now: now() }, value, desk),
      );
      const said = typeof done === "string" ? done : done(made, value, desk);
      return redirectWithFlash(context, to?.(value, made) ?? page, said);
    };
    // What a button alone can't say above its page, such as a busy server, its form says.
    const alone = (sent: Accepted<Value>) => buttonAction(context, page, () => change(sent));
    return answering(submitted, isAlone ? alone : change, words);
  };
}

/**
 * Answers the button whose form was sent: the one that the address names. At the page's own address,
 * where w3m and pages of an earlier release send all of them, it is the one that the form names.
 * @param options fields of any of the forms that never go back into the page, and how a form names its
 *   button: `intent` where nothing else is said
 * @returns with its name; null where the form names none
 */
export async function pressed<Name extends string, Desk, Answer>(
  args: { request: Request; context: Readonly<RouterContextProvider>; pattern: string },
  buttons: Readonly<Record<Name, PageButton<Desk, Answer>>>,
  desk: Desk,
  { nameIn = (form) => form.get("intent"), ...options }: NamingOptions = {},
): Promise<{ button: Name | null; answer: Answer | FormAnswer }> {
  const names = Object.keys(buttons) as Name[];
  const own = names.find((name) => args.pattern.endsWith(`/${name}`));
  if (own !== undefined) {
    const answer = await buttons[own]((schema) => readSubmission(args, schema, options), desk);
    return { button: own, answer };
  }
  const sent = await readSubmission(args, NO_FIELDS, options);
  if (!sent.ok) return { button: null, answer: sent.answer };
  const said = nameIn(sent.form);
  const button = names.find((name) => name === said);
  if (button === undefined) {
    const intent = ["Something went wrong with this form. Reload the page and try again."];
    return { button: null, answer: sent.refuse({ fields: { intent } }) };
  }
  const read: Reading = (schema) => parseForm(args.context, sent.form, schema, options);
  return { button, answer: await buttons[button](read, desk) };
}

interface NamingOptions extends FormOptions {
  nameIn?: (form: FormData) => FormDataEntryValue | null;
}

/** What a page with one refusal at a time is given: which button was refused, and how. */
export function refusedOr<Name>({
  button,
  answer,
}: {
  button: Name | null;
  answer: Response | FormAnswer;
}) {
  return answer instanceof Response
    ? answer
    : data({ button, result: answer.data.result }, answer.init ?? undefined);
}
