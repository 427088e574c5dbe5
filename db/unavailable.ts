const WORDS = {
  full: "There is no room to store this. Nothing was saved; please try again later.",
  busy: "The database is busy. Nothing was saved; please try again in a moment.",
  moving:
    "This installation is being moved. Reading works; changes are possible again in a few minutes.",
  unknown:
    "The connection to the database broke while this was saved. It may be saved or not: look before you send it again.",
};

/** A write that could not be made now. `status` and the message are what the visitor is told. */
export class StorageUnavailable extends Error {
  readonly status: 503 | 507;
  readonly retryAfterSeconds: number;
  /** The connection was cut in the midst of a commit: what was to be saved may be there or not. */
  readonly isUnknown: boolean;

  /**
   * @param options.isUnknown as the property
   * @param options.isMoving writes are held for minutes, since the installation is being moved
   */
  constructor(
    status: 503 | 507,
    options: { cause?: unknown; isUnknown?: boolean; isMoving?: boolean } = {},
  ) {
    const { isUnknown = false, isMoving = false, cause } = options;
    const words = isUnknown ? WORDS.unknown : isMoving ? WORDS.moving : WORDS.busy;
    super(status === 507 ? WORDS.full : words, { cause });
    this.status = status;
    this.retryAfterSeconds = status === 507 || isMoving ? 60 : 5;
    this.isUnknown = isUnknown;
  }
}
