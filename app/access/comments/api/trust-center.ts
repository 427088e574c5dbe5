import type { Route } from "./+types/trust-center";
import { listComments } from "#visibility/comments/store/comments.server.ts";
import { NotFound } from "#db/refusals.ts";
import type { Viewer } from "#model/visibility/viewer.ts";
import { postAnswerSchema } from "../forms/comments.ts";
import { answerComment } from "../post-message.server.ts";
import { apiAnswer, problem, readJson } from "#web/api/json-body.ts";
import { commentOf, commentQuery, privately, scopeOf } from "./answer.ts";
import { notFound, staffOf } from "#web/api/caller.ts";
import type { RouteHandle } from "#values/page-query.ts";

export const handle: RouteHandle = { methods: ["GET", "POST"] };

/**
 * GET /api/trust-center/comments?itemUid&productId: every account's messages about an item;
 * `accountId` names one.
 */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const { org, viewer } = await staffOf(context, request);
  if (!reviews(viewer)) return noAccess();
  const query = commentQuery(request);
  if (query instanceof Response) return query;
  const scope = await scopeOf(context, org, { mode: "main", staff: viewer.staff }, query.productId);
  const accountId = new URL(request.url).searchParams.get("accountId") || null;
  return privately(
    (
      await listComments(scope.db, org.id, {
        productId: query.productId,
        itemUids: [query.itemUid],
        accountId,
      })
    ).map(commentOf),
  );
}

/**
 * POST /api/trust-center/comments {itemUid, content, productId, accountId}: an answer in that
 * account's thread.
 */
export async function action({ context, request }: Route.ActionArgs): Promise<Response> {
  const { org, viewer } = await staffOf(context, request);
  if (!reviews(viewer)) return noAccess();
  const values = await readJson(request, postAnswerSchema);
  if (values instanceof Response) return values;
  const { content, ...thread } = values;
  return apiAnswer(
    async () => {
      const { comment, added } = await answerComment(context, org, viewer.staff, thread, content);
      return privately(commentOf(comment), added ? 201 : 200);
    },
    (error) => (error instanceof NotFound ? notFound() : undefined),
  );
}

function reviews({ staff }: Extract<Viewer, { mode: "main" | "preview" }>): boolean {
  return staff.permissions.has("accounts:review");
}

function noAccess(): Response {
  return problem(403, "You don’t have access to conversations.");
}
