import type { Actor } from "../../features/audit/store/audit.server.ts";
import {
  addUploads,
  uploadVersion,
  type UploadChoices,
} from "../../features/documents/store/library.server.ts";
import { StorageUnavailable } from "../../../db/store.ts";
import type { Org } from "../../features/orgs/store/orgs.server.ts";
import type { Services } from "../../context.ts";
import { uploadSchema } from "../../features/documents/rules/library.ts";
import { MARKDOWN_FAULT_WORDS } from "../../values/markdown.ts";
import { keepFiles } from "../markdown/keep-markdown.ts";
import { showingFault } from "./showing-trial.ts";
import { receiveFiles, type ReceivedFile, type RefusedFile } from "./receive.ts";

/** What became of an upload, file by file. */
export interface UploadOutcome {
  added: { id: string; fileName: string }[];
  refused: (RefusedFile & {
    /** The document that holds the same bytes already. */
    sameAs?: { id: string; name: string };
  })[];
  fields: ReadonlyMap<string, string>;
}

/** A field beside the files is not what it should be: no file was taken. */
export class FieldsRefused extends Error {
  readonly fields: ReadonlyMap<string, string>;
  readonly errors: Readonly<Record<string, string[]>>;

  constructor(fields: ReadonlyMap<string, string>, errors: Readonly<Record<string, string[]>>) {
    super("A field of this upload is not right.");
    this.fields = fields;
    this.errors = errors;
  }
}

type Uploading = Pick<Services, "store" | "blobs" | "now" | "log">;

/** The most bytes that one file of an org may have. */
export function maxUploadBytes({ customization }: Pick<Org, "customization">): number {
  return customization.maxUploadMegabytes * 1024 * 1024;
}

/**
 * Adds the files of a form to the library: stores them as they come, then writes every row in one
 * transaction. What is wrong with one file is said of that one.
 * @throws FieldsRefused, UploadFault, UploadUnreadable, StorageUnavailable; nothing was added then
 */
export async function takeUploads(
  services: Uploading,
  org: Org,
  request: Request,
  by: Actor,
  maxFiles?: number,
): Promise<UploadOutcome> {
  const { store, blobs, now } = services;
  const { files, refused, fields } = await receiveFiles(blobs, org.id, request, {
    maxBytes: maxUploadBytes(org),
    maxFiles,
    fieldsRead: readChoices,
  });
  const choices = readChoices(fields);
  const outcome: UploadOutcome = { added: [], refused: [...refused], fields };
  const shown = await showable(services, org, files, outcome.refused, request.signal);
  const young = await stillThere(services, org.id, shown, outcome.refused);
  if (young.length === 0) return outcome;
  const added = await store
    .write((trx) => addUploads(trx, org.id, young, choices, by, now()))
    .catch(unlessFull(young, outcome.refused));
  for (const file of added) {
    if ("id" in file) outcome.added.push(file);
    else
      outcome.refused.push({
        sentName: file.fileName,
        status: 409,
        message: `The library has this file already, as “${file.same.name}”. It was not added a second time.`,
        sameAs: file.same,
      });
  }
  return outcome;
}

/**
 * Puts the one file of a form behind a document, as its new version.
 * @returns the version's number, or why the file was not taken; null when there was none
 * @throws NotFound, Refused, UploadFault, UploadUnreadable, StorageUnavailable
 */
export async function takeVersion(
  services: Uploading,
  org: Org,
  documentId: string,
  request: Request,
  by: Actor,
): Promise<{ version: number } | { refused: RefusedFile } | null> {
  const { files, refused } = await receiveFiles(services.blobs, org.id, request, {
    maxBytes: maxUploadBytes(org),
    maxFiles: 1,
  });
  const gone: RefusedFile[] = [...refused];
  const shown = await showable(services, org, files, gone, request.signal);
  const [file] = await stillThere(services, org.id, shown, gone);
  if (file !== undefined)
    return {
      version: await services.store.write((trx) =>
        uploadVersion(trx, org.id, documentId, file, by, services.now()),
      ),
    };
  const [fault] = gone;
  return fault === undefined ? null : { refused: fault };
}

function readChoices(fields: ReadonlyMap<string, string>): UploadChoices {
  const given = ["type", "accessType", "expiresOn", "same"].flatMap((name) =>
    fields.has(name) ? [[name, fields.get(name)] as const] : [],
  );
  const parsed = uploadSchema.safeParse(Object.fromEntries(given));
  if (!parsed.success)
    throw new FieldsRefused(fields, parsed.error.flatten().fieldErrors as Record<string, string[]>);
  const { type, accessType, expiresOn, same } = parsed.data;
  return { type, accessType, expiresOn, addSame: same === "add" };
}

/** Those of the files that are taken as far as showing them goes (showing-trial). */
export async function showable(
  services: Uploading,
  org: Pick<Org, "id" | "customization">,
  files: readonly ReceivedFile[],
  refused: RefusedFile[],
  signal?: AbortSignal,
): Promise<ReceivedFile[]> {
  const shown: ReceivedFile[] = [];
  for (const file of files) {
    const message = await showingFault(services, org, file, signal);
    if (message === null) shown.push(file);
    else refused.push({ sentName: file.sentName, status: 400, message });
  }
  return shown;
}

/**
 * What of some files can be added. A form can take days to arrive: a blob of its beginning gets the
 * time of now before its row is written, so that the sweep of orphans leaves it. Markdown is laid
 * out here, once.
 * @throws StorageUnavailable
 */
export async function stillThere(
  { store, blobs, now }: Uploading,
  orgId: string,
  files: readonly ReceivedFile[],
  refused: RefusedFile[],
): Promise<ReceivedFile[]> {
  const there: ReceivedFile[] = [];
  const faults = await keepFiles(
    { store, blobs, now },
    orgId,
    files.map(({ fileName, contentType, blob }) => ({ name: fileName, contentType, blob })),
  );
  for (const file of files) {
    const fault = faults.get(file.blob.hash);
    if (fault !== undefined)
      refused.push({
        sentName: file.sentName,
        status: 400,
        message: `${MARKDOWN_FAULT_WORDS[fault]} Or upload it as a .txt file: it is shown as it is then.`,
      });
    else if (await blobs.touch(orgId, file.blob.hash)) there.push(file);
    else
      refused.push({
        sentName: file.sentName,
        status: 400,
        message: "This file took too long to be added. Please upload it again.",
      });
  }
  return there;
}

/** The disk took the files and then had no room for the rows: every file is told so. */
function unlessFull(
  files: readonly ReceivedFile[],
  refused: RefusedFile[],
): (error: unknown) => never[] {
  return (error) => {
    if (!(error instanceof StorageUnavailable) || error.status !== 507) throw error;
    refused.push(
      ...files.map(({ sentName }): RefusedFile => ({
        sentName,
        status: 507,
        message: error.message,
      })),
    );
    return [];
  };
}

/** The status that says best what became of an upload: 200 when nothing was refused. */
export function outcomeStatus({ refused }: Pick<UploadOutcome, "refused">): number {
  return refused.length === 0 ? 200 : Math.max(...refused.map(({ status }) => status));
}
