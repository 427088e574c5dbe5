import { productsSeen } from "#model/portal-paths.ts";
import type { RouterContextProvider } from "react-router";
import type { Comment } from "#visibility/comments/store/comments.server.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { pageScope, type PageScope } from "#visibility/store/scope.server.ts";
import { servicesContext } from "#platform/context.ts";
import { commentQuerySchema } from "../forms/comments.ts";
import type { Viewer } from "#model/visibility/viewer.ts";
import { problem } from "#web/api/json-body.ts";
import { notFound } from "#web/api/caller.ts";

/** A message by the names that the specification gives its fields. */
export function commentOf({
  id,
  itemUid,
  productId,
  accountId,
  content,
  createdAt,
  member,
  staffName,
}: Comment) {
  return {
    id,
    itemUid,
    productId,
    realAccId: accountId,
    content,
    timestamp: createdAt,
    member: member === null ? null : { name: member.name, createdAt: member.createdAt },
    orgMem: member === null ? { user: { displayName: staffName } } : null,
  };
}

/** The query of GET {base}/comments, or the problem to answer. */
export function commentQuery(request: Request): { itemUid: string; productId: string } | Response {
  const parsed = commentQuerySchema.safeParse(
    Object.fromEntries(new URL(request.url).searchParams),
  );
  return parsed.success
    ? parsed.data
    : problem(400, parsed.error.issues[0]?.message ?? "The request body has the wrong format.");
}

/**
 * What a viewer sees of a product. @throws a 404 problem for a product that they have no page of
 */
export async function scopeOf(
  context: Readonly<RouterContextProvider>,
  org: Org,
  viewer: Viewer,
  productId: string,
): Promise<PageScope> {
  const { store, now } = context.get(servicesContext);
  const products = productsSeen(await listProducts(store.read, org.id), viewer);
  if (!products.some(({ id }) => id === productId)) throw notFound();
  return pageScope(store.read, org, productId, viewer, now());
}

/** Threads are nobody's but their readers'. */
export function privately(body: unknown, status = 200): Response {
  return Response.json(body, { status, headers: { "Cache-Control": "private, no-store" } });
}
