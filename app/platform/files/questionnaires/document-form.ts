import { asks, isRoom, numberOf } from "#model/questionnaires/asked-lines.ts";
import { documentSheet, type FormSheet } from "#model/questionnaires/layouts.ts";
import type { DocumentStyles } from "./document-styles.ts";
import { paragraphOf, paragraphXml, type Paragraph } from "./document-text.ts";
import { cellName, type CellTexts } from "./sheet-xml.ts";
import { elementsIn, tagsOf, type Element } from "./xml-tags.ts";

/*
 * A document as the sheets that it would be: each of its tables is one, and its paragraphs are one
 * more, with the questions among them. Only tables and paragraphs that stand in the document itself
 * are read; what stands in content controls, in other tables or in headers stays as it is.
 */

/** Where texts can go, as a piece of XML that another one takes the place of. */
interface Place {
  start: number;
  end: number;
  xml: (text: string, mark: number) => string;
}

interface Cell {
  text: string;
  /** null: nothing is written here. */
  place: Place | null;
}

interface TableRow {
  cells: Cell[];
  isHidden: boolean;
  /** One cell takes the whole row. */
  isTitle: boolean;
}

/** A document that was gone through. */
export interface DocumentForm {
  sheets: FormSheet[];
  places: ReadonlyMap<string, ReadonlyMap<number, readonly (Place | null)[]>>;
}

/** The sheet of a document's paragraphs, and its columns. */
export const TEXT_SHEET = "Text";
const MAX_COLUMNS = 200;

/** Reads a document's main part; null where it is none. */
export function documentForm(xml: string, styles: DocumentStyles): DocumentForm | null {
  const [root] = elementsIn(xml, 0, xml.length);
  if (root?.name !== "document") return null;
  const word = root.prefix;
  const body = [...elementsIn(xml, root.inner, root.innerEnd)].find(({ name }) => name === "body");
  if (body === undefined) return null;
  const text = new TextReader(styles, word);
  const tables: FormSheet[] = [];
  const places = new Map<string, Map<number, (Place | null)[]>>();
  let number = 0;
  let count = 0;
  for (const element of elementsIn(xml, body.inner, body.innerEnd)) {
    number += 1;
    if (element.prefix !== word) continue;
    if (element.name === "p") text.add(number, element, paragraphOf(xml, element, word));
    else text.interrupt();
    if (element.name !== "tbl") continue;
    const name = `Table ${count + 1}`;
    const rows = rowsOf(xml, element, word);
    count += 1;
    // A frame around a text has one column.
    if (rows.every(({ cells }) => cells.length < 2)) continue;
    tables.push(tableSheet(name, text.section, rows));
    places.set(
      name,
      new Map(rows.map(({ cells }, at) => [at + 1, cells.map(({ place }) => place)])),
    );
  }
  const own = text.ended();
  if (own !== null) places.set(TEXT_SHEET, own.places);
  return { sheets: own === null ? tables : [own.sheet, ...tables], places };
}

function tableSheet(name: string, section: string, rows: readonly TableRow[]): FormSheet {
  const titles = new Map<number, string>();
  const hiddenRows = new Set<number>();
  for (const [at, { cells, isHidden, isTitle }] of rows.entries()) {
    if (isHidden) hiddenRows.add(at + 1);
    const title = isTitle ? (cells.find(({ text }) => text !== "")?.text ?? "") : "";
    if (title !== "") titles.set(at + 1, title);
  }
  return {
    name,
    rows: new Map(
      rows.flatMap(({ cells }, at) =>
        cells.some(({ text }) => text !== "")
          ? [[at + 1, cells.map(({ text }) => text)] as const]
          : [],
      ),
    ),
    hiddenRows,
    hiddenColumns: new Set(),
    isFormula: (row, column) => (rows[row - 1]?.cells[column]?.place ?? null) === null,
    allowedAt: () => null,
    section,
    titles,
  };
}

