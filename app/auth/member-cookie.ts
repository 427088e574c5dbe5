import type { RouterContextProvider } from "react-router";
import { sha256 } from "#db/ids.ts";
import { findMemberSessions, type MemberSession } from "./store/member-sessions.server.ts";
import { MEMBER_LIFE } from "./store/sessions.server.ts";
import type { Reader } from "#db/store.ts";
import type { Config } from "#platform/config.ts";
import { hostContext, servicesContext } from "#platform/context.ts";
import { cookieValue, setCookie } from "#platform/http/request/cookies.ts";

/**
 * A browser keeps its sessions with so many companies of one host; the one signed in to longest ago
 * goes first.
 */
export const MOST_SESSIONS = 12;

/** A session of the browser that asks, with the token that its cookie has. */
export interface OwnSession extends MemberSession {
  token: string;
}

/**
 * The tokens in a browser's cookie. On a host of several companies a person is a member of each by
 * a session of its own; one cookie holds them all, joined by a dot, which no token has.
 */
export function memberTokens(request: Request, config: Pick<Config, "secure">): string[] {
  return memberTokensOf(request.headers.get("Cookie"), config);
}

/** The same of a Cookie header. */
export function memberTokensOf(
  header: string | null | undefined,
  config: Pick<Config, "secure">,
): string[] {
  return (cookieValue(header, config, "otc_member") ?? "")
    .split(".")
    .filter(Boolean)
    .slice(-MOST_SESSIONS);
}

/**
 * The sessions of a browser that live on the host of the request, oldest first.
 * @param db where a transaction asks, the transaction
 */
export async function memberSessions(
  context: Readonly<RouterContextProvider>,
  request: Request,
  db?: Reader,
): Promise<OwnSession[]> {
  const { config, store, now } = context.get(servicesContext);
  const tokens = new Map(memberTokens(request, config).map((token) => [sha256(token), token]));
  const sessions = await findMemberSessions(
    db ?? store.read,
    [...tokens.keys()],
    context.get(hostContext).host,
    now(),
  );
  return sessions.map((session) => ({ ...session, token: tokens.get(session.tokenHash) ?? "" }));
}

/** The browser's session with an org on the host of the request, or null. */
export async function memberSessionOf(
  context: Readonly<RouterContextProvider>,
  request: Request,
  orgId: string,
): Promise<OwnSession | null> {
  return (
    (await memberSessions(context, request)).findLast((session) => session.orgId === orgId) ?? null
  );
}

/**
 * A Set-Cookie header with these sessions' tokens, the newest last; without any it removes the
 * cookie.
 */
export function memberCookie(config: Pick<Config, "secure">, tokens: readonly string[]): string {
  return setCookie(
    config,
    "otc_member",
    tokens.join("."),
    tokens.length === 0 ? 0 : MEMBER_LIFE.absolute / 1_000,
  );
}
