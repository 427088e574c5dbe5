import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import type { Log } from "#platform/context.ts";
import { FolderRefused } from "#platform/data-folder.ts";
import { BlobMissing } from "../blob-errors.ts";
import { HEADER_BYTES } from "../blob-format.ts";
import type { BlobMarks } from "../blob-marks.ts";
import {
  checkName,
  isHash,
  isOrgName,
  type BlobPlace,
  type SealedFile,
  type StoredBlob,
} from "../blob-place.ts";
import type { Spool } from "../spool.ts";
import { listedUploads, listing } from "./answers.ts";
import type { BlockCache } from "./block-cache.ts";
import { bytesOfBlock, startOfBlock } from "./blocks.ts";
import { BucketFile } from "./bucket-file.ts";
import { Retry, type BucketAnswer, type BucketClient, type BucketRequest } from "./client.ts";
import { partOf, putInParts } from "./put.ts";
import { BucketRefused, BucketUnavailable } from "./unavailable.ts";

/** For how long a request of a visitor is tried, in milliseconds. */
export interface Patience {
  reading: number;
  storing: number;
}
const PATIENCE: Patience = { reading: 10_000, storing: 15_000 };
/** After a failure each request is tried once, until one went well or this time is over. */
const DOWN_MS = 30_000;
/** Files up to it are sent at once, larger ones in parts. */
const AT_ONCE_BYTES = 64 * 1024 * 1024;
/** So many blocks of a blob are kept on this machine: of a large one its beginning. */
const KEPT_BLOCKS = 32;
/** How often the whole bucket is listed, and when an upload in parts counts as given up. */
const DAY_MS = 24 * 3_600_000;
const LISTED_EVERY_MS = DAY_MS - 30 * 60_000;
/** How long it counts that the bucket answered. */
const CHECKED_MS = 5_000;
const CHECK_MS = 2_000;
const LOGGED_EVERY_MS = 60_000;

/** Says whose bucket it is: below the prefix there is one installation. */
const MARKER = "installation";

/**
 * Blobs in a bucket that speaks S3: {prefix}{orgId}/{first two digits}/{hash}. What is stored lies
 * in a spool on this machine until it is there whole; what is read is fetched by the megabyte, and
 * the beginnings of blobs are kept on this machine's disk.
 */
export class BucketPlace implements BlobPlace {
  readonly spool: Spool;
  readonly isFar = true;
  readonly #client: BucketClient;
  readonly #cache: BlockCache | null;
  readonly #marks: BlobMarks | null;
  readonly #keyId: string;
  readonly #log: Log;
  readonly #patience: Patience;
  /** Blocks that are being fetched, each once for all who wait for it. */
  readonly #flights = new Map<string, Flight>();
  readonly #logged = new Map<string, number>();
  #owned: Promise<void> | null = null;
  #downUntil = 0;
  #listedAt = Number.NEGATIVE_INFINITY;
  #checked: { at: number; answer: Promise<void> } | null = null;
  /** Whether the service's ETags are MD5 sums, as most services' are. */
  #hasSums = false;

  /**
   * @param options.keyId the fingerprint of the installation's key, for the bucket's own mark
   * @param options.marks who stores and removes; null where nothing is removed beside others
   * @param options.cache null: nothing is kept
   * @param options.patience for tests
   */
  constructor(
    client: BucketClient,
    spool: Spool,
    options: {
      keyId: string;
      marks: BlobMarks | null;
      cache: BlockCache | null;
      log: Log;
      patience?: Patience | undefined;
    },
  ) {
    this.#client = client;
    this.spool = spool;
    this.#keyId = options.keyId;
    this.#marks = options.marks;
    this.#cache = options.cache;
    this.#log = options.log;
    this.#patience = options.patience ?? PATIENCE;
  }

