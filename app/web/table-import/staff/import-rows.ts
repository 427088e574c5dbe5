import { data, type RouterContextProvider } from "react-router";
import type { Write } from "#tenancy/audit/store/audit.server.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import type { StagedFilesTable } from "#db/schema.ts";
import { findStagedFile } from "../store/staged-files.server.ts";
import type { Reader } from "#db/store.ts";
import { servicesContext } from "#platform/context.ts";
import { MARKDOWN_FAULT_WORDS } from "#values/markdown.ts";
import { FAQ_ACCESS, type FaqAccess } from "#model/updates/words.ts";
import { choicesOf, type ColumnMapping, type TableColumns } from "#model/table-import.ts";
import { keepAll } from "#platform/files/markdown/keep-markdown.ts";
import type { TableRow } from "#platform/files/tables/csv-table.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { formFailed, markFormFailed, notFound } from "#web/forms/form.ts";
import { readForm } from "#platform/http/request/read-form.ts";
import { shownAction, type Refusal } from "#web/forms/shown.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import type { ReadRow } from "./read-rows.ts";
import { askedTable, readingWords, type AskedTable } from "./asked-table.ts";
import { readChosen } from "./read-table.ts";
import { inFileOrder } from "./row-faults.ts";
import { byOutcome, leftOutWords, ROWS_ON_PAGE, rowsOnPage } from "./rows-on-page.ts";
import { stagedBytes } from "./staged-table.ts";
import { MAX_TABLE_ROWS } from "./take-table.ts";

/** Texts that can't be laid out before the rest is not looked at: each takes a while. */
const MAX_FAULTS = 20;

/** A list of entries that a table can be imported into. */
export interface EntryImport<Column extends string, Values> {
  purpose: StagedFilesTable["purpose"];
  /** The list: '/knowledge-base'. */
  path: string;
  table: TableColumns<Column>;
  /** Said when an entry or a product went between the preview and the import. */
  changedMeanwhile: string;
  /** Said of rows that are taken but for some cells; a list whose rows are taken whole has none. */
  unreadWords?(rows: number): string;
  /** What the rows below the header come to. */
  read(
    db: Reader,
    orgId: string,
    rows: readonly TableRow[],
    reading: {
      mapping: ColumnMapping<Column>;
      /** Of new entries whose row says nothing of it. */
      access: FaqAccess;
      products: readonly { id: string; name: string }[];
      now: Date;
    },
  ): Promise<ReadRow<Values>[]>;
  /** The texts of an entry that pages lay out as Markdown. */
  markdownOf(values: Values): (string | null)[];
  save(
    write: Write,
    importId: string,
    changes: readonly { id: string | null; values: Values }[],
  ): Promise<{ added: number; changed: number }>;
}

interface Asked {
  context: Readonly<RouterContextProvider>;
  params: { importId: string };
  url: URL;
}

/** The staged table, the mapping that the address says, and what its rows come to. */
async function read<Column extends string, Values>(
  entries: EntryImport<Column, Values>,
  { context, params: { importId }, url: { searchParams: query } }: Asked,
) {
  const staff = await requireStaff(context, "kb:edit");
  const { store, blobs, now } = context.get(servicesContext);
  const orgId = staff.org.id;
  const staged = await findStagedFile(store.read, orgId, entries.purpose, importId, now());
  if (staged === null) throw notFound();
  const choices = choicesOf(entries.table, (name) => query.get(name));
  const { read: table, errors } = await readChosen(
    await stagedBytes(blobs, orgId, staged.blobHash),
    { table: entries.table, maxRows: MAX_TABLE_ROWS },
    choices,
  );
  // What is asked again is asked with the reason.
  const isChosen = choices.mapping !== null && Object.keys(errors).length === 0;
  const { mapping, missing, body, faulty } = table;
  const access = FAQ_ACCESS.find((level) => level === query.get("default")) ?? "internal";
  const products = (await listProducts(store.read, orgId)).map(({ id, name }) => ({ id, name }));
  const rows =
    !isChosen || missing.length > 0
      ? null
      : inFileOrder<ReadRow<Values>>(
          faulty.map(({ text, ...row }) => ({ ...row, name: text, outcome: "fault" })),
          await withoutFaults(
            entries,
            { store, now },
            orgId,
            await entries.read(store.read, orgId, body, { mapping, access, products, now: now() }),
          ),
        );
  return {
    staff,
    staged,
    table,
    asked: askedTable({ ...table, missing: isChosen ? missing : [] }, errors),
    access,
    rows,
    total: table.below.length,
  };
}

/**
 * Rows with texts that can't be laid out are faulty ones; what the others say is kept for the
 * import.
 */
async function withoutFaults<Column extends string, Values>(
  { markdownOf }: EntryImport<Column, Values>,
  keeping: Parameters<typeof keepAll>[0],
  orgId: string,
  rows: readonly ReadRow<Values>[],
): Promise<ReadRow<Values>[]> {
  const textsOf = (row: ReadRow<Values>) =>
    row.outcome === "add" || row.outcome === "change" ? markdownOf(row.values) : [];
  const unseen = new Set<string>();
  const faults = await keepAll(keeping, orgId, rows.flatMap(textsOf), {
    maxFaults: MAX_FAULTS,
    unseen,
  });
  return rows.map((row): ReadRow<Values> => {
    const texts = textsOf(row).filter((text) => text !== null);
    const [fault] = texts.flatMap((text) => faults.get(text) ?? []);
    const words =
      fault !== undefined
        ? MARKDOWN_FAULT_WORDS[fault]
        : texts.some((text) => unseen.has(text))
          ? UNSEEN
          : null;
    return words === null ? row : { row: row.row, name: row.name, outcome: "fault", fault: words };
  });
}

