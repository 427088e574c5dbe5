import type { Route } from "./+types/remove";
import type { RouteHandle } from "#values/page-query.ts";
import { NO_FIELDS, personAction } from "../team-actions.ts";
import { remove } from "../team-changes.ts";
import { personLoader } from "../person-data.ts";
import { personMeta, PersonPage } from "../person-page.tsx";

export const handle: RouteHandle = { button: true };

export function loader(args: Route.LoaderArgs) {
  return personLoader(args);
}

/** Removes a person from the team. */
export function action(args: Route.ActionArgs) {
  return personAction(args, NO_FIELDS, remove, "/team");
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export function meta({ loaderData }: Route.MetaArgs) {
  return personMeta(loaderData);
}

export default function RemovePerson({ loaderData, actionData }: Route.ComponentProps) {
  return <PersonPage loaderData={loaderData} actionData={actionData} />;
}