function rowsOf(xml: string, table: Element, word: string): TableRow[] {
  const rows: TableRow[] = [];
  const own = elementsIn(xml, table.inner, table.innerEnd);
  for (const element of own) {
    if (element.prefix !== word || element.name !== "tr") continue;
    const row: TableRow = { cells: [], isHidden: false, isTitle: false };
    const skip = (columns: number) => {
      for (let at = 0; at < columns && row.cells.length < MAX_COLUMNS; at += 1)
        row.cells.push({ text: "", place: null });
    };
    let filled = 0;
    for (const part of elementsIn(xml, element.inner, element.innerEnd)) {
      if (part.name === "trPr") {
        row.isHidden = namesIn(xml, part).some((name) => name === "hidden" || name === "del");
        skip(numberIn(xml, part, word, "gridBefore") ?? 0);
      } else if (part.name === "tc" && row.cells.length < MAX_COLUMNS) {
        const { span, ...cell } = cellOf(xml, part, word);
        row.cells.push(cell);
        filled += 1;
        skip(span - 1);
        // A cell in a content control takes its column, and stays as it is.
      } else if (part.name === "sdt") skip(1);
    }
    row.isTitle = filled === 1 && row.cells.length > 1;
    rows.push(row);
  }
  return rows;
}

function namesIn(xml: string, { inner, innerEnd }: Element): string[] {
  return [...elementsIn(xml, inner, innerEnd)].map(({ name }) => name);
}

