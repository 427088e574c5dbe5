import type { Route } from "./+types/leave-two-factor-open";
import type { RouteHandle } from "#values/page-query.ts";
import { NO_FIELDS, teamAction } from "../team-actions.ts";
import { setTwoFactorRule } from "../team-changes.ts";
import { teamLoader } from "../team-data.ts";
import { teamMeta, TeamPage } from "../team-page.tsx";

export const handle: RouteHandle = { button: true };

export function loader(args: Route.LoaderArgs) {
  return teamLoader(args);
}

/** Leaves two-factor sign-in to each of the team. */
export function action(args: Route.ActionArgs) {
  return teamAction(args, NO_FIELDS, (desk) => setTwoFactorRule(desk, false));
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export function meta({ loaderData }: Route.MetaArgs) {
  return teamMeta(loaderData);
}

export default function LeaveTwoFactorOpen({ loaderData, actionData }: Route.ComponentProps) {
  return <TeamPage loaderData={loaderData} actionData={actionData} />;
}
