import type { SubmissionResult } from "@conform-to/react";
import { data, type RouterContextProvider } from "react-router";
import { choicesOf, READING_FIELDS, type TableChoices } from "#model/table-import.ts";
import type { Reader, Writer } from "#db/store.ts";
import { UnreadableTable } from "#platform/files/tables/csv-table.ts";
import { servicesContext } from "#platform/context.ts";
import { EditConflict } from "#web/history/store/record-change.server.ts";
import {
  answering,
  markFormFailed,
  notFound,
  type FormAnswer,
  type RefusalWords,
} from "#web/forms/form.ts";
import { removeStagedFile } from "../store/staged-files.server.ts";
import { withImport, type Importing, type ImportSource } from "./import-source.ts";
import { askedTable, readingWords, type AskedTable } from "./asked-table.ts";
import { NO_ROWS, readChosen } from "./read-table.ts";
import type { Reading, ReadTable } from "./read-table.ts";
import { rowsOnPage, type RowsOnPage } from "./rows-on-page.ts";

/** What every form of such an import says beside its own fields. */
export interface ImportForm {
  csv: string;
  step: "preview" | "import";
  staged?: string | undefined;
  stamp?: string | undefined;
}

/** What waits here between two steps of an import, for the page that shows it. */
export interface Waiting {
  fileName: string;
  /** The file, by id. */
  staged: string;
  /** The form's own fields, and how the table is read, as they were sent. */
  kept: [name: string, value: string][];
}

/** What would happen, for the page that shows it. */
export interface WaitingImport extends Waiting {
  /** Of what would happen. */
  stamp: string;
  /** Why it is shown again. */
  note: string | null;
  /** How the table was read, where that was not plain. */
  reading: string[];
}

/** A step in between: the page asks how the table is meant. */
export interface AskedImport<Column extends string> extends Waiting {
  asked: AskedTable<Column>;
}

/**
 * A list that a table is brought into: how its rows are read, what they would change, and what does
 * it.
 */
export interface ListImport<Column extends string, Value, Rows, Plan, Line, Shown>
  extends Importing<Value>, Reading<Column> {
  /** What the rows say. @throws UnreadableTable */
  rows(table: ReadTable<Column>): Promise<Rows>;
  /** What they would do to the list. */
  plan(db: Reader, rows: Rows, value: Value): Promise<Plan>;
  stamp(plan: Plan, value: Value): Promise<string>;
  /** What the page shows: a line of each row, those first that one looks for, and the rest. */
  show(rows: Rows, plan: Plan, value: Value): { lines: readonly Line[]; shown: Shown };
  /** Does what was shown, in one transaction, which it begins by taking the file. */
  bring(rows: Rows, value: Value, once: ShownImport<Plan>): Promise<Response>;
  /** Said when what was shown is not what would happen any more. */
  changed: string;
  words?: RefusalWords;
}

/** An import that was shown, and is done once. */
export interface ShownImport<Plan> {
  /** Of what was shown. */
  stamp: string;
  /** What would happen now. */
  plan(): Promise<Plan>;
  /**
   * Ends the wait of the file. @param options.asShown whether the list is compared with what was
   * shown, where nothing else does
   * @throws NotAsShown; a missing page when it was taken before
   */
  take(trx: Writer, options?: { asShown: boolean }): Promise<void>;
}

/** What would happen is not what was shown. */
class NotAsShown extends Error {}

/** What the page of such an import shows: its form, the step that asks, or what would happen. */
export interface ImportAnswer<Column extends string, Line, Shown> {
  result: SubmissionResult | null;
  asks: AskedImport<Column> | null;
  preview: ShownPreview<Line, Shown> | null;
}

/** What would happen, a page of its lines at a time. */
export type ShownPreview<Line, Shown> = WaitingImport & { lines: RowsOnPage<Line> } & Shown;

/**
 * First shows what would happen to each row, after it asked how the table is meant where that is
 * not plain. The second form names the rows, which wait here, and does it. When it would be
 * something else by then, that is shown again.
 */
export function importList<
  Column extends string,
  Value extends ImportForm,
  Rows,
  Plan,
  Line,
  Shown,
>(
  args: { context: Readonly<RouterContextProvider>; request: Request },
  list: ListImport<Column, Value, Rows, Plan, Line, Shown>,
) {
  return withImport(args, list, again<Column, Line, Shown>, (source) => step(args, list, source));
}

function again<Column extends string, Line, Shown>(answer: FormAnswer) {
  return data<ImportAnswer<Column, Line, Shown>>(
    { result: answer.data.result, asks: null, preview: null },
    answer.init ?? undefined,
  );
}

