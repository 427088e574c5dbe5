import { type SubmissionResult, getFormProps, useForm } from "@conform-to/react";
import { data } from "react-router";
import type * as z from "zod";
import type { Route } from "./+types/subscriber-import";
import { stampInSlices } from "#web/history/store/subject.server.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { removeStagedFile } from "#web/table-import/store/staged-files.server.ts";
import type { Reader } from "#db/store.ts";
import { importOutcomes } from "../store/subscriber-imports.server.ts";
import { servicesContext } from "#platform/context.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { pageTitle } from "#values/page-title.ts";
import { consentOf, importSchema } from "../forms/subscribers.ts";
import { UnreadableTable } from "#platform/files/tables/csv-table.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import {
  type FormAnswer,
  answering,
  formFailed,
  markFormFailed,
  notFound,
} from "#web/forms/form.ts";
import { type FormConstraint, formConstraint } from "#web/forms/constraint.ts";
import { type StaffInOrg, actorOf, requireStaff } from "#auth/current-staff.ts";
import { type ImportSource, withImport } from "#web/table-import/staff/import-source.ts";
import { bringAlong } from "./bring-along.ts";
import { ImportPreview, type Preview, type PreviewRow, previewOf } from "./import-preview.tsx";
import { type ImportRow, readImportRows } from "./import-rows.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { ImportFields, importFaults } from "#web/table-import/staff/import-fields.tsx";
import { ConsentFields, MAIL_CHOICE_ID } from "./consent-fields.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

export const handle: RouteHandle = { takesFiles: true };

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Import subscribers", loaderData?.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  await requireStaff(context, "updates:publish");
  return { failed: formFailed(context), constraint: formConstraint(importSchema) };
}

/** The form's own fields; the second form's are plain. */
const FIELDS = ["agreement", "consent"];

export async function action(args: Route.ActionArgs) {
  const staff = await requireStaff(args.context, "updates:publish");
  const importing = {
    purpose: "subscribers",
    schema: importSchema,
    fields: FIELDS,
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
 * First shows what would happen to each row; the second form names the rows, which wait here, and
 * does it. When it would be something else by then, that is shown anew.
 */
async function bringIn(
  { context }: Route.ActionArgs,
  staff: StaffInOrg,
  source: ImportSource<z.output<typeof importSchema>>,
): Promise<Response | ReturnType<typeof shown>> {
  const { submitted, text, fileName, input } = source;
  const { step, agreement, staged, stamp } = submitted.value;
  const consent = consentOf(submitted.value);
  const { read } = context.get(servicesContext).store;
  const rows = await answering(
    submitted,
    async () => readImportRows(text, await listProducts(read, staff.org.id)),
    {
      answers: (error, { refuse }) =>
        error instanceof UnreadableTable
          ? refuse({ fields: { [input]: [error.message] } })
          : undefined,
    },
  );
  if (!Array.isArray(rows)) return shown(rows);
  const judged = (db: Reader) => judge(db, staff.org.id, rows, consent !== null);
  const stampFor = (outcomes: readonly PreviewRow[]) =>
    stampInSlices([agreement, outcomes.map(({ row, outcome }) => [row, outcome])]);
  const preview = async (id: string, note: string | null) => {
    const outcomes = await judged(read);
    return previewOf(outcomes, {
      stamp: await stampFor(outcomes),
      staged: id,
      fileName,
      agreement,
      consent: consent ?? "",
      note,
    });
  };
  // Only what was shown is done; the rows of a form that names no file are shown first.
  if (step === "preview" || staged === undefined)
    return data({ result: null, preview: await preview(await source.stage(), null) });
  const bring = async () => {
    const addressed = rows.filter(
      (row): row is Extract<ImportRow, { address: unknown }> => "address" in row,
    );
    const counts = await bringAlong(context, staff, addressed, {
      consent,
      source: "import",
      async first(trx) {
        if ((await stampFor(await judged(trx))) !== stamp) throw new NotAsShown();
        // Sent twice, it is done once.
        if (!(await removeStagedFile(trx, staff.org.id, staged))) throw notFound();
      },
    });
    const words = doneWords(counts.add + counts.confirm, rows.length, consent !== null);
    return { page: redirectWithFlash(context, "/subscribers", words) };
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
  return `${what}${skipped === 0 ? "." : `; ${skipped === 1 ? "1 row was" : `${skipped} rows were`} left out.`}`;
}

function shown(answer: FormAnswer) {
  return data<{ result: SubmissionResult | null; preview: Preview | null }>(
    { result: answer.data.result, preview: null },
    answer.init ?? undefined,
  );
}

export default function ImportSubscribers({ loaderData, actionData }: Route.ComponentProps) {
  const preview = actionData?.preview ?? null;
  return (
    <>
      <h1 className="mb-2 text-2xl font-semibold tracking-tight">Import subscribers</h1>
      {preview === null ? (
        <ImportForm constraint={loaderData.constraint} result={actionData?.result ?? null} />
      ) : (
        <ImportPreview preview={preview} />
      )}
    </>
  );
}

const COLUMNS =
  "CSV with a header row: email, and optionally categories, products (separate several with |) and frequency (each or weekly). Or just addresses, one per line.";

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
  const errors = { files: files.errors, csv: csv.errors };
  const faults = importFaults(errors);
  return (
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
        fields={[...faults.fields, { id: MAIL_CHOICE_ID, errors: agreement.errors }, consent]}
      />
      <input type="hidden" name="step" value="preview" />
      <ImportFields columns={COLUMNS} csv={csv.initialValue} errors={errors} />
      <ConsentFields agreement={agreement} consent={consent} />
      <div className="flex flex-wrap gap-3">
        <Button>Next</Button>{" "}
        <ButtonLink to="/subscribers" look="secondary">
          Cancel
        </ButtonLink>
      </div>
    </form>
  );
}
