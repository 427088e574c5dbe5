import type { Route } from "./+types/external";
import { listComments } from "#visibility/comments/store/comments.server.ts";
import { conversant, itemToTalkAbout } from "#visibility/store/conversations.server.ts";
import { postCommentSchema } from "../forms/comments.ts";
import { postComment } from "../post-message.server.ts";
import { apiAnswer, readJson } from "#web/api/json-body.ts";
import { commentOf, commentQuery, privately, scopeOf } from "./answer.ts";
import { memberOf, notFound } from "#web/api/caller.ts";
import type { RouteHandle } from "#values/page-query.ts";

export const handle: RouteHandle = { methods: ["GET", "POST"] };

/** GET {base}/comments?itemUid&productId: the account's thread about an item, oldest first. */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const { org, viewer } = await memberOf(context, params.accountId, request);
  const query = commentQuery(request);
  if (query instanceof Response) return query;
  const scope = await scopeOf(context, org, viewer, query.productId);
  if (conversant(scope) === null || (await itemToTalkAbout(scope, query.itemUid)) === null)
    return notFound();
  const comments = await listComments(scope.db, org.id, {
    productId: query.productId,
    itemUids: [query.itemUid],
    accountId: viewer.account.id,
  });
  return privately(comments.map(commentOf));
}

/**
 * POST {base}/comments {itemUid, content, productId}: 201 with the message; 200 when it was there
 * already.
 */
export async function action({ context, params, request }: Route.ActionArgs): Promise<Response> {
  const { org, viewer } = await memberOf(context, params.accountId, request);
  const values = await readJson(request, postCommentSchema);
  if (values instanceof Response) return values;
  const { itemUid, productId, content } = values;
  const scope = await scopeOf(context, org, viewer, productId);
  const item = conversant(scope) === null ? null : await itemToTalkAbout(scope, itemUid);
  if (item === null) return notFound();
  return apiAnswer(async () => {
    const { comment, added } = await postComment(context, org, viewer.member, {
      thread: { accountId: viewer.account.id, productId, itemUid },
      item,
      content,
    });
    return privately(commentOf(comment), added ? 201 : 200);
  });
}
