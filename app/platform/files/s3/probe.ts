import { createHash, randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { leaf } from "./answers.ts";
import type { BucketClient, BucketRequest } from "./client.ts";
import { BucketRefused } from "./unavailable.ts";

/** More than one piece, so that a range in its midst means something. */
const PROBE_BYTES = 100_000;
const PATIENCE_MS = 5_000;
/** Some services list and forget a moment later than they store and delete. */
const LATE_MS = 3_000;
const LOOK_EVERY_MS = 200;

/** What a bucket did with a file that was put there to look. */
export interface BucketProbe {
  /** What failed, in words; null when all of it went well. */
  fault: string | null;
  /** What the service refused; null where that was not it. */
  refused: BucketRefused | null;
  /** Whether it keeps what is deleted or replaced; null when it doesn't say. */
  versions: boolean | null;
}

/** Puts a file into a bucket, reads it and a part of it, lists it and deletes it. */
export async function probeBucket(client: BucketClient): Promise<BucketProbe> {
  const bytes = randomBytes(PROBE_BYTES);
  const name = `probe-${randomBytes(8).toString("hex")}`;
  const ask = (request: Partial<BucketRequest> & Pick<BucketRequest, "method">) =>
    client.send({ name, ...request, patienceMs: PATIENCE_MS });
  const versions = await asksVersions(client);
  let doing = "storing";
  let isThere = true;
  try {
    await ask({
      method: "PUT",
      body: {
        size: bytes.length,
        sha256: createHash("sha256").update(bytes).digest("hex"),
        open: async function* () {
          yield bytes;
        },
      },
    });
    doing = "reading";
    if (!(await ask({ method: "GET" })).body.equals(bytes))
      return { fault: "what was read is not what was stored", refused: null, versions };
    doing = "reading a part";
    const part = await ask({ method: "GET", range: { first: 70_000, last: 79_999 } });
    if (!part.body.equals(bytes.subarray(70_000, 80_000)))
      return { fault: "a part of a file is not what was asked for", refused: null, versions };
    doing = "listing";
    const isListed = async () => {
      const listed = await client.send({
        method: "GET",
        name: null,
        query: { "list-type": "2", prefix: `${client.prefix}${name}` },
        patienceMs: PATIENCE_MS,
      });
      return leaf(listed.body.toString("utf8"), "Key") === `${client.prefix}${name}`;
    };
    if (!(await becomes(isListed)))
      return { fault: "what was stored is not listed", refused: null, versions };
    doing = "deleting";
    await ask({ method: "DELETE" });
    isThere = false;
    if (!(await becomes(async () => (await ask({ method: "GET" })).status === 404)))
      return { fault: "what was deleted is still there", refused: null, versions };
    return { fault: null, refused: null, versions };
  } catch (error) {
    if (!(error instanceof BucketRefused)) throw error;
    return {
      fault: `${doing} failed (${error.answered || ""} ${error.code})`.replace("( ", "("),
      refused: error,
      versions,
    };
  } finally {
    // Whatever was wrong with it: nobody looks for it later.
    if (isThere) await ask({ method: "DELETE" }).catch(() => undefined);
  }
}

/** Whether something is so, or soon will be. */
async function becomes(isSo: () => Promise<boolean>): Promise<boolean> {
  for (const until = Date.now() + LATE_MS; ; await pause(LOOK_EVERY_MS)) {
    if (await isSo()) return true;
    if (Date.now() >= until) return false;
  }
}

async function asksVersions(client: BucketClient): Promise<boolean | null> {
  try {
    const { body } = await client.send({
      method: "GET",
      name: null,
      query: { versioning: "" },
      patienceMs: PATIENCE_MS,
    });
    const text = body.toString("utf8");
    return text.includes("VersioningConfiguration") ? leaf(text, "Status") === "Enabled" : null;
  } catch (error) {
    if (!(error instanceof BucketRefused)) throw error;
    return null;
  }
}
