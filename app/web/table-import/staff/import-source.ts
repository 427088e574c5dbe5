import type { RouterContextProvider } from "react-router";
import * as z from "zod";
import type { Actor } from "#tenancy/audit/store/audit.server.ts";
import type { StagedFilesTable } from "#db/schema.ts";
import { findStagedFile, stageFile } from "../store/staged-files.server.ts";
import { servicesContext } from "#platform/context.ts";
import { MAX_IMPORT_BYTES, MAX_PASTED_BYTES } from "../forms/table-import.ts";
import { sizeInWords } from "#values/file-size.ts";
import { nameInWords } from "#values/upload-names.ts";
import { Semaphore } from "#platform/jobs/semaphore.ts";
import { isMultipart, readMultipart } from "#platform/files/upload/multipart.ts";
import { faultOf, refuseLength } from "#platform/files/upload/receive.ts";
import {
  answering,
  parseForm,
  readSubmission,
  type FormAnswer,
  type Submitted,
} from "#web/forms/form.ts";
import { attempt } from "#web/forms/shown.ts";
import { UnreadableTable } from "#platform/files/tables/csv-table.ts";
import { countImport } from "./import-limit.ts";
import { stagedBlob, stagedBytes } from "./staged-table.ts";

interface Args {
  context: Readonly<RouterContextProvider>;
  request: Request;
}

/** What the rows are and whose. */
export interface Importing<Value> {
  purpose: StagedFilesTable["purpose"];
  schema: z.ZodType<Value>;
  /** Rows that are taken. */
  maxRows: number;
  /** The names of the form's own fields beside `csv` and `step`; no others are looked at. */
  fields: readonly string[];
  org: { id: string };
  by: Actor;
  now: Date;
}

/**
 * The rows of an import and where they came from: a file that was chosen or pasted now, or one that
 * waits since its preview.
 */
export interface ImportSource<Value> {
  submitted: Extract<Submitted<Value>, { ok: true }>;
  bytes: Buffer;
  fileName: string;
  /** The input to which what is wrong with the rows belongs. */
  input: "files" | "csv";
  /** Lets the rows wait for the next step. @returns the id that the next form carries */
  stage(): Promise<string>;
}

/** What was pasted is called so, where a file has its name. */
const PASTED = "Pasted rows";

/** Rows are held whole while they are looked at: one list after the other. */
const turns = new Semaphore(
  { running: 1, waiting: 10 },
  {
    words: "Other lists are being read right now. Wait a minute, then send it again.",
    status: 503,
    retryAfterSeconds: 60,
  },
);

/**
 * Reads the form in either of its encodings, without scripts the same as with them, and hands its
 * rows on. A file goes to the disk as it comes, and is read from there when its turn has come.
 * @param refused makes the page's answer of a form that can't be taken
 */
export async function withImport<
  Value extends { csv: string; staged?: string | undefined },
  Answer,
>(
  args: Args,
  importing: Importing<Value>,
  refused: (answer: FormAnswer) => Answer,
  work: (source: ImportSource<Value>) => Promise<Answer>,
): Promise<Answer> {
  const { form, sent, fault } = isMultipart(args.request)
    ? await readUpload(args, importing)
    : NO_UPLOAD;
  if (form !== null && fault !== null) return refused(refuseFault(args.context, form, fault));
  const submitted =
    form === null
      ? await readSubmission(args, importing.schema)
      : parseForm(args.context, form, importing.schema);
  const answer = await answering(submitted, async (accepted) => ({
    shown: await turns.run(importing.org.id, async () => {
      const source = await sourceOf(args, importing, accepted, sent);
      return "answer" in source ? refused(source.answer) : work(source);
    }),
  }));
  return "shown" in answer ? answer.shown : refused(answer);
}

