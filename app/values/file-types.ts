/**
 * The kinds of file that the library takes: by ending and by content, which have to agree. Pure:
 * what is read of a file is found in platform/files/upload.
 */
export const FILE_KINDS = [
  "pdf",
  "docx",
  "xlsx",
  "pptx",
  "csv",
  "txt",
  "md",
  "png",
  "jpeg",
  "zip",
] as const;
export type FileKind = (typeof FILE_KINDS)[number];

interface KindFacts {
  /** As messages about a name name it, with the ending where that says more. */
  label: string;
  /** As people read it beside a file. */
  words: string;
  contentType: string;
  endings: readonly string[];
}

const FACTS: Readonly<Record<FileKind, KindFacts>> = {
  pdf: { label: "PDF", words: "PDF", contentType: "application/pdf", endings: ["pdf"] },
  docx: {
    label: "Word document (DOCX)",
    words: "Word document",
    contentType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    endings: ["docx"],
  },
  xlsx: {
    label: "Excel workbook (XLSX)",
    words: "Excel workbook",
    contentType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    endings: ["xlsx"],
  },
  pptx: {
    label: "PowerPoint presentation (PPTX)",
    words: "PowerPoint presentation",
    contentType: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    endings: ["pptx"],
  },
  csv: { label: "CSV", words: "CSV file", contentType: "text/csv", endings: ["csv"] },
  txt: { label: "text", words: "Text file", contentType: "text/plain", endings: ["txt"] },
  md: { label: "Markdown", words: "Markdown file", contentType: "text/markdown", endings: ["md"] },
  png: { label: "PNG image", words: "Image (PNG)", contentType: "image/png", endings: ["png"] },
  jpeg: {
    label: "JPEG image",
    words: "Image (JPEG)",
    contentType: "image/jpeg",
    endings: ["jpg", "jpeg"],
  },
  zip: {
    label: "ZIP archive",
    words: "ZIP archive",
    contentType: "application/zip",
    endings: ["zip"],
  },
};

/** What an input's `accept` says. */
export const ACCEPTED_ENDINGS: readonly string[] = FILE_KINDS.flatMap((kind) =>
  FACTS[kind].endings.map((ending) => `.${ending}`),
);

/** The kinds in words, as hints and messages name them. */
export const ACCEPTED_WORDS = "PDF, DOCX, XLSX, PPTX, CSV, TXT, MD, PNG, JPEG and ZIP";

/** The kind that a file's ending claims; null for one that the library does not take. */
export function kindOfName(fileName: string): FileKind | null {
  const ending = endingOf(fileName);
  return FILE_KINDS.find((kind) => FACTS[kind].endings.includes(ending)) ?? null;
}

/** The kind of a stored document; null for what came by another way than an upload. */
export function kindOfContentType(contentType: string): FileKind | null {
  return FILE_KINDS.find((kind) => FACTS[kind].contentType === contentType) ?? null;
}

export function contentTypeOfKind(kind: FileKind): string {
  return FACTS[kind].contentType;
}

export function labelOfKind(kind: FileKind): string {
  return FACTS[kind].label;
}

/**
 * The type of a file in words, wherever people read it: 'Excel workbook', 'Image (PNG)'. Programs
 * get the content type itself.
 * @param type a content type, or the ending of a name
 */
export function fileTypeInWords(type: string): string {
  const [essence = ""] = type.split(";", 1);
  const said = essence.trim().toLowerCase();
  const kind = said.includes("/") ? kindOfContentType(said) : kindOfName(`.${said}`);
  if (kind !== null) return FACTS[kind].words;
  return said === "" || said.includes("/") ? "File" : `${said.toUpperCase()} file`;
}

export function endingsOfKind(kind: FileKind): readonly string[] {
  return FACTS[kind].endings;
}

/** The part after the last dot, in lower case; empty when there is none. */
export function endingOf(fileName: string): string {
  return /\.([A-Za-z0-9]{1,10})$/.exec(fileName)?.[1]?.toLowerCase() ?? "";
}

/**
 * What the first bytes of a file are by their signature. `compound` is the container of old and of
 * protected Office files.
 */
export type Signature = "pdf" | "png" | "jpeg" | "zip" | "compound" | "none";

const SIGNATURES: readonly (readonly [Exclude<Signature, "none">, readonly number[]])[] = [
  ["png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ["jpeg", [0xff, 0xd8, 0xff]],
  ["zip", [0x50, 0x4b, 0x03, 0x04]],
  ["zip", [0x50, 0x4b, 0x05, 0x06]],
  ["compound", [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]],
  ["pdf", [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ["pdf", [0xef, 0xbb, 0xbf, 0x25, 0x50, 0x44, 0x46, 0x2d]],
];
/** Readers look for a PDF's first line, %PDF-, so far: some programs write something before it. */
const PDF_LINE = [0x25, 0x50, 0x44, 0x46, 0x2d];
const PDF_LINE_WITHIN = 1_024;
/** As much of a file as is needed to know every signature by. */
export const HEAD_BYTES = PDF_LINE_WITHIN + PDF_LINE.length;

export function signatureOf(head: Uint8Array): Signature {
  return SIGNATURES.find(([, bytes]) => bytes.every((byte, i) => head[i] === byte))?.[0] ?? "none";
}

/** The signatures with which a file of a kind may begin; `none` is text. */
const BEGINNINGS: Readonly<Record<FileKind, readonly Signature[]>> = {
  pdf: ["pdf"],
  docx: ["zip", "compound"],
  xlsx: ["zip", "compound"],
  pptx: ["zip", "compound"],
  csv: ["none"],
  txt: ["none"],
  md: ["none"],
  png: ["png"],
  jpeg: ["jpeg"],
  zip: ["zip"],
};

/**
 * Whether a file that begins so can be of this kind.
 * @param head its first `HEAD_BYTES`, or all of it
 */
export function mayBegin(kind: FileKind, head: Uint8Array): boolean {
  const signature = signatureOf(head);
  if (kind === "pdf" && signature === "none") return hasPdfLine(head);
  return BEGINNINGS[kind].includes(signature);
}

function hasPdfLine(head: Uint8Array): boolean {
  return head
    .subarray(0, PDF_LINE_WITHIN)
    .some((_, at) => PDF_LINE.every((byte, i) => head[at + i] === byte));
}

export function isText(kind: FileKind): boolean {
  return kind === "csv" || kind === "txt" || kind === "md";
}

/** Pixels of a picture, width times height, above which it is refused. */
export const MAX_PIXELS = 100_000_000;
