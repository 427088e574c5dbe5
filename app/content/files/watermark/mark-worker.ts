import { Socket } from "node:net";
import { loadedOnce } from "#values/loaded-once.ts";
import { pictureSize, shownPictureSize } from "#platform/files/picture-size.ts";
import { FrameReader, frameHead } from "./frames.ts";
import { jpegPage } from "./jpeg-page.ts";
import type { Mark, MarkingAnswer, MarkingJob, PageSize, PageTexts, PdfNote } from "./jobs.ts";
import type { Pdfium } from "./pdfium.ts";
import { encodePng } from "./png.ts";
import { type Drawn, thumbnailOf } from "./thumbnail.ts";
import { Unshowable } from "./unshowable.ts";

/*
 * A process of its own that renders and marks pages, and makes letters and records, one job at a
 * time, for one company. Jobs and files come on the standard input, answers leave on descriptor 3.
 * It ends when its input does, so it does not outlive the server. Plain bytes live in its memory
 * alone, never on the disk. Each library is loaded for the first job that needs it: a process for
 * pages is small and starts quickly.
 */

/** More than the largest file that is rendered. */
const MAX_BYTES = 1024 ** 3;
/** What the file is called that is marked right now. */
const MARKED = "marked";
const MAX_PICTURE_SIDE = 2_400;
/** A JPEG is drawn line by line; a PNG is unpacked whole. */
const MAX_PICTURE_PIXELS = { jpeg: 50_000_000, png: 12_500_000 };

/** What the pages of a trial are marked with; nobody sees them. */
const TRIED_WITH: Mark = {
  name: null,
  email: "reader@example.com",
  organisation: null,
  when: "at the upload",
  trace: "0000-0000",
};

type Answer = MarkingAnswer & { bytes?: Uint8Array };
type ColorsJob = Extract<MarkingJob, { do: "colors" }>;
type TryMarkJob = Extract<MarkingJob, { do: "try-mark" }>;
type FileJob = Exclude<Extract<MarkingJob, { kind: "pdf" | "picture" }>, ColorsJob | TryMarkJob>;

// Signals are meant for the server, which lets what runs come to its end.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);

const engine = loadedOnce(async () => (await import("./pdfium.ts")).Pdfium.load());
const tools = loadedOnce(async () => (await import("./overlay.ts")).Overlays.load());
/** The last picture: its bytes, by key. */
let picture: { key: string; bytes: Buffer } | null = null;

const out = new Socket({ fd: 3, readable: false });
out.on("error", () => process.exit(1));
const input = new FrameReader(process.stdin, MAX_BYTES);
out.write(frameHead({ ready: true }, 0));

for (let head = await input.head(); head !== null; head = await input.head()) {
  const job = head.message as MarkingJob;
  const { bytes, ...answer } = await answerTo(job, head.size).catch((error: unknown): Answer => {
    if (error instanceof Unshowable) return { fault: error.fault };
    // No memory, or a library that came to its end: nothing here is trusted to go on.
    process.exit(70);
  });
  out.write(frameHead(answer, bytes?.length ?? 0));
  if (bytes !== undefined) out.write(bytes);
}
process.exit(0);

async function answerTo(job: MarkingJob, size: number): Promise<Answer> {
  switch (job.do) {
    case "letter": {
      const { letterPdf } = await import("../letter/pdf.ts");
      return { done: "pdf", bytes: await letterPdf(job.parts) };
    }
    case "answers": {
      const { answersPdf } = await import("../letter/answers-pdf.ts");
      return { done: "pdf", bytes: await answersPdf(job.parts) };
    }
    case "nda": {
      const { signedNdaPdf } = await import("../letter/nda-pdf.ts");
      return { done: "pdf", bytes: await signedNdaPdf(job.issuer, job.signed) };
    }
    case "mark":
      return { done: "pdf", bytes: await markedPdf(MARKED, job.mark, size) };
    case "try-mark":
      return triedMark(job, size);
    case "text": {
      if (size === 0) return { fault: "bytes" };
      const { textOfFile } = await import("../texts/text-of-file.ts");
      return { text: await textOfFile(job.kind, await input.bytes(size)) };
    }
    case "fields":
    case "fill":
      return formAnswer(job, size);
    case "colors":
      return pictureAnswer(job, size);
    default:
      return job.kind === "picture" ? pictureAnswer(job, size) : pdfAnswer(job, size);
  }
}

/** The fields of a form, or a copy that is filled in. */
async function formAnswer(
  job: Extract<MarkingJob, { do: "fields" | "fill" }>,
  size: number,
): Promise<Answer> {
  if (size === 0) return { fault: "bytes" };
  const { filledPdf, pdfFields } = await import("#platform/files/questionnaires/pdf-fields.ts");
  const bytes = await input.bytes(size);
  try {
    if (job.do === "fields") return { fields: await pdfFields(bytes, job.most) };
    return { done: "pdf", bytes: await filledPdf(bytes, new Map(job.texts)) };
  } catch (error) {
    // There is no memory left.
    if (error instanceof RangeError) throw error;
    throw new Unshowable("damaged");
  }
}

/** A copy with a watermark; its bytes are good until the next job. */
async function markedPdf(key: string, mark: Mark, size: number): Promise<Uint8Array> {
  const [{ markedCopy, roomFor }, { loadMarkFont }] = await Promise.all([
    import("./marked-copy.ts"),
    import("./overlay.ts"),
  ]);
  const renderer = await engine();
  await renderer.documents.take(key, size, (write) => input.into(size, write), roomFor(size));
  return markedCopy(renderer, key, mark, await loadMarkFont());
}

/**
 * The file is wanted anew, with room behind it. It may be written anew for its mark, and is not held
 * any longer then.
 */
