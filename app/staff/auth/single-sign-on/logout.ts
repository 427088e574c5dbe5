import type { Route } from "./+types/logout";
import { endProviderSessions, findSingleSignOn } from "#auth/store/single-sign-on.server.ts";
import { hostContext, servicesContext } from "#platform/context.ts";
import { readForm } from "#platform/http/request/read-form.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { apiAnswer, notPost } from "#web/api/json-body.ts";
import { ProviderFailed, readLogout } from "./provider.ts";

export const handle: RouteHandle = { methods: ["POST"] };

const NO_STORE = { "Cache-Control": "no-store" };

const MOST_CHARACTERS = 10_000;

export const loader = notPost;

/**
 * POST: a company's identity provider says that somebody signed out there, or was thrown out; what it
 * began here ends at once (OpenID Connect Back-Channel Logout 1.0).
 */
export async function action({ request, context, params }: Route.ActionArgs): Promise<Response> {
  const services = context.get(servicesContext);
  const { limits, log, store, now } = services;
  const { ip, requestId } = context.get(hostContext);
  const { orgId } = params;
  return apiAnswer(
    async () => {
      await limits.consume("provider-logout-ip", ip);
      const token = (await readForm(request)).get("logout_token");
      const settings = await findSingleSignOn(store.read, orgId);
      if (typeof token !== "string" || token.length > MOST_CHARACTERS || settings === null)
        return refusal();
      const ended = await readLogout(services, settings, token);
      const by = { ...SYSTEM, actorName: "Single sign-on" };
      await store.write((trx) =>
        endProviderSessions({ trx, orgId, by, now: now() }, ended, ended.at),
      );
      return new Response(null, { status: 200, headers: NO_STORE });
    },
    (error) => {
      if (!(error instanceof ProviderFailed)) return undefined;
      log.warn({ requestId, ip, why: error.message }, "a provider’s logout was refused");
      return refusal();
    },
  );
}

function refusal(): Response {
  return Response.json({ error: "invalid_request" }, { status: 400, headers: NO_STORE });
}
