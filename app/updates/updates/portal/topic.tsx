import { notFound } from "#web/forms/form.ts";
import { redirect } from "react-router";
import type { Route } from "./+types/topic";
import { drawnTopics } from "#visibility/store/drawn.server.ts";
import { loadTopics, topicMoments } from "#visibility/store/publications.server.ts";
import { firstWords } from "#values/markdown.ts";
import type { ProductRef } from "#model/visibility/page.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { PlainPage } from "#web/portal/frame/plain-page.tsx";
import { headOf, MAX_DESCRIPTION } from "#web/portal/head.ts";
import {
  cacheForEveryone,
  portalBase,
  portalRequest,
  topicPath,
  type PortalRequest,
} from "#web/portal/scope.ts";
import { Topic } from "./topic-view.tsx";

export const handle: RouteHandle = { query: {} };

/** A topic with all its updates, at an address that stays. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const portal = await portalRequest(context, request, {});
  const topic = (await loadTopics(portal.scope)).find(
    (candidate) => candidate.id === params.topicId,
  );
  if (topic === undefined)
    throw (await elsewhere(context, portal, request, params.topicId)) ?? notFound();
  const today = portal.scope.clock.countedFrom(topicMoments([topic]));
  cacheForEveryone(context, portal);
  const [drawn] = await drawnTopics(portal.scope, [topic]);
  return {
    today,
    topic: drawn ?? { ...topic, updates: [] },
    path: topicPath(topic.id, await firstWith(portal, topic.id)),
    description: firstWords(drawn?.updates[0]?.message ?? [], MAX_DESCRIPTION),
  };
}

/** The product under which a topic has its one address: the default one where that shows it. */
async function firstWith(
  { products, product, scope }: PortalRequest,
  topicId: string,
): Promise<ProductRef> {
  // It was found on this product's list.
  if (product.isDefault) return product;
  const inTurn = products.toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault));
  for (const candidate of inTurn) {
    const topics = await loadTopics({ ...scope, productId: candidate.id });
    if (topics.some((topic) => topic.id === topicId)) return candidate;
  }
  return product;
}

/**
 * A topic about another product is at the same address: it leads to that product's view of it. A
 * link in a mail or in someone's notes knows no product.
 */
async function elsewhere(
  context: Route.LoaderArgs["context"],
  portal: PortalRequest,
  request: Request,
  topicId: string,
): Promise<Response | null> {
  const query = new URL(request.url).searchParams;
  if (query.has("product")) return null;
  for (const product of portal.products) {
    const topics = await loadTopics({ ...portal.scope, productId: product.id });
    if (!topics.some((topic) => topic.id === topicId)) continue;
    query.set("product", product.slug);
    return redirect(`${portalBase(context, portal.org)}/updates/${topicId}?${query}`);
  }
  return null;
}

export function meta({ loaderData, matches, params }: Route.MetaArgs) {
  return headOf(matches, {
    title: loaderData?.topic.subject ?? "Update",
    // A link that is shared says what the update says.
    description: loaderData?.description ?? null,
    path: loaderData?.path ?? `/updates/${params.topicId}`,
    twin: true,
    updatedAt: loaderData?.topic.updates[0]?.createdAt ?? null,
  });
}

export default function TopicPage({ loaderData: { topic, today } }: Route.ComponentProps) {
  return (
    <PlainPage title="Trust update" back={{ path: "/updates", label: "All updates" }}>
      <Topic topic={topic} today={today} headingLevel={2} whole />
    </PlainPage>
  );
}
