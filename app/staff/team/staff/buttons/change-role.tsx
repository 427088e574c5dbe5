import type { Route } from "./+types/change-role";
import type { RouteHandle } from "#values/page-query.ts";
import { roleSchema } from "#model/team.ts";
import { personAction } from "../team-actions.ts";
import { giveRole } from "../team-changes.ts";
import { personLoader } from "../person-data.ts";
import { personMeta, PersonPage } from "../person-page.tsx";

export const handle: RouteHandle = { button: true };

export function loader(args: Route.LoaderArgs) {
  return personLoader(args);
}

/** Gives a person another role. */
export function action(args: Route.ActionArgs) {
  return personAction(args, roleSchema, (desk, id, { role }) => giveRole(desk, id, role));
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export function meta({ loaderData }: Route.MetaArgs) {
  return personMeta(loaderData);
}

export default function ChangeRole({ loaderData, actionData }: Route.ComponentProps) {
  return <PersonPage loaderData={loaderData} actionData={actionData} />;
}
