import { parentPort } from "node:worker_threads";
import { letterPdf } from "../letter/letter-pdf.ts";
import { signedNdaPdf } from "../letter/nda-pdf.ts";
import type { MarkingAnswer, MarkingJob } from "./jobs.ts";
import { pictureSize } from "../picture-size.ts";
import { Overlays } from "./overlay.ts";
import { Pdfium, Unshowable } from "./pdfium.ts";
import { encodePng } from "./png.ts";
import { stampPdf } from "./stamp.ts";

/*
 * Renders and marks pages, and makes letters and records, beside the event loop, one job at a time. Built as a file of its own; it imports
 * nothing that the server shares but the size of a picture. Plain bytes live in this thread's memory alone, never on the disk.
 */

const overlays = Overlays.load();
let pdfium: Promise<Pdfium> | null = null;
/** The last picture: its bytes, by key. */
let picture: { key: string; bytes: Uint8Array } | null = null;
const MAX_PICTURE_SIDE = 2_400;

parentPort?.on("message", async ({ id, job }: { id: number; job: MarkingJob }) => {
  const answer = await answerTo(job).catch((error: unknown): MarkingAnswer => {
    if (error instanceof Unshowable) return { fault: error.fault };
    throw error;
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
  parentPort?.postMessage({ id, answer });
});

async function answerTo(job: MarkingJob): Promise<MarkingAnswer> {
  if (job.do === "mark") return { pdf: await stampPdf(job.bytes, job.mark, (await overlays).font) };
  if (job.do === "letter") return { pdf: await letterPdf(job.parts) };
  if (job.do === "nda") return { pdf: await signedNdaPdf(job.issuer, job.signed) };
  if (job.kind === "picture") return pictureAnswer(job);
  pdfium ??= Pdfium.load();
  const renderer = await pdfium;
  const handle = renderer.open(job.key, job.bytes);
  const pageCount = renderer.pageCount(handle);
  if (job.do === "outline") {
    const numbers = Array.from(
      { length: Math.max(0, Math.min(job.count, pageCount - job.first + 1)) },
      (_, i) => job.first + i,
    );
    return {
      outline: {
        pageCount,
        pages: numbers.map((number) => ({ number, ...renderer.outline(handle, number) })),
      },
    };
  }
  if (job.number < 1 || job.number > pageCount) return { fault: "damaged" };
  const { pixels, width, height } = renderer.render(handle, job.number);
  (await overlays).burn(pixels, width, height, job.mark);
  return { png: encodePng(pixels, width, height) };
}

/** A picture is a document of one page; it is drawn anew, so that nothing of the file itself leaves. */
async function pictureAnswer(job: Extract<MarkingJob, { kind: unknown }>): Promise<MarkingAnswer> {
  if (job.bytes !== undefined) picture = { key: job.key, bytes: job.bytes };
  if (picture?.key !== job.key) return { fault: "bytes" };
  const bytes = Buffer.from(picture.bytes);
  const size = pictureSize(bytes);
  if (size === null) return { fault: "damaged" };
  if (size.width * size.height > 50_000_000) return { fault: "too-large" };
  const scale = Math.min(1, MAX_PICTURE_SIDE / Math.max(size.width, size.height));
  const [width, height] = [
    Math.max(1, Math.round(size.width * scale)),
    Math.max(1, Math.round(size.height * scale)),
  ];
  if (job.do === "outline")
    return { outline: { pageCount: 1, pages: [{ number: 1, width, height, text: "" }] } };
  if (job.number !== 1) return { fault: "damaged" };
  const type = bytes[0] === 0x89 ? "png" : "jpeg";
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="#fff"/><image width="${width}" height="${height}" href="data:image/${type};base64,${bytes.toString("base64")}"/></svg>`;
  const drawn = (await overlays).draw(svg);
  (await overlays).burn(drawn.pixels, drawn.width, drawn.height, job.mark);
  return { png: encodePng(drawn.pixels, drawn.width, drawn.height) };
}
