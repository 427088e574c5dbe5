import { canBeAsked } from "#company/webhooks/sending.server.ts";
import { sealOf, type SealedUrl } from "#company/webhooks/store/webhooks.server.ts";
import type { Services } from "#platform/context.ts";
import { exemptFor } from "#platform/integrations/exemptions.ts";
import { leadsInside } from "#platform/integrations/outbound.ts";

/**
 * A webhook's address as it is kept. Its host is looked up, outside of any transaction.
 * @returns or what is wrong with it, for its field
 * @throws TooManyRequests for more of them than one team may look up
 */
export async function sealedUrl(
  { config, key, limits }: Pick<Services, "config" | "key" | "limits">,
  orgId: string,
  hookId: string,
  address: string,
): Promise<SealedUrl | { fault: string }> {
  const url = new URL(address);
  if (!canBeAsked(url, config)) return { fault: "Use a URL that begins with https" };
  await limits.consume("webhook-hosts", orgId);
  if (await leadsInside(url, { allow: exemptFor(config.outboundAllow, "webhooks") }))
    return {
      fault: `${url.hostname} isn’t on a public address. Use another host, or ask your administrator to allow this one.`,
    };
  return { sealedUrl: key.seal(sealOf(orgId, hookId, "url"), url.href), host: url.host };
}
