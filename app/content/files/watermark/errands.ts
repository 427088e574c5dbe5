import { createHash } from "node:crypto";
import { ProcessEnded, type Done, type FileBytes } from "./bounded-process.ts";
import type { FailureMemory, Part } from "./failure-memory.ts";
import { FairQueue, QueueFull } from "./fair-queue.ts";
import type { MarkingFault, MarkingJob, TextKind } from "./jobs.ts";
import { Processes } from "./processes.ts";

/** Files larger than this are shown and marked by nobody. */
export const MAX_MARKED_BYTES = 96 * 1024 * 1024;
const PLACES = 2;
/** A view page asks for ten pictures. */
const WAITING_PER_COMPANY = 200;
const MAX_WAIT_MS = 60_000;
const GRACE_MS = 300;
const PATIENCE_MS = 1_000;
/** How long an upload waits for its trial. */
const TRIAL_WAIT_MS = 20_000;

/**
 * Why there is no page, copy or letter:
 * - `too-large`: the file has more bytes or pixels than are rendered
 * - `too-complex`: it would take more time or memory than it is given
 * - `absent`: it has no such page
 * - `busy`: too much waits, or the machine has no room; later it may be had
 */
export type MarkingRefusal = Exclude<MarkingFault, "bytes"> | "busy";

/** A file can't be shown as pages, or can't be marked. */
export class NotMarkable extends Error {
  readonly fault: MarkingRefusal;

  constructor(fault: MarkingRefusal, options?: { cause?: unknown }) {
    super(`can't be marked: ${fault}`, options);
    this.fault = fault;
  }
}

/** A file to show: whose it is, what it is called among theirs, what it is, and how to read it. */
export interface MarkedSource extends FileBytes {
  orgId: string;
  /** The SHA-256 of its bytes. */
  key: string;
  kind: "pdf" | "picture";
  failures: FailureMemory;
}

/** A file whose text is read; who asks keeps in mind what failed. */
export type ReadSource = Omit<MarkedSource, "kind" | "failures"> & { kind: TextKind };

/** A job for a company, and what it is about. */
export interface Errand {
  orgId: string;
  job: MarkingJob;
  timeoutMs: number;
  /** What the job is about; a letter is about nothing that is stored. */
  about: { source: Omit<MarkedSource, "kind">; part: Part } | null;
  signal: AbortSignal | undefined;
  /** Is told what came out, even where its readers have left. */
  told?: ((done: Done) => void) | undefined;
}

/**
 * Has jobs done in a bounded number of processes that share no company's files. Companies take turns;
 * what failed is answered at once; nothing is begun for readers who have left.
 */
export class Errands {
  readonly #queue = new FairQueue({
    places: PLACES,
    perCompany: WAITING_PER_COMPANY,
    maxWaitMs: MAX_WAIT_MS,
    graceMs: GRACE_MS,
    patienceMs: PATIENCE_MS,
  });
  readonly #processes = new Processes(PLACES, (place) => this.#queue.putBack(place));

  /** @returns what came out @throws NotMarkable; what reading throws; the signal's reason */
  async do(errand: Errand): Promise<Done> {
    const { orgId, job, about, signal } = errand;
    if ((about?.source.size ?? 0) > MAX_MARKED_BYTES) throw new NotMarkable("too-large");
    if (about !== null) await refuseKnown(about.source, about.part);
    const name = createHash("sha256")
      .update(JSON.stringify([about?.source.key ?? "", job]))
      .digest("hex");
    try {
      return await this.#queue.do(
        orgId,
        name,
        (place, stop) => this.#attempt(place, name, errand, stop),
        signal,
      );
    } catch (error) {
      throw error instanceof QueueFull ? new NotMarkable("busy", { cause: error }) : error;
    }
  }

  /** In its turn. What comes of it is noted even when its readers have left. */
  async #attempt(
    place: number,
    name: string,
    { orgId, job, timeoutMs, about, told }: Errand,
    stop: AbortSignal,
  ): Promise<Done> {
    // It may have come out while this waited.
    if (about !== null) await refuseKnown(about.source, about.part);
    const note = async (fault: MarkingFault, certainty: "certain" | "likely" | "doubtful") =>
      about?.source.failures.record(about.part, fault, certainty);
    let done: Done;
    try {
      const work = { job, file: about?.source ?? null, timeoutMs };
      done = await this.#processes.run(place, orgId, name, work, stop);
    } catch (error) {
      if (!(error instanceof ProcessEnded)) throw error;
      if (error.why === "start") throw new NotMarkable("busy", { cause: error });
      const isDoubtful = error.why === "killed" || error.why === "starved";
      await note("too-complex", isDoubtful ? "doubtful" : "likely");
      throw new NotMarkable(isDoubtful ? "busy" : "too-complex", { cause: error });
    }
    const { answer } = done;
    if (!("fault" in answer)) {
      told?.(done);
      return done;
    }
    const fault = answer.fault === "bytes" ? "damaged" : answer.fault;
    // That there is no such page is no failure of the file's.
    if (fault !== "absent") await note(fault, fault === "too-complex" ? "likely" : "certain");
    throw new NotMarkable(fault);
  }

  /**
   * Has a job done to see whether it can be.
   * @returns why it can't; null when it can, or when there was no room to try
   * @throws what reading throws; the signal's reason
   */
  async tried(
    errand: Omit<Errand, "signal">,
    signal: AbortSignal | undefined,
  ): Promise<MarkingRefusal | null> {
    const patience = AbortSignal.timeout(TRIAL_WAIT_MS + errand.timeoutMs);
    try {
      const either = signal === undefined ? patience : AbortSignal.any([signal, patience]);
      await this.do({ ...errand, signal: either });
      return null;
    } catch (error) {
      if (error instanceof NotMarkable) return error.fault === "busy" ? null : error.fault;
      if (patience.aborted && signal?.aborted !== true) return null;
      throw error;
    }
  }
}

/** @throws NotMarkable where this part of the file, or all of it, has failed before */
async function refuseKnown(
  { failures }: Pick<MarkedSource, "failures">,
  part: Part,
): Promise<void> {
  const known = await failures.known();
  const own = part === "mark" ? [part] : [part, "file"];
  const failure = known.find((one) => own.includes(one.part));
  if (failure !== undefined) throw new NotMarkable(failure.fault);
}
