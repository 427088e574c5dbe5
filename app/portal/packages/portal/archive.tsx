import { createContext, data, type MiddlewareFunction } from "react-router";
import type { Route } from "./+types/archive";
import { bulkViewerKey } from "#content/bulk-download/store/bulk-download.server.ts";
import { servicesContext, viewerContext } from "#platform/context.ts";
import { refusePrefetch } from "#platform/http/request/prefetch.ts";
import { mayBulkDownload } from "#visibility/store/bulk.server.ts";
import { notFound } from "#web/forms/form.ts";
import { orgOf, portalRequest } from "#web/portal/scope.ts";
import { packageAnswer } from "../answer.server.ts";
import { findPackage } from "../store/packages.server.ts";

/** Whether a link that is this member's gives no archive any more. */
const changedContext = createContext(false);

/**
 * The package behind a link, before the framework thinks of a page. Everything is judged and written
 * again: what is not what was signed is a page that says so.
 */
export const middleware: MiddlewareFunction<Response>[] = [
  refusePrefetch,
  async ({ context, request, params, url }, next) => {
    if ((request.method !== "GET" && request.method !== "HEAD") || url.pathname.endsWith(".data"))
      return next();
    const [org, viewer, services] = [
      orgOf(context),
      context.get(viewerContext),
      context.get(servicesContext),
    ];
    const viewerKey = bulkViewerKey(viewer);
    if (viewer.mode !== "accountExternal" || viewerKey === null) return next();
    if (!mayBulkDownload(viewer, org)) return next();
    const made = await findPackage(services.store.read, org.id, params.token ?? "", {
      viewerKey,
      now: services.now(),
    });
    if (made === null) return next();
    const portal = await portalRequest(context, request, { productId: made.productId }).catch(
      () => null,
    );
    if (portal === null) return next();
    const own = { services, portal, viewer };
    const answer = await packageAnswer(context, request, own, made);
    if (answer !== "changed") return answer;
    context.set(changedContext, true);
    return next();
  },
];

export function loader({ context }: Route.LoaderArgs): never {
  if (context.get(changedContext))
    throw data(null, {
      status: 409,
      statusText:
        "What you can see has changed since this package was made. Please make a new one.",
    });
  throw notFound();
}

export default function Archive() {
  return null;
}
