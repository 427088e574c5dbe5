import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Store } from "#db/store.ts";
import { ConfigError, type BucketSettings, type Config } from "#platform/config.ts";
import type { Log } from "#platform/context.ts";
import { FolderRefused } from "#platform/data-folder.ts";
import { BlobMarks } from "./blob-marks.ts";
import type { BlobPlace } from "./blob-place.ts";
import { BlobStore } from "./blob-store.ts";
import { FolderPlace } from "./folder-place.ts";
import { hasBlobs, type InstallationKey } from "./installation-key.ts";
import type { BucketAddress } from "./s3/address.ts";
import type { Patience } from "./s3/asking.ts";
import type { BucketClient } from "./s3/client.ts";
import type { BucketProbe } from "./s3/probe.ts";
import { listBlobs } from "./store/blobs.server.ts";
import { Spool, type BlobWriterKind } from "./spool.ts";

/** Where the blobs of a data folder lie, and what is spooled on its way to a bucket. */
export function blobsFolder(dataDir: string): string {
  return path.join(dataDir, "blobs");
}

/**
 * Where the blobs of an installation lie, as BLOBS says.
 * @param options.store where it is noted who stores and removes; null where nothing is removed
 * @param options.patience for tests
 * @throws ConfigError, FolderRefused when the bucket can't be this installation's. One that doesn't
 *   answer at all is no reason: it may be there in a minute
 */
export async function openPlace(
  { dataDir, blobs }: Pick<Config, "dataDir" | "blobs">,
  {
    key,
    writer,
    store,
    log,
    patience,
  }: {
    key: InstallationKey;
    writer: BlobWriterKind;
    store: Store | null;
    log: Log;
    patience?: Patience;
  },
): Promise<BlobPlace> {
  const folder = blobsFolder(dataDir);
  if (blobs.kind === "folder") {
    if (store !== null && !(await hasBlobs(folder)) && (await listBlobs(store.read, null, 1))[0])
      log.warn(
        {},
        `The database names stored files, but ${folder} has none. If they are in a bucket, set BLOBS. Otherwise restore them from a backup.`,
      );
    return new FolderPlace(folder, writer);
  }
  if (await hasBlobs(folder))
    throw new FolderRefused(
      `${folder} holds stored files, which BLOBS does not move. Unset BLOBS, or move the installation with npm run move. Nothing was changed.`,
    );
  // What most installations never use is not loaded there.
  const { BucketPlace } = await import("./s3/bucket-place.ts");
  const { BlockCache } = await import("./s3/block-cache.ts");
  const { BucketUnavailable, BucketRefused } = await import("./s3/unavailable.ts");
  const client = await openClient(blobs);
  const cache =
    writer === "server" && blobs.cacheBytes > 0
      ? await BlockCache.open(path.join(dataDir, "blob-cache"), blobs.cacheBytes)
      : null;
  const place = new BucketPlace(client, new Spool(folder, writer), {
    keyId: key.id,
    marks: store === null ? null : new BlobMarks(store),
    cache,
    log,
    patience,
  });
  try {
    await place.own();
  } catch (error) {
    if (!(error instanceof BucketUnavailable)) throw error;
    const fault = error.cause instanceof BucketRefused ? refusalInWords(error.cause, blobs) : null;
    if (fault !== null) throw new ConfigError(fault, { cause: error });
  }
  return place;
}

/**
 * The stored files of an installation for a command that reads them, or puts back what a backup
 * has: it removes nothing, and opens no database for it.
 * @throws as `openPlace`
 */
export async function blobsOfCommand(
  config: Pick<Config, "dataDir" | "blobs">,
  key: InstallationKey,
): Promise<BlobStore> {
  const place = await openPlace(config, { key, writer: "command", store: null, log: SILENT });
  return new BlobStore(place, key);
}

/** A command says itself what went wrong. */
const SILENT: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** @throws ConfigError when there is no secret in its file */
async function openClient({ address, keyId, secret }: BucketSettings): Promise<BucketClient> {
  const { BucketClient } = await import("./s3/client.ts");
  return new BucketClient(address, { keyId, secret: await secretOf(secret) });
}

/**
 * Looks what a bucket does with a file, which is deleted again.
 * @throws ConfigError when there is no secret in its file, or the service refuses everything
 */
export async function probe(settings: BucketSettings): Promise<BucketProbe> {
  const { probeBucket } = await import("./s3/probe.ts");
  const client = await openClient(settings);
  try {
    const found = await probeBucket(client);
    const { refused } = found;
    // What a key lacks is better told by what it was needed for.
    const words =
      refused === null || refused.code === "AccessDenied"
        ? null
        : refusalInWords(refused, settings);
    if (words !== null) throw new ConfigError(words, { cause: refused });
    return found;
  } finally {
    client.close();
  }
}

async function secretOf(secret: { value: string } | { file: string }): Promise<string> {
  if ("value" in secret) return secret.value;
  let text: string;
  try {
    text = (await readFile(secret.file, "utf8")).trim();
  } catch (error) {
    throw new ConfigError(
      `AWS_SECRET_ACCESS_KEY_FILE ${JSON.stringify(secret.file)} can’t be read. Name a file that this user can read.`,
      { cause: error },
    );
  }
  if (/^[\x21-\x7e]+$/.test(text)) return text;
  throw new ConfigError(
    `AWS_SECRET_ACCESS_KEY_FILE ${JSON.stringify(secret.file)} has more than one word, or none. Put the secret into it, and nothing else.`,
  );
}

/** What to tell an operator of a refusal that no waiting mends; null for one that may pass. */
function refusalInWords(
  { code, answered }: { code: string; answered: number },
  { address }: { address: BucketAddress },
): string | null {
  if (code === "NoSuchBucket")
    return `BLOBS: there is no bucket “${address.bucket}” at ${address.endpoint}. Create it first.`;
  if (code === "RequestTimeTooSkewed")
    return "BLOBS: the clock of this machine is wrong by more than the service allows. Set it.";
  if (code === "InvalidAccessKeyId" || code === "SignatureDoesNotMatch")
    return `BLOBS: ${address.endpoint} doesn’t know this key (${code}). Look at AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and the region in BLOBS.`;
  if (answered === 301 || code === "AuthorizationHeaderMalformed")
    return `BLOBS: the bucket “${address.bucket}” is in another region. Set region=… in BLOBS.`;
  if (answered === 403)
    return `BLOBS: this key may not use the bucket “${address.bucket}” (${code || "403"}). Allow it to get, put, delete and list there.`;
  return null;
}
