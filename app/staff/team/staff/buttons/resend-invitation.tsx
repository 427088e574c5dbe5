import type { Route } from "./+types/resend-invitation";
import type { RouteHandle } from "#values/page-query.ts";
import { invitationSchema } from "#model/team.ts";
import { teamAction } from "../team-actions.ts";
import { resend } from "../team-changes.ts";
import { teamLoader } from "../team-data.ts";
import { teamMeta, TeamPage } from "../team-page.tsx";

export const handle: RouteHandle = { button: true };

export function loader(args: Route.LoaderArgs) {
  return teamLoader(args);
}

/** Sends an invitation again; the link before it ends. */
export function action(args: Route.ActionArgs) {
  return teamAction(args, invitationSchema, (desk, { invitation }) => resend(desk, invitation));
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export function meta({ loaderData }: Route.MetaArgs) {
  return teamMeta(loaderData);
}

export default function ResendInvitation({ loaderData, actionData }: Route.ComponentProps) {
  return <TeamPage loaderData={loaderData} actionData={actionData} />;
}
