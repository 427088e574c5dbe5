import type { AnswersParts } from "../letter/answers-pdf.ts";
import type { LetterParts } from "../letter/pdf.ts";
import type { Issuer, SignedNda } from "../letter/nda-pdf.ts";
import {
  Errands,
  MAX_MARKED_BYTES,
  NotMarkable,
  type Errand,
  type MarkedSource,
  type MarkingRefusal,
  type ReadSource,
} from "./errands.ts";
import type { Done } from "./bounded-process.ts";
import type { FailureMemory } from "./failure-memory.ts";
import type { PdfFields } from "#platform/files/questionnaires/pdf-fields.ts";
import type { FileText, Mark, Outline, PageTexts, PdfNote, TextKind } from "./jobs.ts";

export { MAX_MARKED_BYTES, NotMarkable };
export type { FileText, Mark, MarkedSource, MarkingRefusal, Outline, PageTexts, PdfNote };
export type { ReadSource, TextKind };

const MEGABYTE = 1024 * 1024;
/** What a page may take, and the trial of an upload that draws some. */
const PAGE_MS = 10_000;
/** The answers of a questionnaire may come to hundreds of pages. */
const ANSWERS_MS = 20_000;
/** Marking takes as long as a page, and half a second more for each megabyte. */
const MARK_MS_PER_MEGABYTE = 500;

/**
 * Shows pages, marks files and makes letters, in a bounded number of processes that share no
 * company's files. Companies take turns; what failed is answered at once; nothing is begun for
 * readers who have left.
 */
class Marking {
  readonly #errands = new Errands();

