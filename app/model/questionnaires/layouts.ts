/**
 * Where the questions of a spreadsheet stand: which sheets have some, below which row of names, and
 * in which columns the questions, answers, comments and ids are. Rows and columns are counted as the
 * readers of tables do: rows from 1, columns from 0.
 */

/** The shapes that are known, and `own` for any other. */
export const SHAPES = ["caiq", "aicaiq", "hecvat", "onetrust", "vsaq", "own"] as const;
export type Shape = (typeof SHAPES)[number];

/** What a shape is called in a sentence. */
export const SHAPE_NAMES: Readonly<Record<Shape, string>> = {
  caiq: "CAIQ",
  aicaiq: "AI-CAIQ",
  hecvat: "HECVAT",
  onetrust: "OneTrust",
  vsaq: "VSAQ",
  own: "This cell",
};

/** A sheet as it is searched for questions. */
export interface FormSheet {
  name: string;
  /** Its filled rows by their numbers, cells as they are shown. */
  rows: ReadonlyMap<number, readonly string[]>;
  hiddenRows: ReadonlySet<number>;
  hiddenColumns: ReadonlySet<number>;
  isFormula: (row: number, column: number) => boolean;
  /** What a cell takes; null for anything. */
  allowedAt: (row: number, column: number) => readonly string[] | null;
  /** What it belongs to, where that is not its name. */
  section?: string;
  /** Rows that are titles of what follows them, by their numbers. */
  titles?: ReadonlyMap<number, string>;
  /** Where its questions stand, where the file itself says it. */
  block?: Block;
}

/**
 * The paragraphs of a document as a sheet: numbers, questions and answers in its first three columns,
 * and headings alone in the first.
 */
export function documentSheet(
  name: string,
  rows: ReadonlyMap<number, readonly string[]>,
): FormSheet {
  return {
    name,
    rows,
    hiddenRows: new Set(),
    hiddenColumns: new Set(),
    // Answers go into their own column, whatever somebody chooses.
    isFormula: (_row, column) => column !== 2,
    allowedAt: () => null,
    section: "",
    block: {
      sheet: name,
      header: 0,
      question: 1,
      answer: 2,
      comment: null,
      id: 0,
      section: null,
      needsId: false,
    },
  };
}

/** The sheet of a form’s fields. */
export const FIELDS_SHEET = "Fields";

/** The questions below one row of names: to the next such row of the sheet, or its end. */
export interface Block {
  sheet: string;
  /** The row of the names; 0: there is none. */
  header: number;
  question: number;
  answer: number;
  comment: number | null;
  id: number | null;
  section: number | null;
  /** Rows without an id are no questions. */
  needsId: boolean;
}

export interface Layout {
  shape: Shape;
  blocks: Block[];
}

/** A question of a file, and where its answer goes. */
export interface FoundQuestion {
  sheet: string;
  row: number;
  section: string;
  externalId: string;
  question: string;
  answerColumn: number;
  /** null: there is none that may be written. */
  commentColumn: number | null;
  allowed: readonly string[] | null;
  /** What the cells say already. */
  answer: string;
  comment: string;
  /** The requirements that the row names: 'CSA CCM A&A-01'. */
  requirements: string[];
}

export const MAX_QUESTIONS = 5_000;
/** A question is shown and compared up to here; in its file it stays whole. */
const MAX_QUESTION = 4_000;
const MAX_SECTION = 200;
const MAX_ID = 100;
/** So many filled rows can stand above the names. */
const LOOKED_AT = 20;

const NAMES = {
  question: [
    "question",
    "questions",
    "question text",
    "security question",
    "control question",
    "requirement",
    "requirements",
  ],
  answer: [
    "answer",
    "answers",
    "response",
    "responses",
    "vendor response",
    "vendor answer",
    "supplier response",
    "your answer",
    "your response",
    "reply",
    "csp caiq answer",
    "service provider ai-caiq answer",
    "ai-caiq answer",
    "yes/no",
  ],
  comment: [
    "comment",
    "comments",
    "additional information",
    "explanation",
    "details",
    "notes",
    "remarks",
    "justification",
    "description",
    "csp implementation description",
    "service provider implementation description",
    "vendor comments",
  ],
  id: [
    "id",
    "question id",
    "question number",
    "#",
    "no",
    "no.",
    "nr",
    "number",
    "ref",
    "ref.",
    "reference",
  ],
  section: ["section", "category", "domain", "topic", "area", "ccm domain title"],
} as const;
type Role = keyof typeof NAMES;

