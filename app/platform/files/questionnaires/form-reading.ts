import {
  fingerprintText,
  guessedBlock,
  headRows,
  knownLayout,
  questionsIn,
  type Block,
  type FormSheet,
  type FoundQuestion,
  type Layout,
} from "#model/questionnaires/layouts.ts";

/** How a file is asked to be read: by a layout, or as it is most likely meant. */
export interface AskedForm {
  layout: Layout | null;
}

/** A sheet as somebody is asked where its questions stand. */
export interface SheetHead {
  name: string;
  rows: { row: number; cells: string[] }[];
  guess: Block | null;
}

/** What a file says. */
export interface ReadForm {
  /** What its like is recognized by. */
  fingerprint: string;
  /** The layout that it was read by; null: none is known, and somebody has to say it. */
  layout: Layout | null;
  questions: FoundQuestion[];
  heads: SheetHead[];
}

/** The first rows of a sheet that are shown, and what of them. */
const HEAD = 10;
const HEAD_COLUMNS = 30;
const HEAD_CELL = 120;
const MAX_SHEETS = 40;

/**
 * Searches the sheets of a file for questions.
 * @param asked the layout, where it is known
 * @param known says it of files of a known make
 */
export function readForm(
  sheets: readonly FormSheet[],
  asked: AskedForm,
  known: (sheets: readonly FormSheet[]) => Layout | null = knownLayout,
): ReadForm {
  const layout = asked.layout ?? known(sheets);
  return {
    fingerprint: fingerprintText(sheets),
    layout,
    questions: layout === null ? [] : questionsIn(sheets, layout),
    heads: sheets
      .filter(({ rows }) => rows.size > 0)
      .slice(0, MAX_SHEETS)
      .map((sheet) => ({
        name: sheet.name,
        rows: headRows(sheet, HEAD).map((row) => ({
          row,
          cells: (sheet.rows.get(row) ?? [])
            .slice(0, HEAD_COLUMNS)
            .map((cell) => cell.slice(0, HEAD_CELL)),
        })),
        guess: guessedBlock(sheet),
      })),
  };
}
