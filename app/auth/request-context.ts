import type { RouterContextProvider } from "react-router";
import type { Org } from "../features/orgs/store/orgs.server.ts";
import { doorContext, servicesContext } from "../context.ts";

/** A request that asks, and the org that it asks. */
export interface Asking {
  context: Readonly<RouterContextProvider>;
  request: Request;
  org: Org;
}

/** The host name by which a visitor came, without its port: a sign-in link counts there alone. */
export function hostName({ context }: Pick<Asking, "context">): string {
  return context.get(doorContext).host.replace(/:\d+$/, "");
}

/**
 * The address of the portal on the door by which the visitor came, for a mail that leads back to it: the
 * session that a link makes counts on one host. On an org's own domain the host is one of the org's
 * verified ones, since the listener knows no other; it never comes from a header alone.
 */
export function doorAddress(asking: Pick<Asking, "context" | "org">): string {
  const { config } = asking.context.get(servicesContext);
  if (asking.context.get(doorContext).domainOrgSlug === null)
    return `${config.origin}/${asking.org.slug}`;
  const { protocol, port } = new URL(config.origin);
  return `${protocol}//${hostName(asking)}${port === "" ? "" : `:${port}`}`;
}

/** From where a visitor asks, as records keep it. */
export function visitorFrom({ context, request }: Pick<Asking, "context" | "request">): {
  ip: string;
  userAgent: string | null;
} {
  return { ip: context.get(doorContext).ip, userAgent: request.headers.get("User-Agent") };
}
