/** A write that could not be made now. `status` and the message are what the visitor is told. */
export class StorageUnavailable extends Error {
  readonly status: 503 | 507;
  readonly retryAfterSeconds: number;

  constructor(status: 503 | 507, options?: { cause?: unknown }) {
    super(
      status === 507
        ? "There is no room to store this. Nothing was saved; please try again later."
        : "The database is busy. Nothing was saved; please try again in a moment.",
      options,
    );
    this.status = status;
    this.retryAfterSeconds = status === 507 ? 60 : 5;
  }
}
