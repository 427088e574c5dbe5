import type { SubprocessorsTable } from "../schema.ts";
import type { Reader, Writer } from "../store.ts";
import { replaceSubprocessors } from "../subprocessors.ts";
import { touchListItem } from "../list-items.ts";
import { commonNames, rowLines } from "./list-words.ts";
import { productOf, subject, type RestoreStamp, type SubjectKey } from "./subject.ts";
import { orderLine } from "./words.ts";

/** A row as it is stored, with its company's name for the history's words. */
export type SubprocessorSnapshot = Omit<SubprocessorsTable, "orgId" | "productId"> & {
  company: string;
};

export interface SubprocessorListSnapshot {
  rows: SubprocessorSnapshot[];
}

const FIELDS: readonly (readonly [string, (row: SubprocessorSnapshot) => string | null])[] = [
  ["Company", (row) => row.company],
  ["Purpose", (row) => row.purpose],
  ["Location", (row) => row.location],
  ["Additional Details", (row) => row.additionalDetails],
];

/** One subprocessor; its subject id is the row's. */
export const subprocessor = subject<SubprocessorSnapshot>({
  permission: "statuspage:edit",
  title: ({ company }) => `Subprocessor ${company}`,
  async read(db, key) {
    return (await rowsOf(db, key)).find(({ id }) => id === key.subjectId) ?? null;
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
      FIELDS,
    ),
  compared: stored,
});

/** The whole list: its order, and what an import changed. There is one a product. */
export const subprocessors = subject<SubprocessorListSnapshot>({
  permission: "statuspage:edit",
  title: () => "Subprocessors",
  async read(db, key) {
    return { rows: await rowsOf(db, key) };
  },
  async write(trx, key, snapshot, stamp) {
    await writeBackSubprocessors(trx, key, snapshot?.rows ?? [], stamp);
  },
  words(_, __, before, after) {
    const [was, is] = [before?.rows ?? [], after?.rows ?? []];
    return [
      ...rowLines("Subprocessor", was, is, ({ company }) => company, FIELDS),
      ...orderLine("Order", ...commonNames(was, is, ({ company }) => company)),
    ];
  },
  compared: ({ rows }) => rows.map(stored),
});

/** The company's name is the company's own: renaming it changes no row. */
function stored({
  id,
  companyId,
  purpose,
  location,
  additionalDetails,
  createdAt,
  position,
}: SubprocessorSnapshot): Omit<SubprocessorSnapshot, "company"> {
  return { id, companyId, purpose, location, additionalDetails, createdAt, position };
}

function rowsOf(db: Reader, key: SubjectKey): Promise<SubprocessorSnapshot[]> {
  return db
    .selectFrom("subprocessors as s")
    .innerJoin("companies as c", (join) =>
      join.onRef("c.orgId", "=", "s.orgId").onRef("c.id", "=", "s.companyId"),
    )
    .select([
      "s.id",
      "s.companyId",
      "s.purpose",
      "s.location",
      "s.additionalDetails",
      "s.createdAt",
      "s.position",
      "c.name as company",
    ])
    .where("s.orgId", "=", key.orgId)
    .where("s.productId", "=", productOf(key))
    .orderBy("s.position")
    .orderBy("c.sortKey")
    .orderBy("s.id")
    .execute();
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
      : await trx.selectFrom("companies").select("id").where("orgId", "=", key.orgId).execute();
  const known = new Set(found.map(({ id }) => id));
  // A list is in an order of its own or it is not: a row from another time follows the others.
  const arranged = rows.some(({ position }) => position !== null);
  const kept = rows
    .filter(({ companyId }) => known.has(companyId))
    .map((row, place) => ({ ...stored(row), position: arranged ? (row.position ?? place) : null }));
  await replaceSubprocessors(trx, key.orgId, productOf(key), kept);
  await touchListItem(trx, key.orgId, productOf(key), "Subprocessors", { by, on: now });
}
