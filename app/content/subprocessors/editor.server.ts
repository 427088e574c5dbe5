import type * as z from "zod";
import {
  type SubprocessorInput,
  type SubprocessorRow,
  findSubprocessorRow,
  listSubprocessor,
  listSubprocessors,
  relistSubprocessor,
  unlistSubprocessor,
} from "./store/subprocessor-edits.server.ts";
import {
  SUBPROCESSOR_TOLD,
  subprocessorEntrySchema,
  textsOf,
  type WantedDraft,
} from "./forms/subprocessors.ts";
import { RowEditor } from "#content/edit-kit/row-editor.server.ts";
import { draftWords } from "#web/staff/editing/draft-fields.tsx";
import { lastKnown } from "#web/history/store/last-known.server.ts";
import {
  subprocessorSubject,
  subprocessorsSubject,
  type SubprocessorListSnapshot,
  type SubprocessorSnapshot,
} from "./store/subprocessor-history.server.ts";
import { arrangeSubprocessors, subprocessorIds } from "./store/subprocessors.server.ts";
import type { EditableList } from "#content/edit-kit/store/editable-list.ts";

/** What a row is saved with: its words, and the draft update that is to tell of it. */
type SubprocessorValues = SubprocessorInput & { draft: WantedDraft | null };

/** The draft update that a change brought along; null without one. */
interface DraftTold {
  draftId: string | null;
}

/**
 * The subprocessors of a product. A row is a thing of its own to history, since a list can have
 * thousands; the list stands in its own order or by name.
 */
const subprocessorList: EditableList<SubprocessorRow, SubprocessorValues, DraftTold> = {
  declared: {
    subject: subprocessorsSubject,
    title: "Subprocessors",
    noun: "Subprocessor",
    kind: "Subprocessors",
    name: ({ company }) => company,
    fields: SUBPROCESSOR_TOLD,
  },
  ids: (db, { orgId, productId }) => subprocessorIds(db, orgId, productId),
  rows: (db, { orgId, productId }) => listSubprocessors(db, orgId, productId),
  find: (db, { orgId, productId }, id) => findSubprocessorRow(db, orgId, productId, id),
  lastKnown: (db, key, id) =>
    lastKnown<SubprocessorRow>(db, key, id, {
      subprocessor: (row: SubprocessorSnapshot) => row,
      subprocessors: ({ rows }: SubprocessorListSnapshot) =>
        rows.find((row) => row.id === id) ?? null,
    }),
  edited: (id) => ({ subject: subprocessorSubject, subjectId: id }),
  rowIn: () => (snapshot) => snapshot as SubprocessorSnapshot | null,
  add: (trx, key, { draft, ...input }, editing) =>
    listSubprocessor(trx, { ...key, ...editing, draft }, input),
  update: (trx, key, id, { draft, ...input }, editing) =>
    relistSubprocessor(trx, { ...key, ...editing, draft }, id, input),
  remove: (trx, key, id, editing, more) =>
    unlistSubprocessor(trx, { ...key, ...editing, draft: more?.draft ?? null }, id),
  arrange: (trx, { orgId, productId }, order) =>
    arrangeSubprocessors(trx, orgId, productId, order === null ? null : [...order]),
};

type Entry = z.output<typeof subprocessorEntrySchema>;
/** What the form says, or a program, whose reference to a company has to be right. */
export type SentSubprocessor = Omit<Entry, "input"> & {
  input?: NonNullable<Entry["input"]> & { refMustMatch?: boolean };
};

/** Where a form takes a row off, its fields say nothing. */
const NOTHING = { company: "", ...textsOf({}) };

/**
 * How staff and programs edit subprocessors. A draft update comes along for those who may write
 * updates.
 */
export const subprocessorEditor = new RowEditor<
  SubprocessorRow,
  SubprocessorValues,
  SentSubprocessor,
  DraftTold
>({
  list: subprocessorList,
  path: "/edit/subprocessors",
  schema: subprocessorEntrySchema,
  removes: ({ intent }) => intent === "remove",
  values: ({ input = NOTHING, draft }, permissions) => ({
    ...input,
    draft: permissions.has("updates:publish") ? draft : null,
  }),
  row: ({ input = NOTHING }) => ({ ...input, companyId: "", createdAt: "" }),
  told: ({ draftId }) => `.${draftWords(draftId)}`,
  arranged: "Updated the order of subprocessors",
});
