const WORDS = {
  full: "There is no room to store this. Nothing was saved; please try again later.",
  busy: "The database is busy. Nothing was saved; please try again in a moment.",
  unknown:
    "The connection to the database broke while this was saved. It may be saved or not: look before you send it again.",
};

/** A write that could not be made now. `status` and the message are what the visitor is told. */
export class StorageUnavailable extends Error {
  readonly status: 503 | 507;
  readonly retryAfterSeconds: number;
  /** The connection was cut in the midst of a commit: what was to be saved may be there or not. */
  readonly isUnknown: boolean;

  /** @param options.isUnknown as the property */
  constructor(status: 503 | 507, options: { cause?: unknown; isUnknown?: boolean } = {}) {
    const { isUnknown = false, cause } = options;
    const words = isUnknown ? WORDS.unknown : WORDS.busy;
    super(status === 507 ? WORDS.full : words, { cause });
    this.status = status;
    this.retryAfterSeconds = status === 507 ? 60 : 5;
    this.isUnknown = isUnknown;
  }
}
