import { actionGuard } from "#db/action-guard.ts";
import { sha256 } from "#db/ids.ts";
import { ONCE_FIELD } from "#values/sent-forms.ts";

/**
 * Plain forms, read with limits, parsed with a schema, answered by one contract: status
 * 400 with the values kept, or what the verb gave.
 */
export const MAX_FIELDS = 1_000;

export const MAX_FIELD_BYTES = 100 * 1024;

/** Below the listener's own limit, so that this one speaks first. */
export const MAX_FORM_BYTES = 500 * 1024;

/**
 * A name that a form of ours could have; no other reaches the parser, Conform's reserved ones
 * neither.
 */
const FIELD_NAME = /^[A-Za-z][\w-]*(?:\.[\w-]+|\[\d{0,3}\])*$/;

const MAX_NAME = 100;

/** A body that is no form of ours. */
export interface Unreadable {
  status: 400 | 413 | 415;
  message: string;
}

/**
 * The fields of a urlencoded form.
 * @param maxFields more than usual for a form with a field a row
 * @throws a Response: 415 for another content type, 413 for too many bytes, 400 for too many fields
 *   or a body that broke off; it never throws anything else, whatever was sent
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

/**
 * The fields of a urlencoded form as `readForm` reads them, or why they can't be read, for a page
 * that says so itself.
 */
export async function tryReadForm(
  request: Request,
  maxFields = MAX_FIELDS,
): Promise<FormData | Unreadable> {
  const type = (request.headers.get("Content-Type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== "" && type !== "application/x-www-form-urlencoded") {
    return { status: 415, message: "The form could not be read. Reload the page and try again." };
  }
  const text = await readText(request);
  if (typeof text !== "string") return text;
  if (type === "" && text !== "")
    return { status: 415, message: "The form could not be read. Reload the page and try again." };
  const form = parseFields(text, maxFields);
  if (!(form instanceof FormData)) return form;
  const guard = actionGuard.getStore();
  if (guard !== undefined) await guard.read(textsOf(form), sha256(text));
  form.delete(ONCE_FIELD);
  return form;
}

function textsOf(form: FormData): [string, string][] {
  return [...form].filter((pair): pair is [string, string] => typeof pair[1] === "string");
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
    return { status: 400, message: "The form was only partly received. Please submit it again." };
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parseFields(text: string, maxFields: number): FormData | Unreadable {
  const form = new FormData();
  let fields = 0;
  for (let start = 0; start < text.length;) {
    const next = text.indexOf("&", start);
    const end = next === -1 ? text.length : next;
    // What each form carries is none of its own fields.
    if (!text.startsWith(`${ONCE_FIELD}=`, start)) fields += 1;
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
