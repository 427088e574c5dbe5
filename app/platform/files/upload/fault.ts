/**
 * Why one file of an upload was not taken; the others go on. The message is what the person is
 * told.
 */
export class UploadFault extends Error {
  /**
   * 400 for what the file is, 413 for its size, 503 when files can't be stored now, 507 when the disk
   * is full.
   */
  readonly status: 400 | 413 | 503 | 507;

  constructor(message: string, status: 400 | 413 | 503 | 507 = 400, options?: { cause?: unknown }) {
    super(message, options);
    this.status = status;
  }
}

/** A field beside the files is not what it should be: no file was taken. */
export class FieldsRefused extends Error {
  readonly fields: ReadonlyMap<string, string>;
  readonly errors: Readonly<Record<string, string[]>>;
  /** Names that the call does not know. */
  readonly unknown: readonly string[];

  constructor(
    fields: ReadonlyMap<string, string>,
    errors: Readonly<Record<string, string[]>>,
    unknown: readonly string[] = [],
  ) {
    super("One of the upload’s fields is invalid.");
    this.fields = fields;
    this.errors = errors;
    this.unknown = unknown;
  }
}
