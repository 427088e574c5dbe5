import type * as z from "zod";
import type { Actor, Write } from "#tenancy/audit/store/audit.server.ts";
import {
  addUploads,
  uploadVersion,
  type UploadChoices,
  type VersionChanges,
} from "../store/library.server.ts";
import { stageVersion } from "../store/staged-versions.server.ts";
import { Refused } from "#db/refusals.ts";
import { StorageUnavailable } from "#db/store.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import type { Services } from "#platform/context.ts";
import {
  uploadSchema,
  VERSION_FACTS,
  versionUploadSchema,
  type VersionFacts,
} from "#model/documents/library.ts";
import { ACCESS_TWICE } from "../rules/document-calls.ts";
import { MARKDOWN_FAULT_WORDS } from "#values/markdown.ts";
import { keepFiles } from "#platform/files/markdown/keep-markdown.ts";
import { uploadNotes, type FileNote } from "#model/documents/file-notes.ts";
import { noticesAfterUpload } from "../texts/stored-texts.ts";
import { markingFault } from "./marking-trial.ts";
import { tryShowing } from "./showing-trial.ts";
import {
  receiveFiles,
  type ReceivedFile,
  type RefusedFile,
} from "#platform/files/upload/receive.ts";
import { FieldsRefused } from "#platform/files/upload/fault.ts";

/** What became of an upload, file by file. */
export interface UploadOutcome {
  added: { id: string; fileName: string }[];
  refused: (RefusedFile & {
    /** The document that holds the same bytes already. */
    sameAs?: { id: string; name: string };
  })[];
  /** What staff should know of the files that were added, in words. */
  notes: string[];
  fields: ReadonlyMap<string, string>;
}

type Uploading = Pick<Services, "store" | "blobs" | "key" | "now" | "log">;

interface Taking {
  maxFiles?: number;
  /** The names beside the file that are known; without them the others are passed over. */
  names?: readonly string[];
  /** What is written with the documents, whose ids it is told. */
  also?: (write: Write, ids: readonly string[]) => Promise<void>;
}

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
  { maxFiles, names, also }: Taking = {},
): Promise<UploadOutcome> {
  const { store, blobs, now } = services;
  const read = (sent: ReadonlyMap<string, string>) => readChoices(sent, names);
  const { files, refused, fields } = await receiveFiles(blobs, org.id, request, {
    maxBytes: maxUploadBytes(org),
    ...(maxFiles === undefined ? {} : { maxFiles }),
    fieldsRead: read,
  });
  const choices = read(fields);
  const outcome: UploadOutcome = { added: [], refused: [...refused], notes: [], fields };
  const shown = await showable(services, org, files, outcome.refused, request.signal);
  const young = await stillThere(services, org.id, shown, outcome.refused);
  if (young.length === 0) return outcome;
  const added = await store
    .write(async (trx) => {
      const write: Write = { trx, orgId: org.id, by, now: now() };
      const all = await addUploads(write, young, choices);
      await also?.(
        write,
        all.flatMap((file) => ("id" in file ? [file.id] : [])),
      );
      return all;
    })
    .catch(unlessFull(young, outcome.refused));
  const addedNames = added.flatMap((file) => ("id" in file ? [file.fileName] : []));
  const there = young.filter(({ fileName }) => addedNames.includes(fileName));
  outcome.notes = [...uploadNotes(there), ...(await noticesAfterUpload(services, org.id, there))];
  for (const file of added) {
    if ("id" in file) outcome.added.push(file);
    else
      outcome.refused.push({
        sentName: file.fileName,
        status: 409,
        message: `This file is already in the library as “${file.same.name}”, so we didn’t add it again.`,
        sameAs: file.same,
      });
  }
  return outcome;
}

/** A version that is there now, and until when the document is valid with it. */
interface TakenVersion {
  version: number;
  expiresOn: string | null;
  /** What staff should know of its file, in words. */
  notes: string[];
}