/** A cell of a head, as names are compared. */
function plain(cell: string | undefined): string {
  return (cell ?? "").replace(/\s+/g, " ").trim().toLowerCase();
}

/** A name without what stands behind it in parentheses: '(Optional/Recommended)'. */
function bare(cell: string | undefined): string {
  return plain(cell).replace(/ ?\([^()]{1,60}\)$/, "");
}

/** The first columns that carry one of a role's names, without those that are taken. */
function columnNamed(cells: readonly string[], role: Role): number | null {
  for (const name of NAMES[role]) {
    const at = cells.findIndex((cell) => bare(cell) === name);
    if (at !== -1) return at;
  }
  return null;
}

/** The block below a row that names both questions and answers; null for any other row. */
function blockBelow(sheet: FormSheet, row: number): Block | null {
  const cells = sheet.rows.get(row) ?? [];
  const [question, answer] = [columnNamed(cells, "question"), columnNamed(cells, "answer")];
  if (question === null || answer === null) return null;
  return {
    sheet: sheet.name,
    header: row,
    question,
    answer,
    comment: columnNamed(cells, "comment"),
    id: columnNamed(cells, "id"),
    section: columnNamed(cells, "section"),
    needsId: false,
  };
}

/** The first filled rows of a sheet that nothing hides, in their order. */
export function headRows(sheet: FormSheet, count: number): number[] {
  return [...sheet.rows.keys()]
    .filter((row) => !sheet.hiddenRows.has(row))
    .sort((a, b) => a - b)
    .slice(0, count);
}

function caiq(sheets: readonly FormSheet[]): Block[] {
  return withIds(
    sheets.filter(({ name }) => /^caiqv4/i.test(name.replace(/\s+/g, ""))),
    ["question id", "question", "csp caiq answer"],
  );
}

/** The same of the CSA for services of AI: its answers stand in a column of their own name. */
function aiCaiq(sheets: readonly FormSheet[]): Block[] {
  return ["service provider ai-caiq answer", "ai-caiq answer"].flatMap((answer) =>
    withIds(sheets, ["question id", answer, "ssrm control ownership"]),
  );
}

/** The blocks of sheets below a row that has all these names. */
function withIds(sheets: readonly FormSheet[], names: readonly string[]): Block[] {
  return sheets.flatMap((sheet) => {
    for (const row of headRows(sheet, LOOKED_AT)) {
      const cells = sheet.rows.get(row) ?? [];
      const isOwn = names.every((name) => cells.some((cell) => bare(cell) === name));
      const block = isOwn ? blockBelow(sheet, row) : null;
      if (block !== null) return [{ ...block, needsId: true }];
    }
    return [];
  });
}

const HECVAT_ID = /^[A-Z]{2,6}-\d{2,3}$/;

function hecvat(sheets: readonly FormSheet[]): Block[] {
  return sheets.flatMap((sheet) => {
    const blocks: Block[] = [];
    for (const [row, cells] of sheet.rows) {
      const answer = cells.findIndex((cell) => /^answers?$/.test(plain(cell)));
      const comment = cells.findIndex((cell) => plain(cell) === "additional information");
      if (answer < 2 || comment === -1) continue;
      const id = idColumn(sheet, row, answer);
      if (id === null) continue;
      const question = id + 1;
      if (question >= answer) continue;
      blocks.push({
        sheet: sheet.name,
        header: row,
        question,
        answer,
        comment,
        id,
        section: null,
        needsId: true,
      });
    }
    return blocks;
  });
}

/** The column before the answers in which one of the next rows has an id of HECVAT's make. */
function idColumn(sheet: FormSheet, header: number, answer: number): number | null {
  for (let row = header + 1; row <= header + 5; row += 1) {
    const cells = sheet.rows.get(row) ?? [];
    const at = cells.findIndex((cell, place) => place < answer && HECVAT_ID.test(cell.trim()));
    if (at !== -1) return at;
  }
  return null;
}

