import type { MiddlewareFunction } from "react-router";
import { hostContext } from "../../context.ts";
import { companyNotFound } from "./org.ts";

const SHARED = /^\/(?:api\/|healthz$|readyz$)/;

/**
 * On an org's own domain there is that org's portal, the public API, and nothing else: whatever way
 * a path was written, no other route answers there.
 */
export const hostMiddleware: MiddlewareFunction<Response> = async ({ context, params, url }) => {
  const { domainOrgSlug } = context.get(hostContext);
  if (domainOrgSlug === null || params.org === domainOrgSlug || SHARED.test(url.pathname)) return;
  throw companyNotFound();
};
