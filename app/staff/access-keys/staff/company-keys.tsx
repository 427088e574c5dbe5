import type { Route } from "./+types/company-keys";
import { KEY_BUTTONS } from "#model/access-keys.ts";
import { SettingsHead } from "#staff/settings/staff/setting-form.tsx";
import { pageTitle } from "#values/page-title.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { KeysView } from "#web/keys/keys-view.tsx";
import { answerKeys, loadKeys } from "./keys-data.ts";

export const handle: RouteHandle = { button: KEY_BUTTONS };

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Keys", loaderData?.failed) }];
}

export function loader({ context }: Route.LoaderArgs) {
  return loadKeys(context, "company");
}

export function action(args: Route.ActionArgs) {
  return answerKeys(args, "company");
}

export default function CompanyKeys({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <SettingsHead title="Keys">
        Programs call {loaderData.orgName}’s API with a key. Owners and admins can see and revoke
        every key here. A key can never do more than the person who added it.
      </SettingsHead>
      <KeysView shown={loaderData} answer={actionData} />
    </>
  );
}
