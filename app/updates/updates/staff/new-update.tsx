import type { Route } from "./+types/new-update";
import { newId } from "#db/ids.ts";
import { servicesContext } from "#platform/context.ts";
import { pageTitle } from "#values/page-title.ts";
import { formFailed } from "#web/forms/form.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { emptyFields, formChoices } from "./form-data.ts";
import { FormFrame } from "./form-frame.tsx";
import { saveUpdate } from "./save.ts";
import { updateAboutDocument } from "../store/about-document.server.ts";
import { UpdateForm } from "./update-form.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("New update", loaderData?.failed) }];
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { org, permissions } = await requireStaff(context, "updates:publish");
  const { store } = context.get(servicesContext);
  const documentId = url.searchParams.get("document");
  const about =
    documentId === null || !permissions.has("files:view")
      ? null
      : await updateAboutDocument(store.read, org, documentId);
  return {
    choices: await formChoices(store.read, org),
    values: { ...emptyFields(newId()), ...about },
    needSecondPerson: org.customization.updatesNeedSecondPerson,
    orgName: org.name,
    failed: formFailed(context),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  return saveUpdate({
    request,
    context,
    staff: await requireStaff(context, "updates:publish"),
    topicId: null,
  });
}

export default function NewUpdate({ loaderData, actionData }: Route.ComponentProps) {
  const { choices, values, needSecondPerson, orgName } = loaderData;
  return (
    <FormFrame
      title="New update"
      lead={`Starts a new topic in ${orgName}’s ${choices.portalTitle}.`}
      back={{ to: "/updates", label: "Updates" }}
    >
      <UpdateForm
        choices={choices}
        values={values}
        result={actionData?.result ?? null}
        followsUp={false}
        needSecondPerson={needSecondPerson}
        cancel="/updates"
      />
    </FormFrame>
  );
}
