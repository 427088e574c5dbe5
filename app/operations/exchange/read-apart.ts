import { Worker } from "node:worker_threads";
import { ZipRefused } from "#platform/files/strict-zip.ts";
import { workerFile } from "#platform/files/worker-file.ts";
import { ContentError } from "./content-ids.ts";
import type { Content } from "./read-folder.ts";
import type { FolderRead, HeldFolder } from "./read-worker.ts";
import type { ZipFolder } from "./zip-folder.ts";

const LIMITS = { maxFileBytes: 2 * 1024 * 1024, maxBytes: 8 * 1024 * 1024 };
const MEMORY_MB = 512;
/** Shorter than anybody waits for an answer. */
const TIMEOUT_MS = 20_000;
/** What the content comes to, its aliases written out. */
const MAX_CHARACTERS = 32_000_000;
const MAX_FAULTS = 500;

/** The archive's YAML takes more memory or time than it may. */
export class TooMuchYaml extends ZipRefused {
  constructor(options?: ErrorOptions) {
    super(
      "The archive’s YAML is too large to import here. Use the command content:import instead.",
      options,
    );
  }
}

/**
 * As `readFolder`, for an archive that was sent in: with less YAML, read in a thread that can be
 * ended.
 * @throws ContentError with the first faults; ZipRefused, TooMuchYaml
 */
export async function readApart(folder: ZipFolder): Promise<Content> {
  const held = await folder.held(LIMITS);
  const read = await inThread({ ...held, maxFaults: MAX_FAULTS, maxCharacters: MAX_CHARACTERS });
  if ("content" in read) return read.content;
  if ("tooLarge" in read) throw new TooMuchYaml();
  const more =
    read.more === 0
      ? []
      : [
          {
            file: "~",
            line: 0,
            key: "",
            message: `and ${read.more.toLocaleString("en")} more errors`,
          },
        ];
  throw new ContentError([...read.faults, ...more]);
}

async function inThread(held: HeldFolder): Promise<FolderRead> {
  const worker = new Worker(
    await workerFile("content-worker.js", "app/operations/exchange/read-worker.ts"),
    {
      workerData: held,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: 32 },
      stderr: true,
    },
  );
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<FolderRead>((resolve, reject) => {
      timer = setTimeout(() => reject(new TooMuchYaml()), TIMEOUT_MS);
      worker.once("message", resolve);
      worker.once("error", (cause: Error & { code?: string }) =>
        reject(cause.code === "ERR_WORKER_OUT_OF_MEMORY" ? new TooMuchYaml({ cause }) : cause),
      );
      worker.once("exit", () => reject(new TooMuchYaml()));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
