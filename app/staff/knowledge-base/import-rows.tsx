import { data, type RouterContextProvider } from "react-router";
import type { Route } from "./+types/import-rows";
import { saveImportedFaq } from "../../../db/faq-imports.ts";
import { listFaq } from "../../../db/faq-list.ts";
import { listProducts } from "../../../db/products.ts";
import { NotFound } from "../../../db/refusals.ts";
import { findStagedFile } from "../../../db/staged-files.ts";
import { StorageUnavailable } from "../../../db/store.ts";
import { servicesContext } from "../../context.ts";
import { guessMapping, mappingOf } from "../../domain/faq-columns.ts";
import type { FaqForm } from "../../domain/faq-forms.ts";
import { MARKDOWN_FAULT_WORDS } from "../../domain/markdown.ts";
import { pageTitle } from "../../domain/page-title.ts";
import { FAQ_ACCESS } from "../../domain/publications.ts";
import { keepAll } from "../../files/markdown/keep-markdown.ts";
import { redirectWithFlash } from "../../middleware/flash.ts";
import { formFailed, markFormFailed, readForm } from "../../forms/form.ts";
import { actorOf, requireStaff } from "../../middleware/staff.ts";
import { MappingForm } from "./mapping-form.tsx";
import { RowsPreview } from "./rows-preview.tsx";
import { readRows, type ReadRow } from "./read-rows.ts";
import { stagedRows } from "./staged-table.ts";

const NOT_THERE = { status: 404, statusText: "Page not found" };
/** Rows that the page shows; all of them count. */
const SHOWN = 200;
/** Texts that can't be laid out before the rest is not looked at. */
const MAX_FAULTS = 20;

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Import entries", loaderData?.failed) }];
}

interface Asked {
  context: Readonly<RouterContextProvider>;
  importId: string;
  query: URLSearchParams;
}

/** The staged table, the mapping that the address says, and what its rows come to. */
async function read({ context, importId, query }: Asked) {
  const staff = await requireStaff(context, "kb:edit");
  const { store, blobs, now } = context.get(servicesContext);
  const staged = await findStagedFile(store.read, staff.org.id, "faq", importId, now());
  if (staged === null) throw data(null, NOT_THERE);
  const [header = { row: 1, cells: [] }, ...body] = await stagedRows(
    blobs,
    staff.org.id,
    staged.blobHash,
  );
  const mapping = mappingOf(query, header.cells.length);
  const access = FAQ_ACCESS.find((level) => level === query.get("default")) ?? "internal";
  const missing =
    mapping === null
      ? []
      : (["question", "answer"] as const).filter((column) => mapping[column] === null);
  const products = (await listProducts(store.read, staff.org.id)).map(({ id, name }) => ({
    id,
    name,
  }));
  const entries = await listFaq(store.read, staff.org.id, {}, now());
  const rows =
    mapping === null || missing.length > 0
      ? null
      : await withoutFaults(
          { store, now },
          staff.org.id,
          await readRows(body, { mapping, access, entries, products }),
        );
  return {
    staff,
    staged,
    header: header.cells,
    sample: body[0]?.cells ?? [],
    mapping,
    access,
    missing,
    rows,
    total: body.length,
  };
}

/** Rows with texts that can't be laid out are faulty ones; what the others say is kept for the import. */
async function withoutFaults(
  keeping: Parameters<typeof keepAll>[0],
  orgId: string,
  rows: readonly ReadRow[],
): Promise<ReadRow[]> {
  const textsOf = (row: ReadRow) =>
    row.outcome === "add" || row.outcome === "change"
      ? [row.values.answer, row.values.comment]
      : [];
  const faults = await keepAll(keeping, orgId, rows.flatMap(textsOf), { maxFaults: MAX_FAULTS });
  return rows.map((row): ReadRow => {
    const [fault] = textsOf(row).flatMap((text) => faults.get(text ?? "") ?? []);
    return fault === undefined
      ? row
      : {
          row: row.row,
          question: row.question,
          outcome: "fault",
          fault: MARKDOWN_FAULT_WORDS[fault],
        };
  });
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { staged, header, sample, mapping, access, missing, rows, total } = await read({
    context,
    importId: params.importId,
    query: url.searchParams,
  });
  if (missing.length > 0) markFormFailed(context);
  const count = (outcome: string) => rows?.filter((row) => row.outcome === outcome).length ?? 0;
  const answer = {
    failed: formFailed(context),
    fileName: staged.fileName,
    columns: header.map((name, index) => ({
      name: name.slice(0, 60) || `Column ${index + 1}`,
      sample: (sample[index] ?? "").replace(/\s+/g, " ").slice(0, 60),
    })),
    mapping: mapping ?? guessMapping(header),
    access,
    missing,
    total,
    query: url.searchParams.toString(),
    counts: {
      add: count("add"),
      change: count("change"),
      same: count("same"),
      fault: count("fault"),
    },
    rows:
      rows?.slice(0, SHOWN).map((row) => ({
        row: row.row,
        question: row.question.slice(0, 200),
        outcome: row.outcome,
        detail:
          row.outcome === "fault"
            ? row.fault
            : row.outcome === "change"
              ? row.fields.join(", ")
              : "",
      })) ?? null,
  };
  return missing.length > 0 ? data(answer, { status: 400 }) : answer;
}

/** Imports what the page showed. */
export async function action({ request, context, params, url }: Route.ActionArgs) {
  const { staff, staged, rows } = await read({
    context,
    importId: params.importId,
    query: url.searchParams,
  });
  await readForm(request);
  const { store, now } = context.get(servicesContext);
  const refuse = (message: string, status: number) => {
    markFormFailed(context);
    return data({ message }, { status });
  };
  if (rows === null) return refuse("Say first which column is which.", 400);
  const changes = rows.flatMap((row): { id: string | null; values: FaqForm }[] =>
    row.outcome === "add"
      ? [{ id: null, values: row.values }]
      : row.outcome === "change"
        ? [{ id: row.id, values: row.values }]
        : [],
  );
  if (changes.length === 0) return refuse("No row of the file would change anything.", 400);
  try {
    const { added, changed } = await store.write((trx) =>
      saveImportedFaq(
        trx,
        staff.org.id,
        staged.id,
        changes,
        actorOf(context, staff.session),
        now(),
      ),
    );
    const left = rows.filter((row) => row.outcome === "fault").length;
    return redirectWithFlash(
      context,
      "/knowledge-base",
      `${added} added, ${changed} changed.${left === 0 ? "" : ` ${left === 1 ? "1 row was" : `${left} rows were`} left out.`}`,
    );
  } catch (error) {
    if (error instanceof NotFound)
      return refuse("The knowledge base changed meanwhile. Look again, then import.", 409);
    if (error instanceof StorageUnavailable) return refuse(error.message, error.status);
    throw error;
  }
}

export default function ImportRows({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Import entries</h1>
      <p className="mt-2 mb-6 text-muted [overflow-wrap:anywhere]">
        {loaderData.fileName}, {loaderData.total === 1 ? "1 row" : `${loaderData.total} rows`}
      </p>
      {loaderData.rows === null ? (
        <MappingForm {...loaderData} />
      ) : (
        <RowsPreview {...loaderData} rows={loaderData.rows} error={actionData?.message} />
      )}
    </>
  );
}