async function triedMark(job: TryMarkJob, size: number): Promise<Answer> {
  if (size === 0) return { fault: "bytes" };
  try {
    await markedPdf(job.key, job.mark, size);
    return { done: "try-mark" };
  } finally {
    (await engine()).documents.close(job.key);
  }
}

async function pdfAnswer(job: FileJob, size: number): Promise<Answer> {
  const renderer = await engine();
  if (size > 0) await renderer.documents.take(job.key, size, (write) => input.into(size, write));
  const handle = renderer.documents.held(job.key);
  const pageCount = renderer.pageCount(handle);
  if (job.do === "try") {
    // All that a page takes that is shown to a reader, or it fails when its first one comes.
    let thumbnail: Uint8Array = new Uint8Array();
    for (const number of new Set([1, renderer.largest(handle)])) {
      const drawn = renderer.render(handle, number);
      const { pixels, width, height } = drawn;
      if (number === 1) thumbnail = thumbnailOf(drawn);
      (await tools()).burn(pixels, width, height, TRIED_WITH);
      encodePng(pixels, width, height);
    }
    return tried(renderer.notes(job.key), thumbnail);
  }
  if (job.do === "outline")
    return {
      outline: {
        pageCount,
        notes: renderer.notes(job.key),
        pages: numbersOf(job, pageCount).map((number) => ({
          number,
          ...renderer.imageSize(handle, number),
        })),
      },
    };
  if (job.do === "texts")
    return { texts: { pageCount, pages: textsOf(renderer, handle, job, pageCount) } };
  if (job.number < 1 || job.number > pageCount) return { fault: "absent" };
  return pageAnswer(renderer.render(handle, job.number), job);
}

/** A page as it is sent: marked, or with its thumbnail where it is the first and everybody's. */
async function pageAnswer(
  drawn: Drawn,
  { number, mark }: Extract<MarkingJob, { do: "page" }>,
): Promise<Answer> {
  const { pixels, width, height } = drawn;
  if (mark !== null) (await tools()).burn(pixels, width, height, mark);
  const png = encodePng(pixels, width, height);
  if (mark !== null || number !== 1) return { done: "png", bytes: png };
  const thumbnail = thumbnailOf(drawn);
  return { done: "png", thumbnail: thumbnail.length, bytes: Buffer.concat([png, thumbnail]) };
}

function tried(notes: PdfNote[], thumbnail: Uint8Array): Answer {
  return { tried: notes, thumbnail: thumbnail.length, bytes: thumbnail };
}

function numbersOf({ first, count }: { first: number; count: number }, pageCount: number) {
  const length = Math.max(0, Math.min(count, pageCount - first + 1));
  return Array.from({ length }, (_, i) => first + i);
}

/** A page that is broken has no text; those behind it may have one. */
function textsOf(
  renderer: Pdfium,
  handle: number,
  job: Extract<MarkingJob, { do: "texts" }>,
  pageCount: number,
): PageTexts["pages"] {
  const pages: PageTexts["pages"] = [];
  const until = performance.now() + job.ms;
  for (const number of numbersOf(job, pageCount)) {
    try {
      pages.push({ number, ...renderer.read(handle, number), isDamaged: false });
    } catch (error) {
      if (!(error instanceof Unshowable) || error.fault !== "damaged") throw error;
      pages.push({ number, text: "", hasHidden: false, isCut: false, isDamaged: true });
    }
    if (performance.now() > until) break;
  }
  return pages;
}

/**
 * A picture is a document of one page; it is drawn anew, so that nothing of the file itself leaves.
 */
async function pictureAnswer(job: FileJob | ColorsJob, size: number): Promise<Answer> {
  if (size > 0) picture = { key: job.key, bytes: await input.bytes(size) };
  if (picture?.key !== job.key) return { fault: "bytes" };
  const { bytes } = picture;
  const stored = pictureSize(bytes);
  const full = shownPictureSize(bytes);
  if (stored === null || full === null || full.width === 0 || full.height === 0)
    return { fault: "damaged" };
  const type = bytes[0] === 0x89 ? "png" : "jpeg";
  if (full.width * full.height > MAX_PICTURE_PIXELS[type]) return { fault: "too-large" };
  const scale = Math.min(1, MAX_PICTURE_SIDE / Math.max(full.width, full.height));
  const [width, height] = [
    Math.max(1, Math.round(full.width * scale)),
    Math.max(1, Math.round(full.height * scale)),
  ];
  if (job.do === "outline")
    return { outline: { pageCount: 1, notes: [], pages: [{ number: 1, width, height }] } };
  if (job.do === "texts") return { texts: { pageCount: 1, pages: [] } };
  if (job.do === "page" && job.number !== 1) return { fault: "absent" };
  const drawn =
    type === "jpeg"
      ? await drawnJpeg(job.key, bytes, stored, { width, height })
      : (await tools()).draw(
          `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="#fff"/><image width="${width}" height="${height}" href="data:image/png;base64,${bytes.toString("base64")}"/></svg>`,
        );
  if (job.do === "try") return tried([], thumbnailOf(drawn));
  if (job.do === "colors") {
    const { colorsOfPixels } = await import("#platform/files/picture-colors.ts");
    return { colors: colorsOfPixels(drawn.pixels) };
  }
  return pageAnswer(drawn, job);
}

/** A JPEG as the one picture of a page: so it is unpacked a line at a time, whatever its size. */
async function drawnJpeg(key: string, bytes: Buffer, stored: PageSize, size: PageSize) {
  const renderer = await engine();
  const page = jpegPage(bytes, stored);
  if (page === null) throw new Unshowable("damaged");
  const name = `jpeg ${key}`;
  await renderer.documents.take(name, page.length, async (write) => write(0, page));
  return renderer.render(renderer.documents.held(name), 1, size);
}
