import type { Route } from "./+types/token";
import { NotFound } from "#db/refusals.ts";
import { memberOf, notFound } from "#web/api/caller.ts";
import { apiAnswer, refuseBody } from "#web/api/json-body.ts";
import { TOKEN_HOURS } from "#model/partners.ts";
import { generateToken, partnersFor } from "#company/partners/sending.server.ts";
import type { RouteHandle } from "#values/page-query.ts";

export const handle: RouteHandle = { methods: ["GET", "POST"] };

const NO_STORE = { headers: { "Cache-Control": "private, no-store" } };

/**
 * GET {base}/{partnerId}/jwt/: for whom a token would be and how long; none is made, so `token` is
 * null.
 */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const { org, viewer } = await memberOf(context, params.accountId, request);
  const partners = await partnersFor(context, org, viewer);
  const partner = partners.find(({ id }) => id === params.partnerId);
  if (partner === undefined) throw notFound();
  return Response.json({ result: { token: null, partner, expiresInHours: TOKEN_HOURS } }, NO_STORE);
}

/** POST {base}/{partnerId}/jwt/: makes a token, and answers it this once. */
export async function action({ context, params, request }: Route.ActionArgs): Promise<Response> {
  const { org, viewer } = await memberOf(context, params.accountId, request);
  const body = await refuseBody(request);
  if (body !== null) return body;
  return apiAnswer(
    async () => {
      const made = await generateToken(context, org, viewer, params.partnerId);
      const { token, partner, expiresAt } = made;
      return Response.json(
        { result: { token, partner, expiresAt: expiresAt.toISOString() } },
        NO_STORE,
      );
    },
    (error) => (error instanceof NotFound ? notFound() : undefined),
  );
}
