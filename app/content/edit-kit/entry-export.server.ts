import type { RouterContextProvider } from "react-router";
import { requireStaff } from "#auth/current-staff.ts";
import type { Reader } from "#db/store.ts";
import { servicesContext } from "#platform/context.ts";
import { csvAnswer, inBatchesOf } from "#platform/files/csv-answer.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { dayIn } from "#values/dates.ts";
import { fieldsOf, kindOf, type EntryFields, type EntrySaid } from "./rules/entry-fields.ts";
import { outsideNames } from "./rules/entry-names.ts";

interface StoredEntry {
  id: string;
  createdAt: string;
  modifiedAt: string;
}

/** How a list of entries leaves as a spreadsheet. */
interface Declaration<Fields extends EntryFields, Entry extends StoredEntry> {
  /** Begins the file's name: 'controls'. */
  file: string;
  fields: Fields;
  /** The entries that the address of the list leaves. */
  list(asked: Asked): Promise<Entry[]>;
  said(entry: Entry): EntrySaid<Fields>;
  /** What stands behind its fields; no import has to read it. */
  more?: { names: readonly string[]; cells(entry: Entry): readonly (string | null)[] };
}

/** Whose list it is, and who asks for what of it. */
interface Asked {
  db: Reader;
  org: { id: string; timeZone: string };
  /** Of staff. */
  me: string;
  query: URLSearchParams;
  now: Date;
}

/**
 * The entries that a list's filter leaves, as CSV that the import reads again. No cell is a formula
 * to a spreadsheet.
 */
export async function entryExport<Fields extends EntryFields, Entry extends StoredEntry>(
  { context, url }: { context: Readonly<RouterContextProvider>; url: URL },
  { file, fields, list, said, more }: Declaration<Fields, Entry>,
): Promise<Response> {
  const { org, session } = await requireStaff(context, "kb:edit");
  const { store, now } = context.get(servicesContext);
  const asked = { org, me: session.staff.id, query: url.searchParams, now: now() };
  const entries = await list({ db: store.read, ...asked });
  const names = new Map((await listProducts(store.read, org.id)).map(({ id, name }) => [id, name]));
  const columns = fieldsOf(fields);
  return csvAnswer(
    `${file}-${org.slug}-${dayIn(now(), org.timeZone)}.csv`,
    ["id", ...outsideNames(fields), "added", "modified", ...(more?.names ?? [])],
    inBatchesOf(entries, (entry) => {
      const values = said(entry);
      return [
        entry.id,
        ...columns.map(([name, field]) =>
          kindOf(field).cell(values[name], (id) => names.get(id) ?? ""),
        ),
        entry.createdAt,
        entry.modifiedAt,
        ...(more?.cells(entry) ?? []),
      ];
    }),
  );
}