/** Said of rows behind so many that can't be laid out. */
const UNSEEN = `This row wasn’t checked: ${MAX_FAULTS} other texts of the file can’t be laid out. Correct those first, then import the file again.`;

/** What the page of a staged file shows. */
export interface ImportRowsData<Column extends string> {
  failed: boolean;
  fileName: string;
  asked: AskedTable<Column>;
  access: FaqAccess;
  reading: string[];
  total: number;
  query: string;
  counts: Record<"add" | "change" | "same" | "fault", number>;
  rows:
    | {
        row: number;
        name: string;
        outcome: "add" | "change" | "same" | "fault";
        detail: string;
      }[]
    | null;
  /** Which page of the rows. */
  page: number;
  pages: number;
}

/** The page that asks which column is what, then shows what would happen to each row. */
export async function importRowsLoader<Column extends string, Values>(
  entries: EntryImport<Column, Values>,
  asked: Asked,
) {
  const { staged, table, asked: shown, access, rows, total } = await read(entries, asked);
  const { context, url } = asked;
  const isRefused = shown.missing.length > 0 || Object.keys(shown.errors).length > 0;
  if (isRefused) markFormFailed(context);
  const count = (outcome: string) => rows?.filter((row) => row.outcome === outcome).length ?? 0;
  const unread = unreadWords(entries, rows);
  const shownRows = rowsOnPage(sortedRows(rows ?? []), url.searchParams.get("page"));
  const answer: ImportRowsData<Column> = {
    failed: formFailed(context),
    fileName: staged.fileName,
    asked: shown,
    access,
    reading: [...readingWords(table), ...(unread === "" ? [] : [unread])],
    total,
    query: url.searchParams.toString(),
    counts: {
      add: count("add"),
      change: count("change"),
      same: count("same"),
      fault: count("fault"),
    },
    rows:
      rows === null
        ? null
        : shownRows.rows.map((row) => ({
            row: row.row,
            name: row.name.slice(0, 200),
            outcome: row.outcome,
            detail: detailOf(row),
          })),
    page: shownRows.page,
    pages: shownRows.pages,
  };
  return isRefused ? data(answer, { status: 400 }) : answer;
}

/** Of a list that is longer than a page those come first that stay out, as a whole or in part. */
function sortedRows<Values>(rows: readonly ReadRow<Values>[]): readonly ReadRow<Values>[] {
  if (rows.length <= ROWS_ON_PAGE) return rows;
  return byOutcome(rows, ["out", "partly", "in"], (row) =>
    row.outcome === "fault" ? "out" : unreadIn(row).length > 0 ? "partly" : "in",
  );
}

function unreadIn<Values>(row: ReadRow<Values>): readonly string[] {
  return row.outcome === "fault" ? [] : (row.unread ?? []);
}

function detailOf<Values>(row: ReadRow<Values>): string {
  if (row.outcome === "fault") return row.fault;
  const fields = row.outcome === "change" ? [row.fields.join(", ")] : [];
  return [...fields, ...unreadIn(row)].join(". ");
}

function unreadWords<Column extends string, Values>(
  entries: Pick<EntryImport<Column, Values>, "unreadWords">,
  rows: readonly ReadRow<Values>[] | null,
): string {
  const count = rows?.filter((row) => unreadIn(row).length > 0).length ?? 0;
  return count === 0 ? "" : (entries.unreadWords?.(count) ?? "");
}

/** Imports what the page showed. */
export async function importRowsAction<Column extends string, Values>(
  entries: EntryImport<Column, Values>,
  asked: Asked & { request: Request },
) {
  const { staff, staged, rows } = await read(entries, asked);
  const { context, request } = asked;
  await readForm(request);
  const { store, now } = context.get(servicesContext);
  const show = ({ said, status }: Refusal) => data({ message: said.join(" ") }, { status });
  const bring = async (refuse: (message: string) => ReturnType<typeof show>) => {
    if (rows === null) return refuse("Match the columns first.");
    const changes = rows.flatMap((row): { id: string | null; values: Values }[] =>
      row.outcome === "add"
        ? [{ id: null, values: row.values }]
        : row.outcome === "change"
          ? [{ id: row.id, values: row.values }]
          : [],
    );
    if (changes.length === 0) return refuse("No row of the file would change anything.");
    const { added, changed } = await store.write((trx) =>
      entries.save(
        { trx, orgId: staff.org.id, by: actorOf(context, staff.session), now: now() },
        staged.id,
        changes,
      ),
    );
    const left = leftOutWords(rows.filter((row) => row.outcome === "fault").length);
    const unread = unreadWords(entries, rows);
    const done = `${added} added, ${changed} changed.${left}${unread === "" ? "" : ` ${unread}`}`;
    return redirectWithFlash(context, entries.path, done);
  };
  return shownAction(context, show, bring, { gone: entries.changedMeanwhile });
}
