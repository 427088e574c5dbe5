import type { Route } from "./+types/person";
import { personLoader } from "./person-data.ts";
import { personMeta, PersonPage } from "./person-page.tsx";

export function loader(args: Route.LoaderArgs) {
  return personLoader(args);
}

export function meta({ loaderData }: Route.MetaArgs) {
  return personMeta(loaderData);
}

export default function Person({ loaderData }: Route.ComponentProps) {
  return <PersonPage loaderData={loaderData} actionData={undefined} />;
}
