import { type SubmissionResult, useForm } from "@conform-to/react";
import type { Route } from "./+types/subscriber-import";
import { stampInSlices } from "#tenancy/history/store/subject.server.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import type { Reader } from "#db/store.ts";
import { importOutcomes } from "../store/subscriber-imports.server.ts";
import { servicesContext } from "#platform/context.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { pageTitle } from "#values/page-title.ts";
import { consentOf, importSchema } from "../forms/subscribers.ts";
import { SUBSCRIBER_TABLE } from "../forms/subscriber-table.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { formFailed } from "#web/forms/form.ts";
import { type FormConstraint, formConstraint } from "#web/forms/constraint.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import { bringAlong } from "./bring-along.ts";
import { ImportPreview, type PreviewRow, previewOf } from "./import-preview.tsx";
import { type ImportRow, readImportRows, SUBSCRIBER_LOOKS } from "./import-rows.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { MAX_IMPORT_ROWS } from "#web/table-import/forms/table-import.ts";
import { importList } from "#web/table-import/staff/list-import.ts";
import { ListImportForm } from "#web/table-import/staff/list-import-form.tsx";
import { AskedTableStep } from "#web/table-import/staff/list-import-steps.tsx";
import { ConsentFields, MAIL_CHOICE_ID } from "./consent-fields.tsx";

export const handle: RouteHandle = { takesFiles: true };

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Import subscribers", loaderData?.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  await requireStaff(context, "updates:publish");
  return { failed: formFailed(context), constraint: formConstraint(importSchema) };
}

export async function action(args: Route.ActionArgs) {
  const staff = await requireStaff(args.context, "updates:publish");
  const { store, now } = args.context.get(servicesContext);
  const { org } = staff;
  return importList(args, {
    purpose: "subscribers",
    schema: importSchema,
    fields: ["agreement", "consent"],
    org,
    by: actorOf(args.context, staff.session),
    now: now(),
    table: SUBSCRIBER_TABLE,
    looks: SUBSCRIBER_LOOKS,
    maxRows: MAX_IMPORT_ROWS,
    rows: async (table) => readImportRows(table, await listProducts(store.read, org.id)),
    plan: (db, rows, value) => judge(db, org.id, rows, consentOf(value) !== null),
    stamp: (outcomes, { agreement }) =>
      stampInSlices([agreement, outcomes.map(({ row, outcome }) => [row, outcome])]),
    show: (_, outcomes, { agreement }) => previewOf(outcomes, agreement),
    async bring(rows, value, once) {
      const consent = consentOf(value);
      const addressed = rows.filter(
        (row): row is Extract<ImportRow, { address: unknown }> => "address" in row,
      );
      const counts = await bringAlong(args.context, staff, addressed, {
        consent,
        source: "import",
        first: (trx) => once.take(trx, { asShown: true }),
      });
      const words = doneWords(counts.add + counts.confirm, rows.length, consent !== null);
      return redirectWithFlash(args.context, "/subscribers", words);
    },
    changed: "The list changed since you checked.",
  });
}

/** What would happen to each row of the file. */
async function judge(
  db: Reader,
  orgId: string,
  rows: readonly ImportRow[],
  agreed: boolean,
): Promise<PreviewRow[]> {
  const addresses = rows.flatMap((row) => ("address" in row ? [row.address] : []));
  const outcomes = await importOutcomes(db, orgId, addresses, agreed);
  return rows.map((row) => ({
    row: row.row,
    text: row.text,
    outcome: "fault" in row ? { fault: row.fault } : (outcomes.get(row.address.key) ?? "add"),
  }));
}

function doneWords(done: number, rows: number, subscribed: boolean): string {
  const who = done === 1 ? "1 person" : `${done} people`;
  const what = subscribed
    ? `${who} ${done === 1 ? "is" : "are"} subscribed`
    : `${who} ${done === 1 ? "was" : "were"} asked to confirm`;
  const skipped = rows - done;
  return `${what}${skipped === 0 ? "." : `. ${skipped === 1 ? "1 row was" : `${skipped} rows were`} skipped.`}`;
}

export default function ImportSubscribers({ loaderData, actionData }: Route.ComponentProps) {
  const { result = null, asks = null, preview = null } = actionData ?? {};
  const back = (
    <ButtonLink to="/subscribers/import" look="secondary">
      Back{" "}
    </ButtonLink>
  );
  return (
    <>
      <h1 className="mb-2 text-2xl font-semibold tracking-tight">Import subscribers</h1>
      {asks !== null ? (
        <AskedTableStep table={SUBSCRIBER_TABLE} asks={asks} back={back} />
      ) : preview !== null ? (
        <ImportPreview preview={preview} back={back} />
      ) : (
        <ImportForm constraint={loaderData.constraint} result={result} />
      )}
    </>
  );
}

const COLUMNS =
  "CSV or XLSX with a header row: email, and optionally categories, products (separate several with |) and frequency (each or weekly). Or just addresses, one per line.";

/**
 * A file or its rows pasted, and how these people agreed: one form, which works without scripts.
 */
function ImportForm({
  constraint,
  result,
}: {
  constraint: FormConstraint;
  result: SubmissionResult | null;
}) {
  const [form, { files, csv, agreement, consent }] = useForm<
    Record<"files" | "csv" | "agreement" | "consent", string>
  >({ id: "import", lastResult: result, constraint });
  return (
    <ListImportForm
      form={form}
      files={files}
      csv={csv}
      columns={COLUMNS}
      choices={[{ id: MAIL_CHOICE_ID, errors: agreement.errors }, consent]}
      cancelTo="/subscribers"
    >
      <ConsentFields agreement={agreement} consent={consent} />
    </ListImportForm>
  );
}
