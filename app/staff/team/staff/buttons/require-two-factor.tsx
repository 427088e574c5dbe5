import type { Route } from "./+types/require-two-factor";
import type { RouteHandle } from "#values/page-query.ts";
import { NO_FIELDS, teamAction } from "../team-actions.ts";
import { setTwoFactorRule } from "../team-changes.ts";
import { teamLoader } from "../team-data.ts";
import { teamMeta, TeamPage } from "../team-page.tsx";

export const handle: RouteHandle = { button: true };

export function loader(args: Route.LoaderArgs) {
  return teamLoader(args);
}

/** Asks two-factor sign-in of everybody on the team. */
export function action(args: Route.ActionArgs) {
  return teamAction(args, NO_FIELDS, (desk) => setTwoFactorRule(desk, true));
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export function meta({ loaderData }: Route.MetaArgs) {
  return teamMeta(loaderData);
}

export default function RequireTwoFactor({ loaderData, actionData }: Route.ComponentProps) {
  return <TeamPage loaderData={loaderData} actionData={actionData} />;
}
