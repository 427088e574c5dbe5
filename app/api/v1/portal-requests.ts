import type { RouterContextProvider } from "react-router";
import type { Route } from "./+types/portal-requests";
import { REQUEST_PROBLEMS } from "#access/access-requests/api/request.ts";
import { requestForMore, whyNotMore } from "#access/access-requests/ask-more.ts";
import { requestAccess } from "#access/access-requests/request-access.server.ts";
import type { OpenedMemberKey } from "#auth/access-keys/open-member-key.server.ts";
import { readEmail } from "#model/subscribers/email.ts";
import { loadItemOutlines } from "#visibility/store/items.server.ts";
import type { PageScope } from "#visibility/store/scope.server.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { fieldsProblem, problem, readJson } from "#web/api/json-body.ts";
import { memberKeyCall } from "#web/api/key-call.ts";
import { doneOnce } from "#web/api/named-call.ts";
import { tagged } from "./pages.server.ts";
import { portalOf } from "./portal-call.server.ts";
import { ownRequest, ownRequestsOf } from "./portal-requests.server.ts";
import { noQuerySchema, requestBody } from "./rules/portal.ts";

export const handle: RouteHandle = { methods: ["GET", "POST"], keyCall: true };

interface Asked {
  context: Readonly<RouterContextProvider>;
  request: Request;
}

/** GET /api/v1/portal/requests: what the person of the key asked for, the newest first. */
export function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  return memberKeyCall({ context, request }, "requests:write", async (opened) => {
    const query = noQuerySchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
    if (!query.success) throw fieldsProblem(query.error);
    return tagged(request, { data: await ownRequestsOf(context, opened) });
  });
}

/**
 * POST /api/v1/portal/requests {kind, itemId, note}: asks for more access, or for more time, as the
 * portal's form of a member does: 201 with the request.
 */
export function action({ context, request }: Route.ActionArgs): Promise<Response> {
  return memberKeyCall({ context, request }, "requests:write", (opened) =>
    doneOnce({ context, request }, "member", opened, (sent) =>
      recorded({ context, request: sent }, opened),
    ),
  );
}

async function recorded({ context, request }: Asked, opened: OpenedMemberKey): Promise<Response> {
  const { org, viewer } = opened;
  const sent = await readJson(request, requestBody);
  if (sent instanceof Response) throw sent;
  const { kind, note, itemId = null } = sent;
  const asked = new Request(request.url, { signal: request.signal });
  const { scope, product } = await portalOf(context, asked, opened);
  const item = itemId === null ? null : await seenItem(scope, itemId);
  const against = whyNotMore(org, viewer, kind);
  if (against !== null) throw problem(403, against);
  const email = readEmail(viewer.member.email);
  if (email === null) throw new Error("a member’s address can’t be read");
  const place = { productId: product.id, itemUid: item?.uid ?? null, itemKind: item?.kind ?? null };
  const said = { note, ...place, source: null, statusPageCustomizationRevision: null };
  const { feedback, requestId } = await requestAccess(
    { context, request, org },
    viewer,
    requestForMore(viewer, email, said, kind),
    { returnTo: "/", invitation: null, kind },
  );
  if (feedback === "pending" && requestId !== null)
    return Response.json(await ownRequest(context, opened, requestId), {
      status: 201,
      headers: { Location: `/api/v1/portal/requests/${requestId}` },
    });
  if (feedback === "pending" || feedback === "request_approved")
    throw new Error("a member’s request is answered as a stranger’s");
  const [status, title] = REQUEST_PROBLEMS[feedback];
  throw problem(status, title, { members: { code: feedback } });
}

/** An item that the member's pages name. @throws a 400 problem */
async function seenItem(scope: PageScope, itemId: string) {
  const item = (await loadItemOutlines(scope)).find(({ uid }) => uid === itemId);
  if (item === undefined) throw problem(400, NO_ITEM, { errors: { itemId: [NO_ITEM] } });
  return item;
}

const NO_ITEM = "There is no item with this ID.";
