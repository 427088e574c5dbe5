import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { type RouterContextProvider, createContext, data } from "react-router";
import type * as z from "zod";
import { Interrupted } from "#db/action-guard.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import { servicesContext } from "#platform/context.ts";
import { StorageUnavailable } from "#db/store.ts";
import { UploadUnreadable } from "#platform/files/upload/multipart.ts";
import { UploadFault } from "#platform/files/upload/fault.ts";
import { Busy } from "#platform/jobs/semaphore.ts";
import { TooManyRequests } from "#platform/http/request/rate-limit.ts";
import { tryReadForm } from "#platform/http/request/read-form.ts";
import { asTypedContext, noteSaid, shownAgain } from "#platform/http/request/shown-again.ts";

/** What a page's action answers when it shows its form again. */
export type FormAnswer = ReturnType<typeof data<{ result: SubmissionResult }>>;

export interface FormErrors {
  /** What concerns no single field. */
  form?: string[];
  fields?: Record<string, string[]>;
}

/** A form that was read and whose values its schema takes. */
export type Accepted<Value> = Extract<Submitted<Value>, { ok: true }>;

export type Submitted<Value> =
  | {
      ok: true;
      value: Value;
      /** The fields themselves, for a page with several forms to parse again. */
      form: FormData;
      /**
       * The values as the form shows them again where nothing was wrong: a step in between, such as
       * a review.
       */
      kept(): SubmissionResult;
      /** Shows the form again, values kept. Status 400 unless said otherwise. */
      refuse(errors: FormErrors, init?: { status?: number; headers?: HeadersInit }): FormAnswer;
      /**
       * Shows it again for what a verb threw, each refusal where it belongs; throws what is no
       * refusal.
       */
      respond(error: unknown, words?: RefusalWords): FormAnswer;
    }
  | { ok: false; answer: FormAnswer };

/** Said of what somebody else removed while it was edited. */
export const EDITED_GONE = "What you edited no longer exists.";

/** The words of an edit dialog that could not save, above the reason. */
export function failing(failed: string): RefusalWords {
  return { failed, gone: EDITED_GONE, goneStatus: 404 };
}

/** What a page has to say of refusals beside their own words. */
export interface RefusalWords {
  /**
   * Stands above the reason; an error that nobody expected is logged then, and ends with these
   * words alone (500).
   */
  failed?: string;
  /** Said where what the form names is no longer there; without it that is a missing page (404). */
  gone?: string;
  /** Its status; 409 unless it is the thing itself that has gone. */
  goneStatus?: 404 | 409;
  /**
   * The field of a refusal that names none, or one that this form does not have; without it the
   * whole form's.
   */
  field?: string;
}

export interface FormOptions {
  /** Fields whose values never go back into the page: passwords, codes. */
  hide?: string[];
}

/** Reads and parses a page's form; a body that can't be read shows the form again, too. */
export async function readSubmission<Schema extends z.ZodType>(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  schema: Schema,
  options: FormOptions = {},
): Promise<Submitted<z.output<Schema>>> {
  const form = await tryReadForm(request);
  if (form instanceof FormData) return parseForm(context, form, schema, options);
  context.set(formFailedContext, true);
  // Without values of its own the form shows those that are stored.
  const result: SubmissionResult = { status: "error", error: { "": [form.message] } };
  return { ok: false, answer: data({ result }, { status: form.status }) };
}

/** Parses fields that were read already. */
export function parseForm<Schema extends z.ZodType>(
  context: Readonly<RouterContextProvider>,
  form: FormData,
  schema: Schema,
  { hide = [] }: FormOptions = {},
): Submitted<z.output<Schema>> {
  const submission = parseWithZod(form, { schema });
  const again = shownAgain(context);
  /** The form as it was typed, under the lines that say so and nothing else. */
  const asTyped = (lines: readonly string[]): FormAnswer => {
    context.set(formFailedContext, true);
    noteSaid(context);
    const reply = submission.reply({ hideFields: hide, formErrors: [...lines] });
    const result: SubmissionResult = { ...reply, status: "error", error: { "": [...lines] } };
    return data({ result });
  };
  if (again !== null) context.set(asTypedContext, () => asTyped(again));
  if (submission.status !== "success") {
    if (again !== null) return { ok: false, answer: asTyped(again) };
    context.set(formFailedContext, true);
    return {
      ok: false,
      answer: data({ result: submission.reply({ hideFields: hide }) }, { status: 400 }),
    };
  }
  const refuse = (
    errors: FormErrors,
    { status = 400, headers }: { status?: number; headers?: HeadersInit } = {},
  ): FormAnswer => {
    if (again !== null) return asTyped(again);
    context.set(formFailedContext, true);
    const result = submission.reply({
      hideFields: hide,
      formErrors: errors.form ?? [],
      fieldErrors: errors.fields ?? {},
    });
    return data({ result }, { status, ...(headers === undefined ? {} : { headers }) });
  };
  const respond = (error: unknown, words: RefusalWords = {}): FormAnswer => {
    const { failed, gone, goneStatus = 409, field = null } = words;
    const saying = (message: string, status: number, headers?: HeadersInit) =>
      refuse(
        { form: failed === undefined ? [message] : [failed, message] },
        { status, ...(headers === undefined ? {} : { headers }) },
      );
    if (error instanceof Refused) {
      const at = error.field ?? field;
      if (at === null) return saying(error.message, error.status);
      // An edit dialog answers a refused field as it answers any other fault of that field: 400.
      const status = failed === undefined ? error.status : 400;
      return refuse({ fields: { [at]: [error.message] } }, { status });
    }
    if (error instanceof NotFound) {
      if (gone === undefined) throw notFound();
      return saying(gone, goneStatus);
    }
    const passing = passingOf(error);
    if (passing !== null) return saying(passing.message, passing.status, passing.headers);
    if (failed === undefined) throw error;
    noteUnexpected(context, error, failed);
    return refuse({ form: [failed] }, { status: 500 });
  };
  const kept = () => submission.reply({ hideFields: hide });
  return { ok: true, value: submission.value, form, kept, refuse, respond };
}

