import type { Route } from "./+types/allowed-domain";
import { domainsContext, hostContext } from "#platform/context.ts";
import { notFound } from "#web/api/caller.ts";
import type { RouteHandle } from "#values/page-query.ts";

export const handle: RouteHandle = { methods: ["GET"], unqueued: true };

/**
 * Whether a proxy in front may get a certificate for a host: 200 for a company's verified domain,
 * asked by a program on this machine or a proxy that TRUST_PROXY names. To everybody else, and for
 * every other host, there is nothing here.
 */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  if (context.get(hostContext).beside === null) return notFound();
  const domain = new URL(request.url).searchParams.get("domain") ?? "";
  const isAllowed = await context.get(domainsContext).has(domain);
  return isAllowed ? Response.json({ domain: domain.toLowerCase() }) : notFound();
}