/** OneTrust takes changes of its column Response alone. */
function oneTrust(sheets: readonly FormSheet[]): Block[] {
  return sheets.flatMap((sheet) => {
    for (const row of headRows(sheet, LOOKED_AT)) {
      const names = new Set((sheet.rows.get(row) ?? []).map(plain));
      if (!["question", "response", "justification", "question type"].every((n) => names.has(n)))
        continue;
      const block = blockBelow(sheet, row);
      if (block !== null) return [{ ...block, comment: null }];
    }
    return [];
  });
}

/** The layout of a shape that is known; null for any other file. */
export function knownLayout(sheets: readonly FormSheet[]): Layout | null {
  const makers = [
    ["caiq", caiq],
    ["aicaiq", aiCaiq],
    ["hecvat", hecvat],
    ["onetrust", oneTrust],
  ] as const;
  for (const [shape, make] of makers) {
    const blocks = make(sheets);
    if (blocks.length > 0) return { shape, blocks };
  }
  return null;
}

/**
 * The layout of a document: its tables whose columns are named, and its paragraphs. null where it has
 * tables and none of them names its columns.
 */
export function documentLayout(sheets: readonly FormSheet[]): Layout | null {
  const blocks = sheets.flatMap((sheet) => guessedBlock(sheet) ?? []);
  const isClear =
    blocks.some(({ header }) => header > 0) || sheets.every(({ block }) => block !== undefined);
  return blocks.length > 0 && isClear ? { shape: "own", blocks } : null;
}

/** What the columns of a sheet most likely are; null where no row names questions and answers. */
export function guessedBlock(sheet: FormSheet): Block | null {
  if (sheet.block !== undefined) return sheet.block;
  for (const row of headRows(sheet, LOOKED_AT)) {
    const block = blockBelow(sheet, row);
    if (block !== null) return block;
  }
  return null;
}

/**
 * What a file is recognized by when its like comes again: its sheets and the names above their
 * columns.
 */
export function fingerprintText(sheets: readonly FormSheet[]): string {
  return sheets
    .map((sheet) => {
      const header = guessedBlock(sheet)?.header ?? widestRow(sheet);
      const names = (sheet.rows.get(header) ?? []).map((cell) => plain(cell).slice(0, 100));
      return [plain(sheet.name), ...names].join("\u0000");
    })
    .join("\u0001");
}

function widestRow(sheet: FormSheet): number {
  let best = { row: 0, filled: 0 };
  for (const row of headRows(sheet, LOOKED_AT)) {
    const filled = (sheet.rows.get(row) ?? []).filter((cell) => cell.trim() !== "").length;
    if (filled > best.filled) best = { row, filled };
  }
  return best.row;
}

/**
 * The questions of a file in their order. Hidden rows and columns have none, and neither has a row
 * whose answer is calculated.
 * @returns one more than `MAX_QUESTIONS` at most: one too many says enough
 */
export function questionsIn(
  sheets: readonly FormSheet[],
  { shape, blocks }: Layout,
): FoundQuestion[] {
  const found: FoundQuestion[] = [];
  for (const sheet of sheets) {
    const own = blocks
      .filter((block) => block.sheet === sheet.name)
      .sort((a, b) => a.header - b.header);
    const numbers = [...sheet.rows.keys()].sort((a, b) => a - b);
    for (const [place, block] of own.entries()) {
      const end = own[place + 1]?.header ?? Number.POSITIVE_INFINITY;
      let section = sectionOfHead(sheet, block);
      for (const row of numbers) {
        if (row <= block.header || row >= end || sheet.hiddenRows.has(row)) continue;
        const cells = sheet.rows.get(row) ?? [];
        const title = sheet.titles?.get(row)?.slice(0, MAX_SECTION);
        section = title ?? sectionAt(cells, block) ?? section;
        if (title !== undefined) continue;
        const question = questionAt(sheet, row, block, shape);
        if (question === null) continue;
        found.push({ ...question, section });
        if (found.length > MAX_QUESTIONS) return found;
      }
    }
  }
  return found;
}

/** What stands in the row of the names beside them. */
function sectionOfHead(sheet: FormSheet, block: Block): string {
  if (sheet.section !== undefined) return sheet.section.slice(0, MAX_SECTION);
  const cells = sheet.rows.get(block.header) ?? [];
  const names = new Set<string>(Object.values(NAMES).flat());
  const title = cells
    .slice(0, block.answer)
    .find((cell) => cell.trim() !== "" && !names.has(plain(cell)));
  return (block.needsId && block.section === null ? (title ?? sheet.name) : sheet.name)
    .trim()
    .slice(0, MAX_SECTION);
}

