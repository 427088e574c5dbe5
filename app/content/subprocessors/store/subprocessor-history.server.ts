import type { SubprocessorsTable } from "#db/schema.ts";
import type { Reader, Writer } from "#db/store.ts";
import { inBatchesById } from "#db/batches.ts";
import { breath } from "#db/pace.ts";
import { inOrg } from "#db/tenant.ts";
import {
  namedSubprocessors,
  replaceSubprocessors,
  subprocessorIds,
} from "./subprocessors.server.ts";
import { NO_REGISTER_TEXTS } from "../forms/register-fields.ts";
import { SUBPROCESSOR_TOLD } from "../forms/subprocessors.ts";
import { touchListItem } from "#content/items/store/item-state.server.ts";
import { commonNames, orderLine, rowLines } from "#web/history/store/words.server.ts";
import {
  productOf,
  subject,
  type RestoreStamp,
  type SubjectKey,
} from "#tenancy/history/store/subject.server.ts";

/** A row as it is stored, with its company's name for the history's words. */
export type SubprocessorSnapshot = Omit<SubprocessorsTable, "orgId" | "productId"> & {
  company: string;
};

export interface SubprocessorListSnapshot {
  rows: SubprocessorSnapshot[];
}

/** One subprocessor; its subject id is the row's. */
export const subprocessorSubject = subject<SubprocessorSnapshot>({
  name: "subprocessor",
  permission: "statuspage:edit",
  title: ({ company }) => `Subprocessor ${company}`,
  async read(db, key) {
    return (await rowsNamed(db, key, [key.subjectId]))[0] ?? null;
  },
  async write(trx, key, snapshot, stamp) {
    const others = (await rowsOf(trx, key)).filter(({ id }) => id !== key.subjectId);
    await writeBackSubprocessors(
      trx,
      key,
      snapshot === null ? others : [...others, snapshot],
      stamp,
    );
  },
  words: (_, __, before, after) =>
    rowLines(
      "Subprocessor",
      before === null ? [] : [before],
      after === null ? [] : [after],
      ({ company }) => company,
      SUBPROCESSOR_TOLD,
    ),
  entries: (_, { subjectId }) => ({ noun: "subprocessors", ids: [subjectId] }),
  told: (key) => ({ subprocessors: { productId: productOf(key), ids: [key.subjectId] } }),
  compared: stored,
});

/** The whole list: its order, and what an import changed. There is one a product. */
export const subprocessorsSubject = subject<SubprocessorListSnapshot>({
  name: "subprocessors",
  permission: "statuspage:edit",
  title: () => "Subprocessors",
  async read(db, key) {
    return { rows: await rowsOf(db, key) };
  },
  async write(trx, key, snapshot, stamp) {
    await writeBackSubprocessors(trx, key, snapshot?.rows ?? [], stamp);
  },
  async words(_, __, before, after) {
    const [was, is] = [before?.rows ?? [], after?.rows ?? []];
    const lines = rowLines("Subprocessor", was, is, ({ company }) => company, SUBPROCESSOR_TOLD);
    await breath();
    return [...lines, ...orderLine("Order", ...commonNames(was, is, ({ company }) => company))];
  },
  told: (key) => ({ subprocessors: { productId: productOf(key), ids: null } }),
  entries(_, __, before, after) {
    const was = new Map(before?.rows.map((row) => [row.id, JSON.stringify(placeless(row))]));
    const other = after?.rows.filter((row) => was.get(row.id) !== JSON.stringify(placeless(row)));
    return { noun: "subprocessors", ids: (other ?? []).map(({ id }) => id) };
  },
  compared: ({ rows }) => rows.map(stored),
});

/** The company's name is the company's own: renaming it changes no row. */
function stored({ company: _company, ...row }: SubprocessorSnapshot) {
  return { ...NO_REGISTER_TEXTS, ...row };
}

/** What the API reads of a row: not its place. */
function placeless({ position: _position, ...row }: SubprocessorSnapshot) {
  return stored({ ...row, position: null });
}

/** All of them, in the order in which the list is shown. */
async function rowsOf(db: Reader, key: SubjectKey): Promise<SubprocessorSnapshot[]> {
  return inBatchesById(await subprocessorIds(db, key.orgId, productOf(key)), (ids) =>
    rowsNamed(db, key, ids),
  );
}

function rowsNamed(
  db: Reader,
  key: SubjectKey,
  ids: readonly string[],
): Promise<SubprocessorSnapshot[]> {
  return namedSubprocessors(db, key.orgId, productOf(key)).where("s.id", "in", ids).execute();
}

async function writeBackSubprocessors(
  trx: Writer,
  key: SubjectKey,
  rows: readonly SubprocessorSnapshot[],
  { by, now }: RestoreStamp,
): Promise<void> {
  const ids = rows.map(({ companyId }) => companyId);
  const found =
    ids.length === 0
      ? []
      : await inOrg(trx, key.orgId).selectFrom("companies").select("id").execute();
  const known = new Set(found.map(({ id }) => id));
  // A list is in an order of its own or it is not: a row from another time follows the others.
  const arranged = rows.some(({ position }) => position !== null);
  const kept = rows
    .filter(({ companyId }) => known.has(companyId))
    .map((row, place) => ({ ...stored(row), position: arranged ? (row.position ?? place) : null }));
  await replaceSubprocessors(trx, key.orgId, productOf(key), kept);
  await touchListItem(trx, key.orgId, productOf(key), "Subprocessors", { by, on: now });
}
