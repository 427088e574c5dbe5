import type { Route } from "./+types/follow-up";
import { newId } from "#db/ids.ts";
import { findTopic } from "../store/topics.server.ts";
import { servicesContext } from "#platform/context.ts";
import { pageTitle } from "#values/page-title.ts";
import { formFailed, notFound } from "#web/forms/form.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { emptyFields, formChoices } from "./form-data.ts";
import { FormFrame } from "./form-frame.tsx";
import { saveUpdate } from "./save.ts";
import { UpdateForm } from "./update-form.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Follow-up", loaderData?.failed) }];
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "updates:publish");
  const { store } = context.get(servicesContext);
  const topic = await findTopic(store.read, org.id, params.topicId);
  if (topic === null) throw notFound();
  return {
    topic: { id: topic.id, subject: topic.subject },
    choices: await formChoices(store.read, org),
    values: emptyFields(newId()),
    needSecondPerson: org.customization.updatesNeedSecondPerson,
    failed: formFailed(context),
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  return saveUpdate({
    request,
    context,
    staff: await requireStaff(context, "updates:publish"),
    topicId: params.topicId,
  });
}

export default function FollowUp({ loaderData, actionData }: Route.ComponentProps) {
  const { topic, choices, values, needSecondPerson } = loaderData;
  const back = `/updates/topics/${topic.id}`;
  return (
    <FormFrame
      title="Follow-up"
      lead={`The next update on “${topic.subject}”.`}
      back={{ to: back, label: topic.subject }}
    >
      <UpdateForm
        choices={choices}
        values={values}
        result={actionData?.result ?? null}
        followsUp
        needSecondPerson={needSecondPerson}
        cancel={back}
      />
    </FormFrame>
  );
}
