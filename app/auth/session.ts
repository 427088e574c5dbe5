import { createContext, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { errorWords } from "#values/error-words.ts";
import { findStaffSession, touchSession } from "./store/sessions.server.ts";
import {
  hostContext,
  servicesContext,
  staffSessionContext,
  type Services,
} from "#platform/context.ts";
import { markdownParser } from "#platform/files/markdown/parser.ts";
import { readCookie } from "#platform/http/request/cookies.ts";

/**
 * Finds the staff session of a request. Staff are signed in on the default host alone: on an org's
 * own domain the cookie counts for nothing.
 */
export const sessionMiddleware: MiddlewareFunction<Response> = async ({
  request,
  context,
  url,
}) => {
  context.set(addressContext, url.pathname + url.search);
  if (context.get(hostContext).domainOrgSlug !== null) return;
  const services = context.get(servicesContext);
  const token = readCookie(request, services.config, "otc_staff");
  if (token === null) return;
  const session = await findStaffSession(services.store.read, token, services.now());
  if (session === null) return;
  context.set(staffSessionContext, session);
  noteUse(services, session);
  markdownParser.expectTexts();
};

const addressContext = createContext("/");

/** Path and query of the page that was asked for, as a sign-in leads back to it. */
export function pageAddress(context: Readonly<RouterContextProvider>): string {
  return context.get(addressContext);
}

/**
 * Nobody waits for this write: when the database is busy, reading goes on and the next request
 * notes it.
 */
export function noteUse(
  { store, now, log }: Services,
  session: { tokenHash: string; lastSeenAt: string },
): void {
  touchSession(store, session, now()).catch((error: unknown) => {
    log.warn({ error: errorWords(error) }, "a session’s use was not noted");
  });
}
