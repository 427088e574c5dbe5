import { AsyncLocalStorage } from "node:async_hooks";
import { Durations } from "#values/durations.ts";

/**
 * How long what is written for one request waits for the lock, in milliseconds: the answer comes
 * within six seconds.
 */
const REQUEST_WAIT_MS = 5_000;
/**
 * How long one write that no request asked for waits for a lock that another process holds, in
 * milliseconds.
 */
const LOCK_WAIT_MS = 5_000;
/** After how long a wait for the lock it is asked why it is held, in milliseconds: a usual write is over by then. */
const ASK_WHY_MS = 250;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 50;

/**
 * What a request may still wait for the database, in milliseconds; what outlives its answer is not
 * bound by it.
 */
interface Patience {
  leftMs: number;
  /** By the monotonic clock. */
  arrivedAt: number;
  isOver: boolean;
  /** Told as soon as the request waits. */
  onWait: (() => void) | null;
  /** Where its time with the database is added up. */
  spent: DatabaseTime;
  /** It waited for an answer of the database in vain. */
  isDatabaseSilent: boolean;
}

/** Milliseconds that a request spent with the database: its statements, and its waits. */
export interface DatabaseTime {
  database: number;
}

const patience = new AsyncLocalStorage<Patience>();

/**
 * Runs the work of one request: all its writes together wait for the database as long as one may.
 * @param spent where its time with the database is added up
 */
export async function withinOneWait<T>(
  work: () => Promise<T>,
  spent: DatabaseTime = { database: 0 },
): Promise<T> {
  const own: Patience = {
    leftMs: REQUEST_WAIT_MS,
    arrivedAt: performance.now(),
    isOver: false,
    onWait: null,
    spent,
    isDatabaseSilent: false,
  };
  try {
    return await patience.run(own, work);
  } finally {
    own.isOver = true;
  }
}

/** Adds to what the current request, if there is one, spent with the database. */
export function noteDatabaseTime(ms: number): void {
  const own = patience.getStore();
  if (own !== undefined) own.spent.database += ms;
}

/** The current request, if there is one, waited for an answer of the database in vain. */
export function noteSilence(): void {
  const own = patience.getStore();
  if (own !== undefined) own.isDatabaseSilent = true;
}

/** Whether the current request waited in vain already: once more would be too long, for its error page, too. */
export function knowsSilence(): boolean {
  const own = patience.getStore();
  return own !== undefined && own.isDatabaseSilent && !own.isOver;
}

/**
 * Has `notice` called once the current request waits for the database, behind others or for the
 * lock.
 */
export function onDatabaseWait(notice: () => void): void {
  const own = patience.getStore();
  if (own !== undefined) own.onWait = notice;
}

/**
 * Counted from the request's arrival; a body that came in for longer than that leaves the whole
 * wait.
 */
function left({ leftMs, arrivedAt }: Patience): number {
  const restMs = arrivedAt + REQUEST_WAIT_MS - performance.now();
  return restMs > 0 ? Math.min(leftMs, restMs) : leftMs;
}

/** The lock was not to be had in time. */
export class WaitedTooLong extends Error {}

/** Who has the lock keeps it for minutes, and says so: waiting would be in vain. */
export class WritesHeld extends Error {}

/** A write that has not begun. */
interface Waiting {
  /** Its turn has come. */
  begin: () => void;
}

/**
 * Writes, one after the other, in the order in which they came. Only the first one tries for the
 * lock: it tries without blocking and sleeps in between, so that reading goes on however many wait.
 * Those of a request give up after five seconds of waiting, behind others or for the lock.
 */
export class WriteQueue {
  readonly #isBusy: (error: unknown) => boolean;
  readonly #isHeld: () => Promise<boolean>;
  readonly #waiting: Waiting[] = [];
  /** How long each waited for its turn and the lock. */
  readonly waits = new Durations();
  #taken = false;

  /**
   * @param isBusy whether an error says that another process holds the lock
   * @param isHeld whether that one keeps it for minutes; asked only where it is held
   */
  constructor(
    isBusy: (error: unknown) => boolean,
    isHeld: () => Promise<boolean> = async () => false,
  ) {
    this.#isBusy = isBusy;
    this.#isHeld = isHeld;
  }

  /** How many have not begun. */
  get length(): number {
    return this.#waiting.length;
  }

  /**
   * Runs a write when its turn has come, again while another process holds the lock.
   * @param attempt begins with taking the lock, and has done nothing when it fails with a busy
   *   error
   * @throws WaitedTooLong when the time is up; WritesHeld; what the attempt throws
   */
  async run<T>(attempt: () => Promise<T>): Promise<T> {
    const found = patience.getStore();
    const own = found?.isOver === false ? found : undefined;
    const since = performance.now();
    const waited = () => performance.now() - since;
    const leftMs = own === undefined ? Infinity : left(own);
    if (this.#taken) own?.onWait?.();
    await this.#turn(leftMs).catch((error: unknown) => {
      this.#noteWait(waited());
      throw error;
    });
    try {
      const turnAt = waited();
      const deadline = own === undefined ? waited() + LOCK_WAIT_MS : leftMs;
      for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(LONGEST_PAUSE_MS, pause * 2)) {
        const triedAt = waited();
        try {
          const result = await attempt();
          this.#noteWait(triedAt);
          if (own !== undefined) own.leftMs = leftMs - triedAt;
          return result;
        } catch (error) {
          if (own !== undefined) own.leftMs = leftMs - triedAt;
          if (!this.#isBusy(error)) {
            this.#noteWait(triedAt);
            throw error;
          }
          const restMs = deadline - waited();
          if (restMs <= 0) {
            this.#noteWait(waited());
            throw new WaitedTooLong("another process holds the lock", { cause: error });
          }
          if (waited() - turnAt >= ASK_WHY_MS && (await within(restMs, this.#isHeld()))) {
            this.#noteWait(waited());
            throw new WritesHeld("the installation is being moved", { cause: error });
          }
          own?.onWait?.();
          await new Promise((resolve) => setTimeout(resolve, Math.min(pause, restMs)));
        }
      }
    } finally {
      this.#next();
    }
  }

  #noteWait(ms: number): void {
    this.waits.note(ms);
    noteDatabaseTime(ms);
  }

  /** Waits until nobody stands before this one. @throws WaitedTooLong after so many milliseconds */
  #turn(ms: number): Promise<void> {
    if (!this.#taken) {
      this.#taken = true;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        begin: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer =
        ms === Infinity
          ? undefined
          : setTimeout(
              () => {
                this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
                reject(new WaitedTooLong("others write"));
              },
              Math.max(0, ms),
            );
      this.#waiting.push(waiting);
    });
  }

  #next(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#taken = false;
    else next.begin();
  }
}

/** What a question is answered with; no where the answer takes longer. */
async function within(ms: number, asked: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), Math.min(ms, LOCK_WAIT_MS));
  });
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}
