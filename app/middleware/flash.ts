import {
  createContext,
  redirect,
  type MiddlewareFunction,
  type RouterContextProvider,
} from "react-router";
import * as z from "zod";
import { servicesContext, type Services } from "../context.ts";
import { readCookie, setCookie } from "./cookies.ts";

/** One message for the next page, in a signed cookie of its own that lives for a minute (design §3). */
export interface Flash {
  text: string;
  tone: "success" | "error";
  /** A button beside the words, such as Undo: a form that posts to a path of this host. */
  action?: FlashAction;
  /** A link after the words. */
  link?: FlashAction;
  /** Milliseconds until it goes by itself, where the specification gives a time. */
  passesAfter?: number;
}

export interface FlashAction {
  label: string;
  to: string;
}

const PURPOSE = "flash";
const LIFE_SECONDS = 60;
const MAX_TEXT = 500;

const MAX_TO = 300;

const target = z.object({ label: z.string().max(50), to: z.string().max(MAX_TO) });
const stored = z.object({
  text: z.string().max(MAX_TEXT),
  tone: z.enum(["success", "error"]),
  action: target.optional(),
  link: target.optional(),
  passesAfter: z.number().optional(),
  at: z.number(),
});

type Signer = Pick<Services, "config" | "key" | "now">;

/** The Set-Cookie header that carries a message to the next page. */
export function flashCookie({ config, key, now }: Signer, flash: Flash): string {
  // An address that does not fit whole is no address: the message goes without it.
  const fits = (of: FlashAction | undefined) =>
    of !== undefined && of.to.length <= MAX_TO ? of : undefined;
  const value = {
    text: flash.text.slice(0, MAX_TEXT),
    tone: flash.tone,
    action: fits(flash.action),
    link: fits(flash.link),
    passesAfter: flash.passesAfter,
    at: now().getTime(),
  };
  const payload = Buffer.from(JSON.stringify(value)).toString("base64url");
  return setCookie(config, "otc_flash", `${payload}.${key.sign(PURPOSE, payload)}`, LIFE_SECONDS);
}

/** The message that a request carries, or null when there is none, it is not ours, or it is older than a minute. */
export function readFlash(request: Request, { config, key, now }: Signer): Flash | null {
  const [payload, signature, ...rest] = readCookie(request, config, "otc_flash")?.split(".") ?? [];
  if (
    payload === undefined ||
    signature === undefined ||
    rest.length > 0 ||
    !key.verify(PURPOSE, payload, signature)
  )
    return null;
  const message = stored.safeParse(JSON.parse(Buffer.from(payload, "base64url").toString("utf8")));
  if (!message.success || now().getTime() - message.data.at > LIFE_SECONDS * 1_000) return null;
  const { text, tone, action, link, passesAfter } = message.data;
  return {
    text,
    tone,
    ...(action === undefined ? {} : { action }),
    ...(link === undefined ? {} : { link }),
    ...(passesAfter === undefined ? {} : { passesAfter }),
  };
}

/** The Set-Cookie header that ends the message. */
export function clearFlash(config: Services["config"]): string {
  return setCookie(config, "otc_flash", "", 0);
}

const flashContext = createContext<{ flash: Flash | null; taken: boolean }>({
  flash: null,
  taken: false,
});

/** Reads the message before the page and, when the page took it, ends it with the answer. */
export const flashMiddleware: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const services = context.get(servicesContext);
  const place = { flash: readFlash(request, services), taken: false };
  context.set(flashContext, place);
  const response = await next();
  const replaced = response.headers.getSetCookie().some((cookie) => cookie.includes("otc_flash="));
  if (place.taken && !replaced && request.method !== "HEAD")
    response.headers.append("Set-Cookie", clearFlash(services.config));
  return response;
};

/** The message for this page, once: the loader that takes it shows it. */
export function takeFlash(context: Readonly<RouterContextProvider>): Flash | null {
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
  for (const cookie of [...cookies, flashCookie(context.get(servicesContext), message)])
    headers.append("Set-Cookie", cookie);
  return redirect(to, { status: 303, headers });
}
