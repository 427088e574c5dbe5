import type * as z from "zod";
import type { SubprocessorRow } from "./store/subprocessor-edits.server.ts";
import { subprocessorEntrySchema } from "./forms.ts";
import { RowEditor } from "../../edit-kit/row-editor.server.ts";
import { draftWords } from "../../staff/editing/draft-fields.tsx";
import { subprocessorList, type DraftTold, type SubprocessorValues } from "./store.server.ts";

export type SentSubprocessor = z.output<typeof subprocessorEntrySchema>;

/** Where a form takes a row off, its fields say nothing. */
const NOTHING = { company: "", purpose: null, location: null, additionalDetails: null } as const;

/** How staff and programs edit subprocessors. A draft update comes along for those who may write updates. */
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