  /**
   * Sees to it that the bucket is this installation's own: others' files in it would be removed as
   * unused.
   * @throws FolderRefused when it is another's; BucketUnavailable
   */
  own(): Promise<void> {
    this.#owned ??= this.#claimBucket().catch((error: unknown) => {
      this.#owned = null;
      throw error;
    });
    return this.#owned;
  }

  async keep(
    { file }: { file: FileHandle; path: string },
    orgId: string,
    hash: string,
  ): Promise<void> {
    checkName(orgId, hash);
    await this.own();
    if (this.#marks !== null && !(await this.#marks.claim(orgId, hash)))
      throw new BucketUnavailable("storing");
    const { size } = await file.stat();
    const name = nameOf(orgId, hash);
    try {
      if (size <= AT_ONCE_BYTES) {
        const part = await partOf(file, 0, size);
        await this.#ask("storing", {
          method: "PUT",
          name,
          body: part.body,
          verify: (answer) => this.#verifySum(answer, part.md5),
        });
      } else await this.#keepInParts(file, size, name);
    } finally {
      // Whether it went well or not: something else than before may lie there now.
      await this.#cache?.drop(orgId, hash, KEPT_BLOCKS);
    }
    await this.#fill(file, size, orgId, hash);
  }

  async open(orgId: string, hash: string, wanted: number): Promise<SealedFile | null> {
    checkName(orgId, hash);
    const kept = (await this.#cache?.get(orgId, hash, 0)) ?? null;
    if (kept !== null) return this.#fileOf(orgId, hash, kept.size, kept.bytes);
    const last = Math.min(Math.max(wanted, HEADER_BYTES), startOfBlock(1)) - 1;
    const { status, headers, body } = await this.#ask("reading", {
      method: "GET",
      name: nameOf(orgId, hash),
      range: { first: 0, last },
      verify: ({ status: got, headers: told, body: bytes }) => {
        if (got === 404) return;
        const whole = totalOf(told) ?? bytes.length;
        if (bytes.length < Math.min(whole, last + 1)) throw new Retry("the answer is cut");
      },
    });
    if (status === 404) return null;
    const size = totalOf(headers) ?? body.length;
    if (size > 0 && body.length >= bytesOfBlock(0, size))
      void this.#cache?.put(orgId, hash, 0, { bytes: body, size });
    return this.#fileOf(orgId, hash, size, body);
  }

  /** The bucket itself is looked at once more, in any case: what came may be false on its way. */
  async distrust(orgId: string, hash: string): Promise<boolean> {
    for (const name of this.#flights.keys())
      if (name.startsWith(`${nameOf(orgId, hash)}/`)) this.#flights.delete(name);
    await this.#cache?.drop(orgId, hash, KEPT_BLOCKS);
    return true;
  }

  async remove(orgId: string, hash: string): Promise<boolean> {
    checkName(orgId, hash);
    await this.own();
    const was = await this.#isThere(orgId, hash);
    if (was) await this.#ask("storing", { method: "DELETE", name: nameOf(orgId, hash) });
    await this.#cache?.drop(orgId, hash, KEPT_BLOCKS);
    return was;
  }

  async touch(orgId: string, hash: string): Promise<boolean> {
    checkName(orgId, hash);
    if (this.#marks !== null && !(await this.#marks.claim(orgId, hash))) return false;
    return this.#isThere(orgId, hash);
  }

  async isYounger(orgId: string, hash: string, moment: Date): Promise<boolean> {
    return this.#marks === null || this.#marks.isYounger(orgId, hash, moment);
  }

  async removeOlder(orgId: string, hash: string, before: Date): Promise<boolean> {
    if (this.#marks === null) return false;
    return this.#marks.removing(orgId, hash, before, () => this.remove(orgId, hash));
  }

  async *unnoticed(before: Date, now: Date): AsyncGenerator<StoredBlob> {
    const marks = this.#marks;
    if (marks === null || Math.abs(now.getTime() - this.#listedAt) < LISTED_EVERY_MS) return;
    await this.own();
    await marks.purge(now);
    await this.#endOldUploads(now);
    for (let next: string | null = null; ;) {
      const { names, next: following } = await this.#list(next);
      for (const { name, modifiedAt } of names) {
        const blob = blobOf(name, this.#client.prefix);
        if (blob === null || modifiedAt >= before) continue;
        if (await marks.strayedBefore(blob.orgId, blob.hash, before, now)) yield blob;
      }
      if (following === null) break;
      next = following;
    }
    for (const { orgId, hash } of this.#cache?.blobs() ?? [])
      if (!(await marks.hasRow(orgId, hash))) await this.#cache?.drop(orgId, hash, KEPT_BLOCKS);
    this.#listedAt = now.getTime();
  }

  check(): Promise<void> {
    if (this.#checked === null || Math.abs(Date.now() - this.#checked.at) >= CHECKED_MS) {
      const answer = this.#client
        .send({ method: "GET", name: MARKER, patienceMs: 0, silenceMs: CHECK_MS })
        .then(() => undefined);
      answer.catch(() => undefined);
      this.#checked = { at: Date.now(), answer };
    }
    return this.#checked.answer;
  }

  #fileOf(orgId: string, hash: string, size: number, start: Buffer): SealedFile {
    return new BucketFile(size, start, (index, signal) =>
      this.#block(orgId, hash, { index, size }, signal),
    );
  }

  /** A block, from this machine's disk or from the bucket. */
  async #block(
    orgId: string,
    hash: string,
    { index, size }: { index: number; size: number },
    signal: AbortSignal,
  ): Promise<Buffer> {
    if (index < KEPT_BLOCKS) {
      const kept = (await this.#cache?.get(orgId, hash, index)) ?? null;
      if (kept !== null && kept.size === size) return kept.bytes;
    }
    const name = `${nameOf(orgId, hash)}/${index}`;
    const flight = this.#flights.get(name) ?? this.#startFlight(orgId, hash, { index, size }, name);
    return flight.wait(signal, () => {
      if (this.#flights.get(name) === flight) this.#flights.delete(name);
    });
  }

  #startFlight(
    orgId: string,
    hash: string,
    { index, size }: { index: number; size: number },
    name: string,
  ): Flight {
    const first = startOfBlock(index);
    const length = bytesOfBlock(index, size);
    const flight = new Flight(async (signal) => {
      const { status, body } = await this.#ask("reading", {
        method: "GET",
        name: nameOf(orgId, hash),
        range: { first, last: first + length - 1 },
        signal,
        verify: (answer) => {
          if (answer.status === 404) return;
          const isPart = answer.status === 206 && totalOf(answer.headers) === size;
          if (!isPart || answer.body.length !== length) throw new Retry("the answer is cut");
        },
      });
      if (status === 404) throw new BlobMissing(hash);
      if (index < KEPT_BLOCKS) void this.#cache?.put(orgId, hash, index, { bytes: body, size });
      return body;
    });
    this.#flights.set(name, flight);
    const over = () => {
      if (this.#flights.get(name) === flight) this.#flights.delete(name);
    };
    flight.ended.then(over, over);
    return flight;
  }

  /** Keeps the beginning of what was stored just now: whoever stored it will mostly look at it. */
  async #fill(file: FileHandle, size: number, orgId: string, hash: string): Promise<void> {
    if (this.#cache === null) return;
    for (let index = 0; index < KEPT_BLOCKS; index += 1) {
      const bytes = Buffer.alloc(bytesOfBlock(index, size));
      if (bytes.length === 0) return;
      const { bytesRead } = await file.read(bytes, 0, bytes.length, startOfBlock(index));
      if (bytesRead < bytes.length) return;
      await this.#cache.put(orgId, hash, index, { bytes, size });
    }
  }

  async #keepInParts(file: FileHandle, size: number, name: string): Promise<void> {
    await putInParts(file, size, {
      ask: (request) => this.#ask("storing", { ...request, name }),
      verifySum: (answer, md5) => this.#verifySum(answer, md5),
      isThere: async () => {
        // Each file has a header of its own, even of the same bytes.
        const own = Buffer.alloc(HEADER_BYTES);
        await file.read(own, 0, HEADER_BYTES, 0);
        const { headers, body } = await this.#ask("storing", {
          method: "GET",
          name,
          range: { first: 0, last: HEADER_BYTES - 1 },
        });
        return totalOf(headers) === size && body.equals(own);
      },
    });
  }

  async #isThere(orgId: string, hash: string): Promise<boolean> {
    const { status } = await this.#ask("reading", {
      method: "GET",
      name: nameOf(orgId, hash),
      range: { first: 0, last: HEADER_BYTES - 1 },
    });
    return status !== 404;
  }

  #verifySum({ headers }: BucketAnswer, md5: string): void {
    const sum = /^"([0-9a-f]{32})"$/.exec(headers.etag ?? "")?.[1];
    const kind = headers["x-amz-server-side-encryption"] ?? "AES256";
    if (this.#hasSums && kind === "AES256" && sum !== undefined && sum !== md5)
      throw new Retry("it came altered");
  }

  async #claimBucket(): Promise<void> {
    const own = Buffer.from(`${this.#keyId}\n`);
    const ask = (): Promise<BucketAnswer> =>
      this.#ask("storing", { method: "GET", name: MARKER, range: { first: 0, last: 1_023 } });
    let found = await ask();
    if (found.status === 404) {
      await this.#ask("storing", {
        method: "PUT",
        name: MARKER,
        body: {
          size: own.length,
          sha256: createHash("sha256").update(own).digest("hex"),
          open: async function* () {
            yield own;
          },
        },
      });
      found = await ask();
    }
    if (!found.body.equals(own))
      throw new FolderRefused(
        `BLOBS is the bucket of another installation, whose key is ${JSON.stringify(found.body.toString("latin1").trim().slice(0, 64))}. Set another bucket, or a prefix such as s3://bucket/trust, or put the key of that installation in its place. Nothing was changed.`,
      );
    this.#hasSums = found.headers.etag === `"${createHash("md5").update(own).digest("hex")}"`;
  }

  async #list(next: string | null): Promise<ReturnType<typeof listing>> {
    const { body } = await this.#ask("reading", {
      method: "GET",
      name: null,
      query: {
        "list-type": "2",
        "max-keys": "1000",
        ...(this.#client.prefix === "" ? {} : { prefix: this.#client.prefix }),
        ...(next === null ? {} : { "continuation-token": next }),
      },
    });
    return listing(body.toString("utf8"));
  }

  /** Ends uploads in parts that a killed process left. Some services don't say which there are. */
  async #endOldUploads(now: Date): Promise<void> {
    const { prefix } = this.#client;
    try {
      const { body } = await this.#client.send({
        method: "GET",
        name: null,
        query: { uploads: "", ...(prefix === "" ? {} : { prefix }) },
        patienceMs: this.#patience.reading,
      });
      for (const { name, id, begunAt } of listedUploads(body.toString("utf8"))) {
        if (blobOf(name, prefix) === null || now.getTime() - begunAt.getTime() < DAY_MS) continue;
        await this.#client.send({
          method: "DELETE",
          name: name.slice(prefix.length),
          query: { uploadId: id },
          patienceMs: this.#patience.reading,
        });
      }
    } catch (error) {
      if (!(error instanceof BucketRefused)) throw error;
      if (error.answered !== 501) this.#tell(error);
    }
  }

  /**
   * Asks the bucket within a visitor's patience.
   * @throws BucketUnavailable, with a word in the log
   */
  async #ask(
    doing: "storing" | "reading",
    request: Omit<BucketRequest, "patienceMs">,
  ): Promise<BucketAnswer> {
    const isDown = Date.now() < this.#downUntil;
    const patienceMs = isDown ? 0 : this.#patience[doing];
    try {
      const answer = await this.#client.send({ ...request, patienceMs });
      this.#downUntil = 0;
      return answer;
    } catch (error) {
      if (!(error instanceof BucketRefused)) throw error;
      // A file that is cut to nothing has no such range: it is damaged, not out of reach.
      if (error.answered === 416) return { status: 206, headers: {}, body: Buffer.alloc(0) };
      this.#downUntil = Date.now() + DOWN_MS;
      this.#tell(error);
      throw new BucketUnavailable(doing, { cause: error });
    }
  }

  #tell(error: BucketRefused): void {
    const word = error.code || String(error.answered);
    if (Date.now() - (this.#logged.get(word) ?? 0) < LOGGED_EVERY_MS) return;
    this.#logged.set(word, Date.now());
    this.#log.warn({ error: error.message }, "the bucket of BLOBS doesn’t do what it is asked");
  }
}

