import { redirect } from "react-router";
import { errorWords } from "#values/error-words.ts";
import type { Route } from "./+types/live-status";
import { loadIntegrations } from "#visibility/store/integrations.server.ts";
import { recordVisitorEvent } from "#tenancy/visitor-events/store/visitor-events.server.ts";
import { afterAnswerContext, hostContext, servicesContext } from "#platform/context.ts";
import { notFound } from "#web/forms/form.ts";
import { refusePrefetch } from "#platform/http/request/prefetch.ts";
import { portalRequest } from "#web/portal/scope.ts";
import { PROVIDER_ITEMS } from "#model/integrations.ts";

/** A click counts when somebody made it. */
export const middleware = [refusePrefetch];

/** The way from a live status to the status page: it is noted that a visitor took it. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const portal = await portalRequest(context, request, {});
  const { org, product, scope, viewer } = portal;
  const itemUid = PROVIDER_ITEMS.statuspageio;
  const view = (await loadIntegrations(scope)).get(itemUid);
  if (view?.reading?.provider !== "statuspageio") throw notFound();
  const isVisitor = viewer.mode === "public" || viewer.mode === "accountExternal";
  if (isVisitor && request.method === "GET") {
    const { store, now, limits, log } = context.get(servicesContext);
    const { indicator } = view.reading.status;
    const { ip } = context.get(hostContext);
    context.get(afterAnswerContext).push(() => {
      limits
        .consume("live-status-click", ip)
        .then(() =>
          store.write((trx) =>
            recordVisitorEvent(
              { trx, orgId: org.id, now: now() },
              {
                name: "status card item clicked",
                viewer,
                productId: product.id,
                itemUid,
                detail: { indicator },
              },
            ),
          ),
        )
        .catch((error: unknown) => {
          const reason = errorWords(error);
          log.warn({ error: reason }, "a click could not be recorded");
        });
    });
  }
  return redirect(view.page, { status: 303, headers: { "Cache-Control": "private, no-store" } });
}
