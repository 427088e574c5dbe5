import { getFormProps, useForm } from "@conform-to/react";
import type { Route } from "./+types/add";
import { servicesContext } from "#platform/context.ts";
import { importOutcome } from "../store/subscriber-imports.server.ts";
import { pageTitle } from "#values/page-title.ts";
import { addSubscriberSchema, consentOf } from "../forms/subscribers.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { formFailed, formAction } from "#web/forms/form.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { textField } from "#web/forms/fields.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { TextField } from "#web/ui/field.tsx";
import { bringAlong } from "./bring-along.ts";
import { ConsentFields, MAIL_CHOICE_ID } from "./consent-fields.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Add subscriber", loaderData?.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  await requireStaff(context, "updates:publish");
  return { failed: formFailed(context), constraint: formConstraint(addSubscriberSchema) };
}

const REFUSED = {
  subscribed: "This address is already subscribed.",
  unsubscribed: "This person unsubscribed. Only they can subscribe again, on your portal.",
  blocked: "This address is blocked. Unblock it first.",
} as const;

export async function action({ request, context }: Route.ActionArgs) {
  const staff = await requireStaff(context, "updates:publish");
  return formAction({ request, context }, addSubscriberSchema, async (submitted) => {
    const { email: address } = submitted.value;
    const consent = consentOf(submitted.value);
    const { read } = context.get(servicesContext).store;
    const outcome = await importOutcome(read, staff.org.id, address, consent !== null);
    if (outcome !== "add" && outcome !== "confirm")
      return submitted.refuse({ fields: { email: [REFUSED[outcome]] } }, { status: 409 });
    await bringAlong(context, staff, [{ address, preferences: null }], {
      consent,
      source: "staff",
    });
    return redirectWithFlash(
      context,
      "/subscribers",
      consent === null
        ? `${address.email} was asked to confirm.`
        : `${address.email} is subscribed.`,
    );
  });
}

export default function AddSubscriber({ loaderData, actionData }: Route.ComponentProps) {
  const [form, { email, agreement, consent }] = useForm<
    Record<"email" | "agreement" | "consent", string>
  >({
    id: "subscriber",
    lastResult: actionData?.result ?? null,
    constraint: loaderData.constraint,
  });
  return (
    <div className="max-w-[40rem]">
      <h1 className="mb-8 text-2xl font-semibold tracking-tight">Add subscriber</h1>
      <form method="post" className="space-y-6" {...getFormProps(form, { ariaAttributes: false })}>
        <OnceField />
        <ErrorSummary
          errors={form.errors}
          fields={[email, { id: MAIL_CHOICE_ID, errors: agreement.errors }, consent]}
        />
        <TextField {...textField(email)} type="email" label="Email" maxLength={320} />
        <ConsentFields agreement={agreement} consent={consent} />
        <div className="flex flex-wrap gap-3">
          <Button>Save</Button>{" "}
          <ButtonLink to="/subscribers" look="secondary">
            Cancel
          </ButtonLink>
        </div>
      </form>
    </div>
  );
}
