import type { Services } from "#platform/context.ts";
import { isMultipart, readMultipart } from "#platform/files/upload/multipart.ts";
import { ZipRefused } from "#platform/files/strict-zip.ts";
import { tryReadForm } from "#platform/http/request/read-form.ts";
import { networkOf } from "#platform/http/request/rate-limit.ts";
import { Semaphore } from "#platform/jobs/semaphore.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { MAX_MANIFEST_BYTES, MAX_PACKAGE_BYTES, type FileVerdict } from "./rules/manifest.ts";
import { checkManifest, type Verdict } from "./verify.server.ts";
import { checkPackage } from "./verify-package.server.ts";

const TOO_LONG = "A manifest has at most 2 MB. Choose manifest.json or manifest.jws.";
const TOO_LARGE =
  "Packages up to 32 MB can be checked here. Unpack this one and choose its manifest.json.";
const TOO_SLOW = "The upload took too long. Choose manifest.json of the package instead.";
const NO_MANIFEST =
  "This isn’t a manifest. Choose manifest.json or manifest.jws of a package, or the package itself.";
const NO_FORM = "Send the file as “file” of a form, or its content as “text”.";
const NOTHING_SENT = "Choose a file or paste its content.";

/** How long a package may take to arrive, in milliseconds: it is in memory meanwhile. */
const UPLOAD_MS = 60_000;

/** Packages are in memory while they are checked. */
const turns = new Semaphore(
  { running: 2, runningPerKey: 1, waitingPerKey: 1, waiting: 6 },
  {
    words: "Other packages are being checked right now. Try again in a minute.",
    status: 503,
    retryAfterSeconds: 60,
  },
);

/** What came to be checked, and what it is: of a package each of its files, too. */
export interface Checked {
  verdict: Verdict;
  /** null where a manifest came alone. */
  files: FileVerdict[] | null;
}

/** Why nothing was checked, in words and as a status. */
export interface NotChecked {
  message: string;
  status: number;
}

/** The parts of the product that checking needs, and from where somebody asks. */
export interface Checking {
  services: Pick<Services, "store" | "now" | "limits">;
  org: Pick<Org, "id">;
  ip: string;
}

/**
 * Checks what a request brings: a form with a file or a pasted text. A manifest has at most two
 * megabytes, a package as a ZIP file at most 32. Nothing of it is kept.
 * @returns with the text that was pasted, for the form that is shown again
 * @throws TooManyRequests, Busy, UploadUnreadable
 */
export async function checkSent(
  checking: Checking,
  request: Request,
): Promise<(Checked | NotChecked) & { pasted: string }> {
  const { services, org, ip } = checking;
  await services.limits.consume("manifest-check", ip);
  const sent = await readSent(checking, request);
  const { pasted } = sent;
  if ("message" in sent || "verdict" in sent) return sent;
  if (sent.text.trim() === "") return { message: NOTHING_SENT, status: 400, pasted };
  const verdict = await checkManifest(services, org, sent.text);
  if (verdict.kind === "unreadable") return { message: NO_MANIFEST, status: 400, pasted };
  return { verdict, files: null, pasted };
}

type FileRead = { text: string } | Checked | NotChecked;
type Read = FileRead & { pasted: string };

async function readSent(checking: Checking, request: Request): Promise<Read> {
  if (isMultipart(request)) return readParts(checking, request);
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers.get("Content-Type") ?? ""))
    return { message: NO_FORM, status: 415, pasted: "" };
  const form = await tryReadForm(request);
  if (!(form instanceof FormData)) return { ...form, pasted: "" };
  const typed = form.get("text");
  const pasted = typeof typed === "string" ? typed : "";
  return { text: pasted, pasted };
}

async function readParts(checking: Checking, request: Request): Promise<Read> {
  const came: { file: FileRead } = { file: { text: "" } };
  let pasted = "";
  let isTooLong = false;
  await readMultipart(
    request,
    // Each field is in memory as a whole: there is one, and what tells a form sent twice.
    { maxFiles: 1, maxFields: 2, maxFieldBytes: MAX_MANIFEST_BYTES },
    {
      field: (name, value, truncated) => {
        if (name !== "text") return;
        pasted = value;
        isTooLong ||= truncated;
      },
      async file({ bytes, stop }) {
        came.file = await readFile(checking, bytes, request.signal);
        if ("message" in came.file) stop();
      },
    },
  );
  if (isTooLong) return { message: TOO_LONG, status: 413, pasted: "" };
  const { file } = came;
  return "text" in file ? { text: file.text || pasted, pasted } : { ...file, pasted };
}

/** A manifest as text; a package, which is known by how it begins, is checked as it comes. */
async function readFile(
  { services, org, ip }: Checking,
  bytes: AsyncIterable<Uint8Array>,
  gone: AbortSignal,
): Promise<FileRead> {
  const incoming = bytes[Symbol.asyncIterator]();
  const begun = await upTo(incoming, 4, Infinity);
  if (begun.isMore && begun.bytes.subarray(0, 4).equals(ZIP_BEGINS))
    return turns.run(
      networkOf(ip),
      async () => {
        const until = Date.now() + UPLOAD_MS;
        const whole = await upTo(incoming, MAX_PACKAGE_BYTES + 1, until, begun.bytes);
        if (whole.isLate) return { message: TOO_SLOW, status: 408 };
        if (whole.isMore) return { message: TOO_LARGE, status: 413 };
        try {
          return await checkPackage(services, org, whole.bytes);
        } catch (error) {
          if (error instanceof ZipRefused) return { message: error.message, status: 400 };
          throw error;
        }
      },
      { gone },
    );
  const whole = begun.isMore
    ? await upTo(incoming, MAX_MANIFEST_BYTES + 1, Infinity, begun.bytes)
    : { ...begun, isMore: false };
  if (whole.isMore) return { message: TOO_LONG, status: 413 };
  return { text: whole.bytes.toString("utf8") };
}

const ZIP_BEGINS = Buffer.from("PK\u0003\u0004", "latin1");

/**
 * Takes what comes until it has so many bytes or more.
 * @param until the moment, in milliseconds, after which nothing more is taken
 * @param before what came already: it counts
 * @returns `isMore`: it came to that many; `isLate`: it took too long
 */
async function upTo(
  incoming: AsyncIterator<Uint8Array>,
  enough: number,
  until: number,
  before: Uint8Array = new Uint8Array(),
): Promise<{ bytes: Buffer; isMore: boolean; isLate: boolean }> {
  const chunks: Uint8Array[] = [before];
  let size = before.length;
  while (size < enough) {
    const next = await incoming.next();
    if (next.done === true) return { bytes: Buffer.concat(chunks), isMore: false, isLate: false };
    chunks.push(next.value);
    size += next.value.length;
    if (Date.now() > until) return { bytes: Buffer.alloc(0), isMore: false, isLate: true };
  }
  return { bytes: Buffer.concat(chunks), isMore: true, isLate: false };
}
