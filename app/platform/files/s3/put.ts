import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { leaf } from "./answers.ts";
import { Retry, type BucketAnswer, type BucketRequest, type SentBody } from "./client.ts";
import { BucketUnavailable } from "./unavailable.ts";

const PIECE_BYTES = 256 * 1024;
/** With it 10,000 parts, all that there may be, are more than the largest file. */
const PART_BYTES = 16 * 1024 * 1024;
const AT_ONCE = 3;
/** Joining the parts of a large file takes a service its time. */
const JOINING_SILENCE_MS = 60_000;

type Asked = Omit<BucketRequest, "patienceMs" | "name">;

/** A part of a file as it is sent, and its sums: it is read once for them, and once a try. */
export async function partOf(
  file: FileHandle,
  at: number,
  size: number,
): Promise<{ body: SentBody; md5: string }> {
  const [sha256, md5] = [createHash("sha256"), createHash("md5")];
  for await (const piece of piecesOf(file, at, size)) {
    sha256.update(piece);
    md5.update(piece);
  }
  return {
    body: { size, sha256: sha256.digest("hex"), open: () => piecesOf(file, at, size) },
    md5: md5.digest("hex"),
  };
}

/**
 * Sends a file in parts, which become one when the last has come. Whatever fails, the parts are
 * given up.
 * @param options.isThere whether they became one after all: joining them may be done without its
 *   answer coming through, and then there is nothing to join any more
 */
export async function putInParts(
  file: FileHandle,
  size: number,
  {
    ask,
    verifySum,
    isThere,
  }: {
    ask: (request: Asked) => Promise<BucketAnswer>;
    verifySum: (answer: BucketAnswer, md5: string) => void;
    isThere: () => Promise<boolean>;
  },
): Promise<void> {
  const begun = await ask({ method: "POST", query: { uploads: "" } });
  const uploadId = leaf(begun.body.toString("utf8"), "UploadId");
  if (uploadId === "") throw new BucketUnavailable("storing");
  const count = Math.ceil(size / PART_BYTES);
  const tags: string[] = [];
  const ending = new AbortController();
  let next = 0;
  const sendSome = async (): Promise<void> => {
    while (next < count) {
      const number = next;
      next += 1;
      const at = number * PART_BYTES;
      const part = await partOf(file, at, Math.min(PART_BYTES, size - at));
      const { headers } = await ask({
        method: "PUT",
        query: { partNumber: String(number + 1), uploadId },
        body: part.body,
        signal: ending.signal,
        verify: (answer) => verifySum(answer, part.md5),
      });
      tags[number] = headers.etag ?? "";
    }
  };
  const senders = Array.from({ length: AT_ONCE }, sendSome);
  try {
    await Promise.all(senders);
    await join(ask, uploadId, tags).catch(async (error: unknown) => {
      if (!(await isThere())) throw error;
    });
  } catch (error) {
    ending.abort();
    await Promise.allSettled(senders);
    await ask({ method: "DELETE", query: { uploadId } }).catch(() => undefined);
    throw error;
  }
}

async function join(
  ask: (request: Asked) => Promise<BucketAnswer>,
  uploadId: string,
  tags: readonly string[],
): Promise<void> {
  const parts = tags.map(
    (tag, i) =>
      `<Part><PartNumber>${i + 1}</PartNumber><ETag>${tag.replaceAll(/[<>&]/g, "")}</ETag></Part>`,
  );
  const bytes = Buffer.from(
    `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join("")}</CompleteMultipartUpload>`,
  );
  await ask({
    method: "POST",
    query: { uploadId },
    // Only then are they one: the service begins its answer before it knows, and something in
    // between may answer in its place.
    verify: ({ body }) => {
      if (!body.includes("CompleteMultipartUploadResult"))
        throw new Retry("the parts are not joined");
    },
    contentType: "application/xml",
    silenceMs: JOINING_SILENCE_MS,
    body: {
      size: bytes.length,
      sha256: createHash("sha256").update(bytes).digest("hex"),
      open: async function* () {
        yield bytes;
      },
    },
  });
}

/**
 * The bytes of a part, piece by piece in two buffers in turn: new ones would wait long for the
 * collector. A piece is larger than what a connection takes before it says to wait, so it has left
 * before the next but one is read.
 */
async function* piecesOf(file: FileHandle, at: number, size: number): AsyncGenerator<Buffer> {
  const length = Math.min(PIECE_BYTES, size);
  let [piece, spare] = [Buffer.allocUnsafeSlow(length), Buffer.allocUnsafeSlow(length)];
  for (let sent = 0; sent < size;) {
    const { bytesRead } = await file.read(piece, 0, Math.min(length, size - sent), at + sent);
    if (bytesRead === 0) throw new Error("the spooled file is shorter than it was");
    sent += bytesRead;
    yield piece.subarray(0, bytesRead);
    [piece, spare] = [spare, piece];
  }
}
