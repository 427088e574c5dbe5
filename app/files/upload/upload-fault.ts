/**
 * Why one file of an upload was not taken; the others go on. The message is what the person is
 * told.
 */
export class UploadFault extends Error {
  /** 400 for what the file is, 413 for its size, 507 when the disk is full. */
  readonly status: 400 | 413 | 507;

  constructor(message: string, status: 400 | 413 | 507 = 400, options?: { cause?: unknown }) {
    super(message, options);
    this.status = status;
  }
}
