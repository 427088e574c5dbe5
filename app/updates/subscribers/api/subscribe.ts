import type { Route } from "./+types/subscribe";
import { StorageUnavailable } from "#db/store.ts";
import { hostContext, servicesContext } from "#platform/context.ts";
import { SUBSCRIBE_FAILED, SUBSCRIBED, subscribeSchema } from "#model/subscribers/subscriptions.ts";
import { PUBLIC_VIEWER } from "#model/visibility/viewer.ts";
import { hostAddress } from "#auth/request-context.ts";
import { noteFailure, subscribeByMail } from "../mail/subscribing.ts";
import { apiAnswer, problem, readJson } from "#web/api/json-body.ts";
import { TooManyRequests } from "#platform/http/request/rate-limit.ts";
import { notFound, tenantOf } from "#web/api/caller.ts";
import type { RouteHandle } from "#values/page-query.ts";

export const handle: RouteHandle = { methods: ["POST"] };

/** POST {share base}/subscribe {email, source}: the subscribe form's twin. */
export async function action({ context, params, request }: Route.ActionArgs): Promise<Response> {
  const services = context.get(servicesContext);
  const org = await tenantOf(context, params.orgId);
  if (!org.customization.subscribeEnabled) return notFound();
  const value = await readJson(request, subscribeSchema);
  if (value instanceof Response) return value;
  return apiAnswer(
    async () => {
      await subscribeByMail(services, org, {
        address: value.email,
        source: value.source,
        ip: context.get(hostContext).ip,
        portalUrl: hostAddress({ context, org }),
      });
      return Response.json({ ok: true, message: SUBSCRIBED });
    },
    async (error) => {
      if (error instanceof TooManyRequests || error instanceof StorageUnavailable) return undefined;
      await noteFailure(services, org, error, { viewer: PUBLIC_VIEWER, source: value.source });
      return problem(500, SUBSCRIBE_FAILED);
    },
  );
}