/** A block on its way. It goes on while somebody waits for it. */
class Flight {
  readonly ended: Promise<Buffer>;
  readonly #abort = new AbortController();
  #waiting = 0;

  constructor(fetch: (signal: AbortSignal) => Promise<Buffer>) {
    this.ended = fetch(this.#abort.signal);
    this.ended.catch(() => undefined);
  }

  /**
   * Waits until the block is there, or the signal comes.
   * @param left told when nobody waits any more: the flight has ended then
   */
  wait(signal: AbortSignal, left: () => void): Promise<Buffer> {
    if (signal.aborted) return Promise.reject(signal.reason as Error);
    this.#waiting += 1;
    return new Promise((resolve, reject) => {
      const away = () => {
        this.#waiting -= 1;
        if (this.#waiting === 0) {
          left();
          this.#abort.abort();
        }
        reject(signal.reason as Error);
      };
      signal.addEventListener("abort", away, { once: true });
      this.ended.then(resolve, reject).finally(() => signal.removeEventListener("abort", away));
    });
  }
}

function nameOf(orgId: string, hash: string): string {
  return `${orgId}/${hash.slice(0, 2)}/${hash}`;
}

/** The blob of a name in the bucket; null when it is none of ours. */
function blobOf(name: string, prefix: string): StoredBlob | null {
  if (!name.startsWith(prefix)) return null;
  const [orgId = "", shard, hash = "", more] = name.slice(prefix.length).split("/");
  if (more !== undefined || !isOrgName(orgId) || !isHash(hash) || shard !== hash.slice(0, 2))
    return null;
  return { orgId, hash };
}

/** How many bytes the whole has of which a part came; null when the answer doesn't say. */
function totalOf({ "content-range": range = "" }: BucketAnswer["headers"]): number | null {
  const total = /^bytes \d+-\d+\/(\d{1,15})$/.exec(range)?.[1];
  return total === undefined ? null : Number(total);
}
