import { StorageUnavailable } from "#db/store.ts";

const STORING = "Files can’t be stored right now. Nothing was saved. Please try again in a minute.";
const READING = "This file can’t be read right now. Please try again in a minute.";

/**
 * The bucket doesn't answer, or takes nothing: what visitors are told. `cause` is for the log, and
 * names neither key nor secret.
 */
export class BucketUnavailable extends StorageUnavailable {
  override readonly retryAfterSeconds = 30;

  constructor(doing: "storing" | "reading", options: { cause?: unknown } = {}) {
    super(503, options);
    this.message = doing === "storing" ? STORING : READING;
  }
}

/** What a bucket answered that no trying again mends. The message is for the operator. */
export class BucketRefused extends Error {
  /** 0: nothing at all was answered. */
  readonly answered: number;
  /** The service's own word for it, such as NoSuchBucket; empty when it said none. */
  readonly code: string;

  constructor(what: string, answered: number, code: string, options: { cause?: unknown } = {}) {
    super(`${what}: ${answered === 0 ? "" : `${answered} `}${code || "no reason given"}`, options);
    this.answered = answered;
    this.code = code;
  }
}
