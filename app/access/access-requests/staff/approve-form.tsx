import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import type * as z from "zod";
import { NEW_ACCOUNT, type approveSchema } from "../forms/review-forms.ts";
import type { AccountOptions } from "#auth/accounts/store/account-options.server.ts";
import { AccountSearch, useAccountSearch } from "#web/ui/account-search.tsx";
import { selectField, textField } from "#web/forms/fields.ts";
import type { FormConstraint } from "#web/forms/constraint.ts";
import { Button } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { GrantFields, HeldField, MessageField, type GrantChoices } from "./grant-fields.tsx";
import type { Suggestion } from "../rules/suggestion.ts";
import type { AccessPreset } from "../store/access-presets.server.ts";
import type { HeldAccess } from "./held-access.ts";
import { ButtonForm } from "#web/ui/button-form.tsx";
import { Folded } from "./folded.tsx";

export interface ApproveData {
  companyName: string;
  /** The products that were asked for. */
  asked: readonly string[];
  /** What is likely right, and with it the account that is chosen at first. */
  suggestion: Suggestion;
  accounts: AccountOptions;
  /** Those of the person's own mail domain. */
  sameDomain: readonly string[];
  choices: GrantChoices;
  /** Decisions with a name. */
  presets: readonly AccessPreset[];
  /** Whether another request waits, and opens after a decision. */
  next: { opens: boolean } | null;
  /** The accounts are searched. */
  searches: boolean;
  /** What the accounts that it may go into have now. */
  held: readonly HeldAccess[];
  /** The person has access, which shall last longer. */
  extends: boolean;
  /** The profile that they have. */
  profileId: string | null;
}

/** Lets the person in, on terms of their own: folded where a preset does with one press. */
export function ApproveForm({
  form: data,
  constraint,
  result,
}: {
  constraint: FormConstraint;
  form: ApproveData;
  result: SubmissionResult | null;
}) {
  const [form, fields] = useForm<z.input<typeof approveSchema>>({
    id: "approve",
    lastResult: result,
    constraint,
    defaultValue: {
      account: data.suggestion.account ?? NEW_ACCOUNT,
      accountName: data.companyName,
      productIds: [...data.asked],
      profileId:
        data.profileId ?? (data.choices.profiles.length === 1 ? data.choices.profiles[0]?.id : ""),
      held: data.extends ? "replace" : "keep",
      nda: "required",
    },
  });
  const {
    account,
    accountName,
    profileId,
    productIds,
    expiresOn,
    expiresIn,
    nda,
    held,
    message,
    presetName,
  } = fields;
  const { found, search, action: sentTo } = useAccountSearch(data.accounts);
  // What is likely stays first, whatever is looked for.
  const isNear = ({ id }: { id: string }) =>
    data.sameDomain.includes(id) || id === data.suggestion.account;
  const near = data.accounts.options.filter(isNear);
  const listed = [...near, ...found.options.filter((option) => !isNear(option))];
  const options = [
    { value: NEW_ACCOUNT, label: "A new account" },
    ...listed.map(({ id, name }) => ({
      value: id,
      label: data.sameDomain.includes(id) ? `${name} (same email domain)` : name,
    })),
  ];
  return (
    <Folded
      title={data.presets.length === 0 ? "Approve" : "Approve with other terms"}
      isOpen={data.presets.length === 0 || data.searches || result !== null}
    >
      <AccountSearch found={found} search={search} label="Find an account" />
      <ButtonForm
        button="approve"
        query={sentTo}
        {...getFormProps(form, { ariaAttributes: false })}
        className="space-y-6"
      >
        <ErrorSummary
          errors={form.errors}
          fields={[
            account,
            accountName,
            profileId,
            productIds,
            expiresOn,
            expiresIn,
            nda,
            held,
            message,
            presetName,
          ]}
        />
        <SelectField {...selectField(account)} label="Account" options={options} data-key="e" />
        <div className="[form:not(:has([name=account]>[value=new]:checked))_&]:hidden">
          <TextField
            {...textField(accountName)}
            label="Name of the new account"
            hint="Used only for a new account."
            type="text"
            maxLength={100}
          />
        </div>
        <GrantFields fields={fields} choices={data.choices} />
        <div className="[form:has([name=account]>[value=new]:checked)_&]:hidden">
          <HeldField field={held} held={data.held} />
        </div>
        <MessageField
          field={message}
          label="Message"
          hint="Optional. Included in the approval email."
        />
        <TextField
          {...textField(presetName)}
          label="Save as a preset"
          hint="Optional. Saves the profile, expiry and NDA choice under a name, such as “Standard prospect”, so you can reuse them."
          type="text"
          autoComplete="off"
        />
        <Button className="w-full" data-key={data.presets.length === 0 ? "a" : undefined}>
          Approve
        </Button>
      </ButtonForm>
    </Folded>
  );
}
