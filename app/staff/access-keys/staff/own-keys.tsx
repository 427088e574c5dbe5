import { Link } from "react-router";
import type { Route } from "./+types/own-keys";
import { KEY_BUTTONS } from "#model/access-keys.ts";
import { pageTitle } from "#values/page-title.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { KeysView } from "#web/keys/keys-view.tsx";
import { answerKeys, loadKeys } from "./keys-data.ts";

export const handle: RouteHandle = { button: KEY_BUTTONS };

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Your keys", loaderData?.failed) }];
}

export function loader({ context }: Route.LoaderArgs) {
  return loadKeys(context, "own");
}

export function action(args: Route.ActionArgs) {
  return answerKeys(args, "own");
}

export default function OwnKeys({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="mx-auto w-full max-w-[64rem]">
      <div className="mb-8">
        <h1 className="text-2xl font-semibold tracking-tight">Your keys</h1>
        <p className="mt-2 max-w-[44rem] text-muted">
          With a key, your programs call {loaderData.orgName}’s API in your name. Your keys stop
          working when you leave the team.
        </p>
        <p className="mt-2">
          <Link to="/account" className="inline-flex min-h-6 items-center font-medium text-accent">
            Your account
          </Link>
        </p>
      </div>
      <KeysView shown={loaderData} answer={actionData} />
    </div>
  );
}
