import { notFound } from "#web/forms/form.ts";
import { data, createContext, type MiddlewareFunction } from "react-router";
import type { Route } from "./+types/archive";
import {
  afterAnswerContext,
  hostContext,
  servicesContext,
  viewerContext,
} from "#platform/context.ts";
import { ARCHIVE_SOURCES } from "#model/bulk-download.ts";
import { archiveAnswer } from "../archive-answer.ts";
import { archiveName, archiveOf, placedFiles } from "../gather.ts";
import { filesOfLink, findLink } from "../link.ts";
import { refusePrefetch } from "#platform/http/request/prefetch.ts";
import { orgOf, portalRequest } from "#web/portal/scope.ts";

/** Why a link that is this viewer's gives no archive. */
const refusalContext = createContext<"gone" | "changed" | null>(null);

/**
 * The archive behind a link, before the framework thinks of a page. Everything is judged again:
 * what is another's, has ended, or can't be had any more is a page that says so (the loader's
 * part).
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
    const link = await findLink({ services, org }, viewer, params.token ?? "");
    if (link === null) return next();
    const portal = await portalRequest(context, request, { productId: link.productId }).catch(
      () => null,
    );
    if (portal === null) return next();
    const bulk = { services, org, scope: portal.scope, ip: context.get(hostContext).ip };
    const files = await filesOfLink(bulk, link);
    if (typeof files !== "string")
      return archiveAnswer(
        bulk,
        viewer,
        request,
        {
          id: link.id,
          name: archiveName(org),
          source: ARCHIVE_SOURCES.bulk,
          ...archiveOf(placedFiles(files)),
        },
        (work) => context.get(afterAnswerContext).push(work),
      );
    context.set(refusalContext, files);
    return next();
  },
];

export function loader({ context }: Route.LoaderArgs): never {
  const refusal = context.get(refusalContext);
  if (refusal === "changed")
    throw data(null, {
      status: 409,
      statusText: "These documents have changed since you selected them. Please select them again.",
    });
  if (refusal === "gone")
    throw data(null, {
      status: 404,
      statusText: "None of these documents is available to you now.",
    });
  throw notFound();
}

export default function Archive() {
  return null;
}
