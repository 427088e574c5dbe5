import { StorageUnavailable } from "../../db/store.ts";
import { UploadUnreadable } from "../files/upload/multipart.ts";
import { UploadFault } from "../files/upload/upload-fault.ts";
import { Busy } from "../jobs/semaphore.ts";
import { TooManyRequests } from "../http/request/rate-limit.ts";

/** Why something can't be taken as it was sent or not now, whatever it would do. */
export interface Passing {
  message: string;
  status: number;
  headers?: HeadersInit;
}

/** What is said of a server that is busy or full, of too many tries, and of an upload that can't be taken; null of all else. */
export function passingOf(error: unknown): Passing | null {
  if (
    error instanceof TooManyRequests ||
    error instanceof StorageUnavailable ||
    error instanceof Busy
  )
    return {
      message: error.message,
      status: error.status,
      headers: { "Retry-After": String(error.retryAfterSeconds) },
    };
  return error instanceof UploadFault || error instanceof UploadUnreadable
    ? { message: error.message, status: error.status }
    : null;
}
