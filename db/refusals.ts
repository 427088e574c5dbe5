/**
 * There is nothing of that name here: a foreign id, a deleted one and a random one all end so, as a
 * 404.
 */
export class NotFound extends Error {
  readonly status = 404;

  constructor(what: string) {
    super(`${what} not found`);
  }
}

/** A write that a rule of the product forbids; the message is what the person is told. */
export class Refused extends Error {
  readonly status: 400 | 409 = 409;
  /** The form field that the message belongs to, if it is one. */
  readonly field: string | null;

  constructor(message: string, field: string | null = null) {
    super(message);
    this.field = field;
  }
}

/** Ends a verb whose one row was not there. */
export function mustChange(
  result: { numUpdatedRows?: bigint; numDeletedRows?: bigint },
  what: string,
): void {
  if ((result.numUpdatedRows ?? 0n) + (result.numDeletedRows ?? 0n) === 0n)
    throw new NotFound(what);
}
