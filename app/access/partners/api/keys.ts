import type { Route } from "./+types/keys";
import { servicesContext } from "#platform/context.ts";
import { publishedKeys } from "#company/partners/tokens.server.ts";
import { publicKeys } from "#company/signing-keys/signing.server.ts";

/**
 * GET /.well-known/jwks.json: the public keys of this installation's tokens for partners and of the
 * manifests of evidence packages, on the default host and on organizations' own domains. They change
 * each quarter; those of manifests stay for years.
 */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const { key, store, now } = context.get(servicesContext);
  const { keys } = await publishedKeys(key, now());
  return new Response(
    JSON.stringify({ keys: [...keys, ...(await publicKeys(store.read, now()))] }),
    {
      headers: {
        "Content-Type": "application/jwk-set+json",
        "Cache-Control": "public, max-age=3600",
      },
    },
  );
}
