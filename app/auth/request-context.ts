import type { RouterContextProvider } from "react-router";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { hostContext, servicesContext } from "#platform/context.ts";

/** A request that asks, and the org that it asks. */
export interface RequestContext {
  context: Readonly<RouterContextProvider>;
  request: Request;
  org: Org;
}

/** The host name by which a visitor came, without its port: a sign-in link counts there alone. */
export function hostName({ context }: Pick<RequestContext, "context">): string {
  return context.get(hostContext).host.replace(/:\d+$/, "");
}

/**
 * The address of the portal on the door by which the visitor came, for a mail that leads back to
 * it: the session that a link makes counts on one host. On an org's own domain the host is one of
 * the org's verified ones, since the listener knows no other; it never comes from a header alone.
 */
export function hostAddress(asking: Pick<RequestContext, "context" | "org">): string {
  const { config } = asking.context.get(servicesContext);
  if (asking.context.get(hostContext).domainOrgSlug === null)
    return `${config.origin}/${asking.org.slug}`;
  const { protocol, port } = new URL(config.origin);
  return `${protocol}//${hostName(asking)}${port === "" ? "" : `:${port}`}`;
}

/** From where a visitor asks, as records keep it. */
export function visitorFrom({ context, request }: Pick<RequestContext, "context" | "request">): {
  ip: string;
  userAgent: string | null;
} {
  return { ip: context.get(hostContext).ip, userAgent: request.headers.get("User-Agent") };
}
