import { getFormProps, useForm } from "@conform-to/react";
import { data } from "react-router";
import type { Route } from "./+types/chat-list";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import { newChannelSchema } from "#company/webhooks/forms/hook-form.ts";
import { CHANNELS_PAGE, CHAT_KINDS, KIND_NAMES } from "#model/webhooks.ts";
import { servicesContext } from "#platform/context.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { SettingsHead } from "#staff/settings/staff/setting-form.tsx";
import { pageTitle } from "#values/page-title.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { choiceField } from "#web/forms/fields.ts";
import { formAction, formFailed } from "#web/forms/form.ts";
import { Button } from "#web/ui/button.tsx";
import { Choice, FieldGroup } from "#web/ui/choice-field.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { OnceField } from "#web/ui/once-field.tsx";
import { HookFields, type HookForm } from "./hook-fields.tsx";
import { addSealedHook, shownHooks } from "./hook-list.server.ts";
import { HookTable } from "./hook-table.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Chat", loaderData?.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "settings:edit");
  const { store } = context.get(servicesContext);
  const hooks = await shownHooks(store.read, org, "channels");
  return {
    failed: formFailed(context),
    constraint: formConstraint(newChannelSchema),
    hooks,
  };
}

/** Adds a channel. */
export async function action({ request, context }: Route.ActionArgs) {
  const { org, session } = await requireStaff(context, "settings:edit");
  const adding = { orgId: org.id, by: actorOf(context, session) };
  const answer = await formAction({ request, context }, newChannelSchema, async (submitted) => {
    const { value } = submitted;
    const added = await addSealedHook(context.get(servicesContext), adding, value);
    if ("fault" in added) return submitted.refuse({ fields: { url: [added.fault] } });
    return redirectWithFlash(context, `/settings/webhooks/${added.id}`, `${value.name} was added.`);
  });
  return answer instanceof Response
    ? answer
    : data({ result: answer.data.result }, answer.init ?? undefined);
}

export default function Chat({ loaderData, actionData }: Route.ComponentProps) {
  const { hooks, constraint } = loaderData;
  const [form, fields] = useForm<HookForm & { kind: string }>({
    id: "channel",
    lastResult: actionData?.result ?? null,
    constraint,
  });
  const { name, url, types, details, kind } = fields;
  return (
    <>
      <SettingsHead title="Chat">
        Tell your team what’s waiting in a Slack or Teams channel. Links lead to your private area.
        Nothing can be decided in the channel itself.
      </SettingsHead>
      <div className="space-y-10">
        <HookTable
          label="List of channels"
          empty={{
            title: "No channels yet",
            subtitle: "Add a channel so that your team sees what’s waiting.",
          }}
          hooks={hooks}
        />
        <section aria-labelledby="add-title" className="max-w-[44rem]">
          <h2 id="add-title" className="text-lg font-semibold">
            Add a channel
          </h2>
          <form
            method="post"
            action={CHANNELS_PAGE}
            className="mt-4 space-y-6"
            {...getFormProps(form, { ariaAttributes: false })}
          >
            <OnceField />
            <ErrorSummary errors={form.errors} fields={[kind, name, url, types, details]} />
            <FieldGroup id={kind.id} legend="Where it is" errors={kind.errors}>
              {CHAT_KINDS.map((one) => (
                <Choice key={one} {...choiceField(kind, one)} label={KIND_NAMES[one]} />
              ))}
            </FieldGroup>
            <HookFields fields={{ name, url, types, details }} host={null} isChat />
            <Button>Add channel</Button>
          </form>
        </section>
      </div>
    </>
  );
}
