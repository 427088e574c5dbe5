/** So much waits already that nothing more is taken, or it has waited too long. */
export class QueueFull extends Error {}

/**
 * Work for one place. It fails soon after `stop` is aborted, and does no harm when it is done
 * again.
 */
export type Work<T> = (place: number, stop: AbortSignal) => Promise<T>;

export interface QueueLimits {
  /** Work that runs at once. */
  places: number;
  /** Work of one company that may wait. */
  perCompany: number;
  /** How long somebody waits before they are told to come again, in milliseconds. */
  maxWaitMs: number;
  /** What runs shorter than this is let finish: ending it would gain nothing. */
  graceMs: number;
  /**
   * What runs longer than this is slow: it holds one place, never all of them while others wait.
   */
  patienceMs: number;
}

interface Task {
  company: string;
  key: string;
  work: Work<unknown>;
  /** Those who wait for the outcome; none when all have left. */
  readers: Set<Reader>;
  queuedAt: number;
  running: { place: number; since: number; stop: AbortController; again: boolean } | null;
}

interface Reader {
  resolve: (value: never) => void;
  reject: (error: unknown) => void;
}

const LOOK_MS = 100;
const MOST_REMEMBERED = 10_000;

/**
 * Lets work be done few at a time, and shares the places fairly among companies: they take turns,
 * and none has a second place while another one waits for its first. The same work asked for twice
 * is done once. Work whose readers have all left is not begun. One slow job may run to its end;
 * where slow work would hold all places while another company waits, the youngest of it is ended
 * and comes again later.
 */
