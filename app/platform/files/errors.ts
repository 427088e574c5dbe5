import { StorageUnavailable } from "#db/store.ts";

/** The error itself; where it says that the disk takes no more, what the visitor is told. */
export function inWords(error: unknown): unknown {
  return ["ENOSPC", "EDQUOT", "EFBIG", "EROFS"].includes(codeOf(error))
    ? new StorageUnavailable(507, { cause: error })
    : error;
}

/** For `catch`: what is not there gives `otherwise`, everything else is thrown on. */
export function unlessMissing<T>(otherwise: T): (error: unknown) => T {
  return (error) => {
    if (codeOf(error) === "ENOENT") return otherwise;
    throw error;
  };
}

/** The system's code of a failed call, such as ENOENT; empty for any other error. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : "";
}
