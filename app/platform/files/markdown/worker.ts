import { readlinkSync } from "node:fs";
import { parentPort } from "node:worker_threads";
import { cpuOfThread, processingTime } from "./processing-time.ts";
import { parseMarkdown, type Parsed } from "./tree.ts";

/*
 * Lays out one text after the other. A thread of its own: what never ends, or takes all memory that
 * it may have, ends with this thread.
 */

/** What the thread says: that it is ready and which thread it is, and what became of each text. */
export type WorkerWord =
  | {
      ready: {
        /** Its folder below /proc, where the system has one. */
        thread: string | null;
        /** Processing time that the sample text took, in milliseconds. */
        sampleMs: number;
      };
    }
  | { parsed: Parsed; ms: number };

/**
 * A text with everything in it that texts have: by it the parser is warm, and the machine known.
 */
const SAMPLE = Array.from(
  { length: 24 },
  (_, i) =>
    `## Section ${i}\n\nThe **controls** of section ${i} are reviewed every [year](https://example.com/${i}) by \`team-${i}\`, and the *results* are kept.\n\n- one thing\n- another thing with words that go on for a while\n  - nested\n\n| a | b |\n|---|---|\n| cell ${i} | cell |\n\n1. first\n2. second\n\n> quoted words\n`,
).join("\n");

function threadFolder(): string | null {
  try {
    return `/proc/${readlinkSync("/proc/thread-self")}`;
  } catch {
    return null;
  }
}

const thread = threadFolder();
const time = () => processingTime(thread === null ? null : cpuOfThread(thread));

function timed(text: string): { parsed: Parsed; ms: number } {
  const begun = time();
  const parsed = parseMarkdown(text);
  return { parsed, ms: time() - begun };
}

timed(SAMPLE);
timed(SAMPLE);
const sampleMs = timed(SAMPLE).ms;

const say = (word: WorkerWord) =>
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
  parentPort?.postMessage(word);
parentPort?.on("message", (text: string) => say(timed(text)));
say({ ready: { thread, sampleMs } });