  /**
   * How many pages there are, and the sizes of some.
   * @param done is told of them, too, when the signal has ended this reader's waiting
   * @throws NotMarkable; what reading throws; the signal's reason
   */
  async outline(
    source: MarkedSource,
    first: number,
    count: number,
    signal?: AbortSignal,
    done?: (outline: Outline) => void,
  ): Promise<Outline> {
    const { orgId, key, kind } = source;
    const { answer } = await this.#errands.do({
      orgId,
      job: { do: "outline", key, kind, first, count },
      timeoutMs: PAGE_MS,
      about: { source, part: "file" },
      signal,
      told: (made) => ("outline" in made.answer ? done?.(made.answer.outline) : undefined),
    });
    if (!("outline" in answer)) throw new NotMarkable("damaged");
    return answer.outline;
  }

  /**
   * What some pages say to those who look at them, as many as there is time for: one at least.
   * @param ms about how long it may take
   * @param done is told of them, too, when the signal has ended this reader's waiting
   * @throws NotMarkable where the first of them takes too much; what reading throws; the signal's
   *   reason
   */
  async texts(
    source: MarkedSource,
    { first, count, ms }: { first: number; count: number; ms: number },
    signal?: AbortSignal,
    done?: (texts: PageTexts) => void,
  ): Promise<PageTexts> {
    const { orgId, key, kind } = source;
    const read = (most: number) =>
      this.#errands.do({
        orgId,
        job: { do: "texts", key, kind, first, count: most, ms },
        timeoutMs: PAGE_MS,
        // Of several pages nobody knows which one took too much.
        about: {
          source: most === 1 ? source : { ...source, failures: unnoted(source) },
          part: `texts:${first}`,
        },
        signal,
        told: (made) => ("texts" in made.answer ? done?.(made.answer.texts) : undefined),
      });
    const { answer } = await read(count).catch((error: unknown) => {
      if (count === 1 || !(error instanceof NotMarkable) || error.fault === "busy") throw error;
      return read(1);
    });
    if (!("texts" in answer)) throw new NotMarkable("damaged");
    return answer.texts;
  }

  /**
   * A page as PNG, with the watermark burnt in where there is one.
   * @param done is told of it, too, when the signal has ended this reader's waiting, and of the
   *   thumbnail that the first page leaves where it carries no mark
   * @throws NotMarkable; what reading throws; the signal's reason
   */
  async page(
    source: MarkedSource,
    number: number,
    mark: Mark | null,
    signal?: AbortSignal,
    done?: (png: Uint8Array, thumbnail: Uint8Array | null) => void,
  ): Promise<Uint8Array> {
    const { key, kind } = source;
    const made = await this.#errands.do({
      orgId: source.orgId,
      job: { do: "page", key, kind, number, mark },
      timeoutMs: PAGE_MS,
      about: { source, part: `page:${number}` },
      signal,
      told: (page) => {
        const [png, thumbnail] = parted(page);
        done?.(png, thumbnail);
      },
    });
    if (!("done" in made.answer) || made.answer.done !== "png") throw new NotMarkable("damaged");
    return parted(made)[0];
  }

  /**
   * A PDF with the watermark on every page. @throws NotMarkable; what reading throws; the signal's
   * reason
   */
  async pdf(source: MarkedSource, mark: Mark, signal?: AbortSignal): Promise<Uint8Array> {
    return this.#made({
      orgId: source.orgId,
      job: { do: "mark", mark },
      timeoutMs: markMs(source),
      about: { source, part: "mark" },
      signal,
    });
  }

  /**
   * Draws the first page and the largest one, once, so that a file that can't be shown is known
   * before its first reader comes.
   * @param noted is told what its pages don't show, and of the thumbnail of its first page
   * @returns why it can't be shown; null when it can, or when there was no room to try
   * @throws what reading throws; the signal's reason
   */
  async trial(
    source: MarkedSource,
    signal?: AbortSignal,
    noted?: (notes: PdfNote[], thumbnail: Uint8Array | null) => void,
  ): Promise<MarkingRefusal | null> {
    const { orgId, key, kind } = source;
    return this.#errands.tried(
      {
        orgId,
        job: { do: "try", key, kind },
        timeoutMs: PAGE_MS,
        about: { source, part: "file" },
        told: (made) =>
          "tried" in made.answer ? noted?.(made.answer.tried, parted(made)[1]) : undefined,
      },
      signal,
    );
  }

  /**
   * Puts a watermark on a PDF, once, so that a file that can't be marked is known before its first
   * reader comes.
   * @returns why it can't be marked; null when it can, or when there was no room to try
   * @throws what reading throws; the signal's reason
   */
  async markTrial(source: MarkedSource, signal?: AbortSignal): Promise<MarkingRefusal | null> {
    const { orgId, key } = source;
    return this.#errands.tried(
      {
        orgId,
        job: { do: "try-mark", key, kind: "pdf", mark: USUAL_MARK },
        timeoutMs: markMs(source),
        about: { source, part: "mark" },
      },
      signal,
    );
  }

  /**
   * The text of a file that is no PDF. @throws NotMarkable; what reading throws; the signal's
   * reason
   */
  async text(source: ReadSource, signal?: AbortSignal): Promise<FileText> {
    const { orgId, key, kind } = source;
    const { answer } = await this.#errands.do({
      orgId,
      job: { do: "text", key, kind },
      timeoutMs: PAGE_MS,
      about: { source: { ...source, failures: UNKNOWN }, part: "file" },
      signal,
    });
    if (!("text" in answer)) throw new NotMarkable("damaged");
    return answer.text;
  }

  /**
   * The fields of a PDF that ask something; what can't be read as a form may still have pages.
   * @param most one more is enough
   * @throws NotMarkable; what reading throws
   */
  async fields(source: MarkedSource, most: number): Promise<PdfFields> {
    const { orgId, key } = source;
    const { answer } = await this.#errands.do({
      orgId,
      job: { do: "fields", key, kind: "form", most },
      timeoutMs: PAGE_MS,
      about: { source: { ...source, failures: UNKNOWN }, part: "file" },
      signal: undefined,
    });
    if (!("fields" in answer)) throw new NotMarkable("damaged");
    return answer.fields;
  }

  /** A PDF with values in its fields, by their places. @throws NotMarkable; what reading throws */
  filled(source: MarkedSource, texts: ReadonlyMap<number, string>): Promise<Uint8Array> {
    const { orgId, key } = source;
    return this.#made({
      orgId,
      job: { do: "fill", key, kind: "form", texts: [...texts] },
      timeoutMs: PAGE_MS,
      about: { source: { ...source, failures: UNKNOWN }, part: "file" },
      signal: undefined,
    });
  }

  /**
   * The colors of a picture that could be an accent, the strongest first; who asks keeps in mind
   * what failed.
   * @throws NotMarkable; what reading throws; the signal's reason
   */
  async colors(
    source: Omit<MarkedSource, "kind" | "failures">,
    signal?: AbortSignal,
  ): Promise<string[]> {
    const { orgId, key } = source;
    const { answer } = await this.#errands.do({
      orgId,
      job: { do: "colors", key, kind: "picture" },
      timeoutMs: PAGE_MS,
      about: { source: { ...source, failures: UNKNOWN }, part: "file" },
      signal,
    });
    if (!("colors" in answer)) throw new NotMarkable("damaged");
    return answer.colors;
  }

  /** A bridge letter as a PDF. @throws NotMarkable; the signal's reason */
  letter(orgId: string, parts: LetterParts, signal?: AbortSignal): Promise<Uint8Array> {
    const job = { do: "letter", parts } as const;
    return this.#made({ orgId, job, timeoutMs: PAGE_MS, about: null, signal });
  }

  /** The answers of a questionnaire as a PDF. @throws NotMarkable */
  answers(orgId: string, parts: AnswersParts): Promise<Uint8Array> {
    const job = { do: "answers", parts } as const;
    return this.#made({ orgId, job, timeoutMs: ANSWERS_MS, about: null, signal: undefined });
  }

  /** The record of a signed NDA as a PDF. @throws NotMarkable; the signal's reason */
  signedNda(
    { id, name, timeZone, customization: { accentColour } }: Issuer & { id: string },
    signed: SignedNda,
  ): Promise<Uint8Array> {
    const issuer = { name, timeZone, customization: { accentColour } };
    const job = { do: "nda", issuer, signed } as const;
    return this.#made({ orgId: id, job, timeoutMs: PAGE_MS, about: null, signal: undefined });
  }

  async #made(errand: Errand): Promise<Uint8Array> {
    const { answer, bytes } = await this.#errands.do(errand);
    if (!("done" in answer) || answer.done !== "pdf") throw new NotMarkable("damaged");
    return bytes;
  }
}

