import { type SubmissionResult, getFormProps, useForm } from "@conform-to/react";
import { data } from "react-router";
import type * as z from "zod";
import type { Route } from "./+types/customer-import";
import { stampInSlices } from "#web/history/store/subject.server.ts";
import { removeStagedFile } from "#web/table-import/store/staged-files.server.ts";
import type { Reader } from "#db/store.ts";
import { servicesContext } from "#platform/context.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { pageTitle } from "#values/page-title.ts";
import { customerImportSchema } from "../forms/access-rules.ts";
import { UnreadableTable } from "#platform/files/tables/csv-table.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import {
  type FormAnswer,
  answering,
  formFailed,
  markFormFailed,
  notFound,
} from "#web/forms/form.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { type StaffInOrg, actorOf, requireStaff } from "#auth/current-staff.ts";
import { type ImportSource, withImport } from "#web/table-import/staff/import-source.ts";
import {
  customerChanges,
  importCustomers,
} from "#access/access-requests/store/customer-domains.server.ts";
import { MAX_CUSTOMERS } from "#model/access-rules/customers.ts";
import { choiceField } from "#web/forms/fields.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Choice, FieldGroup } from "#web/ui/choice-field.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { ImportFields, importFaults } from "#web/table-import/staff/import-fields.tsx";
import { CustomerPreview, previewOf, type Preview } from "./customer-preview.tsx";
import { readCustomerRows, type CustomerRow } from "./customer-rows.ts";
import { OnceField } from "#web/ui/once-field.tsx";

export const handle: RouteHandle = { takesFiles: true };

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Import customers", loaderData?.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  await requireStaff(context, "accounts:review");
  return { failed: formFailed(context), constraint: formConstraint(customerImportSchema) };
}

export async function action(args: Route.ActionArgs) {
  const staff = await requireStaff(args.context, "accounts:review");
  const importing = {
    purpose: "customers",
    schema: customerImportSchema,
    fields: ["how"],
    org: staff.org,
    by: actorOf(args.context, staff.session),
    now: args.context.get(servicesContext).now(),
  } as const;
  return withImport(
    args,
    importing,
    (answer) => shown(answer),
    (source) => bringIn(args, staff, source),
  );
}

/** What would happen is not what was shown. */
class NotAsShown extends Error {}

/**
 * First shows what the rows would change; the second form names them, as they wait here, and does
 * it. When they would change something else by then, that is shown anew.
 */
async function bringIn(
  { context }: Route.ActionArgs,
  { org, session }: StaffInOrg,
  source: ImportSource<z.output<typeof customerImportSchema>>,
): Promise<Response | ReturnType<typeof shown>> {
  const { submitted, text, fileName, input } = source;
  const { step, how, staged, stamp } = submitted.value;
  const { store, now } = context.get(servicesContext);
  const rows = await answering(submitted, () => readCustomerRows(text), {
    answers: (error, { refuse }) =>
      error instanceof UnreadableTable
        ? refuse({ fields: { [input]: [error.message] } })
        : undefined,
  });
  if (!Array.isArray(rows)) return shown(rows);
  const customers = rows.flatMap((row: CustomerRow) => ("customer" in row ? [row.customer] : []));
  const changesIn = (db: Reader) => customerChanges(db, org.id, customers, how === "replace");
  const stampFor = ({ add, change, remove }: Awaited<ReturnType<typeof changesIn>>) =>
    stampInSlices([how, add, change, remove]);
  const preview = async (id: string, note: string | null) => {
    const changes = await changesIn(store.read);
    const waiting = { stamp: await stampFor(changes), staged: id, fileName, how, note };
    return previewOf(rows, changes, waiting);
  };
  // Only what was shown is done; the rows of a form that names no file are shown first.
  if (step === "preview" || staged === undefined)
    return data({ result: null, preview: await preview(await source.stage(), null) });
  const bring = async () => {
    const { add, change, remove } = await store.write(async (trx) => {
      if ((await stampFor(await changesIn(trx))) !== stamp) throw new NotAsShown();
      // Sent twice, it is done once.
      if (!(await removeStagedFile(trx, org.id, staged))) throw notFound();
      const by = actorOf(context, session);
      return importCustomers(trx, org.id, customers, how === "replace", by, now());
    });
    const words = `${add.length} added, ${change.length} changed, ${remove.length} removed.`;
    return { page: redirectWithFlash(context, "/rules/customers", words) };
  };
  const brought = await answering(submitted, bring, {
    async answers(error) {
      if (!(error instanceof NotAsShown)) return undefined;
      markFormFailed(context);
      const anew = await preview(
        staged,
        "Something has changed. Nothing was imported: below is what would happen now.",
      );
      return { page: data({ result: null, preview: anew }, { status: 409 }) };
    },
  });
  return "page" in brought ? brought.page : shown(brought);
}

function shown(answer: FormAnswer) {
  return data<{ result: SubmissionResult | null; preview: Preview | null }>(
    { result: answer.data.result, preview: null },
    answer.init ?? undefined,
  );
}

const COLUMNS =
  "CSV with a header row: domain, and optionally name. Or just domains, one per line. Web addresses work too.";

export default function ImportCustomers({ loaderData, actionData }: Route.ComponentProps) {
  const preview = actionData?.preview ?? null;
  const [form, { files, csv, how }] = useForm<Record<"files" | "csv" | "how", string>>({
    id: "import",
    lastResult: actionData?.result ?? null,
    constraint: loaderData.constraint,
    defaultValue: { how: "add" },
  });
  const errors = { files: files.errors, csv: csv.errors };
  const faults = importFaults(errors);
  return (
    <>
      <h1 className="mb-2 text-2xl font-semibold tracking-tight">Import customers</h1>
      {preview === null ? (
        <form
          method="post"
          encType="multipart/form-data"
          className="max-w-[44rem] space-y-6"
          {...getFormProps(form, { ariaAttributes: false })}
        >
          <OnceField />
          <p className="text-muted">
            The next page shows what would happen. Nothing changes until you confirm.
          </p>
          <ErrorSummary
            errors={[...(form.errors ?? []), ...faults.errors]}
            fields={[...faults.fields, how]}
          />
          <input type="hidden" name="step" value="preview" />
          <ImportFields
            columns={COLUMNS}
            maxRows={MAX_CUSTOMERS}
            csv={csv.initialValue}
            errors={errors}
          />
          <FieldGroup id={how.id} legend="The list after it" errors={how.errors}>
            <Choice
              {...choiceField(how, "add")}
              label="Add these domains"
              hint="Domains that are on the list stay."
            />
            <Choice
              {...choiceField(how, "replace")}
              label="Replace the list"
              hint="Domains that these rows don’t name are removed."
            />
          </FieldGroup>
          <div className="flex flex-wrap gap-3">
            <Button>Next</Button>{" "}
            <ButtonLink to="/rules/customers" look="secondary">
              Cancel
            </ButtonLink>
          </div>
        </form>
      ) : (
        <CustomerPreview preview={preview} />
      )}
    </>
  );
}
