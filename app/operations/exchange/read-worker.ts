import { parentPort, workerData } from "node:worker_threads";
import { ContentError, type Fault } from "./content-ids.ts";
import { NamedFolder } from "./folder.ts";
import { readFolder, type Content } from "./read-folder.ts";

/*
 * Reads and judges the YAML of one content folder and ends. A thread of its own with bounded memory
 * and time: two megabytes of short lines become half a gigabyte of nodes, and then this thread
 * goes, and nothing else.
 */

/** What the thread is given. */
export interface HeldFolder {
  names: string[];
  texts: Map<string, string>;
  maxFaults: number;
  maxCharacters: number;
}

/** What it finds. */
export type FolderRead =
  | { content: Content }
  | { faults: readonly Fault[]; more: number }
  | { tooLarge: true };

class TextFolder extends NamedFolder {
  readonly #texts: ReadonlyMap<string, string>;

  constructor({ names, texts }: HeldFolder) {
    super(names);
    this.#texts = texts;
  }

  async text(name: string): Promise<string | null> {
    return this.#texts.get(name) ?? null;
  }

  async open(): Promise<AsyncIterable<Uint8Array>> {
    throw new Error("files stay outside of the thread that reads the YAML");
  }
}

const held = workerData as HeldFolder;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
parentPort?.postMessage(await read());

async function read(): Promise<FolderRead> {
  try {
    const content = await readFolder(new TextFolder(held));
    // An alias is one value in here, and may be many outside.
    return JSON.stringify(content).length > held.maxCharacters ? { tooLarge: true } : { content };
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    const shown = error.faults.slice(0, held.maxFaults);
    return {
      faults: shown.map((fault) => ({
        ...fault,
        key: fault.key.slice(0, 300),
        message: fault.message.slice(0, 500),
      })),
      more: error.faults.length - shown.length,
    };
  }
}
