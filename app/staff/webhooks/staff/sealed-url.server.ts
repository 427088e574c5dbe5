import { canBeAsked } from "#company/webhooks/sending.server.ts";
import { sealOf, type SealedUrl } from "#company/webhooks/store/webhooks.server.ts";
import type { Services } from "#platform/context.ts";

/**
 * A webhook's address as it is kept.
 * @returns or what is wrong with it, for its field
 */
export function sealedUrl(
  { config, key }: Pick<Services, "config" | "key">,
  orgId: string,
  hookId: string,
  address: string,
): SealedUrl | { fault: string } {
  const url = new URL(address);
  if (!canBeAsked(url, config)) return { fault: "Use a URL that begins with https" };
  return { sealedUrl: key.seal(sealOf(orgId, hookId, "url"), url.href), host: url.host };
}
