import type { Block, Run } from "./text.ts";

/** The four faces of the packaged font, by what they are for. */
export type Fonts = Readonly<Record<"regular" | "bold" | "italic" | "boldItalic", Buffer>>;

type Structure = PDFKit.PDFStructureElement;

const INK = "#16202b";
const MUTED = "#55616d";
const RULE = "#cfd6dd";
const SIZE = 10.5;
const HEADING_SIZES = { 1: 15, 2: 12.5, 3: 11 } as const;
const INDENT = 18;
/** Room that a heading needs below itself, so that none stands alone at the foot of a page. */
const KEEP = 60;
/** Lists in lists deeper than this stand at the same edge. */
const MAX_DEPTH = 6;

/** Sets a letter's blocks down the pages, each with its place in the document's structure. */
export class Sheet {
  readonly #doc: PDFKit.PDFDocument;
  readonly #root: Structure;
  readonly #accent: string;

  constructor(doc: PDFKit.PDFDocument, fonts: Fonts, accent: string) {
    this.#doc = doc;
    this.#accent = accent;
    for (const [name, bytes] of Object.entries(fonts)) doc.registerFont(name, bytes);
    this.#root = doc.struct("Document");
    doc.addStructure(this.#root);
  }

  /** Who writes, over a line, and what it is. */
  letterhead(orgName: string, title: string): void {
    const doc = this.#doc;
    this.#text("P", this.#root, [face(orgName, true)], { size: 13, color: this.#accent });
    doc.moveDown(0.6);
    this.#drawn(() => {
      const { left, right } = doc.page.margins;
      doc
        .moveTo(left, doc.y)
        .lineTo(doc.page.width - right, doc.y)
        .lineWidth(0.75)
        .strokeColor(RULE)
        .stroke();
    });
    doc.moveDown(1.6);
    this.#text("H1", this.#root, [face(title, true)], { size: 18 });
    doc.moveDown(1);
  }

  line(text: string): void {
    this.#text("P", this.#root, [face(text)]);
    this.#doc.moveDown(0.9);
  }

  blocks(blocks: readonly Block[]): void {
    this.#blocks(blocks, this.#root, 0);
  }

  /** The closing and who signs, kept together. */
  closing(words: string, lines: readonly string[]): void {
    const doc = this.#doc;
    this.#room(110);
    doc.moveDown(0.6);
    this.#text("P", this.#root, [face(words)]);
    doc.moveDown(1.6);
    lines.forEach((text, i) =>
      this.#text("P", this.#root, [face(text, i === 0)], { color: i === 0 ? INK : MUTED }),
    );
  }

  end(): void {
    this.#root.end();
  }

  #blocks(blocks: readonly Block[], parent: Structure, depth: number): void {
    for (const block of blocks) this.#block(block, parent, depth);
  }

  #block(block: Block, parent: Structure, depth: number): void {
    const doc = this.#doc;
    switch (block.kind) {
      case "heading":
        this.#room(KEEP);
        doc.moveDown(0.3);
        // The letter's own title is the first level.
        this.#text(
          `H${block.level + 1}` as "H2",
          parent,
          block.runs.map((run) => ({ ...run, bold: true })),
          { size: HEADING_SIZES[block.level], depth },
        );
        doc.moveDown(0.4);
        return;
      case "paragraph":
        this.#text("P", parent, block.runs, { depth });
        doc.moveDown(0.7);
        return;
      case "list":
        this.#list(block, parent, depth);
        return;
      case "quote": {
        const quote = this.#child("BlockQuote", parent);
        this.#blocks(block.blocks, quote, depth + 1);
        quote.end();
        return;
      }
      case "table":
        this.#table(block, parent);
        return;
      case "rule":
        this.#drawn(() => {
          const { left, right } = doc.page.margins;
          doc
            .moveTo(left, doc.y)
            .lineTo(doc.page.width - right, doc.y)
            .lineWidth(0.5)
            .strokeColor(RULE)
            .stroke();
        });
        doc.moveDown(0.8);
    }
  }

  #list(list: Extract<Block, { kind: "list" }>, parent: Structure, depth: number): void {
    const doc = this.#doc;
    const element = this.#child("L", parent);
    list.items.forEach((blocks, i) => {
      const item = this.#child("LI", element);
      this.#room(2 * SIZE);
      const { y } = doc;
      const page = doc.page;
      this.#text("Lbl", item, [face(list.ordered ? `${list.start + i}.` : "•")], {
        depth,
        color: this.#accent,
      });
      // The mark stands beside the text, not above it.
      if (doc.page === page) doc.y = y;
      const body = this.#child("LBody", item);
      if (blocks.length === 0) doc.moveDown(1);
      this.#blocks(blocks, body, depth + 1);
      body.end();
      item.end();
      doc.y -= SIZE * 0.25;
    });
    element.end();
    doc.moveDown(0.35);
  }

  #table({ head, rows }: Extract<Block, { kind: "table" }>, parent: Structure): void {
    const doc = this.#doc;
    const columns = head.length;
    if (columns === 0) return;
    this.#room(KEEP);
    doc
      .font("regular")
      .fontSize(SIZE - 1)
      .fillColor(INK);
    const cells = (row: readonly string[]) =>
      Array.from({ length: columns }, (_, i) => row[i] ?? "");
    doc.table({
      structParent: parent,
      columnStyles: Array.from({ length: columns }, () => "*" as const),
      defaultStyle: { border: [0, 0, 0.5, 0], borderColor: RULE, padding: 5, align: "left" },
      data: [
        cells(head).map((text) => ({
          text,
          type: "TH" as const,
          font: { src: "bold" },
          textColor: INK,
        })),
        ...rows.map((row) => cells(row).map((text) => ({ text, textColor: INK }))),
      ],
    } as never);
    doc.x = doc.page.margins.left;
    doc.moveDown(0.9);
  }

  /** Text in its faces, with one tag around it; it runs over to the next page by itself. */
  #text(
    tag: string,
    parent: Structure,
    runs: readonly Run[],
    { size = SIZE, color = INK, depth = 0 }: { size?: number; color?: string; depth?: number } = {},
  ): void {
    const doc = this.#doc;
    const left = doc.page.margins.left + INDENT * Math.min(depth, MAX_DEPTH);
    const width = doc.page.width - doc.page.margins.right - left;
    const element = doc.struct(tag, {}, () => {
      runs.forEach((run, i) => {
        const follows = i < runs.length - 1;
        doc
          .font(fontOf(run))
          .fontSize(size)
          .fillColor(run.link === null ? color : this.#accent);
        const options = {
          width,
          continued: follows,
          lineGap: size * 0.42,
          link: run.link,
          underline: run.link !== null,
        };
        if (i === 0) doc.text(shown(run.text), left, doc.y, options);
        else doc.text(shown(run.text), options);
      });
    });
    parent.add(element);
    doc.x = doc.page.margins.left;
  }

  #child(type: "L" | "LI" | "LBody" | "BlockQuote", parent: Structure): Structure {
    const element = this.#doc.struct(type);
    parent.add(element);
    return element;
  }

  /** A drawing that says nothing. */
  #drawn(draw: () => void): void {
    this.#doc.markContent("Artifact", { type: "Layout" });
    draw();
    this.#doc.endMarkedContent();
  }

  #room(height: number): void {
    if (this.#doc.y + height > this.#doc.page.height - this.#doc.page.margins.bottom)
      this.#doc.addPage();
  }
}

function face(text: string, bold = false): Run {
  return { text, bold, italic: false, link: null };
}

function fontOf({ bold, italic }: Run): keyof Fonts {
  if (bold) return italic ? "boldItalic" : "bold";
  return italic ? "italic" : "regular";
}

/** Controls have no glyph and no meaning here; a line break is kept. */
function shown(text: string): string {
  return text.replace(/[^\P{Cc}\n]/gu, "");
}
