import type { RouterContextProvider } from "react-router";
import type { Route } from "./+types/portal-questions";
import { postComment } from "#access/comments/post-message.server.ts";
import type { OpenedMemberKey } from "#auth/access-keys/open-member-key.server.ts";
import { listComments, type Comment } from "#visibility/comments/store/comments.server.ts";
import { conversant, itemToTalkAbout } from "#visibility/store/conversations.server.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { fieldsProblem, problem, readJson } from "#web/api/json-body.ts";
import { memberKeyCall } from "#web/api/key-call.ts";
import { doneOnce } from "#web/api/named-call.ts";
import { portalOf } from "./portal-call.server.ts";
import { questionBody, questionsQuerySchema, type PortalQuestion } from "./rules/portal.ts";
import { tagged } from "./pages.server.ts";

export const handle: RouteHandle = { methods: ["GET", "POST"], keyCall: true };

/** GET /api/v1/portal/questions?itemId=: the account's conversation about an item, the oldest first. */
export function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  return memberKeyCall({ context, request }, "questions:ask", async (opened) => {
    const address = new URL(request.url);
    const asked = questionsQuerySchema.safeParse(Object.fromEntries(address.searchParams));
    if (!asked.success) throw fieldsProblem(asked.error);
    const { itemId } = asked.data;
    address.searchParams.delete("itemId");
    const { scope } = await itemOf({ context, request, address }, opened, itemId);
    const comments = await listComments(scope.db, scope.org.id, {
      productId: scope.productId,
      itemUids: [itemId],
      accountId: opened.viewer.account.id,
    });
    return tagged(request, { data: comments.map(questionOf) });
  });
}

/**
 * POST /api/v1/portal/questions {itemId, content}: asks about an item, as on its page: 201 with the
 * message; 200 when it was there already.
 */
export function action({ context, request }: Route.ActionArgs): Promise<Response> {
  return memberKeyCall({ context, request }, "questions:ask", (opened) =>
    doneOnce({ context, request }, "member", opened, async (sentRequest) => {
      const sent = await readJson(sentRequest, questionBody);
      if (sent instanceof Response) throw sent;
      const { itemId, content } = sent;
      const address = new URL(request.url);
      const { scope, item } = await itemOf({ context, request, address }, opened, itemId);
      const { org, viewer } = opened;
      const { comment, added } = await postComment(context, org, viewer.member, {
        thread: { accountId: viewer.account.id, productId: scope.productId, itemUid: itemId },
        item,
        content,
        key: viewer.key,
      });
      return Response.json(questionOf(comment), { status: added ? 201 : 200 });
    }),
  );
}

/** An item that the member can ask about. @throws a 404 problem */
async function itemOf(
  {
    context,
    request,
    address,
  }: { context: Readonly<RouterContextProvider>; request: Request; address: URL },
  opened: OpenedMemberKey,
  itemId: string,
) {
  const asked = new Request(address, { signal: request.signal });
  const { scope } = await portalOf(context, asked, opened);
  const item = conversant(scope) === null ? null : await itemToTalkAbout(scope, itemId);
  if (item === null) throw problem(404, "Not found");
  return { scope, item };
}

function questionOf({
  id,
  productId,
  itemUid,
  content,
  createdAt,
  member,
  staffName,
}: Comment): PortalQuestion {
  return {
    id,
    productId,
    itemId: itemUid,
    content,
    by: member === null ? "team" : "member",
    name: member?.name ?? staffName ?? "",
    createdAt,
  };
}
