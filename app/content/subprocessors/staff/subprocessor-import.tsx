import type { SubmissionResult } from "@conform-to/react";
import { Link } from "react-router";
import type { Route } from "./+types/subprocessor-import";
import { baseOf } from "#web/history/store/record-change.server.ts";
import { inSlices } from "#db/pace.ts";
import { importSubprocessors, listSubprocessors } from "../store/subprocessor-edits.server.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { countChanges, subprocessorChanges } from "../rules/subprocessor-changes.ts";
import { SUBPROCESSOR_TABLE } from "../forms/import-table.ts";
import { subprocessorImportSchema } from "../forms/subprocessors.ts";
import { SAVE_ERROR } from "#model/items/forms/items.ts";
import { failing } from "#web/forms/form.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { editMeta, errorsOf, keptValue } from "#web/staff/editing/edit-dialog.tsx";
import { editRequest } from "#web/staff/editing/edit-request.ts";
import { DRAFT_FIELD_IDS, DraftFields, draftWords } from "#web/staff/editing/draft-fields.tsx";
import { readSubprocessorRows } from "./import-rows.ts";
import { ImportPreview, previewOf } from "./import-preview.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Choice } from "#web/ui/choice-field.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { MAX_IMPORT_ROWS } from "#web/table-import/forms/table-import.ts";
import { ImportFields, importFaults } from "#web/table-import/staff/import-fields.tsx";
import { importList } from "#web/table-import/staff/list-import.ts";
import { leftOutWords } from "#web/table-import/staff/rows-on-page.ts";
import { AskedTableStep } from "#web/table-import/staff/list-import-steps.tsx";
import { OnceField } from "#web/ui/once-field.tsx";
import { subprocessorsSubject } from "../store/subprocessor-history.server.ts";

export const handle: RouteHandle = { dialog: true, takesFiles: true };

const TITLE = "Import subprocessors";

export async function loader(args: Route.LoaderArgs) {
  const { page, staff, href } = await editRequest(args);
  return {
    page: { ...page, closeHref: href("/edit/subprocessors") },
    here: href("/edit/subprocessors/import"),
    drafts: staff.permissions.has("updates:publish"),
  };
}

export async function action(args: Route.ActionArgs) {
  const edit = await editRequest(args);
  const { org, product, by, now, staff } = edit;
  const key = { orgId: org.id, productId: product.id, subjectId: "" };
  return importList(args, {
    purpose: "subprocessors",
    schema: subprocessorImportSchema,
    fields: ["removeAbsent", "draftUpdate", "effectiveOn", "objectionDays"],
    org,
    by,
    now,
    table: SUBPROCESSOR_TABLE,
    maxRows: MAX_IMPORT_ROWS,
    rows: readSubprocessorRows,
    async plan(db, { filed, faulty }, { removeAbsent }) {
      // The stamp first: a change between the two then shows as one.
      const base = await baseOf(db, subprocessorsSubject, key);
      const list = await listSubprocessors(db, org.id, product.id);
      const absent = { remove: removeAbsent, faulty: faulty.map(({ text }) => text) };
      return { base, changes: await inSlices(subprocessorChanges(list, filed, absent)) };
    },
    stamp: async ({ base }) => base,
    show: ({ faulty }, { changes }, { draft }) => previewOf(changes, faulty, draft !== null),
    async bring({ faulty }, { draft }, once) {
      const wanted = staff.permissions.has("updates:publish") ? draft : null;
      const { changes } = await once.plan();
      const { value, changeId } = await edit.change(
        { subject: subprocessorsSubject, subjectId: "", base: once.stamp },
        async (trx) => {
          await once.take(trx);
          return importSubprocessors(
            trx,
            { orgId: org.id, productId: product.id, by, now, draft: wanted },
            changes,
          );
        },
      );
      const { added, changed, removed } = countChanges(changes);
      const words = `${added} added, ${changed} changed, ${removed} removed.${leftOutWords(faulty.length)}${draftWords(value.draftId)}`;
      return edit.done(words, changeId, edit.href("/edit/subprocessors"));
    },
    changed: "The list changed since you checked.",
    words: failing(SAVE_ERROR),
  });
}

export function meta({ loaderData }: Route.MetaArgs) {
  return editMeta(loaderData?.page, TITLE);
}

export default function ImportSubprocessors({
  loaderData: { page, here, drafts },
  actionData,
}: Route.ComponentProps) {
  const { result = null, asks = null, preview = null } = actionData ?? {};
  const back = (
    <Link to={here} preventScrollReset className={buttonClass("secondary")}>
      Back{" "}
    </Link>
  );
  return (
    <Dialog variant="drawer" closeHref={page.closeHref} title={TITLE}>
      {asks !== null ? (
        <AskedTableStep table={SUBPROCESSOR_TABLE} asks={asks} back={back} />
      ) : preview !== null ? (
        <ImportPreview preview={preview} back={back} />
      ) : (
        <ImportForm result={result ?? undefined} drafts={drafts} cancelHref={page.closeHref} />
      )}
    </Dialog>
  );
}

const COLUMNS =
  "CSV or XLSX with a header row: Company, and optionally Purpose, Location and Additional Details (the same format as the export).";

/** A file, or its rows pasted: one form, which works without scripts. */
function ImportForm({
  result,
  drafts,
  cancelHref,
}: {
  result: SubmissionResult | undefined;
  drafts: boolean;
  cancelHref: string;
}) {
  const errors = { files: errorsOf(result, "files"), csv: errorsOf(result, "csv") };
  const faults = importFaults(errors);
  return (
    <form method="post" encType="multipart/form-data" className="space-y-6" noValidate>
      <OnceField />
      <p className="text-muted">
        The next page shows what would change. Nothing changes until you confirm.
      </p>
      <ErrorSummary
        errors={[...(result?.error?.[""] ?? []), ...faults.errors]}
        fields={[
          ...faults.fields,
          ...Object.entries(DRAFT_FIELD_IDS).map(([name, id]) => ({
            id,
            errors: errorsOf(result, name),
          })),
        ]}
      />
      <input type="hidden" name="step" value="preview" />
      <ImportFields columns={COLUMNS} csv={keptValue(result, "csv", null)} errors={errors} />
      <Choice
        id="remove-absent"
        name="removeAbsent"
        value="on"
        defaultChecked={keptValue(result, "removeAbsent", null) === "on"}
        label="Remove subprocessors that aren’t in the file"
        hint="Otherwise, they stay on the list."
      />
      {drafts ? <DraftFields result={result} /> : null}
      <div className="flex flex-wrap gap-3">
        <Button>Next</Button>{" "}
        <Link to={cancelHref} preventScrollReset className={buttonClass("secondary")}>
          Cancel
        </Link>
      </div>
    </form>
  );
}
