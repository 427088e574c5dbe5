import type { Route } from "./+types/team-list";
import { teamLoader } from "./team-data.ts";
import { teamMeta, TeamPage } from "./team-page.tsx";

export function loader(args: Route.LoaderArgs) {
  return teamLoader(args);
}

export function meta({ loaderData }: Route.MetaArgs) {
  return teamMeta(loaderData);
}

export default function Team({ loaderData }: Route.ComponentProps) {
  return <TeamPage loaderData={loaderData} actionData={undefined} />;
}
