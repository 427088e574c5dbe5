import type { SubmissionResult } from "@conform-to/react";
import { OBJECTION_DAYS_MAX } from "#model/updates/topic-updates.ts";
import { Choice } from "#web/ui/choice-field.tsx";
import { TextField } from "#web/ui/field.tsx";
import { errorsOf, keptValue } from "./edit-dialog.tsx";

/**
 * A draft update that the change raises by itself: the tick, since when it counts, how long
 * customers may object.
 */
export function DraftFields({ result }: { result: SubmissionResult | undefined }) {
  return (
    <fieldset className="space-y-4 rounded-md border border-line p-4">
      <legend className="px-1 text-sm font-medium">Tell your customers</legend>
      <Choice
        id="draft-update"
        name="draftUpdate"
        value="on"
        defaultChecked={keptValue(result, "draftUpdate", null) === "on"}
        label="Write a draft update about this change"
        hint="Saved with the change as a draft under Updates. Only your team sees it until you publish it."
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          id="effective-on"
          name="effectiveOn"
          type="date"
          label="Effective date"
          defaultValue={keptValue(result, "effectiveOn", null)}
          errors={errorsOf(result, "effectiveOn")}
        />
        <TextField
          id="objection-days"
          name="objectionDays"
          type="number"
          min={1}
          max={OBJECTION_DAYS_MAX}
          label="Objection window (days)"
          defaultValue={keptValue(result, "objectionDays", null)}
          errors={errorsOf(result, "objectionDays")}
        />
      </div>
    </fieldset>
  );
}

/** The ids of these fields by their names, for the error summary. */
export const DRAFT_FIELD_IDS = {
  effectiveOn: "effective-on",
  objectionDays: "objection-days",
} as const;

/** What the flash message adds when a draft was written. */
export function draftWords(draftId: string | null): string {
  return draftId === null ? "" : " A draft update waits under Updates.";
}
