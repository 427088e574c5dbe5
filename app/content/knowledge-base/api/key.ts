import type { RouterContextProvider } from "react-router";
import * as z from "zod";
import { listMemberSessions } from "#auth/store/member-sessions.server.ts";
import { findOrg, type Org } from "#tenancy/orgs/store/orgs.server.ts";
import { PREVIEW_PARAMETERS } from "#model/visibility/previewed.ts";
import { pageScope, type PageScope } from "#visibility/store/scope.server.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { findStaffSessionByHash } from "#auth/store/sessions.server.ts";
import { listSessions } from "#auth/store/session-list.server.ts";
import { notFound } from "#web/api/caller.ts";
import {
  hostContext,
  servicesContext,
  staffSessionContext,
  type Services,
} from "#platform/context.ts";
import { productsSeen } from "#model/portal-paths.ts";
import { PUBLIC_VIEWER, type Viewer } from "#model/visibility/viewer.ts";
import { problem } from "#web/api/json-body.ts";
import { memberSessionOf } from "#auth/member-cookie.ts";
import { memberViewer, staffOf, staffViewer } from "#auth/viewer.ts";
import { isKeyScope, KEY_MINUTES, type KeyScope } from "#model/knowledge-base.ts";

/**
 * The key that opens the knowledge base to a program: signed, bound to one org, host, product,
 * scope and viewer, and good for ten minutes. It says who asks and no more: what they may read is
 * looked up each time, and a key of somebody who signed in ends with that session.
 */
const PURPOSE = "knowledge-base-key";
const SESSION = "knowledge-base-session";
/** Longer than any key that is issued. */
const MAX_KEY = 2_000;
/** The parts of a query that say through whose eyes staff look. */

const id = z.string().min(1).max(100);
const payloadSchema = z.object({
  org: id,
  host: z.string().max(300),
  product: id,
  scope: z.enum(["public", "private"]).nullable(),
  expires: z.number().int(),
  viewer: z.discriminatedUnion("is", [
    z.object({ is: z.literal("public") }),
    z.object({ is: z.literal("member"), id, account: id, session: id }),
    z.object({ is: z.literal("staff"), id, session: id, preview: z.string().max(600) }),
  ]),
});
type Payload = z.output<typeof payloadSchema>;

/**
 * GET …/kb/ais?productId&scope: a key for this viewer, until when it is good, and the address that
 * takes it.
 * @returns a problem: 400 without a product and for a scope that there is not, 404 for a product
 *   that this viewer has no page of
 */
export async function keyAnswer(
  context: Readonly<RouterContextProvider>,
  request: Request,
  org: Org,
  viewer: Viewer,
): Promise<Response> {
  const { store, key, now } = context.get(servicesContext);
  const { host, origin } = context.get(hostContext);
  const query = new URL(request.url).searchParams;
  const productId = query.get("productId") ?? "";
  const scope = query.get("scope");
  if (productId === "") return problem(400, "No product id");
  if (scope !== null && !isKeyScope(scope))
    return problem(400, "The scope must be public or private.");
  const seen = productsSeen(await listProducts(store.read, org.id), viewer);
  const product = seen.find((candidate) => candidate.id === productId);
  if (product === undefined) throw notFound();
  const expires = now().getTime() + KEY_MINUTES * 60_000;
  const payload: Payload = {
    org: org.id,
    host,
    product: product.id,
    scope,
    expires,
    viewer: await nameOf(context, request, org, viewer),
  };
  const text = Buffer.from(JSON.stringify(payload)).toString("base64url");
  return Response.json(
    {
      key: `${text}.${key.sign(PURPOSE, text)}`,
      expiresAt: new Date(expires).toISOString(),
      url: `${origin}/api/kb/${org.id}`,
    },
    { headers: { "Cache-Control": "private, no-store" } },
  );
}

