import { type SubmissionResult, useForm } from "@conform-to/react";
import type { Route } from "./+types/customer-import";
import { stampInSlices } from "#tenancy/history/store/subject.server.ts";
import { servicesContext } from "#platform/context.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { pageTitle } from "#values/page-title.ts";
import { customerImportSchema } from "../forms/access-rules.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { formFailed } from "#web/forms/form.ts";
import { type FormConstraint, formConstraint } from "#web/forms/constraint.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import {
  customerChanges,
  importCustomers,
} from "#access/access-requests/store/customer-domains.server.ts";
import { MAX_CUSTOMERS } from "#model/access-rules/customers.ts";
import { choiceField } from "#web/forms/fields.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Choice, FieldGroup } from "#web/ui/choice-field.tsx";
import { importList } from "#web/table-import/staff/list-import.ts";
import { leftOutWords } from "#web/table-import/staff/rows-on-page.ts";
import { ListImportForm } from "#web/table-import/staff/list-import-form.tsx";
import { AskedTableStep } from "#web/table-import/staff/list-import-steps.tsx";
import { CustomerPreview, previewOf } from "./customer-preview.tsx";
import { CUSTOMER_TABLE } from "../forms/customer-table.ts";
import { CUSTOMER_LOOKS, readCustomerRows, type CustomerRow } from "./customer-rows.ts";

export const handle: RouteHandle = { takesFiles: true };

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Import customers", loaderData?.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  await requireStaff(context, "accounts:review");
  return { failed: formFailed(context), constraint: formConstraint(customerImportSchema) };
}

export async function action(args: Route.ActionArgs) {
  const { org, session } = await requireStaff(args.context, "accounts:review");
  const { store, now } = args.context.get(servicesContext);
  const by = actorOf(args.context, session);
  const customersOf = (rows: readonly CustomerRow[]) =>
    rows.flatMap((row) => ("customer" in row ? [row.customer] : []));
  return importList(args, {
    purpose: "customers",
    schema: customerImportSchema,
    fields: ["how"],
    org,
    by,
    now: now(),
    table: CUSTOMER_TABLE,
    looks: CUSTOMER_LOOKS,
    maxRows: MAX_CUSTOMERS,
    rows: readCustomerRows,
    plan: (db, rows, { how }) => customerChanges(db, org.id, customersOf(rows), how === "replace"),
    stamp: ({ add, change, remove }, { how }) => stampInSlices([how, add, change, remove]),
    show: previewOf,
    async bring(rows, { how }, once) {
      const { add, change, remove } = await store.write(async (trx) => {
        await once.take(trx, { asShown: true });
        return importCustomers(
          { trx, orgId: org.id, by, now: now() },
          customersOf(rows),
          how === "replace",
        );
      });
      const words = `${add.length} added, ${change.length} changed, ${remove.length} removed.`;
      const left = leftOutWords(rows.filter((row) => "fault" in row).length);
      return redirectWithFlash(args.context, "/rules/customers", `${words}${left}`);
    },
    changed: "The list changed since you checked.",
  });
}

const COLUMNS =
  "CSV or XLSX with a header row: domain, and optionally name. Or just domains, one per line. Web addresses work too.";

export default function ImportCustomers({ loaderData, actionData }: Route.ComponentProps) {
  const { result = null, asks = null, preview = null } = actionData ?? {};
  const back = (
    <ButtonLink to="/rules/customers/import" look="secondary">
      Back{" "}
    </ButtonLink>
  );
  return (
    <>
      <h1 className="mb-2 text-2xl font-semibold tracking-tight">Import customers</h1>
      {asks !== null ? (
        <AskedTableStep table={CUSTOMER_TABLE} asks={asks} back={back} />
      ) : preview !== null ? (
        <CustomerPreview preview={preview} back={back} />
      ) : (
        <ImportForm constraint={loaderData.constraint} result={result} />
      )}
    </>
  );
}

function ImportForm({
  constraint,
  result,
}: {
  constraint: FormConstraint;
  result: SubmissionResult | null;
}) {
  const [form, { files, csv, how }] = useForm<Record<"files" | "csv" | "how", string>>({
    id: "import",
    lastResult: result,
    constraint,
    defaultValue: { how: "add" },
  });
  return (
    <ListImportForm
      form={form}
      files={files}
      csv={csv}
      columns={COLUMNS}
      maxRows={MAX_CUSTOMERS}
      choices={[how]}
      cancelTo="/rules/customers"
    >
      <FieldGroup id={how.id} legend="Existing list" errors={how.errors}>
        <Choice
          {...choiceField(how, "add")}
          label="Add these domains"
          hint="Domains that are on the list stay."
        />
        <Choice
          {...choiceField(how, "replace")}
          label="Replace the list"
          hint="Domains not in the file are removed."
        />
      </FieldGroup>
    </ListImportForm>
  );
}
