import type { Route } from "./+types/end-session";
import type { RouteHandle } from "#values/page-query.ts";
import { sessionSchema } from "#model/team.ts";
import { personAction } from "../team-actions.ts";
import { endSessions } from "../team-changes.ts";
import { personLoader } from "../person-data.ts";
import { personMeta, PersonPage } from "../person-page.tsx";

export const handle: RouteHandle = { button: true };

export function loader(args: Route.LoaderArgs) {
  return personLoader(args);
}

/** Ends one session of a person, as far as it shows this company. */
export function action(args: Route.ActionArgs) {
  return personAction(args, sessionSchema, (desk, id, { session }) =>
    endSessions(desk, id, session),
  );
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export function meta({ loaderData }: Route.MetaArgs) {
  return personMeta(loaderData);
}

export default function EndSession({ loaderData, actionData }: Route.ComponentProps) {
  return <PersonPage loaderData={loaderData} actionData={actionData} />;
}
