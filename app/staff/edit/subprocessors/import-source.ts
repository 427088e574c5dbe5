import type { RouterContextProvider } from "react-router";
import { findStagedFile, stageFile } from "../../../../db/staged-files.ts";
import { servicesContext } from "../../../context.ts";
import { MAX_IMPORT_BYTES, subprocessorImportSchema } from "../../../domain/subprocessor-forms.ts";
import { sizeInWords } from "../../../domain/sizes.ts";
import { nameInWords } from "../../../domain/upload-names.ts";
import { decodeText } from "../../../files/tables/csv-table.ts";
import { isMultipart, readMultipart, UploadUnreadable } from "../../../files/upload/multipart.ts";
import { refuseLength } from "../../../files/upload/receive.ts";
import { UploadFault } from "../../../files/upload/upload-fault.ts";
import { parseForm, readSubmission, type FormAnswer, type Submitted } from "../../../middleware/form.ts";
import type { EditRequest } from "../edit-request.ts";
import type * as z from "zod";

interface Args {
  context: Readonly<RouterContextProvider>;
  request: Request;
}

type Accepted = Extract<Submitted<z.output<typeof subprocessorImportSchema>>, { ok: true }>;

/** The rows of an import and where they came from: a file that was chosen or pasted now, or one that waits since its preview. */
export interface ImportSource {
  submitted: Accepted;
  text: string;
  fileName: string;
  /** The input to which what is wrong with the rows belongs. */
  input: "files" | "csv";
  /** Lets the rows wait for the next step. @returns the id that the next form carries */
  stage(): Promise<string>;
}

/** What was pasted is called so, where a file has its name. */
const PASTED = "Pasted rows";

/** Reads the form in either of its encodings; without scripts it is the same form. */
export async function importSource(args: Args, edit: EditRequest): Promise<ImportSource | { answer: FormAnswer }> {
  const { blobs, store } = args.context.get(servicesContext);
  const { org, by, now } = edit;
  const { submitted, chosen } = isMultipart(args.request) ? await readUpload(args) : { submitted: await readSubmission(args, subprocessorImportSchema), chosen: null };
  if (!submitted.ok) return submitted;
  if (chosen !== null && "fault" in chosen) return { answer: submitted.refuse({ fields: { files: [chosen.fault.message] } }, { status: chosen.fault.status }) };
  const { csv, staged } = submitted.value;
  if (staged !== undefined) {
    const row = await findStagedFile(store.read, org.id, "subprocessors", staged, now);
    if (row === null) return { answer: submitted.refuse({ fields: { files: ["The file is no longer here. Choose it again."] } }, { status: 404 }) };
    return { submitted, text: decodeText(await blobs.readAll(org.id, row.blobHash, MAX_IMPORT_BYTES)), fileName: row.fileName, input: "files", stage: () => Promise.resolve(row.id) };
  }
  const bytes = chosen?.bytes ?? Buffer.from(csv, "utf8");
  const fileName = chosen?.fileName ?? PASTED;
  if (bytes.length === 0) return { answer: submitted.refuse({ fields: { files: ["Choose a file, or paste its rows"] } }) };
  return {
    submitted,
    text: decodeText(bytes),
    fileName,
    input: chosen === null ? "csv" : "files",
    async stage() {
      const blob = await blobs.put(org.id, bytes, { maxBytes: MAX_IMPORT_BYTES });
      return store.write((trx) => stageFile(trx, org.id, { purpose: "subprocessors", fileName, blob }, by.actorName, now));
    },
  };
}

type Chosen = { fileName: string; bytes: Buffer } | { fault: { message: string; status: number } };

/** The names of the form's own fields; no others are looked at. */
const FIELDS: ReadonlySet<string> = new Set(["csv", "step", "removeAbsent", "draftUpdate", "effectiveOn", "objectionDays"]);

/** A file is small enough here to be held in memory: its rows are looked at one by one. */
async function readUpload({ context, request }: Args): Promise<{ submitted: Submitted<z.output<typeof subprocessorImportSchema>>; chosen: Chosen | null }> {
  const form = new FormData();
  let chosen: Chosen | null = null;
  try {
    refuseLength(request, MAX_IMPORT_BYTES, 1);
    await readMultipart(request, { maxFiles: 1, maxFieldBytes: MAX_IMPORT_BYTES }, {
      field(name, value) {
        if (FIELDS.has(name)) form.append(name, value);
      },
      async file({ sentName, bytes }) {
        const read = await readBytes(bytes);
        if (read.length > 0) chosen = { fileName: nameInWords(sentName), bytes: read };
      },
    });
  } catch (error) {
    if (!(error instanceof UploadFault) && !(error instanceof UploadUnreadable)) throw error;
    chosen = { fault: { message: error.message, status: error.status } };
  }
  return { submitted: parseForm(context, form, subprocessorImportSchema), chosen };
}

async function readBytes(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of source) {
    size += piece.length;
    if (size > MAX_IMPORT_BYTES) throw new UploadFault(`This file is larger than ${sizeInWords(MAX_IMPORT_BYTES)}, the most that is accepted.`, 413);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
