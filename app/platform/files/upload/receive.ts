import { StorageUnavailable } from "#db/store.ts";
import { keptFileName, nameInWords } from "#values/upload-names.ts";
import { contentTypeOfKind } from "#values/file-types.ts";
import { sizeInWords } from "#values/file-size.ts";
import type { BlobStore } from "../blob-store.ts";
import { BlobTooLarge } from "../blob-store.ts";
import { Holding } from "./blob-access.ts";
import { inspectStored } from "./inspect.ts";
import { readMultipart, UploadUnreadable } from "./multipart.ts";
import { checkedBytes, claimedKind } from "./stream-check.ts";
import { UploadFault } from "./fault.ts";

/** Files of one form. */
export const MAX_FILES = 50;
/**
 * What a form may hold beside its files, and how much of a refused file is still read to get to the
 * next.
 */
const BESIDE_FILES_BYTES = 1024 * 1024;
const READ_ON_BYTES = 16 * 1024 * 1024;

/** A file that is on the disk, and no row speaks of it yet. */
export interface ReceivedFile {
  /** What it was called, in words that a message can carry. */
  sentName: string;
  /** The name under which it is kept. */
  fileName: string;
  contentType: string;
  blob: { hash: string; size: number };
  encryptedType: string | null;
}

/** A file that was not taken, and why. */
export interface RefusedFile {
  sentName: string;
  status: 400 | 409 | 413 | 503 | 507;
  message: string;
}

export interface Received {
  files: ReceivedFile[];
  refused: RefusedFile[];
  fields: ReadonlyMap<string, string>;
}

interface Receiving {
  /** The org's limit for one file. */
  maxBytes: number;
  maxFiles?: number;
  /** Looks at the fields that stand before the first file; what it throws ends the reading. */
  fieldsRead?: (fields: ReadonlyMap<string, string>) => void;
}

/**
 * Refuses a body that says itself that it is too long, before a byte of it is read.
 * @throws UploadFault (413)
 */
export function refuseLength(request: Request, maxBytes: number, maxFiles: number): void {
  const length = Number(request.headers.get("Content-Length") ?? 0);
  // Several files in one form together: what the default limit is for one, or more where an org
  // allows more.
  const together =
    maxFiles === 1 ? maxBytes : Math.max(maxBytes, Math.min(maxFiles * maxBytes, TOGETHER_BYTES));
  if (length <= together + BESIDE_FILES_BYTES) return;
  const what =
    maxFiles === 1
      ? `The file is too large. The limit is ${sizeInWords(maxBytes)}.`
      : `This is more than ${sizeInWords(together)}, the most that one upload can take. Upload fewer or smaller files.`;
  throw new UploadFault(what, 413);
}

const TOGETHER_BYTES = 2 * 1024 ** 3;

/**
 * Stores the files of a form as they come: each checked, encrypted and on the disk before the next
 * begins. What is wrong with one is said of that one; the others stay. No row is written here.
 * @throws UploadFault (413) for a body that says it is too long; UploadUnreadable when it is no
 *   such form or broke off; what `fieldsRead` throws
 */
export async function receiveFiles(
  blobs: BlobStore,
  orgId: string,
  request: Request,
  { maxBytes, maxFiles = MAX_FILES, fieldsRead }: Receiving,
): Promise<Received> {
  refuseLength(request, maxBytes, maxFiles);
  const length = Number(request.headers.get("Content-Length") ?? Number.NaN);
  const fields = new Map<string, string>();
  const files: ReceivedFile[] = [];
  const refused: RefusedFile[] = [];
  let begun = false;
  let read = 0;
  const { tooMany } = await readMultipart(
    request,
    { maxFiles },
    {
      field(name, value) {
        if (!fields.has(name)) fields.set(name, value);
      },
      async file({ sentName, bytes, stop }) {
        if (!begun) fieldsRead?.(fields);
        begun = true;
        const counted = counting(bytes, (count) => (read += count));
        try {
          const file = await receiveFile(blobs, orgId, sentName, counted, maxBytes);
          if (file !== null) files.push(file);
        } catch (error) {
          const fault = faultOf(error, maxBytes);
          if (fault === null) throw error;
          refused.push({
            sentName: nameInWords(sentName),
            status: fault.status,
            message: fault.message,
          });
          // Beyond its limit nothing more is read, unless the others are a moment away.
          const far = !(length - read <= READ_ON_BYTES);
          if (fault.status === 507 || (fault.status !== 400 && far)) {
            refused.push(...stoppedAfter(fault.status));
            stop();
          }
        }
      },
    },
  );
  if (!begun) fieldsRead?.(fields);
  if (tooMany)
    refused.push({
      sentName: "Further files",
      status: 400,
      message: `At most ${maxFiles} files can be uploaded at a time. The rest was skipped.`,
    });
  return { files, refused, fields };
}

/** One file; null for the empty part that a browser sends when no file was chosen. */
export async function receiveFile(
  blobs: BlobStore,
  orgId: string,
  sentName: string,
  bytes: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<ReceivedFile | null> {
  if (sentName === "" && (await isEmpty(bytes))) return null;
  const fileName = keptFileName(sentName);
  if (fileName === null)
    throw new UploadFault("This file has no usable name. Rename it and try again.");
  const kind = claimedKind(fileName);
  const holding = new Holding();
  const blob = await blobs.put(orgId, holding.pass(checkedBytes(bytes, kind)), { maxBytes });
  const { encryptedType } = await inspectStored(holding.file(blobs, orgId, blob), kind);
  return {
    sentName: nameInWords(sentName),
    fileName,
    contentType: contentTypeOfKind(kind),
    blob,
    encryptedType,
  };
}

async function isEmpty(bytes: AsyncIterable<Uint8Array>): Promise<boolean> {
  for await (const piece of bytes) if (piece.length > 0) return false;
  return true;
}

async function* counting(
  bytes: AsyncIterable<Uint8Array>,
  count: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) {
    count(piece.length);
    yield piece;
  }
}

/**
 * What a person is told of an error that concerns one file; null for one that concerns them all.
 */
export function faultOf(error: unknown, maxBytes: number): UploadFault | null {
  if (error instanceof UploadUnreadable) return null;
  if (error instanceof UploadFault) return error;
  if (error instanceof BlobTooLarge)
    return new UploadFault(
      `This file is larger than ${sizeInWords(maxBytes)}, the most that is accepted.`,
      413,
    );
  if (error instanceof StorageUnavailable && error.status === 503)
    return new UploadFault(error.message, 503);
  if (error instanceof StorageUnavailable)
    return new UploadFault(
      "There isn’t enough space to store this file. Nothing was saved. Please try again later.",
      507,
    );
  return null;
}

function stoppedAfter(status: 413 | 503 | 507): RefusedFile[] {
  const why =
    status === 413
      ? "The upload stopped at that file. Remove it and upload the rest again."
      : "The upload was cut off there. Anything after it wasn’t read.";
  return [{ sentName: "Files after it", status, message: why }];
}
