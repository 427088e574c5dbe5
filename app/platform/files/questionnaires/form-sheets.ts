import {
  columnOf,
  readWorkbook,
  walk,
  type PartReader,
  type Sheet,
  type SheetLimits,
} from "../tables/workbook.ts";
import type { FormSheet } from "#model/questionnaires/layouts.ts";
import { isSourcesSheet } from "./sources-sheet.ts";

/** What a choice list may come to. */
const MAX_CHOICES = 200;
const MAX_CHOICE = 500;
/** Ranges of cells that have a list, in one sheet. */
const MAX_RANGES = 20_000;

/** A rectangle of cells: rows from 1, columns from 0, both ends in it. */
interface Range {
  rows: readonly [number, number];
  columns: readonly [number, number];
}

/** A sheet of a workbook as it is searched for questions, with the part that it is. */
export interface BookSheet extends FormSheet {
  part: string;
}

/**
 * The visible sheets of a workbook, with their formulas and what their cells take. Formulas are never
 * calculated, what they came to is read; lists of choices may stand in hidden sheets. A sheet of sources
 * that was added here asks nothing, and is left out.
 * @returns null when there is no workbook; `tooLarge` where a visible sheet is too large to be read
 */
export function formSheets(
  part: PartReader,
  limits: SheetLimits,
): { sheets: BookSheet[]; tooLarge: boolean } | null {
  const book = readWorkbook(part, limits);
  if (book === null) return null;
  const byName = new Map(book.sheets.map((sheet) => [sheet.name.toLowerCase(), sheet]));
  const names = definedNames(part(book.main) ?? "");
  const visible = book.sheets.filter(({ isHidden }) => !isHidden);
  const sheets = visible.flatMap(({ rows, ...sheet }) => {
    if (rows === null || isSourcesSheet(rows)) return [];
    const { formulas, lists } = rulesOf(part(sheet.part) ?? "");
    const choices = new Map<string, readonly string[] | null>();
    const choicesOf = (formula: string) => {
      let known = choices.get(formula);
      if (known === undefined) {
        known = choicesIn(formula, sheet.name, { byName, names });
        choices.set(formula, known);
      }
      return known;
    };
    return [
      {
        name: sheet.name,
        part: sheet.part,
        rows,
        hiddenRows: new Set(sheet.hiddenRows),
        hiddenColumns: new Set(sheet.hiddenColumns),
        isFormula: (row: number, column: number) => formulas.has(`${row}:${column}`),
        allowedAt: (row: number, column: number) => {
          const list = lists.find(({ ranges }) =>
            ranges.some((range) => isWithin(range, row, column)),
          );
          return list === undefined ? null : choicesOf(list.formula);
        },
      },
    ];
  });
  return { sheets, tooLarge: visible.some(({ rows }) => rows === null) };
}

function isWithin({ rows, columns }: Range, row: number, column: number): boolean {
  return row >= rows[0] && row <= rows[1] && column >= columns[0] && column <= columns[1];
}

interface List {
  formula: string;
  ranges: Range[];
}

/** The cells of a sheet that have formulas, and its lists of choices, of both kinds. */
function rulesOf(xml: string): { formulas: Set<string>; lists: List[] } {
  const formulas = new Set<string>();
  const lists: List[] = [];
  let [row, column, ranges] = [0, -1, 0];
  let list: { formula: string; sqref: string } | null = null;
  let reading: "formula" | "sqref" | null = null;
  walk(xml, {
    open(name, attribute) {
      if (name === "row") {
        row = Number(attribute("r") ?? row + 1);
        column = -1;
      } else if (name === "c") column = columnOf(attribute("r")) ?? column + 1;
      else if (name === "f" && list === null) formulas.add(`${row}:${column}`);
      else if (name === "dataValidation")
        list =
          attribute("type") === "list" ? { formula: "", sqref: attribute("sqref") ?? "" } : null;
      else if (list !== null && (name === "formula1" || name === "sqref"))
        reading = name === "sqref" ? "sqref" : "formula";
    },
    text(piece) {
      if (list === null || reading === null) return;
      list[reading] += piece;
    },
    close(name) {
      if (name === "formula1" || name === "sqref") reading = null;
      if (name !== "dataValidation" || list === null) return;
      const own = list.sqref
        .trim()
        .split(/\s+/)
        .slice(0, MAX_RANGES - ranges);
      ranges += own.length;
      lists.push({
        formula: list.formula.trim(),
        ranges: own.flatMap((text) => rangeNamed(text) ?? []),
      });
      list = null;
    },
  });
  return { formulas, lists };
}

/** A range by its name: 'C5', '$C$5:$D$9'. */
function rangeNamed(text: string): Range | null {
  const [first = "", last = first] = text.replaceAll("$", "").split(":");
  const corner = (name: string) => {
    const found = /^([A-Z]{1,3})(\d{1,7})$/.exec(name);
    const column = columnOf(name);
    return found === null || column === null ? null : { row: Number(found[2]), column };
  };
  const [from, to] = [corner(first), corner(last)];
  if (from === null || to === null) return null;
  return { rows: [from.row, to.row], columns: [from.column, to.column] };
}

/** The names that a workbook gives to ranges. */
function definedNames(xml: string): Map<string, string> {
  const names = new Map<string, string>();
  let name: string | null = null;
  walk(xml, {
    open(element, attribute) {
      if (element === "definedName") name = (attribute("name") ?? "").toLowerCase();
    },
    text(piece) {
      if (name !== null) names.set(name, (names.get(name) ?? "") + piece);
    },
    close(element) {
      if (element === "definedName") name = null;
    },
  });
  return names;
}

interface Named {
  byName: ReadonlyMap<string, Sheet>;
  names: ReadonlyMap<string, string>;
}

/** The choices that a validation's formula means; null for what is calculated. */
function choicesIn(formula: string, sheet: string, named: Named): readonly string[] | null {
  if (formula.startsWith('"')) {
    const text = formula.slice(1, formula.endsWith('"') ? -1 : undefined).replaceAll('""', '"');
    return kept(text.split(","));
  }
  const reference = named.names.get(formula.toLowerCase()) ?? formula;
  const mark = reference.lastIndexOf("!");
  const of =
    mark === -1
      ? sheet
      : reference
          .slice(0, mark)
          .replace(/^=?'?|'$/g, "")
          .replaceAll("''", "'");
  const range = rangeNamed(reference.slice(mark + 1));
  const rows = named.byName.get(of.toLowerCase())?.rows;
  if (range === null || rows === undefined || rows === null) return null;
  const found: string[] = [];
  for (let row = range.rows[0]; row <= range.rows[1] && found.length < MAX_CHOICES; row += 1) {
    const cells = rows.get(row) ?? [];
    found.push(...cells.slice(range.columns[0], range.columns[1] + 1));
    if (row - range.rows[0] > 2 * MAX_CHOICES) break;
  }
  return kept(found);
}

function kept(choices: readonly string[]): readonly string[] | null {
  const found = [...new Set(choices.map((choice) => choice.trim().slice(0, MAX_CHOICE)))]
    .filter((choice) => choice !== "")
    .slice(0, MAX_CHOICES);
  return found.length === 0 ? null : found;
}
