import { createHash, type Hash } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import Busboy, { type BusboyHeaders } from "@fastify/busboy";
import { actionGuard } from "#db/action-guard.ts";
import { ONCE_FIELD } from "#values/sent-forms.ts";

const MAX_FIELDS = 100;
const MAX_FIELD_BYTES = 16 * 1024;
const MAX_HEADER_BYTES = 16 * 1024;

/** The body is no form with files, or it broke off; the message is what the person is told. */
export class UploadUnreadable extends Error {
  readonly status: 400 | 415;

  constructor(status: 400 | 415, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.status = status;
  }
}

interface Limits {
  maxFiles: number;
  maxFields?: number;
  maxFieldBytes?: number;
}

export interface PartHandlers {
  /** @param truncated whether it was longer than a field may be: its value is the beginning then */
  field(name: string, value: string, truncated: boolean): void;
  /**
   * Takes a file; the next one comes when this one is done. What it leaves unread is passed over.
   * @param stop ends the reading of the whole body; what came before stays
   */
  file(file: {
    name: string;
    sentName: string;
    bytes: AsyncIterable<Uint8Array>;
    stop: () => void;
  }): Promise<void>;
}

export function isMultipart(request: Request): boolean {
  return /^multipart\/form-data\b/i.test(request.headers.get("Content-Type") ?? "");
}

/**
 * Reads a form with files as it comes, one file after the other, none of them ever whole in memory.
 * @returns whether more files came than `maxFiles`; those were passed over
 * @throws UploadUnreadable; whatever a handler throws
 */
export async function readMultipart(
  request: Request,
  { maxFiles, maxFields = MAX_FIELDS, maxFieldBytes = MAX_FIELD_BYTES }: Limits,
  handlers: PartHandlers,
): Promise<{ tooMany: boolean }> {
  if (!isMultipart(request) || request.body === null)
    throw new UploadUnreadable(415, "The form could not be read. Reload the page and try again.");
  const parser = parserFor(request.headers.get("Content-Type") ?? "", {
    maxFiles,
    maxFields: maxFields + 1,
    maxFieldBytes,
  });
  const fields: [string, string][] = [];
  const [digest, ofFiles] = [createHash("sha256"), createHash("sha256")];
  const stopping = new AbortController();
  let stopped = false;
  let tooMany = false;
  let failure: unknown = null;
  let work = Promise.resolve();
  const open = new Set<Readable>();
  parser.on("filesLimit", () => {
    tooMany = true;
  });
  parser.on(
    "field",
    (name: string | undefined, value: string, _nameCut: boolean, truncated: boolean) => {
      if (name === undefined) return;
      fields.push([name, value]);
      digest.update(JSON.stringify([name, value]));
      if (name !== ONCE_FIELD) handlers.field(name, value, truncated);
    },
  );
  parser.on("file", (name: string | undefined, stream: Readable, sentName: string | undefined) => {
    open.add(stream);
    // A stream that nobody reads yet may already have failed; who reads it is told.
    let broken: unknown = null;
    stream.on("error", (error) => {
      broken = error;
    });
    work = work.then(async () => {
      if (stopped || failure !== null) return;
      const stop = () => {
        stopped = true;
        stopping.abort();
      };
      try {
        ofFiles.update(JSON.stringify([name ?? "", sentName ?? ""]));
        await handlers.file({
          name: name ?? "",
          sentName: asChosen(sentName ?? ""),
          bytes: digested(stream.iterator({ destroyOnReturn: false }), ofFiles),
          stop,
        });
      } catch (error) {
        failure = error === broken ? brokenOff(error) : error;
        stopping.abort();
      } finally {
        open.delete(stream);
        // The rest of a file that was refused; without a reader the form would stand still.
        stream.resume();
      }
    });
  });
  try {
    await pipeline(Readable.fromWeb(request.body as ReadableStream), parser, {
      signal: stopping.signal,
    });
  } catch (cause) {
    // A file that is being read right now learns that no more will come.
    for (const stream of open) stream.destroy(brokenOff(cause));
    if (!stopped && failure === null) failure = brokenOff(cause);
  }
  await work;
  if (failure !== null) throw failure;
  const guard = actionGuard.getStore();
  if (guard !== undefined) await guard.read(fields, digest.digest("hex") + ofFiles.digest("hex"));
  return { tooMany };
}

/**
 * A file's name as it is on the sender's disk: browsers write three signs of it in percent, because
 * they would end the header, and no others (HTML, "Multipart form data").
 */
function asChosen(sentName: string): string {
  return sentName.replace(/%(22|0D|0A)/gi, (written) => decodeURIComponent(written));
}

/** The bytes as they come, by which the same files sent twice are known. */
async function* digested(
  bytes: AsyncIterable<Uint8Array>,
  digest: Hash,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    digest.update(chunk);
    yield chunk;
  }
}

const BROKEN_OFF = "The upload was incomplete. Nothing was saved. Please upload it again.";

/** What ended a body before its end, in words for whoever sent it. */
function brokenOff(cause: unknown): UploadUnreadable {
  return cause instanceof UploadUnreadable
    ? cause
    : new UploadUnreadable(400, BROKEN_OFF, { cause });
}

function parserFor(contentType: string, { maxFiles, maxFields, maxFieldBytes }: Required<Limits>) {
  try {
    const headers: BusboyHeaders = { "content-type": contentType };
    return new Busboy({
      headers,
      preservePath: true,
      limits: {
        files: maxFiles,
        fields: maxFields,
        parts: maxFiles + maxFields,
        fieldSize: maxFieldBytes,
        headerSize: MAX_HEADER_BYTES,
        headerPairs: 50,
      },
    });
  } catch (cause) {
    throw new UploadUnreadable(415, "The form could not be read. Reload the page and try again.", {
      cause,
    });
  }
}
