import type { RouterContextProvider } from "react-router";
import { servicesContext } from "#platform/context.ts";
import { addedWords } from "#model/documents/file-notes.ts";
import { outcomeStatus, takeUploads, type UploadOutcome } from "../upload/take.ts";
import { FieldsRefused } from "#platform/files/upload/fault.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { markFormFailed } from "#web/forms/form.ts";
import { shownAction, type Refusal } from "#web/forms/shown.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";

/**
 * An upload that shows its form again: what is wrong with the form, with a field, with each file.
 */
export interface RefusedUpload {
  form: string[];
  fieldErrors: Readonly<Record<string, string[]>>;
  values: Readonly<Record<string, string>>;
  added: { id: string; fileName: string }[];
  /** What staff should know of those that were added. */
  notes: readonly string[];
  files: { name: string; message: string; sameAs: { id: string; name: string } | null }[];
}

interface Answer {
  refused: RefusedUpload;
  status: number;
  headers?: HeadersInit;
}

/**
 * Takes the upload form: every file was added and the next page says so, or the form comes again
 * with what is wrong.
 * @param then where the answer leads, told what was added
 */
export async function uploadFiles(
  { context, request }: { context: Readonly<RouterContextProvider>; request: Request },
  then: (ids: readonly string[]) => string,
): Promise<Response | Answer> {
  const { org, session } = await requireStaff(context, "files:edit");
  const show = ({ said, status, headers }: Refusal): Answer => ({
    ...again({ form: said }, status),
    headers,
  });
  const take = async () => {
    const outcome = await takeUploads(
      context.get(servicesContext),
      org,
      request,
      actorOf(context, session),
    );
    if (outcome.refused.length === 0 && outcome.added.length > 0)
      return redirectWithFlash(
        context,
        then(outcome.added.map(({ id }) => id)),
        outcomeWords(outcome),
      );
    markFormFailed(context);
    if (outcome.added.length === 0 && outcome.refused.length === 0)
      return again(
        { fieldErrors: { files: ["Choose at least one file"] }, values: valuesOf(outcome.fields) },
        400,
      );
    const files = outcome.refused.map(({ sentName, message, sameAs }) => ({
      name: sentName,
      message,
      sameAs: sameAs ?? null,
    }));
    return again(
      {
        files,
        added: outcome.added,
        notes: outcome.notes,
        values: valuesOf(outcome.fields),
      },
      outcomeStatus(outcome),
    );
  };
  return shownAction(context, show, take, {
    answers: (error) =>
      error instanceof FieldsRefused
        ? again({ fieldErrors: error.errors, values: valuesOf(error.fields) }, 400)
        : undefined,
  });
}

function outcomeWords({ added, notes }: Pick<UploadOutcome, "added" | "notes">): string {
  const [first] = added;
  return addedWords(
    added.length === 1 && first !== undefined
      ? `“${first.fileName}” has been added.`
      : `${added.length} documents have been added.`,
    notes,
  );
}

function again(refused: Partial<RefusedUpload>, status: number): Answer {
  return {
    refused: { form: [], fieldErrors: {}, values: {}, added: [], notes: [], files: [], ...refused },
    status,
  };
}

function valuesOf(fields: ReadonlyMap<string, string>): Record<string, string> {
  return Object.fromEntries(
    ["type", "accessType", "expiresOn", "same"].flatMap((name) =>
      fields.has(name) ? [[name, fields.get(name)?.slice(0, 200) ?? ""]] : [],
    ),
  );
}
