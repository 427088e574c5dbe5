import type { Route } from "./+types/compliance-update";
import { callerOf } from "#web/api/caller.ts";
import { productsSeen } from "#model/portal-paths.ts";
import type { RouterContextProvider } from "react-router";
import { loadTopics } from "#visibility/store/publications.server.ts";
import { pageScope } from "#visibility/store/scope.server.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { servicesContext } from "#platform/context.ts";
import type { TopicEntry } from "#model/visibility/page.ts";
import type { Viewer } from "#model/visibility/viewer.ts";
import { problem } from "#web/api/json-body.ts";
import { notFound } from "#web/api/caller.ts";
import type { RouteHandle } from "#values/page-query.ts";

export const handle: RouteHandle = { methods: ["GET"] };

export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const { org, viewer } = await callerOf(context, params, request);
  return topicsAnswer(context, org, viewer, request);
}

/**
 * The topics of a product as one viewer's page shows them: what every mode's
 * `compliance-update` answers. `productId` names the product; without it, it is the default one.
 * `scope` narrows the updates to those for everybody (`public`) or for accounts alone (`private`),
 * as far as the viewer sees them.
 * @throws a 404 problem for a product that this viewer has no page of, a 400 one for a scope that
 *   there is not
 */
async function topicsAnswer(
  context: Readonly<RouterContextProvider>,
  org: Org,
  viewer: Viewer,
  request: Request,
): Promise<Response> {
  const { store, now } = context.get(servicesContext);
  const query = new URL(request.url).searchParams;
  const wanted = query.get("productId");
  const audience = query.get("scope");
  if (audience !== null && audience !== "public" && audience !== "private")
    return problem(400, "The scope must be public or private.");
  const products = productsSeen(await listProducts(store.read, org.id), viewer);
  const product = products.find((candidate) =>
    wanted === null ? candidate.isDefault : candidate.id === wanted,
  );
  if (product === undefined) throw notFound();
  const scope = pageScope(store.read, org, product.id, viewer, now());
  const topics = (await loadTopics(scope)).map(topicOf);
  return Response.json(audience === null ? topics : narrowed(topics, audience));
}

/** The topics that say something to this audience, with what they say to it. */
function narrowed(topics: readonly ReturnType<typeof topicOf>[], audience: "public" | "private") {
  return topics.flatMap((topic) => {
    const updates = topic.updates.filter(({ spAudience }) => spAudience === audience);
    return updates.length === 0 ? [] : [{ ...topic, updates }];
  });
}

/**
 * A topic by the names that the specification gives its fields. What stands on the page came by the
 * page's channel.
 */
function topicOf({ id, subject, category, hidden, isPinned, updates }: TopicEntry<string>) {
  return {
    id,
    subject,
    category,
    hidden,
    isPinned,
    updates: updates.map((update) => ({
      id: update.id,
      createdAt: update.createdAt,
      message: update.message,
      spAudience: update.isPrivate ? ("private" as const) : ("public" as const),
      channel: "status_page" as const,
    })),
  };
}