/** What a key says of its viewer: who signed in, and in which session. */
async function nameOf(
  context: Readonly<RouterContextProvider>,
  request: Request,
  org: Org,
  viewer: Viewer,
): Promise<Payload["viewer"]> {
  const { key } = context.get(servicesContext);
  if (viewer.mode === "public") return { is: "public" };
  if (viewer.mode === "accountExternal") {
    const session = await memberSessionOf(context, request, org.id);
    if (session === null) throw notFound();
    return {
      is: "member",
      id: session.memberId,
      account: viewer.account.id,
      session: key.sign(SESSION, session.tokenHash),
    };
  }
  const session = context.get(staffSessionContext);
  if (session === null) throw notFound();
  const asked = new URL(request.url).searchParams;
  const preview = new URLSearchParams(
    PREVIEW_PARAMETERS.flatMap((name) => {
      const value = asked.get(name);
      return value === null ? [] : [[name, value.slice(0, 100)]];
    }),
  );
  return {
    is: "staff",
    id: session.staff.id,
    session: key.sign(SESSION, session.tokenHash),
    preview: preview.toString(),
  };
}

/** What a key opens at this moment. */
export interface Opened {
  org: Org;
  viewer: Viewer;
  scope: PageScope;
  /** Whether the key is for entries that everybody may read, for the others, or for both (null). */
  keyScope: KeyScope | null;
}

/**
 * What the key of a request opens: everything that it names is looked up anew.
 * @param orgId of the address, which must be the key's
 * @throws a 401 problem without words for every key that opens nothing: whatever it is, it is asked
 *   for again
 */
export async function openedBy(
  context: Readonly<RouterContextProvider>,
  request: Request,
  orgId: string,
): Promise<Opened> {
  const services = context.get(servicesContext);
  const { store, now } = services;
  const payload = readKey(services, request);
  const { host } = context.get(hostContext);
  if (payload === null || payload.org !== orgId || payload.host !== host) throw refused();
  const org = await findOrg(store.read, payload.org);
  const viewer = org === null ? null : await viewerOf(services, org, payload);
  if (org === null || viewer === null) throw refused();
  const isStaff = viewer.mode === "main" || viewer.mode === "preview";
  if (!org.published && !isStaff) throw refused();
  const seen = productsSeen(await listProducts(store.read, org.id), viewer);
  if (!seen.some((product) => product.id === payload.product)) throw refused();
  return {
    org,
    viewer,
    scope: pageScope(store.read, org, payload.product, viewer, now()),
    keyScope: payload.scope,
  };
}

/** The key of an Authorization header; null for one that was altered, ran out, or is none. */
function readKey({ key, now }: Services, request: Request): Payload | null {
  const given = /^Bearer ([\w-]+)\.([\w-]+)$/i.exec(request.headers.get("Authorization") ?? "");
  const [, text = "", mac = ""] = given ?? [];
  if (text === "" || text.length > MAX_KEY || !key.verify(PURPOSE, text, mac)) return null;
  const parsed = payloadSchema.safeParse(
    JSON.parse(Buffer.from(text, "base64url").toString("utf8")),
  );
  return parsed.success && parsed.data.expires > now().getTime() ? parsed.data : null;
}

/** Who a key's viewer is now; null once they are gone, or their session is. */
async function viewerOf(
  services: Services,
  org: Org,
  { viewer: named, host }: Payload,
): Promise<Viewer | null> {
  const { store, key, now } = services;
  if (named.is === "public") return PUBLIC_VIEWER;
  const isSession = ({ tokenHash }: { tokenHash: string }) =>
    key.sign(SESSION, tokenHash) === named.session;
  if (named.is === "member") {
    const sessions = await listMemberSessions(store.read, org.id, [named.id], now());
    if (!sessions.some((session) => session.host === host && isSession(session))) return null;
    const viewer = await memberViewer(services, org, named.id, named.account);
    return viewer?.mode === "accountExternal" && viewer.account.id === named.account
      ? viewer
      : null;
  }
  const listed = (await listSessions(store.read, named.id, now())).find(isSession);
  const session =
    listed === undefined ? null : await findStaffSessionByHash(store.read, listed.tokenHash, now());
  const staff = staffOf(session, org);
  return staff === null
    ? null
    : staffViewer(services, org, staff, new URLSearchParams(named.preview));
}

function refused(): Response {
  return problem(401, "Unauthorized", { headers: { "WWW-Authenticate": "Bearer" } });
}