/** Why there is no new version. */
interface RefusedVersion {
  /** null when there was no file. */
  refused: RefusedFile | null;
}

/**
 * Puts the one file of a form behind a document, as its new version, and says until when it is
 * valid where the form does.
 * @throws NotFound, FieldsRefused, UploadFault, UploadUnreadable, StorageUnavailable
 */
export async function takeVersion(
  services: Uploading,
  org: Org,
  request: Request,
  {
    documentId,
    by,
    names,
    judge,
  }: {
    documentId: string;
    by: Actor;
    /** Judges the fields before the file is taken. @throws what ends the upload */
    judge?: (fields: ReadonlyMap<string, string>) => void;
  } & Pick<Taking, "names">,
): Promise<TakenVersion | RefusedVersion> {
  const read = (sent: ReadonlyMap<string, string>) => {
    judge?.(sent);
    return readVersionChoices(sent, names);
  };
  const { file, refused, fields } = await receiveVersion(services, org, request, read);
  const choices = read(fields);
  if (file === null) return { refused };
  const taken = await services.store
    .write((trx) =>
      uploadVersion({ trx, orgId: org.id, by, now: services.now() }, documentId, file, choices),
    )
    .catch((error: unknown) => {
      if (!(error instanceof Refused)) throw error;
      return refusedVersion(file, error);
    });
  if ("refused" in taken) return taken;
  const notices = await noticesAfterUpload(services, org.id, [file]);
  return { ...taken, notes: [...uploadNotes([file]), ...notices] };
}

function refusedVersion({ sentName }: ReceivedFile, { status, message }: Refused): RefusedVersion {
  return { refused: { sentName, status, message } };
}

/** The one file of a form, tried as far as a library's file is, or why there is none. */
async function receiveVersion(
  services: Uploading,
  org: Org,
  request: Request,
  fieldsRead?: (fields: ReadonlyMap<string, string>) => void,
): Promise<{
  file: ShownFile | null;
  /** null when there was no file. */
  refused: RefusedFile | null;
  fields: ReadonlyMap<string, string>;
}> {
  const { files, refused, fields } = await receiveFiles(services.blobs, org.id, request, {
    maxBytes: maxUploadBytes(org),
    maxFiles: 1,
    ...(fieldsRead === undefined ? {} : { fieldsRead }),
  });
  const gone: RefusedFile[] = [...refused];
  const shown = await showable(services, org, files, gone, request.signal);
  const [file = null] = await stillThere(services, org.id, shown, gone);
  return { file, refused: gone[0] ?? null, fields };
}

/** A file that waits to be published as a document's next version, and what is known of it. */
interface WaitingVersion {
  id: string;
  fileName: string;
  /** What staff should know of it, in words. */
  notes: string[];
}

/**
 * Takes the one file of a form so far that it can be published as a document's next version, and
 * reads it, so that its own facts can be proposed. Visitors see nothing of it.
 * @throws NotFound, UploadFault, UploadUnreadable, StorageUnavailable
 */
export async function takeStagedVersion(
  services: Uploading,
  org: Org,
  request: Request,
  { documentId, by }: { documentId: string; by: Actor },
): Promise<WaitingVersion | RefusedVersion> {
  const { file, refused } = await receiveVersion(services, org, request);
  if (file === null) return { refused };
  const staged = await services.store
    .write((trx) => stageVersion({ trx, orgId: org.id, by, now: services.now() }, documentId, file))
    .catch((error: unknown) => {
      if (!(error instanceof Refused)) throw error;
      return refusedVersion(file, error);
    });
  if (typeof staged !== "string") return staged;
  const notices = await noticesAfterUpload(services, org.id, [file]);
  return {
    id: staged,
    fileName: file.fileName,
    notes: [...uploadNotes([file]), ...notices],
  };
}

