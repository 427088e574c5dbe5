import { useForm } from "@conform-to/react";
import type * as z from "zod";
import type { Route } from "./+types/import";
import { listAccounts } from "../../../db/accounts.ts";
import { importNda } from "../../../db/nda-signatures.ts";
import { NotFound, Refused } from "../../../db/refusals.ts";
import { servicesContext } from "../../context.ts";
import { dayIn } from "../../domain/dates.ts";
import { importNdaSchema } from "../../domain/nda-forms.ts";
import { pageTitle } from "../../domain/page-title.ts";
import { redirectWithFlash } from "../../middleware/flash.ts";
import { formFailed, readSubmission } from "../../middleware/form.ts";
import { actorOf, requireStaff } from "../../middleware/staff.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Import an NDA", loaderData?.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "accounts:review");
  const accounts = await listAccounts(context.get(servicesContext).store.read, org.id);
  return { failed: formFailed(context), accounts: accounts.map(({ id, name }) => ({ value: id, label: name })) };
}

/** Notes an NDA that was signed elsewhere. */
export async function action({ request, context }: Route.ActionArgs) {
  const { org, session } = await requireStaff(context, "accounts:review");
  const submitted = await readSubmission({ request, context }, importNdaSchema);
  if (!submitted.ok) return submitted.answer;
  const { store, now } = context.get(servicesContext);
  const { accountId, covers, name, email, signedOn, note } = submitted.value;
  if (signedOn > dayIn(now(), org.timeZone)) return submitted.refuse({ fields: { signedOn: ["This day has not come yet"] } });
  try {
    const outside = { accountId, name, email, note, wholeAccount: covers === "account", signedAt: `${signedOn}T12:00:00.000Z` };
    await store.write((trx) => importNda(trx, org.id, outside, actorOf(context, session), now()));
  } catch (error) {
    if (error instanceof NotFound) return submitted.refuse({ fields: { accountId: ["This account is not there any more. Choose again."] } }, { status: 409 });
    if (error instanceof Refused) return submitted.refuse({ fields: { [error.field ?? "email"]: [error.message] } }, { status: error.status });
    return submitted.refuseFor(error);
  }
  return redirectWithFlash(context, "/nda", `The NDA of ${name} was noted.`);
}

export default function ImportNda({ loaderData, actionData }: Route.ComponentProps) {
  const [form, fields] = useForm<z.input<typeof importNdaSchema>>({ id: "import", lastResult: actionData?.result ?? null, defaultValue: { covers: "member" } });
  const { accountId, covers, name, email, signedOn, note } = fields;
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Import an NDA</h1>
      <p className="mt-2 mb-8 max-w-[44rem] text-muted">One that was signed elsewhere. Documents bound to the NDA open for whom it covers.</p>
      <form method="post" id={form.id} className="max-w-[36rem] space-y-6" noValidate>
        <ErrorSummary errors={form.errors} fields={[accountId, covers, name, email, signedOn, note]} />
        <SelectField id={accountId.id} name={accountId.name} label="Account" defaultValue={accountId.initialValue ?? ""} options={[{ value: "", label: "Choose an account" }, ...loaderData.accounts]} errors={accountId.errors} />
        <SelectField id={covers.id} name={covers.name} label="Covers" defaultValue={covers.initialValue ?? "member"} options={[{ value: "member", label: "The member of this address" }, { value: "account", label: "Everybody of the account" }]} errors={covers.errors} />
        <TextField id={name.id} name={name.name} label="Signed by" type="text" required maxLength={200} autoComplete="off" defaultValue={name.initialValue} errors={name.errors} />
        <TextField id={email.id} name={email.name} label="Email" type="text" inputMode="email" required maxLength={320} autoComplete="off" defaultValue={email.initialValue} errors={email.errors} />
        <TextField id={signedOn.id} name={signedOn.name} label="Signed on" hint="Such as 2026-11-20." type="date" required defaultValue={signedOn.initialValue} errors={signedOn.errors} />
        <TextField id={note.id} name={note.name} label="Note" hint="For staff: such as where the paper is kept." type="text" maxLength={1_000} autoComplete="off" defaultValue={note.initialValue} errors={note.errors} />
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