async function step<Column extends string, Value extends ImportForm, Rows, Plan, Line, Shown>(
  { context }: { context: Readonly<RouterContextProvider> },
  list: ListImport<Column, Value, Rows, Plan, Line, Shown>,
  source: ImportSource<Value>,
): Promise<Response | ReturnType<typeof again<Column, Line, Shown>>> {
  const { submitted, bytes, fileName, input } = source;
  const { value } = submitted;
  const { staged } = value;
  const { store } = context.get(servicesContext);
  const said = (name: string) => {
    const text = submitted.form.get(name);
    return typeof text === "string" ? text : null;
  };
  const choices = choicesOf(list.table, said);
  const read = await answering(submitted, () => readRows(list, bytes, choices), {
    answers: (error, { refuse }) =>
      error instanceof UnreadableTable
        ? refuse({ fields: { [input]: [error.message] } })
        : undefined,
  });
  if (!("table" in read)) return again(read);
  const kept = keptFields([...list.fields], said);
  if (read.asked !== null) {
    const isRefused = read.asked.missing.length > 0 || Object.keys(read.asked.errors).length > 0;
    if (isRefused) markFormFailed(context);
    const asks = { fileName, staged: await source.stage(), kept, asked: read.asked };
    return data({ result: null, asks, preview: null }, isRefused ? { status: 400 } : {});
  }
  const { rows, table } = read;
  const chosen = keptFields([...READING_FIELDS, ...list.table.columns], said);
  const shown = async (id: string, note: string | null) => {
    const plan = await list.plan(store.read, rows, value);
    const waiting: WaitingImport = {
      fileName,
      staged: id,
      kept: [...kept, ...chosen],
      stamp: await list.stamp(plan, value),
      note,
      reading: readingWords(table),
    };
    const { lines, shown: more } = list.show(rows, plan, value);
    return { ...more, ...waiting, lines: rowsOnPage(lines, said("page")) };
  };
  // Only what was shown is done; the rows of a form that names no file are shown first.
  if (value.step === "preview" || staged === undefined)
    return data({ result: null, asks: null, preview: await shown(await source.stage(), null) });
  const once: ShownImport<Plan> = {
    stamp: value.stamp ?? "unseen",
    plan: () => list.plan(store.read, rows, value),
    async take(trx, { asShown } = { asShown: false }) {
      if (asShown && (await list.stamp(await list.plan(trx, rows, value), value)) !== value.stamp)
        throw new NotAsShown();
      if (!(await removeStagedFile(trx, list.org.id, staged))) throw notFound();
    },
  };
  const bring = async () => ({ page: await list.bring(rows, value, once) });
  const brought = await answering(submitted, bring, {
    ...list.words,
    async answers(error) {
      if (!(error instanceof NotAsShown) && !(error instanceof EditConflict)) return undefined;
      markFormFailed(context);
      const preview = await shown(
        staged,
        `${list.changed} Nothing was imported. Review the new preview below.`,
      );
      return { page: data({ result: null, asks: null, preview }, { status: 409 }) };
    },
  });
  return "page" in brought ? brought.page : again(brought);
}

/** The rows, or what has to be asked before they can be read. */
async function readRows<Column extends string, Value, Rows, Plan, Line, Shown>(
  list: ListImport<Column, Value, Rows, Plan, Line, Shown>,
  bytes: Buffer,
  choices: TableChoices<Column>,
): Promise<
  | { table: ReadTable<Column>; rows: Rows; asked: null }
  | { table: ReadTable<Column>; asked: AskedTable<Column> }
> {
  const { read: table, errors } = await readChosen(bytes, list, choices);
  const { sheet, encoding, header, mapping } = choices;
  const isSaid = sheet !== null || encoding !== null || header !== null;
  if (table.below.length === 0 && table.hidden.rows === 0 && !isSaid && table.sheets.length < 2)
    throw new UnreadableTable(NO_ROWS);
  const isChosen = mapping !== null && Object.keys(errors).length === 0;
  if (isChosen ? table.missing.length === 0 : table.isPlain && !isSaid)
    return { table, rows: await list.rows(table), asked: null };
  const missing = isChosen ? table.missing : [];
  return { table, asked: askedTable({ ...table, missing }, errors) };
}

function keptFields(
  names: readonly string[],
  said: (name: string) => string | null,
): [string, string][] {
  return names.flatMap((name): [string, string][] => {
    const value = said(name);
    return value === null ? [] : [[name, value]];
  });
}