async function sourceOf<Value extends { csv: string; staged?: string | undefined }>(
  { context }: Args,
  { purpose, maxRows, org, by, now }: Importing<Value>,
  submitted: ImportSource<Value>["submitted"],
  sent: SentFile | null,
): Promise<ImportSource<Value> | { answer: FormAnswer }> {
  const { blobs, store } = context.get(servicesContext);
  const { csv, staged } = submitted.value;
  const refuse = (message: string, status = 400) => ({
    answer: submitted.refuse({ fields: { files: [message] } }, { status }),
  });
  const bytesOf = (hash: string) => stagedBytes(blobs, org.id, hash);
  if (staged !== undefined) {
    const row = await findStagedFile(store.read, org.id, purpose, staged, now);
    if (row === null)
      return refuse(
        "The file is no longer here. If you submitted twice, the first one was imported, so check the list. Otherwise choose the file again.",
        404,
      );
    return {
      submitted,
      bytes: await bytesOf(row.blobHash),
      fileName: row.fileName,
      input: "files",
      stage: () => Promise.resolve(row.id),
    };
  }
  if (sent !== null && sent.blob.size === 0) return refuse("This file is empty.");
  if (sent === null && csv === "") return refuse("Choose a file, or paste its rows");
  const blob = await answering(
    submitted,
    async () => (sent === null ? null : stagedBlob(blobs, org.id, sent.blob, maxRows)),
    {
      answers: (error) =>
        error instanceof UnreadableTable ? refuse(error.message).answer : undefined,
    },
  );
  if (blob !== null && "data" in blob) return { answer: blob };
  const bytes = blob === null ? Buffer.from(csv, "utf8") : await bytesOf(blob.hash);
  const fileName = sent?.fileName ?? PASTED;
  return {
    submitted,
    bytes,
    fileName,
    input: sent === null ? "csv" : "files",
    async stage() {
      const staging = blob ?? (await blobs.put(org.id, bytes, { maxBytes: MAX_IMPORT_BYTES }));
      return store.write((trx) =>
        stageFile(trx, org.id, { purpose, fileName, blob: staging }, by.actorName, now),
      );
    },
  };
}

interface SentFile {
  fileName: string;
  blob: { hash: string; size: number };
}

interface Fault {
  input: "files" | "csv";
  message: string;
  status: number;
  headers?: HeadersInit;
}

interface Upload {
  form: FormData | null;
  sent: SentFile | null;
  fault: Fault | null;
}

const NO_UPLOAD: Upload = { form: null, sent: null, fault: null };

/** More fields than any such form has. */
const MAX_FIELDS = 30;

/**
 * The form's fields, and its file as it lies on the disk. A fault is told at its input, with the
 * fields that came.
 */
async function readUpload(
  { context, request }: Args,
  { fields, org }: Pick<Importing<unknown>, "fields" | "org">,
): Promise<Upload> {
  const { blobs, limits } = context.get(servicesContext);
  const known = new Set(["csv", "step", ...fields]);
  const form = new FormData();
  const upload: Upload = { form, sent: null, fault: null };
  const read = await attempt(async () => {
    refuseLength(request, MAX_IMPORT_BYTES, 1);
    await countImport(limits, org.id, request, MAX_IMPORT_BYTES);
    await readMultipart(
      request,
      { maxFiles: 1, maxFields: MAX_FIELDS, maxFieldBytes: MAX_PASTED_BYTES },
      {
        field(name, value, truncated) {
          if (truncated)
            upload.fault ??= {
              input: "csv",
              message: `This is more than ${sizeInWords(MAX_PASTED_BYTES)}. Send the rows as a file.`,
              status: 413,
            };
          else if (known.has(name)) form.append(name, value);
        },
        async file({ sentName, bytes, stop }) {
          try {
            const blob = await blobs.put(org.id, bytes, { maxBytes: MAX_IMPORT_BYTES });
            // What a browser sends when no file was chosen.
            if (blob.size > 0 || sentName !== "")
              upload.sent = { fileName: nameInWords(sentName), blob };
          } catch (error) {
            const fault = faultOf(error, MAX_IMPORT_BYTES);
            if (fault === null) throw error;
            upload.fault = { input: "files", message: fault.message, status: fault.status };
            // The other fields are still read, so that they are kept: a length that was announced
            // ends that.
            if (!request.headers.has("Content-Length")) stop();
          }
        },
      },
    );
  });
  if ("refusal" in read) {
    const { said, status, headers } = read.refusal;
    upload.fault = {
      input: "files",
      message: said.join(" "),
      status,
      ...(headers === undefined ? {} : { headers }),
    };
  }
  return upload;
}

/** What is wrong with the upload is said before what may be missing beside it. */
function refuseFault(
  context: Readonly<RouterContextProvider>,
  form: FormData,
  { input, message, status, headers }: Fault,
): FormAnswer {
  const fields = parseForm(context, form, z.looseObject({}));
  if (!fields.ok) return fields.answer;
  return fields.refuse(
    { fields: { [input]: [message] } },
    { status, ...(headers === undefined ? {} : { headers }) },
  );
}
