import { getFormProps, useForm } from "@conform-to/react";
import type * as z from "zod";
import type { Route } from "./+types/new-account";
import { servicesContext } from "#platform/context.ts";
import { addByHand } from "../by-hand.server.ts";
import { newAccountSchema } from "../forms/account-forms.ts";
import { pageTitle } from "#values/page-title.ts";
import { pastEnd } from "#access/access-requests/forms/review-forms.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { formAction, formFailed } from "#web/forms/form.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { textField } from "#web/forms/fields.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Choice } from "#web/ui/choice-field.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { TextField } from "#web/ui/field.tsx";
import { grantChoices } from "#access/access-requests/staff/grant-choices.ts";
import { GrantFields, MessageField } from "#access/access-requests/staff/grant-fields.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

/** The fields that a message can belong to, as they stand on the page. */
const FIELDS = [
  "accountName",
  "email",
  "firstName",
  "lastName",
  "profileId",
  "productIds",
  "expires",
  "expiresOn",
  "expiresIn",
  "nda",
  "message",
] as const;

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Add account", loaderData?.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "accounts:review");
  const { store, now } = context.get(servicesContext);
  return {
    choices: await grantChoices(store.read, org, now()),
    failed: formFailed(context),
    constraint: formConstraint(newAccountSchema),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { org, session } = await requireStaff(context, "accounts:review");
  return formAction(
    { request, context },
    newAccountSchema,
    async (submitted) => {
      const { value } = submitted;
      const now = context.get(servicesContext).now();
      const past = pastEnd(value, org.timeZone, now);
      if (past !== null) return submitted.refuse({ fields: { expiresOn: [past] } });
      const { store, config } = context.get(servicesContext);
      const by = actorOf(context, session);
      const id = await store.write((trx) =>
        addByHand({ trx, orgId: org.id, by, now }, { org, config }, value),
      );
      const told =
        value.tell === undefined
          ? "No email was sent. The person can sign in with their address."
          : "We’ll email the person.";
      return redirectWithFlash(context, `/accounts/${id}`, `Added ${value.accountName}. ${told}`);
    },
    { gone: "An account, profile or product you chose was deleted. Choose another." },
  );
}

export default function NewAccount({ loaderData, actionData }: Route.ComponentProps) {
  const { choices } = loaderData;
  const [form, fields] = useForm<z.input<typeof newAccountSchema>>({
    id: "account",
    lastResult: actionData?.result ?? null,
    constraint: loaderData.constraint,
    defaultValue: {
      profileId: choices.profiles.length === 1 ? choices.profiles[0]?.id : "",
      productIds:
        choices.products.length === 1 ? choices.products.map((product) => product.id) : [],
      tell: "on",
    },
  });
  const { accountName, email, firstName, lastName, message, tell } = fields;
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Add account</h1>
      <p className="mt-2 mb-8 text-muted">
        Give a company access without a request. Its first member signs in by email.
      </p>
      <form
        method="post"
        className="max-w-[36rem] space-y-6"
        {...getFormProps(form, { ariaAttributes: false })}
      >
        <OnceField />
        <ErrorSummary errors={form.errors} fields={FIELDS.map((name) => fields[name])} />
        <TextField {...textField(accountName)} label="Account" autoComplete="off" />
        <TextField {...textField(email)} label="Email" type="email" autoComplete="off" />
        <TextField {...textField(firstName)} label="First name" autoComplete="off" />
        <TextField {...textField(lastName)} label="Last name" autoComplete="off" />
        <GrantFields fields={fields} choices={choices} />
        <Choice
          id={tell.id}
          type="checkbox"
          name={tell.name}
          defaultChecked={tell.initialValue === "on"}
          label="Tell them by email"
        />
        <MessageField field={message} label="Message" hint="Optional. Included in that email." />
        <div className="flex flex-wrap gap-3">
          <Button>Add account</Button>{" "}
          <ButtonLink to="/accounts" look="secondary">
            Cancel
          </ButtonLink>
        </div>
      </form>
    </>
  );
}
