import type { SubmissionResult } from "@conform-to/react";
import { useState } from "react";
import {
  GRADE_FORMS,
  needsGrade,
  SCORECARD_ERRORS,
  type ScorecardError,
} from "../../../domain/grade-forms.ts";
import { GRADE_PROVIDER_NAMES, type GradeProvider } from "../../../domain/grades.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { errorsOf, keptValue } from "../edit-dialog.tsx";
import { useOrgAddress } from "../org-address.ts";
import { useRunning } from "../running.ts";

export const GRADE_FIELD_IDS = {
  label: "label",
  url: "url",
  grade: "grade",
  description: "description",
} as const;

export interface StoredGrade {
  label: string;
  url: string | null;
  grade: string | null;
  description: string | null;
}

interface GradeFieldsProps {
  provider: GradeProvider;
  result: SubmissionResult | undefined;
  /** null for a new one. */
  stored: StoredGrade | null;
  /** Whether this installation can ask Security Scorecard. */
  connected: boolean;
}

/** What a provider's form asks for, with its example (product.md §9 'Grade form'). */
export function GradeFields({ provider, result, stored, connected }: GradeFieldsProps) {
  const form = GRADE_FORMS[provider];
  const label = keptValue(result, "label", stored?.label ?? GRADE_PROVIDER_NAMES[provider]);
  return (
    <>
      <input type="hidden" name="provider" value={provider} />
      <TextField
        id="label"
        name="label"
        type="text"
        label="Display Name"
        required
        maxLength={100}
        data-autofocus=""
        defaultValue={label}
        errors={errorsOf(result, "label")}
      />
      {form.grade?.kind === "fetched" ? (
        <FetchedGrade result={result} stored={stored} connected={connected} />
      ) : (
        <>
          {form.address === null ? null : (
            <TextField
              id="url"
              name="url"
              type="text"
              inputMode="url"
              label={form.address.kind === "domain" ? "Domain" : "URL"}
              hint={`Such as ${form.address.example}`}
              required
              maxLength={500}
              autoCapitalize="off"
              spellCheck={false}
              defaultValue={keptValue(result, "url", stored?.url ?? null)}
              errors={errorsOf(result, "url")}
            />
          )}
          {form.grade === null ? null : (
            <TextField
              id="grade"
              name="grade"
              type="text"
              label="Grade"
              hint={form.grade.hint}
              required={needsGrade(form)}
              maxLength={20}
              defaultValue={keptValue(result, "grade", stored?.grade ?? null)}
              errors={errorsOf(result, "grade")}
            />
          )}
        </>
      )}
      <TextField
        id="description"
        name="description"
        type="text"
        label="Description"
        hint="A few words below the name, if you like."
        maxLength={300}
        defaultValue={keptValue(result, "description", stored?.description ?? null)}
        errors={errorsOf(result, "description")}
      />
    </>
  );
}

/**
 * Domain and grade of Security Scorecard: the grade comes by its button alone. Without scripts the button posts
 * the form; with them it asks in place, and a changed domain clears the grade (spec/2 §4).
 */
function FetchedGrade({ result, stored, connected }: Omit<GradeFieldsProps, "provider">) {
  const ready = useRunning();
  const ofOrg = useOrgAddress();
  const sent = {
    domain: keptValue(result, "url", stored?.url ?? null),
    grade: keptValue(result, "grade", stored?.grade ?? null),
    proof: keptValue(result, "proof", null),
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

  const errors = grade.error === null ? errorsOf(result, "url") : [SCORECARD_ERRORS[grade.error]];
  return (
    <>
      <TextField
        id="url"
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
        id="grade"
        name="grade"
        type="text"
        label="Grade"
        hint={
          connected
            ? "It comes from Security Scorecard."
            : "It comes from Security Scorecard, which is not connected to this installation yet."
        }
        readOnly
        value={busy ? "Getting grade…" : grade.text}
        errors={errorsOf(result, "grade")}
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
