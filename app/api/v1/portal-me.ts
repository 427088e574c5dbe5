import type { Route } from "./+types/portal-me";
import type { RouteHandle } from "#values/page-query.ts";
import { memberKeyCall } from "#web/api/key-call.ts";

export const handle: RouteHandle = { methods: ["GET"], keyCall: true };

/** GET /api/v1/portal/me: what a member's key is, whose, and what its person has access to now. */
export function loader(args: Route.LoaderArgs): Promise<Response> {
  return memberKeyCall(args, null, ({ key, org, viewer: { member, account, grants } }) =>
    Promise.resolve(
      Response.json({
        key: {
          id: key.id,
          name: key.name,
          scopes: [...key.scopes],
          productIds: key.productIds === null ? null : [...key.productIds],
          networks: key.networks,
          expiresAt: key.expiresAt,
        },
        person: {
          id: member.id,
          name: `${member.firstName} ${member.lastName}`.trim(),
          email: member.email,
        },
        account: { id: account.id, name: account.name },
        productIds: [...new Set(grants.map(({ productId }) => productId))].sort(),
        org: { id: org.id, slug: org.slug, name: org.name },
      }),
    ),
  );
}
