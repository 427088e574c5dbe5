import * as z from "zod";
import { unknownNames } from "#web/forms/unknown-names.ts";
import { UNKNOWN_NAME } from "#web/forms/validator-words.ts";
import { TooManyRequests } from "#platform/http/request/rate-limit.ts";

/**
 * What an API verb is told in its body: small, JSON, and nothing that another site's form could
 * send.
 */
const MAX_BYTES = 64 * 1024;

/**
 * A problem document (RFC 9457). @param more.members further members, such as the specification's
 * `code`
 */
export function problem(
  status: number,
  title: string,
  more: {
    errors?: Record<string, string[]>;
    headers?: HeadersInit;
    members?: Record<string, unknown>;
  } = {},
): Response {
  const body = {
    type: "about:blank",
    title,
    status,
    ...more.members,
    ...(more.errors === undefined ? {} : { errors: more.errors }),
  };
  const headers = new Headers(more.headers);
  headers.set("Content-Type", "application/problem+json");
  return new Response(JSON.stringify(body), { status, headers });
}

/** The problem of a GET at an address that takes POST alone. */
export function notPost(): Response {
  return problem(405, "Only POST is supported here.", { headers: { Allow: "POST" } });
}

/** The problem of too many tries; any other error is thrown on. */
export function problemOf(error: unknown): Response {
  if (!(error instanceof TooManyRequests)) throw error;
  return problem(error.status, error.message, {
    headers: { "Retry-After": String(error.retryAfterSeconds) },
  });
}

/**
 * What `formAction` is to a page: runs the verb of a call, and answers whatever it refuses with a
 * problem. A Response that is thrown is the answer.
 * @param own what the call itself answers to an error of its verb; nothing for any other
 * @param others the problems of all other refusals; throws what is none
 */
export async function apiAnswer(
  verb: () => Promise<Response>,
  own?: (error: unknown) => Response | undefined | Promise<Response | undefined>,
  others: (error: unknown) => Response = problemOf,
): Promise<Response> {
  try {
    return await verb();
  } catch (error) {
    if (error instanceof Response) return error;
    return (await own?.(error)) ?? others(error);
  }
}

/**
 * The body of an API request, parsed by the schema that the form has, too. A name that the schema
 * does not know is refused: a form can't send one, and a program that does means something by it.
 * @returns the value, or the problem to answer: 415 for another content type, 413, 400 with the
 *   fields' messages
 */
export async function readJson<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  maxBytes = MAX_BYTES,
): Promise<z.output<Schema> | Response> {
  if (!isJson(request)) return problem(415, "Send JSON to this address.");
  const text = await readText(request, maxBytes);
  return text === null ? tooLarge() : parsedBody(text, schema);
}

/**
 * The body of a call that works without one, too.
 * @returns null where no JSON was sent, else as `readJson`
 */
export async function readJsonIfSent<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema> | Response | null> {
  if (!isJson(request)) return null;
  const text = await readText(request, MAX_BYTES);
  if (text === null) return tooLarge();
  return text.trim() === "" ? null : parsedBody(text, schema);
}

/**
 * Looks at the body of a call that takes no fields: names that are sent are refused there, too.
 * @returns the problem to answer; null where there is nothing to say
 */
export async function refuseBody(request: Request): Promise<Response | null> {
  const body = await readJsonIfSent(request, z.object({}).nullable());
  return body instanceof Response ? body : null;
}

/**
 * The body of a call, with its text, by which the same call is known when it is sent again.
 * @param schema null: the call takes no fields
 * @returns as `readJson`
 */
export async function readCallBody(
  request: Request,
  schema: z.ZodType | null,
  maxBytes = MAX_BYTES,
): Promise<{ text: string; value: unknown } | Response> {
  const text = await readText(request, maxBytes);
  if (text === null) return tooLarge();
  if (schema === null && text.trim() === "") return { text, value: null };
  if (!isJson(request)) return problem(415, "Send JSON to this address.");
  const value = parsedBody(text, schema ?? z.object({}));
  return value instanceof Response ? value : { text, value };
}

function tooLarge(): Response {
  return problem(413, "The request is larger than the server accepts.");
}

function parsedBody<Schema extends z.ZodType>(
  text: string,
  schema: Schema,
): z.output<Schema> | Response {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return problem(400, "This is not JSON.");
  }
  return judgedBody(value, schema);
}

/**
 * A value that came in a body, by its schema.
 * @returns what it comes to, or the problem to answer: names that the schema doesn't know, or 400
 *   with the fields' messages
 */
export function judgedBody<Schema extends z.ZodType>(
  value: unknown,
  schema: Schema,
): z.output<Schema> | Response {
  const unknown = unknownNames(schema, value);
  if (unknown.length > 0) return unknownProblem(unknown);
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : fieldsProblem(parsed.error);
}

/** Whether a request says that its body is JSON. */
function isJson(request: Request): boolean {
  const type = request.headers.get("Content-Type") ?? "";
  return /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type);
}

/** The problem of names that a call does not know, each of them named. */
export function unknownProblem(names: readonly string[]): Response {
  return problem(400, `${UNKNOWN_NAME}: ${names.join(", ")}`.slice(0, 300), {
    errors: Object.fromEntries(names.map((name) => [name, [UNKNOWN_NAME]])),
  });
}

/**
 * The problem of a body whose fields are not what the address takes. What is wrong with the body as
 * a whole has no field: the title says it.
 * @param status 403 for what the org's plan does not have
 */
export function fieldsProblem({ issues }: z.ZodError, status: 400 | 403 = 400): Response {
  const errors = new Map<string, string[]>();
  const unknown: string[] = [];
  for (const issue of issues) {
    const path = issue.path.map(String);
    const name = path.join(".").slice(0, 200);
    if (issue.code === "unrecognized_keys")
      unknown.push(...issue.keys.map((key) => [...path, key].join(".").slice(0, 120)));
    else if (name !== "") errors.set(name, [...(errors.get(name) ?? []), issue.message]);
  }
  if (unknown.length > 0) return unknownProblem(unknown.slice(0, 20));
  const title = issues[0]?.message ?? "The request body has the wrong format.";
  return problem(status, title, errors.size === 0 ? {} : { errors: Object.fromEntries(errors) });
}

/** The body of a request as text; null when it is longer than `maxBytes`. */
export async function readText(request: Request, maxBytes: number): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