function readChoices(
  fields: ReadonlyMap<string, string>,
  names: readonly string[] | undefined,
): UploadChoices {
  refuseUnknown(fields, names);
  const given = ["type", "accessType", "expiresOn", "same"].flatMap((name) =>
    fields.has(name) ? [[name, fields.get(name)] as const] : [],
  );
  // The answers call it otherwise than the form.
  const documentAccessType = fields.get("documentAccessType");
  const called = fields.get("accessType");
  if (documentAccessType !== undefined && called !== undefined && documentAccessType !== called)
    throw new FieldsRefused(fields, { documentAccessType: [ACCESS_TWICE] });
  const sent = {
    ...Object.fromEntries(given),
    ...(documentAccessType === undefined ? {} : { accessType: documentAccessType }),
  };
  const { type, accessType, expiresOn, same } = parsedFields(uploadSchema, sent, fields, (name) =>
    name === "accessType" && documentAccessType !== undefined ? "documentAccessType" : name,
  );
  return { type, accessType, expiresOn, addSame: same === "add" };
}

function readVersionChoices(
  fields: ReadonlyMap<string, string>,
  names: readonly string[] | undefined,
): VersionChanges {
  refuseUnknown(fields, names);
  const sent = versionFacts(fields);
  const read = parsedFields(versionUploadSchema, sent, fields);
  // What was not sent stays as it was.
  return Object.fromEntries(
    VERSION_FACTS.filter((name) => name in sent).map((name) => [
      name === "name" ? "originalName" : name,
      read[name],
    ]),
  );
}

/** What a form says of a new version, as it was typed. */
function versionFacts(fields: ReadonlyMap<string, string>): VersionFacts {
  return Object.fromEntries(
    VERSION_FACTS.flatMap((name) => (fields.has(name) ? [[name, fields.get(name)]] : [])),
  );
}

/**
 * @param called what the form calls a field of the schema
 * @throws FieldsRefused
 */
function parsedFields<Schema extends z.ZodObject>(
  schema: Schema,
  sent: object,
  fields: ReadonlyMap<string, string>,
  called: (name: string) => string = (name) => name,
): z.output<Schema> {
  const parsed = schema.safeParse(sent);
  if (parsed.success) return parsed.data;
  const errors: Record<string, string[]> = {};
  for (const { path, message } of parsed.error.issues)
    (errors[called(String(path[0] ?? ""))] ??= []).push(message);
  throw new FieldsRefused(fields, errors);
}

/** @throws FieldsRefused for fields that are none of `names` */
function refuseUnknown(
  fields: ReadonlyMap<string, string>,
  names: readonly string[] | undefined,
): void {
  if (names === undefined) return;
  const unknown = [...fields.keys()].filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new FieldsRefused(fields, {}, unknown);
}

/** A file that was tried, and what staff should know of it. */
export interface ShownFile extends ReceivedFile {
  notes: readonly FileNote[];
  /** That it can't be marked, in words; null when it can be, or need not. */
  unmarked: string | null;
}

/** Those of the files that are taken as far as showing them goes, tried for their marks, too. */
export async function showable(
  services: Omit<Uploading, "key">,
  org: Pick<Org, "id" | "customization">,
  files: readonly ReceivedFile[],
  refused: RefusedFile[],
  signal?: AbortSignal,
): Promise<ShownFile[]> {
  const shown: ShownFile[] = [];
  for (const file of files) {
    const { fault: message, ...found } = await tryShowing(services, org, file, signal);
    if (message !== null) {
      refused.push({ sentName: file.sentName, status: 400, message });
      continue;
    }
    const tried = { ...file, ...found };
    shown.push({ ...tried, unmarked: await markingFault(services, org, tried, signal) });
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
  { store, blobs, now }: Omit<Uploading, "key">,
  orgId: string,
  files: readonly ShownFile[],
  refused: RefusedFile[],
): Promise<ShownFile[]> {
  const there: ShownFile[] = [];
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
        message: `${MARKDOWN_FAULT_WORDS[fault]} Or upload it as a .txt file to show it as it is.`,
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
