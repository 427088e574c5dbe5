import type { Route } from "./+types/me";
import type { RouteHandle } from "#values/page-query.ts";
import { keyCall } from "#web/api/key-call.ts";

export const handle: RouteHandle = { methods: ["GET"], keyCall: true };

/** GET /api/v1/me: what the key is, whose, and what it may do now. */
export function loader(args: Route.LoaderArgs): Promise<Response> {
  return keyCall(args, null, ({ key, org, staff }) =>
    Promise.resolve(
      Response.json({
        key: {
          id: key.id,
          name: key.name,
          kind: key.kind,
          scopes: [...key.scopes],
          productIds: key.productIds === null ? null : [...key.productIds],
          networks: key.networks,
          expiresAt: key.expiresAt,
        },
        person: { id: staff.id, name: staff.name, email: staff.email, role: staff.role },
        org: { id: org.id, slug: org.slug, name: org.name },
      }),
    ),
  );
}
