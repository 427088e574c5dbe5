import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import { Link } from "react-router";
import type { Route } from "./+types/hook";
import { HOOK_BUTTONS, OLD_SECRET_HOURS } from "#model/webhooks.ts";
import { SettingsHead } from "#staff/settings/staff/setting-form.tsx";
import { pageTitle } from "#values/page-title.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { Button } from "#web/ui/button.tsx";
import { ButtonForm } from "#web/ui/button-form.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { OnceField } from "#web/ui/once-field.tsx";
import { DeliveryLog } from "./delivery-log.tsx";
import { answerHook, loadHook } from "./hook-data.ts";
import { HookFields, type HookForm } from "./hook-fields.tsx";
import { HookState } from "./hook-state.tsx";
import { NewSecret } from "./new-secret.tsx";

export const handle: RouteHandle = { button: HOOK_BUTTONS };

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.name ?? "Webhook", loaderData?.failed) }];
}

export function loader({ context, params }: Route.LoaderArgs) {
  return loadHook(context, params.hookId);
}

export function action({ params, ...args }: Route.ActionArgs) {
  return answerHook(args, params.hookId);
}

export default function Webhook({ loaderData, actionData }: Route.ComponentProps) {
  const { name, host, state, deliveries, isChat, list } = loaderData;
  const refused = actionData?.result ?? null;
  const isSave = actionData?.button === "save";
  const [pressedForm] = useForm({ id: "pressed", lastResult: isSave ? null : refused });
  const made = actionData !== undefined && "made" in actionData ? actionData.made : null;
  return (
    <>
      <SettingsHead title={name}>
        <Link to={list} className="inline-flex min-h-6 items-center font-medium text-accent">
          {isChat ? "All channels" : "All webhooks"}
        </Link>
      </SettingsHead>
      <div className="space-y-10">
        {made == null ? null : <NewSecret made={made} />}
        <ErrorSummary errors={pressedForm.errors} fields={[]} />
        <section aria-labelledby="state-title" className="max-w-[44rem]">
          <h2 id="state-title" className="text-lg font-semibold">
            State
          </h2>
          <p className="mt-2 text-sm">
            Sent to {host}. <HookState state={state} />
          </p>
          <div className="mt-4 flex flex-wrap gap-3">
            <ButtonForm button="test">
              <Button look="secondary">Send a test</Button>
            </ButtonForm>
            {state.is === "off" ? (
              <ButtonForm button="start">
                <Button look="secondary">Turn on</Button>
              </ButtonForm>
            ) : (
              <ButtonForm button="stop">
                <Button look="secondary">Turn off</Button>
              </ButtonForm>
            )}
          </div>
        </section>
        <DeliveryLog deliveries={deliveries} canSend={state.is !== "off"} />
        <section aria-labelledby="edit-title" className="max-w-[44rem]">
          <h2 id="edit-title" className="text-lg font-semibold">
            Name, URL and events
          </h2>
          <EditHook shown={loaderData} result={isSave ? refused : null} />
        </section>
        {isChat ? null : <Secret oldSecretUntil={loaderData.oldSecretUntil} />}
        <details>
          <summary className="inline-flex min-h-10 cursor-pointer items-center rounded-md px-3 text-sm font-medium text-red hover:bg-red-soft">
            Remove
          </summary>
          <p className="mt-2 text-sm text-muted">
            Nothing more will be sent, and its log will be deleted.
          </p>
          <ButtonForm button="remove" className="mt-2">
            <Button look="danger">Remove {name}</Button>
          </ButtonForm>
        </details>
      </div>
    </>
  );
}

function Secret({ oldSecretUntil }: { oldSecretUntil: string | null }) {
  return (
    <section aria-labelledby="secret-title" className="max-w-[44rem]">
      <h2 id="secret-title" className="text-lg font-semibold">
        Signing secret
      </h2>
      <p className="mt-2 text-sm text-muted">
        {oldSecretUntil === null
          ? `Messages will be signed with the new secret. For ${OLD_SECRET_HOURS} hours, they’ll also be signed with the current one, so that you have time to update the receiver.`
          : `Until ${oldSecretUntil}, messages are also signed with the previous secret.`}
      </p>
      <ButtonForm button="secret" className="mt-3">
        <Button look="secondary">Generate a new secret</Button>
      </ButtonForm>
    </section>
  );
}

function EditHook({
  shown,
  result,
}: {
  shown: Route.ComponentProps["loaderData"];
  result: SubmissionResult | null;
}) {
  const [form, fields] = useForm<HookForm>({
    id: "webhook",
    lastResult: result,
    defaultValue: {
      name: shown.name,
      url: "",
      types: shown.types,
      details: shown.details ? "on" : "",
    },
    constraint: shown.constraint,
  });
  const { name, url, types, details } = fields;
  return (
    <form
      method="post"
      action={shown.page}
      className="mt-4 space-y-6"
      {...getFormProps(form, { ariaAttributes: false })}
    >
      <OnceField />
      <ErrorSummary errors={form.errors} fields={[name, url, types, details]} />
      <HookFields fields={{ name, url, types, details }} host={shown.host} isChat={shown.isChat} />
      <Button>Save</Button>
    </form>
  );
}
