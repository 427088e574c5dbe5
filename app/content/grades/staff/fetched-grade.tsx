import type { SubmissionResult } from "@conform-to/react";
import { useState } from "react";
import type { DialogFields } from "#web/staff/editing/form-dialog.tsx";
import { useOrgAddress } from "#web/staff/editing/org-address.ts";
import { useHydrated } from "#web/staff/editing/use-hydrated.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import { SCORECARD_ERRORS, type GradeProvider, type ScorecardError } from "#model/grades.ts";

export const NAMES = ["label", "url", "grade", "description"] as const;

type Fields = DialogFields<(typeof NAMES)[number] | "proof">;

export interface GradeFieldsProps {
  provider: GradeProvider;
  fields: Fields;
  result: SubmissionResult | undefined;
  /** Whether this installation can ask Security Scorecard. */
  connected: boolean;
}

/**
 * Domain and grade of Security Scorecard: the grade comes by its button alone. Without scripts the
 * button posts the form; with them it asks in place, and a changed domain clears the grade.
 */
export function FetchedGrade({ fields, result, connected }: Omit<GradeFieldsProps, "provider">) {
  const ready = useHydrated();
  const ofOrg = useOrgAddress();
  const sent = {
    domain: fields.url.initialValue ?? "",
    grade: fields.grade.initialValue ?? "",
    proof: fields.proof.initialValue ?? "",
  };
  const [domain, setDomain] = useState(sent.domain);
  const [grade, setGrade] = useState<{ text: string; proof: string; error: ScorecardError | null }>(
    { text: sent.grade, proof: sent.proof, error: null },
  );
  const [busy, setBusy] = useState(false);
  // What an answer of the server shows replaces what was typed.
  const answered = JSON.stringify([result?.initialValue ?? null, result?.error ?? null]);
  const [shown, setShown] = useState(answered);
  if (shown !== answered) {
    setShown(answered);
    setDomain(sent.domain);
    setGrade({ text: sent.grade, proof: sent.proof, error: null });
  }

  async function getGrade() {
    setBusy(true);
    setGrade({ text: "", proof: "", error: null });
    setGrade(
      await askForGrade(ofOrg(`/api/integrations/ssc/${encodeURIComponent(domain.trim())}`)),
    );
    setBusy(false);
  }

  const errors = grade.error === null ? fields.url.errors : [SCORECARD_ERRORS[grade.error]];
  return (
    <>
      <TextField
        id={fields.url.id}
        name="url"
        type="text"
        inputMode="url"
        label="Domain"
        hint="Such as example.com"
        required
        maxLength={253}
        autoCapitalize="off"
        spellCheck={false}
        value={domain}
        onChange={(event) => {
          setDomain(event.currentTarget.value);
          setGrade({ text: "", proof: "", error: null });
        }}
        errors={errors}
      />
      <TextField
        id={fields.grade.id}
        name="grade"
        type="text"
        label="Grade"
        hint={
          connected
            ? "Fetched from Security Scorecard."
            : "Fetched from Security Scorecard, which isn’t connected yet. Add the token in Settings, Integrations."
        }
        readOnly
        value={busy ? "Getting grade…" : grade.text}
        errors={fields.grade.errors}
      />
      <input type="hidden" name="proof" value={grade.proof} />
      <p>
        <Button
          look="secondary"
          type={ready ? "button" : "submit"}
          name="intent"
          value="get-grade"
          formNoValidate
          disabled={busy}
          onClick={ready ? () => void getGrade() : undefined}
        >
          Get Grade
        </Button>
      </p>
      <p role="status" className="sr-only">
        {busy
          ? "Getting grade…"
          : grade.error !== null
            ? SCORECARD_ERRORS[grade.error]
            : ready && grade.proof !== ""
              ? `Grade ${grade.text}`
              : ""}
      </p>
    </>
  );
}

/** The grade with its proof, or which of the three errors it is. */
async function askForGrade(
  address: string,
): Promise<{ text: string; proof: string; error: ScorecardError | null }> {
  try {
    const answer = await fetch(address, { headers: { Accept: "application/json" } });
    const body = (await answer.json()) as { grade?: string; proof?: string; code?: ScorecardError };
    if (answer.ok && body.grade !== undefined)
      return { text: body.grade, proof: body.proof ?? "", error: null };
    return { text: "", proof: "", error: body.code ?? "bad_network" };
  } catch {
    return { text: "", proof: "", error: "bad_network" };
  }
}
