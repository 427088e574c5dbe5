import { Worker } from "node:worker_threads";
import { sha256 } from "#db/ids.ts";
import { StrictZip, ZipRefused } from "../strict-zip.ts";
import { StoredZip } from "../stored-zip.ts";
import type { ZipEntry } from "../zip-records.ts";
import { Semaphore } from "#platform/jobs/semaphore.ts";
import type { StoredFile } from "../upload/blob-access.ts";
import { workerFile } from "../worker-file.ts";
import { UnreadableTable, type TableLimits } from "./csv-table.ts";

/** What a workbook may come to, unpacked: its XML is what takes memory. */
const MAX_UNPACKED = 24 * 1024 * 1024;
const MAX_ENTRIES = 2_000;
const MEMORY_MB = 256;
const TIMEOUT_MS = 20_000;
/** The text of all cells together. */
const MAX_CHARACTERS = 8_000_000;
const TOO_LARGE =
  "This workbook is too large to be read here. Save the sheet as CSV and import that.";

/** Each workbook takes hundreds of megabytes while it is read. */
const turns = new Semaphore(
  { running: 1, waiting: 4 },
  {
    words:
      "Other workbooks are being read right now. Wait a minute, then send it again; or save the sheet as CSV and import that.",
    status: 503,
    retryAfterSeconds: 60,
  },
);

/**
 * The first sheet of an XLSX workbook as CSV, row for row. The archive is unpacked by the strict
 * reader within limits, and only its plain XML reaches the workbook's reader, in a thread with
 * bounded memory and time, one workbook after the other.
 * @throws UnreadableTable; Busy when too many workbooks wait
 */
export async function xlsxAsCsv(file: StoredFile, limits: TableLimits): Promise<Buffer> {
  try {
    return await turns.run("workbooks", () => read(file, limits));
  } catch (error) {
    if (error instanceof ZipRefused)
      throw new UnreadableTable(`This workbook can't be opened. ${error.message}`);
    throw error;
  }
}

async function read(file: StoredFile, limits: TableLimits): Promise<Buffer> {
  const zip = await StrictZip.ofBlob(file, { maxEntries: MAX_ENTRIES, maxBytes: MAX_UNPACKED });
  try {
    return await inThread(await plainWorkbook(zip), limits);
  } finally {
    zip.close();
  }
}

/** The workbook's XML in an archive of stored files: what is in it is as large as it says. */
async function plainWorkbook(zip: StrictZip): Promise<Buffer> {
  const names = [...zip.files.keys()].filter(
    (name) => name.endsWith(".xml") || name.endsWith(".rels"),
  );
  if (!names.includes("xl/workbook.xml")) throw new UnreadableTable("This is no XLSX workbook.");
  const entries: ZipEntry[] = [];
  for (const name of names) {
    const bytes = await zip.bytes(name, MAX_UNPACKED);
    // Entities of a document's own could multiply, and no spreadsheet program writes any.
    if (bytes.includes("<!DOCTYPE") || bytes.includes("<!ENTITY"))
      throw new UnreadableTable(
        "This workbook holds something that no spreadsheet program writes.",
      );
    entries.push({
      name,
      size: bytes.length,
      modified: new Date(0),
      hash: sha256(bytes),
      open: async (start) => [bytes.subarray(start)],
    });
  }
  const pieces: Buffer[] = [];
  for await (const piece of new StoredZip(entries).stream()) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

async function inThread(workbook: Buffer, limits: TableLimits): Promise<Buffer> {
  const bytes = new Uint8Array(workbook).buffer;
  const worker = new Worker(
    await workerFile("sheet-worker.js", "app/platform/files/tables/sheet-worker.ts"),
    {
      workerData: { workbook: bytes, ...limits, maxCharacters: MAX_CHARACTERS },
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: 32 },
      stderr: true,
    },
  );
  try {
    return await new Promise<Buffer>((resolve, reject) => {
      const timer = setTimeout(() => reject(new UnreadableTable(TOO_LARGE)), TIMEOUT_MS);
      const end = (settle: () => void) => {
        clearTimeout(timer);
        settle();
      };
      worker.once("message", (csv: Uint8Array | null) =>
        end(() =>
          csv === null
            ? reject(new UnreadableTable(TOO_LARGE))
            : resolve(Buffer.from(csv.buffer, csv.byteOffset, csv.byteLength)),
        ),
      );
      worker.once("error", (error: Error & { code?: string }) =>
        end(() =>
          reject(
            new UnreadableTable(
              error.code === "ERR_WORKER_OUT_OF_MEMORY"
                ? TOO_LARGE
                : "This workbook can't be read.",
              { cause: error },
            ),
          ),
        ),
      );
      worker.once("exit", () =>
        end(() => reject(new UnreadableTable("This workbook can't be read."))),
      );
    });
  } finally {
    await worker.terminate();
  }
}