export class FairQueue {
  readonly #limits: QueueLimits;
  /** By company. */
  readonly #waiting = new Map<string, Task[]>();
  /** When a company's work was begun last, counted in works. */
  readonly #turns = new Map<string, number>();
  #begun = 0;
  readonly #running: (Task | null)[];
  /** By company and key: everything that waits or runs. */
  readonly #known = new Map<string, Task>();
  /** Which company had a place last: it finds its files open there. */
  readonly #last: (string | null)[];
  #timer: NodeJS.Timeout | null = null;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
    this.#running = Array.from({ length: limits.places }, () => null);
    this.#last = Array.from({ length: limits.places }, () => null);
  }

  /**
   * The outcome of some work, done in its turn.
   * @param key names the work among the company's: the same key is the same work, and gives the
   *   same outcome
   * @param signal says that this reader has left
   * @throws QueueFull; the signal's reason; what the work throws
   */
  do<T>(company: string, key: string, work: Work<T>, signal?: AbortSignal): Promise<T> {
    if (signal?.aborted === true) return Promise.reject(reasonOf(signal));
    const name = `${company}\n${key}`;
    let task = this.#known.get(name);
    if (task === undefined) {
      const queue = this.#waiting.get(company) ?? [];
      if (queue.length >= this.#limits.perCompany)
        return Promise.reject(new QueueFull("too many wait"));
      task = { company, key: name, work, readers: new Set(), queuedAt: Date.now(), running: null };
      this.#known.set(name, task);
      queue.push(task);
      this.#waiting.set(company, queue);
    }
    const joined = task;
    return new Promise<T>((resolve, reject) => {
      const leave = () => {
        joined.readers.delete(reader);
        reject(reasonOf(signal));
        if (joined.readers.size === 0 && joined.running === null) this.#forget(joined);
      };
      const done = () => signal?.removeEventListener("abort", leave);
      const reader: Reader = {
        resolve: (value) => (done(), resolve(value)),
        reject: (error) => (done(), reject(error)),
      };
      joined.readers.add(reader);
      signal?.addEventListener("abort", leave, { once: true });
      this.#advance();
    });
  }

  /** How much of a company's work waits. */
  waitingOf(company: string): number {
    return this.#waiting.get(company)?.length ?? 0;
  }

  /**
   * Ends what runs at a place and lets it come again, behind the work of others. @returns whether
   * there was any
   */
  putBack(place: number): boolean {
    const task = this.#running[place] ?? null;
    if (task === null) return false;
    this.#stop(task);
    return true;
  }

  #advance(): void {
    for (;;) {
      const free = this.#running.includes(null);
      const task = free ? this.#next() : null;
      if (task === null) break;
      this.#begin(task);
    }
    this.#makeRoom();
    if (this.#waiting.size === 0 && this.#timer !== null) {
      clearInterval(this.#timer);
      this.#timer = null;
    } else if (this.#waiting.size > 0)
      this.#timer ??= setInterval(() => this.#look(), LOOK_MS).unref();
  }

  /**
   * The first work of the company whose last turn is longest ago; one that has no place comes
   * before those that have one.
   */
  #next(): Task | null {
    const rank = (company: string) =>
      (this.#hasPlace(company) ? Number.MAX_SAFE_INTEGER / 2 : 0) + (this.#turns.get(company) ?? 0);
    const [company] = [...this.#waiting.keys()].toSorted((a, b) => rank(a) - rank(b));
    if (company === undefined) return null;
    const queue = this.#waiting.get(company) ?? [];
    const task = queue.shift() ?? null;
    if (queue.length === 0) this.#waiting.delete(company);
    return task;
  }

  #begin(task: Task): void {
    const isFree = (place: number) => this.#running[place] === null;
    const places = [...this.#running.keys()].filter(isFree);
    const place =
      places.find((one) => this.#last[one] === task.company) ??
      places.find((one) => this.#last[one] === null) ??
      places[0] ??
      0;
    const stop = new AbortController();
    const running = { place, since: Date.now(), stop, again: false };
    task.running = running;
    this.#running[place] = task;
    this.#last[place] = task.company;
    // A company that has not been here for long has no turn to its name.
    if (this.#turns.size > MOST_REMEMBERED) this.#turns.clear();
    this.#turns.set(task.company, (this.#begun += 1));
    const end = (settle: (reader: Reader) => void) => {
      this.#running[place] = null;
      task.running = null;
      if (running.again && task.readers.size > 0) {
        const queue = this.#waiting.get(task.company) ?? [];
        queue.unshift(task);
        this.#waiting.set(task.company, queue);
      } else {
        this.#known.delete(task.key);
        for (const reader of task.readers) settle(reader);
      }
      this.#advance();
    };
    task.work(place, stop.signal).then(
      (value) => {
        running.again = false;
        end((reader) => reader.resolve(value as never));
      },
      (error: unknown) => {
        // What failed by itself before it could be stopped has failed.
        running.again &&= stop.signal.aborted && error === stop.signal.reason;
        end((reader) => reader.reject(error));
      },
    );
  }

  /** Whether a company waits that has no place; then others give way. */
  #makeRoom(): void {
    const needy = [...this.#waiting.keys()].some((company) => !this.#hasPlace(company));
    if (!needy || this.#running.includes(null)) return;
    const tasks = this.#running.filter((task) => task !== null);
    if (tasks.some((task) => task.running?.stop.signal.aborted === true)) return;
    const now = Date.now();
    const ran = (task: Task) => now - (task.running?.since ?? now);
    const youngestFirst = tasks.toSorted((a, b) => ran(a) - ran(b));
    const second = youngestFirst.find(
      (task) =>
        ran(task) >= this.#limits.graceMs &&
        tasks.some((other) => other !== task && other.company === task.company),
    );
    const left = youngestFirst.find(
      (task) => ran(task) >= this.#limits.patienceMs && task.readers.size === 0,
    );
    const slow = youngestFirst.every((task) => ran(task) >= this.#limits.patienceMs);
    const yielding = second ?? left ?? (slow ? youngestFirst[0] : undefined);
    if (yielding !== undefined) this.#stop(yielding);
  }

  #stop(task: Task): void {
    if (task.running === null) return;
    task.running.again = true;
    task.running.stop.abort(new DOMException("Another company’s work comes first", "AbortError"));
  }

  #look(): void {
    const oldest = Date.now() - this.#limits.maxWaitMs;
    const late = Array.from(this.#waiting.values())
      .flat()
      .filter((task) => task.queuedAt < oldest);
    for (const task of late) {
      for (const reader of task.readers) reader.reject(new QueueFull("waited too long"));
      this.#forget(task);
    }
    this.#advance();
  }

  /** Takes work that waits out of the queue. */
  #forget(task: Task): void {
    this.#known.delete(task.key);
    const rest = (this.#waiting.get(task.company) ?? []).filter((other) => other !== task);
    if (rest.length > 0) this.#waiting.set(task.company, rest);
    else this.#waiting.delete(task.company);
  }

  #hasPlace(company: string): boolean {
    return this.#running.some((task) => task?.company === company);
  }
}

function reasonOf(signal: AbortSignal | undefined): unknown {
  return signal?.reason ?? new DOMException("The reader has left", "AbortError");
}