/**
 * A page's action: reads its form, runs the verb, and shows the form again for whatever the verb
 * refuses.
 * @param verb what a sound form does; what it throws is answered by `respond`
 */
export async function formAction<Schema extends z.ZodType, Answer, Shown = never>(
  args: { request: Request; context: Readonly<RouterContextProvider> },
  schema: Schema,
  verb: (submitted: Accepted<z.output<Schema>>) => Promise<Answer>,
  { hide, ...words }: FormOptions & RefusalWords & OwnAnswers<z.output<Schema>, Shown> = {},
): Promise<Answer | FormAnswer | Shown> {
  const submitted = await readSubmission(args, schema, hide === undefined ? {} : { hide });
  return answering(submitted, verb, words);
}

/**
 * `formAction` for fields that were read already: the form of a page with several, chosen by its
 * intent.
 */
export async function answering<Value, Answer, Shown = never>(
  submitted: Submitted<Value>,
  verb: (submitted: Accepted<Value>) => Promise<Answer>,
  { answers, ...words }: RefusalWords & OwnAnswers<Value, Shown> = {},
): Promise<Answer | FormAnswer | Shown> {
  if (!submitted.ok) return submitted.answer;
  try {
    return await verb(submitted);
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    return (await answers?.(error, submitted)) ?? submitted.respond(error, words);
  }
}

export interface OwnAnswers<Value, Shown> {
  /**
   * What the page itself answers to an error of its verb, such as two editors' versions; nothing
   * for any other.
   */
  answers?: (
    error: unknown,
    submitted: Accepted<Value>,
  ) => Shown | undefined | Promise<Shown | undefined>;
}

/** A page that is not there, and one that is there for others alone. */
export function notFound() {
  return data(null, { status: 404, statusText: "Page not found" });
}

/** Logs an error that a form tells of in a few words. @throws what is no error but an answer */
export function noteUnexpected(
  context: Readonly<RouterContextProvider>,
  error: unknown,
  words: string,
): asserts error is Error {
  // Answers that somebody throws are answers.
  if (!(error instanceof Error)) throw error;
  context.get(servicesContext).log.error({ error: error.stack ?? error.message }, words);
}

export const formFailedContext = createContext(false);

/**
 * Whether this request's form was refused: the page's title then begins with 'Error: '. Loaders run
 * after the action.
 */
export function formFailed(context: Readonly<RouterContextProvider>): boolean {
  return context.get(formFailedContext) && shownAgain(context) === null;
}

/** Whether this request's form is on the page as it came: refused, or shown again as it was. */
export function formCameBack(context: Readonly<RouterContextProvider>): boolean {
  return context.get(formFailedContext);
}

/** Says so for a form that is read otherwise: an upload, an order. */
export function markFormFailed(context: Readonly<RouterContextProvider>): void {
  context.set(formFailedContext, true);
}

/** Why something can't be taken as it was sent or not now, whatever it would do. */
interface Passing {
  message: string;
  status: number;
  headers?: HeadersInit;
}

/**
 * What is said of a server that is busy or full, of too many tries, and of an upload that can't be
 * taken; null of all else.
 */
export function passingOf(error: unknown): Passing | null {
  if (
    error instanceof TooManyRequests ||
    error instanceof StorageUnavailable ||
    error instanceof Busy
  )
    return {
      message: error.message,
      status: error.status,
      headers: { "Retry-After": String(error.retryAfterSeconds) },
    };
  return error instanceof UploadFault || error instanceof UploadUnreadable
    ? { message: error.message, status: error.status }
    : null;
}
