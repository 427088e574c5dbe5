import { Worker } from "node:worker_threads";
import { workerFile } from "../worker-file.ts";
import type { LetterParts } from "../letter/letter-pdf.ts";
import type { Issuer, SignedNda } from "../letter/nda-pdf.ts";
import type { Mark, MarkingAnswer, MarkingFault, MarkingJob, Outline } from "./jobs.ts";

export type { Mark, Outline };

/** Files larger than this are shown and marked by nobody: they would have to be held in memory. */
export const MAX_MARKED_BYTES = 96 * 1024 * 1024;
const WORKERS = 2;
const TIMEOUT_MS = 60_000;
const OLD_GENERATION_MB = 768;
/** Jobs that may wait; more are refused, so that a flood takes no memory. */
const MAX_WAITING = 200;

/** A file can't be shown as pages, or can't be marked. */
export class NotMarkable extends Error {
  readonly fault: Exclude<MarkingFault, "bytes"> | "busy";

  constructor(fault: Exclude<MarkingFault, "bytes"> | "busy") {
    super(`can't be marked: ${fault}`);
    this.fault = fault;
  }
}

/** A file to show: what it is called in the workers' memory, what it is, and how to read it. */
export interface MarkedSource {
  key: string;
  kind: "pdf" | "picture";
  size: number;
  read: () => Promise<Uint8Array>;
}

interface Waiting {
  job: MarkingJob;
  resolve: (answer: MarkingAnswer) => void;
  reject: (error: Error) => void;
}

/** Shows pages, marks files and makes letters in a bounded number of workers, each doing one job at a time. */
class Marking {
  readonly #hands: Hand[] = Array.from({ length: WORKERS }, () => new Hand());

  /** Sizes and texts of some pages, and how many there are. @throws NotMarkable; what reading throws */
  async outline(source: MarkedSource, first: number, count: number): Promise<Outline> {
    const answer = await this.#about(source, {
      do: "outline",
      key: source.key,
      kind: source.kind,
      first,
      count,
    });
    if (!("outline" in answer)) throw new NotMarkable("damaged");
    return answer.outline;
  }

  /** A page with the watermark burnt in, as PNG. @throws NotMarkable; what reading throws */
  async page(source: MarkedSource, number: number, mark: Mark): Promise<Uint8Array> {
    const answer = await this.#about(source, {
      do: "page",
      key: source.key,
      kind: source.kind,
      number,
      mark,
    });
    if (!("png" in answer)) throw new NotMarkable("damaged");
    return answer.png;
  }

  /** A PDF with the watermark on every page. @throws NotMarkable; what reading throws */
  async pdf(source: MarkedSource, mark: Mark): Promise<Uint8Array> {
    if (source.size > MAX_MARKED_BYTES) throw new NotMarkable("too-large");
    const bytes = await source.read();
    return this.#made({ do: "mark", mark, bytes });
  }

  /** A bridge letter as a PDF. @throws NotMarkable */
  letter(parts: LetterParts): Promise<Uint8Array> {
    return this.#made({ do: "letter", parts });
  }

  /** The record of a signed NDA as a PDF. @throws NotMarkable */
  signedNda(
    { name, timeZone, customization: { accentColour } }: Issuer,
    signed: SignedNda,
  ): Promise<Uint8Array> {
    return this.#made({
      do: "nda",
      issuer: { name, timeZone, customization: { accentColour } },
      signed,
    });
  }

  async #made(job: MarkingJob): Promise<Uint8Array> {
    const answer = sound(await this.#leastBusy().do(job));
    if (!("pdf" in answer)) throw new NotMarkable("damaged");
    return answer.pdf;
  }

  /** The worker that holds the file is asked first without its bytes; plain bytes travel when it has to. */
  async #about(
    source: MarkedSource,
    job: Extract<MarkingJob, { kind: unknown }>,
  ): Promise<MarkingAnswer> {
    if (source.size > MAX_MARKED_BYTES) throw new NotMarkable("too-large");
    const hand = this.#handOf(source.key);
    const answer = await hand.do(job);
    if (!("fault" in answer) || answer.fault !== "bytes") return sound(answer);
    return sound(await hand.do({ ...job, bytes: await source.read() }));
  }

  /** One file, one worker: it opens it once. */
  #handOf(key: string): Hand {
    return this.#hands[Number.parseInt(key.slice(0, 6), 16) % WORKERS] ?? this.#leastBusy();
  }

  #leastBusy(): Hand {
    return this.#hands.reduce((least, hand) => (hand.waiting < least.waiting ? hand : least));
  }
}

function sound(answer: MarkingAnswer): MarkingAnswer {
  if (!("fault" in answer)) return answer;
  throw new NotMarkable(answer.fault === "bytes" ? "damaged" : answer.fault);
}

/** One worker with its queue. It is started when there is something to do, and replaced when it hangs or dies. */
class Hand {
  #worker: Promise<Worker> | null = null;
  readonly #queue: Waiting[] = [];
  #busy = false;
  #serial = 0;

  get waiting(): number {
    return this.#queue.length + Number(this.#busy);
  }

  do(job: MarkingJob): Promise<MarkingAnswer> {
    if (this.#queue.length >= MAX_WAITING) return Promise.reject(new NotMarkable("busy"));
    return new Promise((resolve, reject) => {
      this.#queue.push({ job, resolve, reject });
      void this.#next();
    });
  }

  async #next(): Promise<void> {
    if (this.#busy) return;
    const waiting = this.#queue.shift();
    if (waiting === undefined) return;
    this.#busy = true;
    try {
      waiting.resolve(await this.#run(waiting.job));
    } catch (error) {
      waiting.reject(error instanceof Error ? error : new Error(String(error)));
    } finally {
      this.#busy = false;
      void this.#next();
    }
  }

  async #run(job: MarkingJob): Promise<MarkingAnswer> {
    const worker = await (this.#worker ??= start());
    const id = (this.#serial += 1);
    return new Promise<MarkingAnswer>((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        worker.off("message", hear).off("error", fail).off("exit", fail);
        worker.unref();
      };
      const hear = (message: { id: number; answer: MarkingAnswer }) => {
        if (message.id !== id) return;
        end();
        resolve(message.answer);
      };
      // A document that takes a worker's memory or its time is not shown, and the next one finds a new worker.
      const fail = () => {
        end();
        this.#worker = null;
        void worker.terminate();
        reject(new NotMarkable("too-large"));
      };
      const timer = setTimeout(fail, TIMEOUT_MS);
      worker.on("message", hear).on("error", fail).on("exit", fail);
      worker.ref();
      const bytes = job.bytes === undefined ? [] : [job.bytes.buffer as ArrayBuffer];
      worker.postMessage({ id, job }, bytes);
    });
  }
}

async function start(): Promise<Worker> {
  const worker = new Worker(
    await workerFile("mark-worker.js", "app/files/marking/mark-worker.ts"),
    { resourceLimits: { maxOldGenerationSizeMb: OLD_GENERATION_MB } },
  );
  worker.unref();
  return worker;
}

/** The one set of workers of this process. */
export const marking = new Marking();
