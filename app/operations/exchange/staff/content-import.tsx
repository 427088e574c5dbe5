import { data } from "react-router";
import type { Route } from "./+types/content-import";
import { stampOf } from "#tenancy/history/store/subject.server.ts";
import { findStagedFile, removeStagedFile } from "#web/table-import/store/staged-files.server.ts";
import { ContentError, type Fault } from "../content-ids.ts";
import { NOUN_WORDS } from "../exchange/change-words.ts";
import { readApart } from "../read-apart.ts";
import {
  importContent,
  OtherChanges,
  previewImport,
  type ImportResult,
} from "../exchange/import-content.ts";
import { servicesContext } from "#platform/context.ts";
import { addedWords } from "#model/documents/file-notes.ts";
import { pageTitle } from "#values/page-title.ts";
import { ZipRefused } from "#platform/files/strict-zip.ts";
import { tryShowing } from "#content/documents/upload/showing-trial.ts";
import { maxUploadBytes } from "#content/documents/upload/take.ts";
import { Busy } from "#platform/jobs/semaphore.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { formFailed, markFormFailed } from "#web/forms/form.ts";
import { readForm } from "#platform/http/request/read-form.ts";
import { shownAction, type Refusal } from "#web/forms/shown.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { withArchive } from "./archive.ts";
import { importNotes, type FoundFile } from "./import-notes.ts";
import { FaultList, Preview } from "./preview.tsx";

/** Rows that the page shows; all of them count. */
const SHOWN = 500;
const NOT_THERE = { status: 404, statusText: "Page not found" };

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Import content", loaderData?.failed) }];
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "settings:edit");
  const { store, blobs, key, now } = context.get(servicesContext);
  const staged = await findStagedFile(store.read, org.id, "content", params.importId, now());
  if (staged === null) throw data(null, NOT_THERE);
  const replace = url.searchParams.get("replace") === "yes";
  const { fileName } = staged;
  try {
    const result = await withArchive(blobs, staged, (folder) =>
      previewImport({ store, blobs, key }, org.id, folder, {
        replace,
        now: new Date(staged.createdAt),
        at: now(),
        read: () => readApart(folder),
      }),
    );
    return {
      failed: formFailed(context),
      fileName,
      replace,
      busy: null,
      faults: null,
      preview: shownOf(result),
    };
  } catch (error) {
    const busy = error instanceof Busy ? error.message : null;
    const faults = faultsOf(error);
    if (faults === null && busy === null) throw error;
    markFormFailed(context);
    return data(
      { failed: true, fileName, replace, busy, faults, preview: null },
      { status: busy === null ? 400 : 503 },
    );
  }
}

/** Imports what the page showed; when something else would change by now, it is shown again. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const { org, session } = await requireStaff(context, "settings:edit");
  const services = context.get(servicesContext);
  const { store, blobs, key, now } = services;
  const staged = await findStagedFile(store.read, org.id, "content", params.importId, now());
  if (staged === null) throw data(null, NOT_THERE);
  const form = await readForm(request);
  const replace = form.get("replace") === "yes";
  const expected = String(form.get("stamp") ?? "");
  const show = ({ said, status }: Pick<Refusal, "said" | "status">) =>
    data({ message: said.join(" ") }, { status });
  const bring = async () => {
    const found = new Map<string, FoundFile>();
    const { changes, waits } = await withArchive(blobs, staged, (folder) =>
      importContent({ store, blobs, key }, org.id, folder, {
        replace,
        read: () => readApart(folder),
        maxBytes: maxUploadBytes(org),
        async refuse(file) {
          const { fault, ...showing } = await tryShowing(services, org, file, request.signal);
          found.set(file.blob.hash, { ...file, ...showing });
          return fault;
        },
        // Moments that count from today mean the day on which the file came: what was looked at is
        // what is written.
        now: new Date(staged.createdAt),
        at: now(),
        by: actorOf(context, session),
        expected,
        async before(trx) {
          // Sent twice, it is done once.
          if (!(await removeStagedFile(trx, org.id, staged.id))) throw data(null, NOT_THERE);
        },
      }),
    );
    const done = `The content was imported: ${changes.length === 1 ? "1 row" : `${changes.length} rows`} changed.${
      waits ? " Changes to published updates wait for approval under Updates." : ""
    }`;
    const notes = await importNotes(services, org, changes, found);
    return redirectWithFlash(context, "/settings/content", addedWords(done, notes));
  };
  return shownAction(context, show, bring, {
    answers(error) {
      if (error instanceof OtherChanges)
        return show({
          said: ["The preview has changed since you checked. Check again, then import."],
          status: 409,
        });
      const faults = faultsOf(error);
      return faults === null
        ? undefined
        : show({
            said: [
              `The archive can’t be imported. Nothing was changed. ${faults[0]?.message ?? ""}`.trim(),
            ],
            status: 400,
          });
    },
  });
}

function faultsOf(error: unknown): readonly Fault[] | null {
  if (error instanceof ContentError) return error.faults;
  return error instanceof ZipRefused
    ? [{ file: "(archive)", line: 0, key: "", message: error.message }]
    : null;
}

function shownOf({ changes, notes }: ImportResult) {
  const count = (what: string) => changes.filter((change) => change.what === what).length;
  return {
    stamp: stampOf(changes),
    notes,
    counts: { added: count("added"), changed: count("changed"), removed: count("removed") },
    rows: changes.slice(0, SHOWN).map(({ what, noun, key, label, fields }) => ({
      what,
      noun: NOUN_WORDS[noun],
      key,
      label: label.slice(0, 200),
      fields,
    })),
    left: Math.max(0, changes.length - SHOWN),
  };
}

export default function ImportContent({ loaderData, actionData }: Route.ComponentProps) {
  const { fileName, replace, busy, faults, preview } = loaderData;
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Import content</h1>
      <p className="mt-2 mb-6 text-muted [overflow-wrap:anywhere]">{fileName}</p>
      <div className="mb-6 max-w-[44rem] empty:hidden">
        <ErrorSummary errors={busy === null ? undefined : [busy]} fields={[]} />
      </div>
      {faults === null ? null : <FaultList faults={faults} />}
      {preview === null ? null : (
        <Preview {...preview} replace={replace} error={actionData?.message} />
      )}
    </>
  );
}
