import type { RouterContextProvider } from "react-router";
import {
  keyIn,
  mayByKey,
  noteUseOf,
  openKey,
  type KeyRefusal,
  type OpenedKey,
} from "#auth/access-keys/open-key.server.ts";
import {
  noteMemberUseOf,
  openMemberKey,
  type OpenedMemberKey,
} from "#auth/access-keys/open-member-key.server.ts";
import { presentedKey, type PresentedKey } from "#auth/access-keys/presented-key.server.ts";
import type { KeyScope, MemberScope } from "#model/access-keys.ts";
import type { Permission } from "#model/auth/permissions.ts";
import { hostContext, servicesContext, type Services } from "#platform/context.ts";
import { notFound } from "./caller.ts";
import { problem } from "./json-body.ts";
import { staffAnswer } from "./staff.ts";

/** What a call by a key needs: the scope, and the permission of the key's person. */
export interface KeyNeed {
  scope: KeyScope;
  permission: Permission;
}

type Args = { context: Readonly<RouterContextProvider>; request: Request };

/**
 * Answers a call that is made by a key of staff alone: cookies count for nothing there, so it needs no
 * proof of where it comes from. Every answer says how the key stands with its limit, and every refusal
 * is a problem with the request's id.
 * @param need null: any key will do
 */
export function keyCall(
  args: Args,
  need: KeyNeed | null,
  verb: (opened: OpenedKey) => Promise<Response>,
): Promise<Response> {
  const may = (opened: OpenedKey) => need === null || mayByKey(opened, need.scope, need.permission);
  return callBy(args, OF_STAFF, need === null ? [] : [{ scope: need.scope, may }], verb);
}

/** The same by a key of a member. @param scopes all that it needs; null: any key will do */
export function memberKeyCall(
  args: Args,
  scopes: MemberScope | readonly MemberScope[] | null,
  verb: (opened: OpenedMemberKey) => Promise<Response>,
): Promise<Response> {
  const needs = [scopes ?? []].flat().map((scope) => ({ scope, may: mayBy(scope) }));
  return callBy(args, OF_MEMBERS, needs, verb);
}

const mayBy =
  (scope: MemberScope) =>
  ({ key }: OpenedMemberKey) =>
    key.scopes.has(scope);

/** Keys of one kind of people: how one is opened, and how its use is noted. */
interface Keys<Opened> {
  /** What the front door found of one already. */
  found: (presented: PresentedKey) => Opened | KeyRefusal | null;
  open: (services: Services, text: string, ip: string) => Promise<Opened | KeyRefusal>;
  note: (services: Services, opened: Opened, ip: string) => Promise<void>;
}

const OF_STAFF: Keys<OpenedKey> = {
  found: ({ owner, opened }) => (owner === "staff" ? opened : null),
  open: openKey,
  note: noteUseOf,
};
const OF_MEMBERS: Keys<OpenedMemberKey> = {
  found: ({ owner, opened }) => (owner === "member" ? opened : null),
  open: openMemberKey,
  note: noteMemberUseOf,
};

async function callBy<Opened extends { key: { id: string } }>(
  { context, request }: Args,
  keys: Keys<Opened>,
  needs: readonly { scope: string; may: (opened: Opened) => boolean }[],
  verb: (opened: Opened) => Promise<Response>,
): Promise<Response> {
  const { requestId, ip } = context.get(hostContext);
  const services = context.get(servicesContext);
  const limits = new Headers({ "Cache-Control": "private, no-store" });
  const answer = await staffAnswer(async () => {
    const opened = await openedBy({ context, request }, keys);
    await countCall({ context, request }, opened.key.id, limits);
    // A key that asks too often writes nothing.
    await keys.note(services, opened, ip);
    const missing = needs.find(({ may }) => !may(opened));
    if (missing !== undefined)
      throw problem(403, `This key doesn’t have the scope ${missing.scope}.`, {
        members: { code: "missing_scope", scope: missing.scope },
      });
    return verb(opened);
  });
  return completed(answer, limits, requestId);
}

/** @throws a problem for a key that opens nothing, and where there is none */
async function openedBy<Opened extends { key: { id: string } }>(
  { context, request }: Args,
  keys: Keys<Opened>,
): Promise<Opened> {
  const services = context.get(servicesContext);
  const door = context.get(hostContext);
  const { ip, domainOrgSlug } = door;
  // As sessions of staff, keys count on the installation's own host alone.
  if (domainOrgSlug !== null) throw notFound();
  const text = keyIn(request);
  const presented = presentedKey(door);
  const found = presented === null ? null : keys.found(presented);
  const opened =
    text === null
      ? { status: 401 as const, why: "Send a key in the Authorization header." }
      : (found ?? (await keys.open(services, text, ip)));
  if ("why" in opened) {
    throw problem(
      opened.status,
      opened.why,
      opened.status === 401 ? { headers: { "WWW-Authenticate": "Bearer" } } : {},
    );
  }
  return opened;
}

/** Counts the call, and says in the headers of its answer what is left. @throws TooManyRequests */
async function countCall(
  { context, request }: Args,
  keyId: string,
  headers: Headers,
): Promise<void> {
  const { limits } = context.get(servicesContext);
  const isRead = request.method === "GET" || request.method === "HEAD";
  const names = isRead ? (["key-calls"] as const) : (["key-calls", "key-writes"] as const);
  const told: string[] = [];
  const policies: string[] = [];
  try {
    for (const name of names) await limits.consume(name, keyId);
  } finally {
    for (const name of names) {
      const { points, seconds, left, resetSeconds } = await limits.standing(name, keyId);
      const label = name === "key-calls" ? "calls" : "writes";
      policies.push(`"${label}";q=${points};w=${seconds}`);
      told.push(`"${label}";r=${left};t=${resetSeconds}`);
    }
    headers.set("RateLimit-Policy", policies.join(", "));
    headers.set("RateLimit", told.join(", "));
  }
}

/** An answer with the headers of every call; a problem also names the request. */
async function completed(answer: Response, more: Headers, requestId: string): Promise<Response> {
  const headers = new Headers(answer.headers);
  for (const [name, value] of more) headers.set(name, value);
  const isProblem = headers.get("Content-Type") === "application/problem+json";
  const body = isProblem
    ? JSON.stringify({ ...((await answer.json()) as object), requestId })
    : answer.body;
  return new Response(body, { status: answer.status, headers });
}
