import type { SubmissionResult } from "@conform-to/react";
import { TextField } from "../../../ui/field.tsx";
import { errorsOf, keptValue } from "../edit-dialog.tsx";
import { CompanyPicker } from "../lists/company-picker.tsx";

export const TRUSTED_FIELD_IDS = { company: "company", href: "href" } as const;

/** A customer that may be named, and where its story is told. */
export function TrustedFields({
  result,
  stored,
  suggestions,
}: {
  result: SubmissionResult | undefined;
  stored: { company: string; companyId: string; href: string | null } | null;
  suggestions: readonly string[];
}) {
  return (
    <>
      <CompanyPicker
        defaultName={keptValue(result, "company", stored?.company ?? null)}
        defaultRef={keptValue(
          result,
          "companyRef",
          stored === null ? null : `org:${stored.companyId}`,
        )}
        suggestions={suggestions}
        errors={errorsOf(result, "company")}
        autoFocus={stored === null}
      />
      <TextField
        id="href"
        name="href"
        type="text"
        inputMode="url"
        label="Link"
        hint="Where visitors read more, such as a customer story. Leave it empty for none."
        maxLength={500}
        autoCapitalize="off"
        spellCheck={false}
        defaultValue={keptValue(result, "href", stored?.href ?? null)}
        errors={errorsOf(result, "href")}
      />
    </>
  );
}
