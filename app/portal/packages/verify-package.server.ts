import { createHash } from "node:crypto";
import { readProofs } from "#company/signing-keys/signing.server.ts";
import { MAX_BULK_FILES } from "#model/bulk-download.ts";
import type { Services } from "#platform/context.ts";
import { StrictZip, ZipRefused } from "#platform/files/strict-zip.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import {
  MAX_MANIFEST_BYTES,
  MAX_UNPACKED_BYTES,
  PROOFS,
  type FileState,
  type FileVerdict,
  type Manifest,
} from "./rules/manifest.ts";
import { checkManifest, type Verdict } from "./verify.server.ts";

/** The documents of a package, its own files, and what somebody may have put beside them. */
const LIMITS = { maxEntries: MAX_BULK_FILES + 50, maxBytes: MAX_UNPACKED_BYTES };

/** What a package is: its manifest, and each of its files by it where the manifest can be relied on. */
export interface PackageVerdict {
  verdict: Verdict;
  files: FileVerdict[];
}

/**
 * Checks a whole package: its manifest is read out of it as it would be alone, and every other file
 * is held against it. Nothing is written to the disk.
 * @throws ZipRefused for what is no sound archive, or has no manifest
 */
export async function checkPackage(
  services: Pick<Services, "store" | "now">,
  org: Pick<Org, "id">,
  bytes: Buffer,
): Promise<PackageVerdict> {
  const zip = await StrictZip.ofBytes(bytes, LIMITS);
  try {
    const folder = folderOf(zip);
    const sent = async (name: string): Promise<string | null> =>
      zip.files.has(folder + name)
        ? (await zip.bytes(folder + name, MAX_MANIFEST_BYTES)).toString("utf8")
        : null;
    const check = (one: string | null) => (one === null ? null : checkManifest(services, org, one));
    const [jsonText, jwsText] = [await sent("manifest.json"), await sent("manifest.jws")];
    const [json, jws] = [await check(jsonText), await check(jwsText)];
    const relied = [json, jws].find((one) => one?.kind === "unchanged");
    if (relied?.kind !== "unchanged")
      return { verdict: json ?? jws ?? { kind: "unreadable" }, files: [] };
    const { manifest, text } = relied;
    const stateOf = (one: Verdict | null, isExact: boolean): FileState =>
      one === null
        ? "missing"
        : one.kind === "unchanged" && one.manifest.id === manifest.id && isExact
          ? "unchanged"
          : "changed";
    return {
      verdict: relied,
      files: [
        // What is forgiven where a text is pasted is a changed byte in a file.
        { path: "manifest.json", state: stateOf(json, jsonText === text) },
        { path: "manifest.jws", state: stateOf(jws, jwsText === `${jwsText?.trim()}\n`) },
        ...(await proofsOf(services, zip, folder, text)),
        ...(await filesBy(zip, folder, manifest)),
      ],
    };
  } finally {
    zip.close();
  }
}

/** No signature and no key is longer, in bytes. */
const MAX_PROOF_BYTES = 1_024;

/** What checks the manifest without this page: its signature, and the key that made it. */
async function proofsOf(
  { store, now }: Pick<Services, "store" | "now">,
  zip: StrictZip,
  folder: string,
  text: string,
): Promise<FileVerdict[]> {
  const [signature, pem] = [
    await shortFile(zip, `${folder}manifest.sig`),
    await shortFile(zip, `${folder}key.pem`),
  ];
  const { isSigned, isKey } = await readProofs(store.read, now(), text, {
    signature: signature ?? Buffer.alloc(0),
    pem: pem?.toString("latin1") ?? "",
  });
  const stateOf = (file: Buffer | null, isGood: boolean): FileState =>
    file === null ? "missing" : isGood ? "unchanged" : "changed";
  return [
    { path: "manifest.sig", state: stateOf(signature, isSigned) },
    { path: "key.pem", state: stateOf(pem, isKey) },
  ];
}

/** A file of a few bytes; null where there is none, and empty where it can't be one of ours. */
async function shortFile(zip: StrictZip, name: string): Promise<Buffer | null> {
  if (!zip.files.has(name)) return null;
  try {
    return await zip.bytes(name, MAX_PROOF_BYTES);
  } catch (error) {
    if (error instanceof ZipRefused) return Buffer.alloc(0);
    throw error;
  }
}

/** The folder in which a package lies in its archive: none, or the one in which it was packed again. */
function folderOf(zip: StrictZip): string {
  const folders = [...zip.files.keys()].flatMap((name) => {
    const [first = "", second, ...more] = name.split("/");
    if (second === undefined) return isManifest(first) ? [""] : [];
    return more.length === 0 && isManifest(second) ? [`${first}/`] : [];
  });
  const [folder] = folders.sort((a, b) => a.length - b.length);
  if (folder === undefined)
    throw new ZipRefused("This ZIP file has no manifest.json. Choose an evidence package.");
  return folder;
}

const isManifest = (name: string) => name === "manifest.json" || name === "manifest.jws";

/**
 * Each file that the manifest lists, and those that it doesn't. Some programs write names in an
 * encoding that the archive doesn't say: a file whose name has other signs than ASCII's and that
 * isn't there by it is looked for by what it holds. Each file is read once.
 */
async function filesBy(zip: StrictZip, folder: string, manifest: Manifest): Promise<FileVerdict[]> {
  const listed = new Set<string>([...PROOFS, ...manifest.files.map(({ path }) => path)]);
  const added = new Set(
    [...zip.files.keys()].filter(
      (name) => !name.startsWith(folder) || !listed.has(name.slice(folder.length)),
    ),
  );
  const oddlyNamed: { name: string; hash: string }[] = [];
  for (const name of added)
    if (isOdd(name)) oddlyNamed.push({ name, hash: await hashOf(zip, name) });
  const found: FileVerdict[] = [];
  for (const { path, sha256, size } of manifest.files) {
    const name = folder + path;
    const isThere = zip.files.has(name);
    const isSame = isThere && zip.sizeOf(name) === size && (await hashOf(zip, name)) === sha256;
    const renamed =
      isThere || !isOdd(path)
        ? undefined
        : oddlyNamed.find(({ name: odd, hash }) => hash === sha256 && added.has(odd));
    // Each stands for one.
    if (renamed !== undefined) added.delete(renamed.name);
    const state = isSame || renamed !== undefined ? "unchanged" : isThere ? "changed" : "missing";
    found.push({ path, state });
  }
  for (const name of added)
    found.push({
      path: name.startsWith(folder) ? name.slice(folder.length) : name,
      state: "added",
    });
  return found;
}

/** Whether a name has signs that programs write in several ways. */
const isOdd = (name: string) => /[^\x20-\x7e]/.test(name);

/** SHA-256 of a file in an archive; empty for one that doesn't come out as its archive says. */
async function hashOf(zip: StrictZip, name: string): Promise<string> {
  const hash = createHash("sha256");
  try {
    for await (const piece of await zip.open(name)) hash.update(piece);
  } catch (error) {
    if (error instanceof ZipRefused) return "";
    throw error;
  }
  return hash.digest("hex");
}
