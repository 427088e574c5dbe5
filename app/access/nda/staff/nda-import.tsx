import { getFormProps, useForm } from "@conform-to/react";
import type * as z from "zod";
import type { Route } from "./+types/nda-import";
import { accountOptions } from "#auth/accounts/store/account-options.server.ts";
import { ACCOUNT_SEARCH, AccountSearch, useAccountSearch } from "#web/ui/account-search.tsx";
import { servicesContext } from "#platform/context.ts";
import { importNdaSchema } from "../forms/nda.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { pageTitle } from "#values/page-title.ts";
import { MAX_RECORD_BYTES } from "#content/files/signed-nda.ts";
import { formFailed } from "#web/forms/form.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { sizeInWords } from "#values/file-size.ts";
import { selectField, textField } from "#web/forms/fields.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { describedBy, FieldFrame, SelectField, TextField } from "#web/ui/field.tsx";
import { importByForm } from "./import-form.ts";
import { OnceField } from "#web/ui/once-field.tsx";

export const handle: RouteHandle = { takesFiles: true };

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Import an NDA", loaderData?.failed) }];
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "accounts:review");
  const { read } = context.get(servicesContext).store;
  const search = url.searchParams.get(ACCOUNT_SEARCH) ?? "";
  return {
    failed: formFailed(context),
    constraint: formConstraint(importNdaSchema),
    maxBytes: MAX_RECORD_BYTES,
    accounts: await accountOptions(read, org.id, search),
  };
}

/** Notes an NDA that was signed elsewhere, with its file where there is one. */
export function action({ request, context }: Route.ActionArgs) {
  return importByForm({ request, context });
}

const FILE_INPUT =
  "block w-full min-h-10 cursor-pointer text-sm text-ink file:me-3 file:min-h-10 file:cursor-pointer file:rounded-md file:border file:border-solid file:border-edge file:bg-surface file:px-4 file:py-2 file:text-sm file:font-medium file:text-ink";

export default function ImportNda({ loaderData, actionData }: Route.ComponentProps) {
  const [form, fields] = useForm<z.input<typeof importNdaSchema>>({
    id: "import",
    lastResult: actionData?.result ?? null,
    constraint: loaderData.constraint,
    defaultValue: { covers: "member" },
  });
  const { found, search, action: sentTo } = useAccountSearch(loaderData.accounts);
  const { accountId, covers, name, email, signedOn, note } = fields;
  const file = {
    id: "import-file",
    errors: actionData?.fileErrors ?? undefined,
    hint: `Optional. A PDF of at most ${sizeInWords(loaderData.maxBytes)}. You can download it from the register. If the form shows an error, choose the file again.`,
  };
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Import an NDA</h1>
      <p className="mt-2 mb-8 max-w-[44rem] text-muted">
        Record an NDA that was signed outside this portal. It unlocks NDA-protected documents for
        the people it covers.
      </p>
      <div className="max-w-[36rem]">
        <AccountSearch found={found} search={search} label="Find an account" />
      </div>
      <form
        method="post"
        action={sentTo}
        encType="multipart/form-data"
        {...getFormProps(form, { ariaAttributes: false })}
        className="max-w-[36rem] space-y-6"
      >
        <OnceField />
        <ErrorSummary
          errors={form.errors}
          fields={[accountId, covers, name, email, signedOn, note, file]}
        />
        <SelectField
          {...selectField(accountId)}
          label="Account"
          options={[
            { value: "", label: "Choose an account" },
            ...found.options.map(({ id, name: label }) => ({ value: id, label })),
          ]}
        />
        <SelectField
          {...selectField(covers)}
          label="Covers"
          options={[
            { value: "member", label: "The member with this address" },
            { value: "account", label: "Everyone in the account" },
          ]}
        />
        <TextField {...textField(name)} label="Signed by" autoComplete="off" />
        <TextField {...textField(email)} label="Email" inputMode="email" autoComplete="off" />
        <TextField
          {...textField(signedOn)}
          label="Signed on"
          hint="Such as 2026-11-20."
          type="date"
        />
        <TextField
          {...textField(note)}
          label="Note"
          hint="For your team, e.g. where the original is stored."
          autoComplete="off"
        />
        <FieldFrame id={file.id} label="Signed PDF" hint={file.hint} errors={file.errors}>
          <input
            id={file.id}
            name="file"
            type="file"
            accept=".pdf,application/pdf"
            aria-invalid={file.errors?.length ? true : undefined}
            aria-describedby={describedBy(file)}
            className={FILE_INPUT}
          />
        </FieldFrame>
        <div className="flex flex-wrap gap-3">
          <Button>Import</Button>{" "}
          <ButtonLink to="/nda" look="secondary">
            Cancel
          </ButtonLink>
        </div>
      </form>
    </>
  );
}
