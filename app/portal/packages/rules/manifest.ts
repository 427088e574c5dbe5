import * as z from "zod";

/** The manifest of an evidence package: what is in it, for whom it was made, and when. */

/** What the names in a manifest mean; it changes when one of them means another thing. */
const MANIFEST_SCHEMA = "open-trust-center/manifest/1";
/** The page where anyone checks a manifest. */
export const VERIFY_PAGE = "/verify";
/** How long a manifest is known by its hash. */
export const MANIFEST_YEARS = 7;
/** The most that a manifest can have, in bytes. */
export const MAX_MANIFEST_BYTES = 2 * 1024 * 1024;

/** The most that a whole package can have to be checked here, in bytes, packed and unpacked. */
export const MAX_PACKAGE_BYTES = 32 * 1024 * 1024;
export const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;

/** Files that prove the others, and are not in the manifest themselves. */
export const PROOFS = ["manifest.json", "manifest.jws", "manifest.sig", "key.pem"] as const;

/** What a file of a package is, by its manifest. */
export type FileState = "unchanged" | "changed" | "missing" | "added";
export interface FileVerdict {
  path: string;
  state: FileState;
}

/** How each state of a file that is not as it was reads. */
export const FILE_STATES: Readonly<Record<FileState, string>> = {
  unchanged: "Unchanged",
  changed: "Changed",
  missing: "Missing",
  added: "Not in the manifest",
};

/** The files of a package that are not as its manifest lists them. */
export function alteredFiles(files: readonly FileVerdict[]): FileVerdict[] {
  return files.filter(({ state }) => state !== "unchanged");
}

/** Why a document could not be put into a package. */
export const LEFT_OUT = ["watermark", "busy", "damaged"] as const;

const entry = z.object({
  /** Of the file in the package, hexadecimal. */
  sha256: z.string(),
  path: z.string(),
  size: z.number(),
  /** Of a document; of what was written for the package, the portal's revision. */
  version: z.number(),
  /** Where it is on the portal. */
  source: z.string(),
  /** Whether it carries the person's name: no other copy has the same checksum. */
  watermarked: z.boolean(),
});
export type ManifestEntry = z.infer<typeof entry>;

const seen = z.object({
  name: z.string(),
  pages: z.number().nullable(),
  /** The days on which the person first and last opened it; null if they never did. */
  firstOpened: z.string().nullable(),
  lastOpened: z.string().nullable(),
  source: z.string(),
});
/** A document that can only be read on the portal. */
export type SeenDocument = z.infer<typeof seen>;

const leftOut = z.object({ name: z.string(), reason: z.enum(LEFT_OUT) });
/** A document that the person may take, and that could not be put into the package. */
export type LeftOut = z.infer<typeof leftOut>;

const manifestSchema = z.object({
  schema: z.literal(MANIFEST_SCHEMA),
  id: z.string(),
  issuer: z.object({ id: z.string(), name: z.string(), url: z.string() }),
  issuedTo: z.object({ name: z.string(), email: z.string(), account: z.string() }),
  product: z.object({ name: z.string(), url: z.string() }),
  asOf: z.string(),
  revision: z.number(),
  /** Where the public keys are, and where a manifest is checked without tools. */
  keys: z.string(),
  verify: z.string(),
  files: z.array(entry),
  viewOnly: z.array(seen),
  leftOut: z.array(leftOut),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** What is said of a document that was left out. */
export const LEFT_OUT_WORDS: Readonly<Record<LeftOut["reason"], string>> = {
  watermark: "It can’t carry a watermark.",
  busy: "Too many documents were being watermarked.",
  damaged: "The stored file couldn’t be read.",
};

/** A manifest's text. Each file is one line, so that it can be looked for by its hash and path. */
export function manifestText(made: Omit<Manifest, "schema">): string {
  const { files, viewOnly, leftOut: fewer, ...head } = made;
  const lines = JSON.stringify({ schema: MANIFEST_SCHEMA, ...head }, null, 2).slice(0, -2);
  const list = (name: string, entries: readonly object[]) =>
    `  "${name}": [${entries.map((one) => `\n    ${JSON.stringify(one)}`).join(",")}${entries.length === 0 ? "" : "\n  "}]`;
  return `${lines},\n${[list("files", files), list("viewOnly", viewOnly), list("leftOut", fewer)].join(",\n")}\n}\n`;
}

/** What a text says as a manifest; null for what is none. */
export function readManifest(text: string): Manifest | null {
  try {
    const read = manifestSchema.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/**
 * The text that somebody pasted, as it was written: forms send line breaks of another kind, and what
 * is around a text is easily copied with it.
 */
export function pastedText(text: string): string {
  const trimmed = text
    .replaceAll("\r\n", "\n")
    .replace(/^\uFEFF/, "")
    .trim();
  return trimmed.startsWith("{") ? `${trimmed}\n` : trimmed;
}

/** "Your package has 3 documents fewer: they can’t be marked (a.pdf, b.pdf, c.pdf)." */
export function fewerWords(fewer: readonly LeftOut[]): string[] {
  const named = (entries: readonly LeftOut[]) => entries.map(({ name }) => name).join(", ");
  const unmarked = fewer.filter(({ reason }) => reason === "watermark");
  const others = fewer.filter(({ reason }) => reason !== "watermark");
  const count = (entries: readonly LeftOut[]) =>
    entries.length === 1 ? "1 document" : `${entries.length} documents`;
  return [
    ...(unmarked.length === 0
      ? []
      : [
          `Your package has ${count(unmarked)} fewer: ${unmarked.length === 1 ? "it" : "they"} can’t be marked (${named(unmarked)}).`,
        ]),
    ...(others.length === 0
      ? []
      : [`${count(others)} couldn’t be added now (${named(others)}). Try again in a few minutes.`]),
  ];
}
