import type { Route } from "./+types/portal.security-txt";
import { canonicalBase } from "../orgs/store/orgs.server.ts";
import { servicesContext } from "../../context.ts";
import { orgOf } from "../../portal/scope.ts";
import { securityTxtAnswer } from "./portal.security-txt-answer.ts";

/** security.txt of a portal. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const { store, config, now } = context.get(servicesContext);
  const org = orgOf(context);
  const base = await canonicalBase(store.read, org, config.origin);
  return securityTxtAnswer(org.customization, [base], now());
}
