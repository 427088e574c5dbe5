import { getFormProps, useForm } from "@conform-to/react";
import { data } from "react-router";
import type { Route } from "./+types/hook-list";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import { newHookSchema } from "#company/webhooks/forms/hook-form.ts";
import { HOOKS_PAGE } from "#model/webhooks.ts";
import { servicesContext } from "#platform/context.ts";
import { SettingsHead } from "#staff/settings/staff/setting-form.tsx";
import { pageTitle } from "#values/page-title.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { formAction, formFailed } from "#web/forms/form.ts";
import { Button } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { OnceField } from "#web/ui/once-field.tsx";
import { HookFields, type HookForm } from "./hook-fields.tsx";
import { addSealedHook, shownHooks } from "./hook-list.server.ts";
import { HookTable } from "./hook-table.tsx";
import { NewSecret } from "./new-secret.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Webhooks", loaderData?.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "settings:edit");
  const { store } = context.get(servicesContext);
  const hooks = await shownHooks(store.read, org, "webhooks");
  return {
    failed: formFailed(context),
    constraint: formConstraint(newHookSchema),
    hooks,
  };
}

/** Adds a webhook; its secret is in this answer alone. */
export async function action({ request, context }: Route.ActionArgs) {
  const { org, session } = await requireStaff(context, "settings:edit");
  const adding = { orgId: org.id, by: actorOf(context, session) };
  const answer = await formAction({ request, context }, newHookSchema, async (submitted) => {
    const value = { ...submitted.value, kind: "webhook" as const };
    const added = await addSealedHook(context.get(servicesContext), adding, value);
    if ("fault" in added) return submitted.refuse({ fields: { url: [added.fault] } });
    return { made: { name: value.name, secret: added.secret } };
  });
  return "made" in answer
    ? { result: null, made: answer.made }
    : data({ result: answer.data.result, made: null }, answer.init ?? undefined);
}

export default function Webhooks({ loaderData, actionData }: Route.ComponentProps) {
  const { hooks, constraint } = loaderData;
  const made = actionData?.made ?? null;
  return (
    <>
      <SettingsHead title="Webhooks">
        A webhook tells your own program what happens in your trust center. Messages follow Standard
        Webhooks, arrive in order, and are tried again for three days.
      </SettingsHead>
      <div className="space-y-10">
        {made === null ? null : <NewSecret made={made} />}
        <HookTable
          label="List of webhooks"
          empty={{
            title: "No webhooks yet",
            subtitle: "Add a webhook to tell your program what happens.",
          }}
          hooks={hooks}
        />
        <section aria-labelledby="add-title" className="max-w-[44rem]">
          <h2 id="add-title" className="text-lg font-semibold">
            Add a webhook
          </h2>
          <NewHook
            key={made?.secret ?? ""}
            constraint={constraint}
            result={actionData?.result ?? null}
          />
        </section>
      </div>
    </>
  );
}

function NewHook({
  constraint,
  result,
}: Pick<Route.ComponentProps["loaderData"], "constraint"> &
  Pick<NonNullable<Route.ComponentProps["actionData"]>, "result">) {
  const [form, fields] = useForm<HookForm>({ id: "webhook", lastResult: result, constraint });
  const { name, url, types, details } = fields;
  return (
    <form
      method="post"
      action={HOOKS_PAGE}
      className="mt-4 space-y-6"
      {...getFormProps(form, { ariaAttributes: false })}
    >
      <OnceField />
      <ErrorSummary errors={form.errors} fields={[name, url, types, details]} />
      <HookFields fields={{ name, url, types, details }} host={null} />
      <Button>Add webhook</Button>
    </form>
  );
}
