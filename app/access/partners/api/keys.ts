import type { Route } from "./+types/keys";
import { servicesContext } from "#platform/context.ts";
import { publishedKeys } from "#company/partners/tokens.server.ts";

/**
 * GET /.well-known/jwks.json: the public keys of this installation's tokens for partners. They
 * change each quarter.
 */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const { key, now } = context.get(servicesContext);
  return new Response(JSON.stringify(await publishedKeys(key, now())), {
    headers: {
      "Content-Type": "application/jwk-set+json",
      "Cache-Control": "public, max-age=3600",
    },
  });
}