/** What came out, and the thumbnail behind it, in memory of its own: it is kept for longer. */
function parted({ answer, bytes }: Done): [Uint8Array, Uint8Array | null] {
  const { thumbnail = 0 } = "thumbnail" in answer ? answer : {};
  if (thumbnail === 0) return [bytes, null];
  const end = bytes.length - thumbnail;
  return [bytes.subarray(0, end), new Uint8Array(bytes.subarray(end))];
}

/** What has failed before is known, and nothing is added to it. */
const unnoted = ({ failures }: MarkedSource): FailureMemory => ({
  known: () => failures.known(),
  record: async () => undefined,
});
/** Of files whose failures are kept in mind elsewhere. */
const UNKNOWN: FailureMemory = { known: async () => [], record: async () => undefined };

/** What is put on a file to see whether it can be: as long as most. */
const USUAL_MARK: Mark = {
  name: "A reader with a name",
  email: "reader@customer.example",
  organisation: "The reader’s organization",
  when: "November 22, 2026, 12:00",
  trace: "0000-0000",
};

const markMs = ({ size }: Pick<MarkedSource, "size">) =>
  PAGE_MS + Math.ceil((size / MEGABYTE) * MARK_MS_PER_MEGABYTE);

/** The one set of processes of this server. */
export const marking = new Marking();
