import { Worker } from "node:worker_threads";
import { StrictZip, ZipRefused } from "../strict-zip.ts";
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
export const MAX_CHARACTERS = 8_000_000;

/** Said of a workbook, and of a sheet in it. */
export const TOO_LARGE =
  "This workbook is too large to be read here. Save the sheet as CSV and import that.";

/** What an office file is called where it is refused. */
export interface OfficeWords {
  tooLarge: string;
  /** Before what is wrong with its archive. */
  cannotOpen: string;
  cannotRead: string;
  hasInvalidContent: string;
}

export const WORKBOOK_WORDS: OfficeWords = {
  tooLarge: TOO_LARGE,
  cannotOpen: "This workbook can’t be opened.",
  cannotRead: "This workbook can’t be read.",
  hasInvalidContent:
    "This workbook has invalid content. Open it in a spreadsheet program and save it again.",
};

/** Each workbook takes hundreds of megabytes while it is read. */
const turns = new Semaphore(
  { running: 1, waiting: 4 },
  {
    words:
      "Other workbooks are being read right now. Wait a minute, then send it again, or save the sheet as CSV and import that.",
    status: 503,
    retryAfterSeconds: 60,
  },
);

/**
 * The sheets of an XLSX workbook, each as CSV, as `stagedSheets` takes them apart. The archive is
 * unpacked by the strict reader within limits, and only its plain XML reaches the workbook's reader,
 * in a thread with bounded memory and time, one workbook after the other.
 * @throws UnreadableTable; Busy when too many workbooks wait
 */
export async function sheetsOfXlsx(file: StoredFile, limits: TableLimits): Promise<Buffer> {
  const sheets = await withWorkbook(file, async (zip) =>
    inThread<Uint8Array | null>(
      ["sheet-worker.js", "app/platform/files/tables/sheet-worker.ts"],
      { ...limits, maxCharacters: MAX_CHARACTERS },
      await plainParts(zip),
    ),
  );
  if (sheets === null)
    throw new UnreadableTable(
      "This isn’t a valid XLSX workbook. Open it in your spreadsheet program and save it as XLSX or CSV.",
    );
  return Buffer.from(sheets.buffer, sheets.byteOffset, sheets.byteLength);
}

/**
 * Opens a workbook's archive within limits when its turn has come, one workbook after the other.
 * @throws UnreadableTable; Busy when too many workbooks wait
 */
export async function withWorkbook<Answer>(
  file: StoredFile,
  work: (zip: StrictZip) => Promise<Answer>,
  words = WORKBOOK_WORDS,
): Promise<Answer> {
  try {
    return await turns.run("workbooks", async () => {
      const zip = await StrictZip.ofBlob(file, { maxEntries: MAX_ENTRIES, maxBytes: MAX_UNPACKED });
      try {
        return await work(zip);
      } finally {
        zip.close();
      }
    });
  } catch (error) {
    if (error instanceof ZipRefused)
      throw new UnreadableTable(`${words.cannotOpen} ${error.message}`);
    throw error;
  }
}

/**
 * The XML of a workbook, by its names in the archive.
 * @param names those that are wanted; all of them without it
 * @throws UnreadableTable for XML that declares a document type
 */
export async function plainParts(
  zip: StrictZip,
  names: Iterable<string> = zip.files.keys(),
  words = WORKBOOK_WORDS,
): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const parts = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const name of names) {
    if (!/\.(?:xml|rels)$/i.test(name)) continue;
    const bytes = await zip.bytes(name, MAX_UNPACKED);
    // Entities of a document's own could multiply, and no spreadsheet program writes any.
    if (bytes.includes("<!DOCTYPE") || bytes.includes("<!ENTITY"))
      throw new UnreadableTable(words.hasInvalidContent);
    parts.set(name, new Uint8Array(bytes));
  }
  return parts;
}

/**
 * What a thread with bounded memory and time makes of a workbook's parts: its first message.
 * @param worker its built file, and its source
 * @throws UnreadableTable where the bounds are not enough, or the thread fails
 */
export async function inThread<Answer>(
  [name, source]: readonly [string, string],
  data: Readonly<Record<string, unknown>>,
  parts: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
  words = WORKBOOK_WORDS,
): Promise<Answer> {
  const worker = new Worker(await workerFile(name, source), {
    workerData: { ...data, parts },
    transferList: [...parts.values()].map(({ buffer }) => buffer),
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: 32 },
    stderr: true,
  });
  try {
    return await new Promise<Answer>((resolve, reject) => {
      const timer = setTimeout(() => reject(new UnreadableTable(words.tooLarge)), TIMEOUT_MS);
      const end = (settle: () => void) => {
        clearTimeout(timer);
        settle();
      };
      worker.once("message", (answer: Answer) => end(() => resolve(answer)));
      worker.once("error", (error: Error & { code?: string }) =>
        end(() =>
          reject(
            new UnreadableTable(
              error.code === "ERR_WORKER_OUT_OF_MEMORY" ? words.tooLarge : words.cannotRead,
              { cause: error },
            ),
          ),
        ),
      );
      worker.once("exit", () => end(() => reject(new UnreadableTable(words.cannotRead))));
    });
  } finally {
    await worker.terminate();
  }
}
