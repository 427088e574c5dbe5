import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import type { Log } from "#platform/context.ts";
import { FolderRefused } from "#platform/data-folder.ts";
import { HEADER_BYTES } from "../blob-format.ts";
import type { BlobMarks } from "../blob-marks.ts";
import { checkName, type BlobPlace, type SealedFile, type StoredBlob } from "../blob-place.ts";
import type { Spool } from "../spool.ts";
import { listedUploads, listing, totalOf } from "./answers.ts";
import { Asking, type Patience } from "./asking.ts";
import type { BlockCache } from "./block-cache.ts";
import { bytesOf, KEPT_BLOCKS, startOfBlock } from "./blocks.ts";
import { BucketFile, SpanRoom } from "./bucket-file.ts";
import { Retry, type BucketAnswer, type BucketClient } from "./client.ts";
import { Fetching } from "./fetching.ts";
import { blobOf, nameOf } from "./names.ts";
import { partOf, putInParts } from "./put.ts";
import { BucketRefused, BucketUnavailable } from "./unavailable.ts";

/** Files up to it are sent at once, larger ones in parts. */
const AT_ONCE_BYTES = 64 * 1024 * 1024;
/** So many spans of several blocks are in memory at most: 64 MB. */
const MOST_SPANS = 16;
/** How often the whole bucket is listed, and when an upload in parts counts as given up. */
const DAY_MS = 24 * 3_600_000;
const LISTED_EVERY_MS = DAY_MS - 30 * 60_000;
/** How long it counts that the bucket answered. */
const CHECKED_MS = 5_000;
const CHECK_MS = 2_000;
/** For how long the end of an upload that was given up is tried, in milliseconds. */
const ENDING_PATIENCE_MS = 10_000;

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
  readonly #asking: Asking;
  readonly #fetching: Fetching;
  readonly #spans = new SpanRoom(MOST_SPANS);
  readonly #cache: BlockCache | null;
  readonly #marks: BlobMarks | null;
  readonly #keyId: string;
  #owned: Promise<void> | null = null;
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
    this.#asking = new Asking(client, options.log, options.patience);
    this.#fetching = new Fetching(this.#asking, options.cache);
    this.spool = spool;
    this.#keyId = options.keyId;
    this.#marks = options.marks;
    this.#cache = options.cache;
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
        await this.#asking.ask("storing", {
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
    const { status, headers, body } = await this.#asking.ask("reading", {
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
    if (size > 0 && body.length >= bytesOf({ first: 0, count: 1 }, size))
      void this.#cache?.put(orgId, hash, 0, { bytes: body, size });
    return this.#fileOf(orgId, hash, size, body);
  }

  /** The bucket itself is looked at once more, in any case: what came may be false on its way. */
  async distrust(orgId: string, hash: string): Promise<boolean> {
    this.#fetching.forget(orgId, hash);
    await this.#cache?.drop(orgId, hash, KEPT_BLOCKS);
    return true;
  }

  async remove(orgId: string, hash: string): Promise<boolean> {
    checkName(orgId, hash);
    await this.own();
    const was = await this.#isThere(orgId, hash);
    if (was) await this.#asking.ask("storing", { method: "DELETE", name: nameOf(orgId, hash) });
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
        const blob = blobOf(name, this.#asking.client.prefix);
        if (blob === null || modifiedAt >= before) continue;
        if (await marks.strayedBefore(blob.orgId, blob.hash, before, now)) yield blob;
      }
      // A service that leads back to where it was would be asked for ever.
      if (following === null || following === next) break;
      next = following;
    }
    for (const { orgId, hash } of this.#cache?.blobs() ?? [])
      if (!(await marks.hasRow(orgId, hash))) await this.#cache?.drop(orgId, hash, KEPT_BLOCKS);
    this.#listedAt = now.getTime();
  }

  check(): Promise<void> {
    if (this.#checked === null || Math.abs(Date.now() - this.#checked.at) >= CHECKED_MS) {
      const asked = { method: "GET", name: MARKER } as const;
      const answer = this.#asking.client
        .send({
          ...asked,
          patienceMs: 0,
          silenceMs: CHECK_MS,
          verify: (got) => this.#asking.verify(asked, got),
        })
        .then(() => undefined);
      answer.catch(() => undefined);
      this.#checked = { at: Date.now(), answer };
    }
    return this.#checked.answer;
  }

  #fileOf(orgId: string, hash: string, size: number, start: Buffer): SealedFile {
    return new BucketFile(size, start, this.#spans, (span, signal) =>
      this.#fetching.span({ orgId, hash, size }, span, signal),
    );
  }

  /** Keeps the beginning of what was stored just now: whoever stored it will mostly look at it. */
  async #fill(file: FileHandle, size: number, orgId: string, hash: string): Promise<void> {
    if (this.#cache === null) return;
    for (let index = 0; index < KEPT_BLOCKS; index += 1) {
      const bytes = Buffer.alloc(bytesOf({ first: index, count: 1 }, size));
      if (bytes.length === 0) return;
      const { bytesRead } = await file.read(bytes, 0, bytes.length, startOfBlock(index));
      if (bytesRead < bytes.length) return;
      await this.#cache.put(orgId, hash, index, { bytes, size });
    }
  }

  async #keepInParts(file: FileHandle, size: number, name: string): Promise<void> {
    await putInParts(file, size, {
      ask: (request) => this.#asking.ask("storing", { ...request, name }),
      verifySum: (answer, md5) => this.#verifySum(answer, md5),
      isThere: async () => {
        // Each file has a header of its own, even of the same bytes.
        const own = Buffer.alloc(HEADER_BYTES);
        await file.read(own, 0, HEADER_BYTES, 0);
        const { headers, body } = await this.#asking.ask("storing", {
          method: "GET",
          name,
          range: { first: 0, last: HEADER_BYTES - 1 },
        });
        return totalOf(headers) === size && body.equals(own);
      },
    });
  }

  async #isThere(orgId: string, hash: string): Promise<boolean> {
    const { status } = await this.#asking.ask("reading", {
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
      this.#asking.ask("storing", {
        method: "GET",
        name: MARKER,
        range: { first: 0, last: 1_023 },
        // The beginning of its own name is no other installation’s: it came cut short.
        verify: ({ status, body }) => {
          if (
            status !== 404 &&
            body.length < own.length &&
            own.subarray(0, body.length).equals(body)
          )
            throw new Retry("its marker came cut short");
        },
      });
    let found = await ask();
    if (found.status === 404) {
      await this.#asking.ask("storing", {
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
    this.#asking.hasTags = found.headers.etag !== undefined;
    this.#hasSums = found.headers.etag === `"${createHash("md5").update(own).digest("hex")}"`;
  }

  async #list(next: string | null): Promise<ReturnType<typeof listing>> {
    const { body } = await this.#asking.ask("reading", {
      method: "GET",
      name: null,
      query: {
        "list-type": "2",
        "max-keys": "1000",
        ...(this.#asking.client.prefix === "" ? {} : { prefix: this.#asking.client.prefix }),
        ...(next === null ? {} : { "continuation-token": next }),
      },
      verify: (answer) => {
        if (!answer.body.includes("ListBucketResult")) throw new Retry("this is not a list");
      },
    });
    return listing(body.toString("utf8"));
  }

  /** Ends uploads in parts that a killed process left. Some services don't say which there are. */
  async #endOldUploads(now: Date): Promise<void> {
    const { client } = this.#asking;
    const { prefix } = client;
    try {
      for (let after: { name: string; id: string } | null = { name: "", id: "" }; after !== null;) {
        const { body } = await client.send({
          method: "GET",
          name: null,
          query: {
            uploads: "",
            ...(prefix === "" ? {} : { prefix }),
            ...(after.name === ""
              ? {}
              : { "key-marker": after.name, "upload-id-marker": after.id }),
          },
          patienceMs: ENDING_PATIENCE_MS,
        });
        const { uploads, next }: ReturnType<typeof listedUploads> = listedUploads(
          body.toString("utf8"),
        );
        for (const { name, id, begunAt } of uploads)
          if (blobOf(name, prefix) !== null && now.getTime() - begunAt.getTime() >= DAY_MS)
            await this.#endUpload(name.slice(prefix.length), id);
        after = next === null || (next.name === after.name && next.id === after.id) ? null : next;
      }
    } catch (error) {
      if (!(error instanceof BucketRefused)) throw error;
      if (error.answered !== 501) this.#asking.tell(error);
    }
  }

  /** Gives up an upload in parts; one that is gone already is as good. */
  async #endUpload(name: string, id: string): Promise<void> {
    const request = { method: "DELETE", name, query: { uploadId: id } } as const;
    await this.#asking.client
      .send({ ...request, patienceMs: ENDING_PATIENCE_MS })
      .catch((error: unknown) => {
        if (!(error instanceof BucketRefused && error.answered === 404)) throw error;
      });
  }
}