/** The section that begins in a row: what its column says, or a text that stands alone. */
function sectionAt(cells: readonly string[], block: Block): string | null {
  if (block.section !== null) {
    const own = (cells[block.section] ?? "").trim();
    return own === "" ? null : own.slice(0, MAX_SECTION);
  }
  const filled = cells.filter((cell) => cell.trim() !== "");
  const [only] = filled;
  const isTitle = filled.length === 1 && only !== undefined && (cells[block.question] ?? "") === "";
  return isTitle ? only.trim().slice(0, MAX_SECTION) : null;
}

function questionAt(
  sheet: FormSheet,
  row: number,
  block: Block,
  shape: Shape,
): Omit<FoundQuestion, "section"> | null {
  const cells = sheet.rows.get(row) ?? [];
  const cell = (column: number | null) => (column === null ? "" : (cells[column] ?? "").trim());
  const [question, externalId] = [cell(block.question), cell(block.id).slice(0, MAX_ID)];
  if (question === "" || (block.needsId && externalId === "")) return null;
  if (shape === "hecvat" && !HECVAT_ID.test(externalId)) return null;
  if (sheet.hiddenColumns.has(block.answer) || sheet.isFormula(row, block.answer)) return null;
  const mayComment =
    block.comment !== null &&
    block.comment !== block.answer &&
    !sheet.hiddenColumns.has(block.comment) &&
    !sheet.isFormula(row, block.comment);
  const allowed = sheet.allowedAt(row, block.answer);
  const answer = cell(block.answer);
  return {
    sheet: sheet.name,
    row,
    externalId,
    question: question.slice(0, MAX_QUESTION),
    answerColumn: block.answer,
    commentColumn: mayComment ? block.comment : null,
    allowed,
    // 'Choose one' is no answer.
    answer: allowed === null || allowed.includes(answer) ? answer : "",
    comment: mayComment ? cell(block.comment) : "",
    requirements: requirementsIn(shape, externalId, cells.slice(0, block.answer)),
  };
}

const CCM_ID = /^([A-Z][A-Z&]{1,3}-\d{2})(?:\.\d{1,2})?$/;
/** Requirements as rows name them, in bounded pieces of text. */
const NAMED_REQUIREMENT =
  /\b(?:SOC ?2 (?:CC|A|PI|C|P)\d{1,2}\.\d{1,2}|ISO(?:\/IEC)? ?\d{5} (?:A\.)?\d{1,2}\.\d{1,2}(?:\.\d{1,2})?|NIST 800-53 [A-Z]{2}-\d{1,2}|PCI DSS \d{1,2}(?:\.\d{1,2}){0,3})/gi;
const LOOKED_INTO = 2_000;

function requirementsIn(shape: Shape, externalId: string, cells: readonly string[]): string[] {
  const found = new Set<string>();
  const framework = shape === "caiq" ? "CSA CCM" : shape === "aicaiq" ? "CSA AICM" : null;
  const control = framework === null ? undefined : CCM_ID.exec(externalId)?.[1];
  if (control !== undefined) found.add(`${framework} ${control}`);
  for (const [named] of cells.join("\n").slice(0, LOOKED_INTO).matchAll(NAMED_REQUIREMENT))
    found.add(named.replace(/\s+/g, " "));
  return [...found].slice(0, 20);
}

/** How two requirements are compared: 'CSA CCM A&A-01' and 'CCM A&A-01' are the same. */
export function requirementKey(requirement: string): string {
  return requirement
    .toLowerCase()
    .replace(/^csa /, "")
    .replace(/^iso\/iec/, "iso")
    .replace(/[^\p{L}\p{N}&.-]/gu, "");
}

/** How two questions are compared: case, blanks, marks and the number in front do not count. */
export function questionKey(question: string): string {
  return question
    .slice(0, MAX_QUESTION)
    .toLowerCase()
    .replace(/^\s*(?:\(?[a-z]{0,5}[-.]?\d{1,4}(?:[.-]\d{1,4}){0,4}[).:]?\s)?/, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
