import type { SubmissionResult } from "@conform-to/react";
import { Link, data } from "react-router";
import type * as z from "zod";
import type { Route } from "./+types/subprocessor-import";
import { EditConflict, baseOf } from "#web/history/store/record-change.server.ts";
import { inSlices } from "#db/pace.ts";
import { removeStagedFile } from "#web/table-import/store/staged-files.server.ts";
import { importSubprocessors, listSubprocessors } from "../store/subprocessor-edits.server.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { countChanges, subprocessorChanges } from "../rules/subprocessor-changes.ts";
import { subprocessorImportSchema } from "../forms/subprocessors.ts";
import { SAVE_ERROR } from "#model/items/forms/items.ts";
import { type FormAnswer, answering, failing, markFormFailed, notFound } from "#web/forms/form.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { type ImportSource, withImport } from "#web/table-import/staff/import-source.ts";
import { editMeta, errorsOf, keptValue } from "#web/staff/editing/edit-dialog.tsx";
import { type EditRequest, editRequest } from "#web/staff/editing/edit-request.ts";
import { DRAFT_FIELD_IDS, DraftFields, draftWords } from "#web/staff/editing/draft-fields.tsx";
import { readCsv } from "./csv-rows.ts";
import { ImportPreview, type Preview, previewOf } from "./import-preview.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Choice } from "#web/ui/choice-field.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { ImportFields, importFaults } from "#web/table-import/staff/import-fields.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

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

/** The form's own fields. */
const FIELDS = ["removeAbsent", "draftUpdate", "effectiveOn", "objectionDays"];

export async function action(args: Route.ActionArgs) {
  const edit = await editRequest(args);
  const { org, by, now } = edit;
  const importing = {
    purpose: "subprocessors",
    schema: subprocessorImportSchema,
    fields: FIELDS,
    org,
    by,
    now,
  } as const;
  return withImport(
    args,
    importing,
    (answer) => shown(answer, null),
    (source) => bringIn(args, edit, source),
  );
}

/**
 * First shows what the file would change; the second form names the file, which waits here, and
 * does it. When the list changed meanwhile what would happen is shown anew.
 */
async function bringIn(
  args: Route.ActionArgs,
  edit: EditRequest,
  source: ImportSource<z.output<typeof subprocessorImportSchema>>,
): Promise<Response | ReturnType<typeof shown>> {
  const { org, product, by, now, staff } = edit;
  const { submitted, text, fileName, input } = source;
  const { step, removeAbsent, stamp, draft, staged } = submitted.value;
  const read = await readCsv(text);
  if ("faults" in read) return shown(submitted.refuse({ fields: { [input]: read.faults } }), null);
  // The stamp first: a change between the two then shows as one.
  const base = await baseOf(edit.scope.db, "subprocessors", {
    orgId: org.id,
    productId: product.id,
    subjectId: "",
  });
  const changes = await inSlices(
    subprocessorChanges(
      await listSubprocessors(edit.scope.db, org.id, product.id),
      read.rows,
      removeAbsent,
    ),
  );
  const shownAs = (id: string, note: string | null) =>
    previewOf(changes, { stamp: base, staged: id, fileName, removeAbsent, draft, note });
  const bring = async () => {
    // Only what was shown is done; the rows of a form that names no file are shown first.
    if (step === "preview" || staged === undefined)
      return {
        page: data({ result: undefined, preview: shownAs(await source.stage(), null) }),
      };
    const wanted = staff.permissions.has("updates:publish") ? draft : null;
    const { value, changeId } = await edit.change(
      { subject: "subprocessors", subjectId: "", base: stamp ?? "unseen" },
      async (trx) => {
        // Sent twice, it is done once.
        if (!(await removeStagedFile(trx, org.id, staged))) throw notFound();
        return importSubprocessors(
          trx,
          { orgId: org.id, productId: product.id, by, now, draft: wanted },
          changes,
        );
      },
    );
    const { added, changed, removed } = countChanges(changes);
    const words = `${added} added, ${changed} changed, ${removed} removed.${draftWords(value.draftId)}`;
    return { page: edit.done(words, changeId, edit.href("/edit/subprocessors")) };
  };
  const brought = await answering(submitted, bring, {
    ...failing(SAVE_ERROR),
    answers(error) {
      if (!(error instanceof EditConflict)) return undefined;
      markFormFailed(args.context);
      const anew = shownAs(
        staged ?? "",
        "The list has changed. Nothing was imported: below is what would happen now.",
      );
      return { page: data({ result: undefined, preview: anew }, { status: 409 }) };
    },
  });
  return "page" in brought ? brought.page : shown(brought, null);
}

function shown(answer: FormAnswer, preview: Preview | null) {
  return data<{ result: SubmissionResult | undefined; preview: Preview | null }>(
    { result: answer.data.result, preview },
    answer.init ?? undefined,
  );
}

export function meta({ loaderData }: Route.MetaArgs) {
  return editMeta(loaderData?.page, TITLE);
}

export default function ImportSubprocessors({
  loaderData: { page, here, drafts },
  actionData,
}: Route.ComponentProps) {
  const preview = actionData?.preview ?? null;
  return (
    <Dialog variant="drawer" closeHref={page.closeHref} title={TITLE}>
      {preview === null ? (
        <ImportForm result={actionData?.result} drafts={drafts} cancelHref={page.closeHref} />
      ) : (
        <ImportPreview preview={preview} backHref={here} />
      )}
    </Dialog>
  );
}

const COLUMNS =
  "CSV with a header row: Company, and if you like Purpose, Location and Additional Details, as the export writes it.";

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
        label="Remove subprocessors that the file does not name"
        hint="Otherwise they stay as they are."
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
