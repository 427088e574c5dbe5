/** There is no blob of this hash in the org. */
export class BlobMissing extends Error {
  readonly status = 404;
  readonly hash: string;

  constructor(hash: string) {
    super(`There is no stored file ${hash}.`);
    this.hash = hash;
  }
}

/**
 * The blob is not what was stored: cut, altered, moved from another place, or sealed with another
 * key.
 */
export class BlobDamaged extends Error {
  readonly status = 500;
  readonly hash: string;

  constructor(hash: string, options?: { cause?: unknown }) {
    super(
      `The stored file ${hash} is damaged and was not read. Restore it from a backup.`,
      options,
    );
    this.hash = hash;
  }
}
