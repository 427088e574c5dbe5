import type { Reader, Writer } from "#db/store.ts";
import { productNamer, productsStillThere } from "#content/products/store/entry-products.server.ts";
import type { NounName } from "#model/api-nouns.ts";
import { contentChanged } from "#tenancy/orgs/store/org-changes.server.ts";
import { subject, type AnySubject } from "#tenancy/history/store/subject.server.ts";
import { fieldLine, listLines } from "#web/history/store/words.server.ts";
import {
  kindOf,
  saidOf,
  withFlagsLast,
  type EntryField,
  type EntryFields,
  type EntrySaid,
} from "../rules/entry-fields.ts";

/** A row with the products that it is about. */
interface StoredEntry {
  orgId: string;
  id: string;
  productIds: string[];
}

/** An entry as history keeps it. */
type EntrySnapshot<Entry extends StoredEntry> = Omit<Entry, "orgId" | "id">;

/** What a noun adds to its fields for history. */
interface Declaration<Fields extends EntryFields, Entry extends StoredEntry> {
  name: AnySubject["name"];
  /** What the API calls it. */
  noun: Extract<NounName, "controls" | "questions">;
  fields: Fields;
  title(snapshot: EntrySnapshot<Entry>): string;
  /** What a stored row says by the names of the fields. */
  said(snapshot: EntrySnapshot<Entry>): EntrySaid<Fields>;
  find(db: Reader, orgId: string, id: string): Promise<Entry | null>;
  /** Makes it what the snapshot says. @throws Refused when it can't stand beside what is there now */
  put(trx: Writer, orgId: string, id: string, snapshot: EntrySnapshot<Entry>): Promise<void>;
  drop(trx: Writer, orgId: string, id: string): Promise<unknown>;
}

/** An entry as history knows it, with the products that it is about; its subject id is its own. */
export function entrySubject<Fields extends EntryFields, Entry extends StoredEntry>({
  name,
  noun,
  fields,
  title,
  said,
  find,
  put,
  drop,
}: Declaration<Fields, Entry>): AnySubject {
  return subject<EntrySnapshot<Entry>>({
    name,
    permission: "kb:edit",
    title,
    async read(db, key) {
      const entry = await find(db, key.orgId, key.subjectId);
      if (entry === null) return null;
      const { orgId: _tenant, id: _own, ...snapshot } = entry;
      return snapshot;
    },
    async write(trx, { orgId, subjectId: id }, snapshot) {
      if (snapshot === null) await drop(trx, orgId, id);
      else {
        const productIds = await productsStillThere(trx, orgId, snapshot.productIds);
        await put(trx, orgId, id, { ...snapshot, productIds });
      }
      await contentChanged(trx, orgId);
    },
    async words(db, { orgId }, before, after) {
      if (before === null) return ["Added"];
      if (after === null) return ["Deleted"];
      const named = await productNamer(db, orgId);
      const [was, is] = [said(before), said(after)];
      return withFlagsLast(fields).flatMap(([key, field]) =>
        fieldWords(field, was[key], is[key], named),
      );
    },
    entries: (_, { subjectId }) => ({ noun, ids: [subjectId] }),
    told: ({ subjectId }) => ({ [noun]: [subjectId] }),
    compared: (snapshot) => saidOf(fields, said(snapshot)),
  });
}

/** What history says of a field: nothing where it is the same. */
export function fieldWords(
  field: EntryField,
  before: unknown,
  after: unknown,
  named: (productIds: readonly string[]) => string[],
): string[] {
  const { kind, label, one = label, set: [on, off] = [label, label] } = field;
  if (kind === "flag") return before === after ? [] : [after === true ? on : off];
  if (kind === "lines" || kind === "products") {
    // A snapshot of before a field came has none of it.
    const [was = [], is = []] = [before, after].map((list) => (list ?? []) as string[]);
    return kind === "lines" ? listLines(one, was, is) : listLines(one, named(was), named(is));
  }
  const { told } = kindOf(field);
  return fieldLine(label, told(before), told(after));
}
