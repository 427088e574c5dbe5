import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { createContext, data, type RouterContextProvider } from "react-router";
import type * as z from "zod";
import { StorageUnavailable } from "../../db/store.ts";
import { MarkdownRefused } from "../files/markdown/markdown-refused.ts";
import { TooManyRequests } from "./rate-limit.ts";

/**
 * Plain forms, read with limits, parsed with a schema, answered by the one contract of design §3: status
 * 400 with the values kept, or what the verb gave.
 */
export const MAX_FIELDS = 1_000;
export const MAX_FIELD_BYTES = 100 * 1024;
/** Below the front door's own limit, so that this one speaks first. */
export const MAX_FORM_BYTES = 500 * 1024;

/** A name that a form of ours could have; no other reaches the parser, Conform's reserved ones neither. */
const FIELD_NAME = /^[A-Za-z][\w-]*(?:\.[\w-]+|\[\d{0,3}\])*$/;
const MAX_NAME = 100;

interface Unreadable {
  status: 400 | 413 | 415;
  message: string;
}

/**
 * The fields of a urlencoded form.
 * @param maxFields more than usual for a form with a field a row
 * @throws a Response: 415 for another content type, 413 for too many bytes, 400 for too many fields or a
 *   body that broke off; it never throws anything else, whatever was sent
 */
export async function readForm(request: Request, maxFields = MAX_FIELDS): Promise<FormData> {
  const form = await tryReadForm(request, maxFields);
  if (form instanceof FormData) return form;
  throw new Response(form.message, {
    status: form.status,
    statusText: form.message,
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
}

/** What a page's action answers when it shows its form again. */
export type FormAnswer = ReturnType<typeof data<{ result: SubmissionResult }>>;

export interface FormErrors {
  /** What concerns no single field. */
  form?: string[];
  fields?: Record<string, string[]>;
}

export type Submitted<Value> =
  | {
      ok: true;
      value: Value;
      /** The fields themselves, for a page with several forms to parse again. */
      form: FormData;
      /** The values as the form shows them again where nothing was wrong: a step in between, such as a review. */
      kept(): SubmissionResult;
      /** Shows the form again, values kept. Status 400 unless said otherwise. */
      refuse(errors: FormErrors, init?: { status?: number; headers?: HeadersInit }): FormAnswer;
      /** Shows it again for a text that can't be laid out (400), and for an error that passes with time (429, 503, 507), saying when to come back; throws any other. */
      refuseFor(error: unknown): FormAnswer;
    }
  | { ok: false; answer: FormAnswer };

interface FormOptions {
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
  if (submission.status !== "success") {
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
    context.set(formFailedContext, true);
    const result = submission.reply({
      hideFields: hide,
      formErrors: errors.form ?? [],
      fieldErrors: errors.fields ?? {},
    });
    return data({ result }, { status, ...(headers === undefined ? {} : { headers }) });
  };
  const refuseFor = (error: unknown): FormAnswer => {
    if (error instanceof MarkdownRefused)
      return refuse(
        error.field === null
          ? { form: [error.message] }
          : { fields: { [error.field]: [error.message] } },
        { status: error.status },
      );
    if (!(error instanceof TooManyRequests) && !(error instanceof StorageUnavailable)) throw error;
    return refuse(
      { form: [error.message] },
      { status: error.status, headers: { "Retry-After": String(error.retryAfterSeconds) } },
    );
  };
  const kept = () => submission.reply({ hideFields: hide });
  return { ok: true, value: submission.value, form, kept, refuse, refuseFor };
}

const formFailedContext = createContext(false);

/** Whether this request's form was refused: the page's title then begins with 'Error: '. Loaders run after the action. */
export function formFailed(context: Readonly<RouterContextProvider>): boolean {
  return context.get(formFailedContext);
}

/** Says so for a form that is read otherwise: an upload, an order. */
export function markFormFailed(context: Readonly<RouterContextProvider>): void {
  context.set(formFailedContext, true);
}

async function tryReadForm(
  request: Request,
  maxFields = MAX_FIELDS,
): Promise<FormData | Unreadable> {
  const type = (request.headers.get("Content-Type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== "" && type !== "application/x-www-form-urlencoded") {
    return { status: 415, message: "This form was sent in a way that is not understood here." };
  }
  const text = await readText(request);
  if (typeof text !== "string") return text;
  if (type === "" && text !== "")
    return { status: 415, message: "This form was sent in a way that is not understood here." };
  return parseFields(text, maxFields);
}

async function readText(request: Request): Promise<string | Unreadable> {
  const tooLarge: Unreadable = {
    status: 413,
    message: "This form is larger than the server accepts.",
  };
  if (Number(request.headers.get("Content-Length") ?? 0) > MAX_FORM_BYTES) return tooLarge;
  if (request.body === null) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body) {
      size += chunk.byteLength;
      if (size > MAX_FORM_BYTES) return tooLarge;
      chunks.push(chunk);
    }
  } catch {
    return { status: 400, message: "This form did not arrive whole. Please send it again." };
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parseFields(text: string, maxFields: number): FormData | Unreadable {
  const form = new FormData();
  let fields = 0;
  for (let start = 0; start < text.length;) {
    const next = text.indexOf("&", start);
    const end = next === -1 ? text.length : next;
    fields += 1;
    if (fields > maxFields)
      return { status: 400, message: `This form has more than ${maxFields} fields.` };
    for (const [name, value] of new URLSearchParams(text.slice(start, end))) {
      if (Buffer.byteLength(value) > MAX_FIELD_BYTES)
        return { status: 413, message: "A field of this form is longer than the server accepts." };
      if (isFieldName(name)) form.append(name, value);
    }
    start = end + 1;
  }
  return form;
}

function isFieldName(name: string): boolean {
  return (
    name.length <= MAX_NAME &&
    FIELD_NAME.test(name) &&
    !name.split(/[.[\]]/).some((segment) => segment in Object.prototype)
  );
}
