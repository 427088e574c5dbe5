import type { WrappedPdfiumModule } from "@embedpdf/pdfium";
import { copyOf, type CopyKind } from "./clean-copy.ts";
import { ReadCopy, type ReadablePage } from "./pdfium-annotations.ts";
import type { PdfNote } from "./jobs.ts";
import { closeForm, openForm, type OpenForm } from "./pdfium-form.ts";
import { PassingDocuments } from "./pdfium-passing.ts";
import { Unshowable } from "./unshowable.ts";

/** Documents that a process holds open. */
const OPEN_DOCUMENTS = 2;
/** The document asks for a password, or is protected in a way that the engine can't undo. */
const PROTECTED: ReadonlySet<number> = new Set([4, 5]);

interface OpenPdf {
  handle: number;
  memory: number;
  size: number;
  /** What is free behind the file's bytes. */
  room: number;
  form: OpenForm | null;
  notes: PdfNote[] | null;
}

/** The few documents that were asked for last, held open in the engine's memory. */
export class OpenDocuments {
  readonly #module: WrappedPdfiumModule;
  readonly #open = new Map<string, OpenPdf>();
  readonly #passing: PassingDocuments;
  /** Of the document whose text was read last. */
  #readCopy: ReadCopy | null = null;

  constructor(module: WrappedPdfiumModule) {
    this.#module = module;
    this.#passing = new PassingDocuments(module);
  }

  /**
   * Opens a document whose bytes `fill` writes straight into the module's memory, in place of the
   * one that was asked for longest ago.
   * @param room is kept free behind them, for what is added to the file
   * @throws Unshowable; what `fill` throws
   */
  async take(
    key: string,
    size: number,
    fill: (write: (offset: number, piece: Uint8Array) => void) => Promise<void>,
    room = 0,
  ): Promise<void> {
    this.close(key);
    for (const [oldest] of this.#open) if (this.#open.size >= OPEN_DOCUMENTS) this.close(oldest);
    const { pdfium } = this.#module;
    const memory = pdfium.wasmExports.malloc(size + room);
    // What is not taken is read all the same, so that the next job is found behind it.
    await fill((offset, piece) => {
      if (memory !== 0) this.#heap().set(piece, memory + offset);
    });
    if (memory === 0) throw new Unshowable("too-complex");
    const handle = this.#module.FPDF_LoadMemDocument(memory, size, "");
    if (handle === 0) {
      const fault = PROTECTED.has(this.#module.FPDF_GetLastError()) ? "encrypted" : "damaged";
      pdfium.wasmExports.free(memory);
      throw new Unshowable(fault);
    }
    const form = openForm(this.#module, handle);
    this.#open.set(key, { handle, memory, size, room, form, notes: null });
  }

  /**
   * A document that is held open anew, as this engine understands it.
   * @throws Unshowable
   */
  cleanCopy(key: string, kind: CopyKind): Uint8Array[] {
    const handle = this.held(key);
    return copyOf(this.#module, handle, this.form(handle), kind);
  }

  /** A document that is held open. @throws Unshowable: `bytes` when it is not */
  held(key: string): number {
    const known = this.#open.get(key);
    if (known === undefined) throw new Unshowable("bytes");
    this.#open.delete(key);
    this.#open.set(key, known);
    return known.handle;
  }

  /**
   * What is to be known of a document that is held open, found once.
   * @throws Unshowable: `bytes` when it is not held open
   */
  notes(key: string, find: (handle: number, bytes: () => Uint8Array) => PdfNote[]): PdfNote[] {
    const handle = this.held(key);
    const open = this.#open.get(key);
    if (open === undefined) return [];
    return (open.notes ??= find(handle, () => this.bytes(key)));
  }

  /**
   * The bytes of a document that is held open, until the module is called again. @throws Unshowable:
   * `bytes`
   */
  bytes(key: string): Uint8Array {
    this.held(key);
    const { memory = 0, size = 0 } = this.#open.get(key) ?? {};
    return this.#heap().subarray(memory, memory + size);
  }

  /**
   * Opens a document that is held open once more, with an update behind its bytes.
   * @param head where the document begins among its bytes
   * @param work is given it, and what gives its bytes, which are good until the module is called
   *   again
   * @throws Unshowable: `damaged` when it can't be opened; what `work` throws
   */
  withUpdate<T>(
    key: string,
    head: number,
    update: Uint8Array,
    work: (handle: number, bytes: () => Uint8Array) => T,
  ): T {
    const held = this.#open.get(key);
    if (held === undefined) throw new Unshowable("bytes");
    const { malloc, free } = this.#module.pdfium.wasmExports;
    const isBeside = update.length > held.room;
    const length = held.size - head + update.length;
    const at = isBeside ? malloc(length) : held.memory + head;
    if (at === 0) throw new Unshowable("too-complex");
    if (isBeside) this.#heap().copyWithin(at, held.memory + head, held.memory + held.size);
    this.#heap().set(update, at + held.size - head);
    const there = () => this.#heap().subarray(at, at + length);
    try {
      return this.#passing.during(at, length, (handle) =>
        work(handle, () => (isBeside ? there().slice() : there())),
      );
    } finally {
      if (isBeside) free(at);
    }
  }

  /** Opens a small document for as long as some work takes. @throws Unshowable; what it throws */
  withPdf<T>(bytes: Uint8Array, work: (handle: number) => T): T {
    return this.#passing.withBytes(bytes, work);
  }

  /**
   * The document once more, for a page of which what fields and notes show is a part.
   * @param number of the page, from 1
   */
  readCopyOf(handle: number, number: number): ReadablePage {
    const known = [...this.#open.values()].find((open) => open.handle === handle);
    const asItIs = { handle, added: null };
    if (known === undefined) return asItIs;
    if (this.#readCopy?.of !== handle) this.endReading();
    this.#readCopy ??= ReadCopy.open(this.#module, known);
    return this.#readCopy?.pageFor(number) ?? asItIs;
  }

  /** Gives back the memory that reading took. */
  endReading(): void {
    this.#readCopy?.close();
    this.#readCopy = null;
  }

  /** The form of an open document; null where it has none. */
  form(handle: number): OpenForm | null {
    for (const open of this.#open.values()) if (open.handle === handle) return open.form;
    return this.#passing.form(handle);
  }

  /** The module's memory as it is now: growing replaces it. */
  #heap(): Uint8Array {
    return (this.#module.pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8;
  }

  /** Holds a document open no longer. */
  close(key: string): void {
    const known = this.#open.get(key);
    if (known === undefined) return;
    if (this.#readCopy?.of === known.handle) this.endReading();
    closeForm(this.#module, known.form);
    this.#module.FPDF_CloseDocument(known.handle);
    this.#module.pdfium.wasmExports.free(known.memory);
    this.#open.delete(key);
  }
}
