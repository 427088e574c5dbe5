import type { RouterContextProvider } from "react-router";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { hostContext } from "#platform/context.ts";
import type { ThirdParties } from "#model/consent.ts";
import { thirdParties } from "#model/consent/third-parties.ts";

/**
 * What a company lets this host load of others: on its own verified domain alone. On the default
 * host every portal and the private area share one origin, and nothing of a third party is ever
 * loaded there.
 */
export function othersOn(
  context: Readonly<RouterContextProvider>,
  org: Pick<Org, "slug" | "customization">,
): ThirdParties | null {
  return context.get(hostContext).domainOrgSlug === org.slug
    ? thirdParties(org.customization.scripts)
    : null;
}
