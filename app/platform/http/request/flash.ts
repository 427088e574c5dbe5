import {
  createContext,
  redirect,
  type MiddlewareFunction,
  type RouterContextProvider,
} from "react-router";
import * as z from "zod";
import { sha256 } from "#db/ids.ts";
import { hostContext, servicesContext, type Services } from "../../context.ts";
import { unsaidLines } from "./shown-again.ts";
import { cookieName, cookieValue, setCookie } from "./cookies.ts";

const PURPOSE = "flash";
const LIFE_SECONDS = 60;
const MAX_TEXT = 500;
const MAX_LABEL = 50;
const MAX_TO = 300;

const target = z.object({ label: z.string().max(MAX_LABEL), to: z.string().max(MAX_TO) });
const flashSchema = z.object({
  text: z.string().max(MAX_TEXT),
  tone: z.enum(["success", "error"]),
  /** A button beside the words, such as Undo: a form that posts to a path of this host. */
  action: z.exactOptional(target),
  /** A link after the words. */
  link: z.exactOptional(target),
  /** Another link after that one. */
  more: z.exactOptional(target),
  /** Milliseconds until it goes by itself, where the specification gives a time. */
  passesAfter: z.exactOptional(z.number()),
  /** At the window's lower corner instead of above the page, where the specification says so. */
  place: z.exactOptional(z.literal("corner")),
});
const stored = z.object({ flash: flashSchema, at: z.number() });

/**
 * One message for the next page, in a signed cookie of its own that lives for a minute. It is for
 * one browser on one host: put elsewhere, or beside somebody else's session, it says nothing. What
 * the schema names is what a message has, and all of it comes back.
 */
export type Flash = z.infer<typeof flashSchema>;

export type FlashAction = z.infer<typeof target>;

type Signer = Pick<Services, "config" | "key" | "now">;

/** Whose next page a message is for. */
export interface FlashReader {
  host: string;
  /** The Cookie header of the browser's request. */
  cookies: string | null;
}

/**
 * The Set-Cookie header that carries a message to the next page.
 * @param setting further Set-Cookie headers of the same answer: a session that begins or ends with
 *   it
 */
export function flashCookie(
  { config, key, now }: Signer,
  to: FlashReader,
  flash: Flash,
  setting: readonly string[] = [],
): string {
  const { action, link, more, ...said } = flash;
  const text = flash.text.slice(0, MAX_TEXT);
  const targets = { action: fitting(action), link: fitting(link), more: fitting(more) };
  // JSON leaves out what is undefined.
  const value = { flash: { ...said, text, ...targets }, at: now().getTime() };
  const payload = Buffer.from(JSON.stringify(value)).toString("base64url");
  const signature = key.sign(PURPOSE, signedText(config, to, setting, payload));
  return setCookie(config, "otc_flash", `${payload}.${signature}`, LIFE_SECONDS);
}

/**
 * The message that a request carries, or null when there is none, it is not ours, for somebody
 * else, or older than a minute.
 */
export function readFlash(from: FlashReader, { config, key, now }: Signer): Flash | null {
  const [payload, signature, ...rest] =
    cookieValue(from.cookies, config, "otc_flash")?.split(".") ?? [];
  if (
    payload === undefined ||
    signature === undefined ||
    rest.length > 0 ||
    !key.verify(PURPOSE, signedText(config, from, [], payload), signature)
  )
    return null;
  const message = stored.safeParse(JSON.parse(Buffer.from(payload, "base64url").toString("utf8")));
  if (!message.success || now().getTime() - message.data.at > LIFE_SECONDS * 1_000) return null;
  return message.data.flash;
}

/** A button or link as the cookie takes it. An address that does not fit whole is left out. */
function fitting(of: FlashAction | undefined): FlashAction | undefined {
  return of === undefined || of.to.length > MAX_TO
    ? undefined
    : { to: of.to, label: of.label.slice(0, MAX_LABEL) };
}

/** A message with whom it is for: the host, and the sessions that the browser has there, if any. */
function signedText(
  config: Signer["config"],
  { host, cookies }: FlashReader,
  setting: readonly string[],
  payload: string,
): string {
  const sessions = (["otc_staff", "otc_member"] as const).map((name) => {
    const start = `${cookieName(config, name)}=`;
    const set = setting.findLast((cookie) => cookie.startsWith(start))?.split(";")[0];
    const header = set ?? cookies;
    return cookieValue(header, config, name) ?? "";
  });
  return JSON.stringify([host, sha256(sessions.join(" ")), payload]);
}

/** The Set-Cookie header that ends the message. */
export function clearFlash(config: Services["config"]): string {
  return setCookie(config, "otc_flash", "", 0);
}

const flashContext = createContext<{ reader: FlashReader; flash: Flash | null; taken: boolean }>();

/** Reads the message before the page and, when the page took it, ends it with the answer. */
export const flashMiddleware: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const services = context.get(servicesContext);
  const reader = { host: context.get(hostContext).host, cookies: request.headers.get("Cookie") };
  const place = { reader, flash: readFlash(reader, services), taken: false };
  context.set(flashContext, place);
  const response = await next();
  const replaced = response.headers.getSetCookie().some((cookie) => cookie.includes("otc_flash="));
  if (place.taken && !replaced && !isRedirect(response) && request.method !== "HEAD")
    response.headers.append("Set-Cookie", clearFlash(services.config));
  return response;
};

/**
 * Whether an answer only leads on, as a document or as data (202): the message is for the page that
 * is shown.
 */
function isRedirect({ status }: Response): boolean {
  return status === 202 || (status >= 300 && status < 400);
}

/** Whether a message waits for the page that is shown next. */
export function carriesFlash(context: Readonly<RouterContextProvider>): boolean {
  return context.get(flashContext).flash !== null;
}

/** The message for this page, once: the loader that takes it shows it. */
export function takeFlash(context: Readonly<RouterContextProvider>): Flash | null {
  const lines = unsaidLines(context);
  if (lines !== null) return { text: lines.join(" "), tone: "success" };
  const place = context.get(flashContext);
  if (place.flash === null || place.taken) return null;
  place.taken = true;
  return place.flash;
}

/**
 * The answer to a form that was accepted: 303 to a page that says so.
 * @param cookies further Set-Cookie headers
 */
export function redirectWithFlash(
  context: Readonly<RouterContextProvider>,
  to: string,
  flash: Flash | string,
  cookies: readonly string[] = [],
): Response {
  const message: Flash = typeof flash === "string" ? { text: flash, tone: "success" } : flash;
  const headers = new Headers();
  const { reader } = context.get(flashContext);
  const carried = flashCookie(context.get(servicesContext), reader, message, cookies);
  for (const cookie of [...cookies, carried]) headers.append("Set-Cookie", cookie);
  return redirect(to, { status: 303, headers });
}
