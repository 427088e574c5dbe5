import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import type * as z from "zod";
import type { mergeSchema, renameSchema } from "../forms/account-forms.ts";
import { selectField, textField } from "#web/forms/fields.ts";
import type { AccountOptions } from "#auth/accounts/store/account-options.server.ts";
import { AccountSearch, useAccountSearch } from "#web/ui/account-search.tsx";
import type { FormConstraint } from "#web/forms/constraint.ts";
import { Button } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { ButtonForm } from "#web/ui/button-form.tsx";

interface OwnPanelProps {
  account: { id: string; name: string };
  others: AccountOptions;
  renamed: SubmissionResult | null;
  merged: SubmissionResult | null;
  constraints: Readonly<Record<"rename" | "merge", FormConstraint>>;
  hasGrants: boolean;
}

/** The account itself: its name, into which other it goes, and the end of all its access. */
export function OwnPanel({
  account,
  others,
  renamed,
  merged,
  constraints,
  hasGrants,
}: OwnPanelProps) {
  const [renameForm, { accountName }] = useForm<z.input<typeof renameSchema>>({
    id: "rename",
    lastResult: renamed,
    constraint: constraints.rename,
    defaultValue: { accountName: account.name },
  });
  const [mergeForm, { into }] = useForm<z.input<typeof mergeSchema>>({
    id: "merge",
    lastResult: merged,
    constraint: constraints.merge,
  });
  const { found, search, action: sentTo } = useAccountSearch(others, account.id);
  return (
    <section aria-labelledby="own-title" className="space-y-8">
      <h2 id="own-title" className="text-lg font-semibold">
        This account
      </h2>
      <ButtonForm
        button="rename"
        {...getFormProps(renameForm, { ariaAttributes: false })}
        className="space-y-4"
      >
        <ErrorSummary errors={renameForm.errors} fields={[accountName]} />
        <TextField {...textField(accountName)} label="Name" />
        <Button look="secondary">Save</Button>
      </ButtonForm>
      {others.options.length === 0 && !others.isLarge ? null : (
        <div>
          <AccountSearch found={found} search={search} label="Find an account" />
          <ButtonForm
            button="merge"
            query={sentTo}
            {...getFormProps(mergeForm, { ariaAttributes: false })}
            className="space-y-4"
          >
            <ErrorSummary errors={mergeForm.errors} fields={[into]} />
            <SelectField
              {...selectField(into)}
              label="Merge into"
              hint="Moves everything to the other account and deletes this one. This can’t be undone."
              options={[
                { value: "", label: "Choose an account" },
                ...found.options.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
            <Button look="secondary">Merge</Button>
          </ButtonForm>
        </div>
      )}
      {hasGrants ? (
        <ButtonForm button="revoke" className="space-y-2">
          <p className="text-sm text-muted">
            Revokes all access immediately and signs everyone out.
          </p>
          <Button look="danger">Revoke all access</Button>
        </ButtonForm>
      ) : null}
    </section>
  );
}