/** The number that a setting of a row or a cell has. */
function numberIn(xml: string, element: Element, word: string, name: string): number | null {
  const found = [...elementsIn(xml, element.inner, element.innerEnd)].find(
    (one) => one.name === name,
  );
  if (found === undefined) return null;
  const value = /=\s{0,5}["'](\d{1,4})["']/.exec(xml.slice(found.start, found.inner))?.[1];
  return found.prefix === word && value !== undefined ? Number(value) : null;
}

/** A box that somebody is asked to tick; beside few words, these are what is chosen from. */
const BOX = "\u2610";
const FEW = 80;

function cellOf(xml: string, cell: Element, word: string): Cell & { span: number } {
  const paragraphs: { element: Element; paragraph: Paragraph }[] = [];
  let span = 1;
  let isPlain = true;
  let isContinued = false;
  for (const element of elementsIn(xml, cell.inner, cell.innerEnd)) {
    if (element.name === "tcPr") {
      span = Math.max(1, numberIn(xml, element, word, "gridSpan") ?? 1);
      isContinued = isContinuation(xml, element, word);
    } else if (element.prefix === word && element.name === "p")
      paragraphs.push({ element, paragraph: paragraphOf(xml, element, word) });
    else isPlain = false;
  }
  const answer = paragraphs.find(({ paragraph }) => paragraph.isAnswer);
  const first = paragraphs[0];
  const last = paragraphs.at(-1);
  const said =
    answer?.paragraph.text ?? paragraphs.map(({ paragraph }) => paragraph.text).join("\n");
  const asksToTick = said.includes(BOX) && said.length <= FEW;
  isPlain &&= !asksToTick && paragraphs.every(({ paragraph }) => paragraph.isPlain);
  if (first === undefined || last === undefined || isContinued)
    return { text: "", place: null, span };
  const marked = (start: number, end: number): Place => ({
    start,
    end,
    xml: (text, mark) => paragraphXml(text, word, { mark }),
  });
  const { properties, look } = first.paragraph;
  const place =
    answer !== undefined
      ? marked(answer.element.start, answer.element.end)
      : isPlain
        ? {
            start: first.element.start,
            end: last.element.end,
            xml: (text: string) => paragraphXml(text, word, { properties, look }),
          }
        : // What can't be replaced stays, and the answer stands behind it.
          marked(cell.innerEnd, cell.innerEnd);
  return { text: answer === undefined && asksToTick ? "" : said.trim(), place, span };
}

/** Whether a cell is only the rest of the one above it. */
function isContinuation(xml: string, properties: Element, word: string): boolean {
  for (const { name, prefix, start, inner } of elementsIn(
    xml,
    properties.inner,
    properties.innerEnd,
  ))
    if (name === "vMerge" && prefix === word)
      return !/["']restart["']/.test(xml.slice(start, inner));
  return false;
}

/** Finds the questions among the paragraphs of a document. */
class TextReader {
  readonly #styles: DocumentStyles;
  readonly #word: string;
  readonly #rows = new Map<number, string[]>();
  readonly #places = new Map<number, (Place | null)[]>();
  /** The question that the next paragraph may belong to. */
  #last: { number: number; element: Element } | null = null;
  #questions = 0;
  /** The last heading. */
  section = "";

  constructor(styles: DocumentStyles, word: string) {
    this.#styles = styles;
    this.#word = word;
  }

  add(number: number, element: Element, paragraph: Paragraph): void {
    const { text, style, outline, list } = paragraph;
    const before = this.#last;
    if (paragraph.isAnswer) {
      if (before === null) return;
      this.#put(before.number, { start: element.start, end: element.end }, text);
      this.#last = null;
      return;
    }
    // An answer stands below the line that asks for it.
    if (before !== null && isRoom(text)) {
      this.#put(before.number, { start: element.end, end: element.end });
      return;
    }
    if (text === "") return;
    this.#last = null;
    if (this.#styles.isOfContents(style)) return;
    const isAsked = asks(text);
    if (!isAsked && this.#styles.isHeading(style, outline)) {
      this.section = text;
      this.#rows.set(number, [text, "", ""]);
      return;
    }
    const own = numberOf(text);
    if (!isAsked && own === null && !this.#styles.isNumbered(style, list)) return;
    const { prefix, id } = own ?? { prefix: "", id: "" };
    this.#rows.set(number, [id, text.slice(prefix.length), ""]);
    this.#questions += 1;
    this.#put(number, { start: element.end, end: element.end });
    this.#last = { number, element };
  }

  /** Something else than a paragraph follows. */
  interrupt(): void {
    this.#last = null;
  }

  #put(number: number, at: { start: number; end: number }, answer?: string): void {
    const word = this.#word;
    const place: Place = {
      ...at,
      xml: (text, mark) =>
        text === "" && at.start === at.end ? "" : paragraphXml(text, word, { mark }),
    };
    this.#places.set(number, [null, null, place]);
    const row = this.#rows.get(number);
    if (answer !== undefined && row !== undefined) row[2] = answer;
  }

  /** The paragraphs as a sheet; null where none of them asks anything. */
  ended(): { sheet: FormSheet; places: Map<number, (Place | null)[]> } | null {
    return this.#questions === 0
      ? null
      : { sheet: documentSheet(TEXT_SHEET, this.#rows), places: this.#places };
  }
}

/**
 * A document's XML with texts in some of its places; every other byte of it stays.
 * @param texts by the names of its sheets
 * @returns the XML, and the places that could not be written
 */
export function withDocumentTexts(
  xml: string,
  { places }: DocumentForm,
  texts: ReadonlyMap<string, CellTexts>,
): { xml: string; left: string[] } {
  const left: string[] = [];
  const edits: { place: Place; text: string }[] = [];
  for (const [sheet, rows] of texts)
    for (const [row, cells] of rows)
      for (const [column, text] of cells) {
        const place = places.get(sheet)?.get(row)?.[column];
        if (place === null || place === undefined) left.push(`${sheet} ${cellName(row, column)}`);
        else edits.push({ place, text });
      }
  edits.sort((a, b) => a.place.start - b.place.start);
  const marks = freeMarks(xml);
  const pieces: string[] = [];
  let at = 0;
  for (const { place, text } of edits) {
    pieces.push(xml.slice(at, place.start), place.xml(text, marks.next().value));
    at = place.end;
  }
  pieces.push(xml.slice(at));
  return { xml: pieces.join(""), left };
}

/** Numbers that no bookmark or change of a document has. */
function* freeMarks(xml: string): Generator<number, never> {
  const used = new Set<string>();
  for (const tag of tagsOf(xml)) {
    if (tag.isClosing) continue;
    const id = /\bid=["'](\d{1,10})["']/.exec(
      xml.slice(tag.start, Math.min(tag.end, tag.start + 500)),
    );
    if (id?.[1] !== undefined) used.add(id[1]);
  }
  for (let number = 1; ; number += 1) if (!used.has(String(number))) yield number;
}
