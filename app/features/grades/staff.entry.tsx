import type { SubmissionResult } from "@conform-to/react";
import { useState } from "react";
import { Form, Link, useSubmit } from "react-router";
import type { Route } from "./+types/staff.entry";
import { servicesContext } from "../../context.ts";
import { FormDialog, type DialogFields } from "../../staff/editing/form-dialog.tsx";
import { textField } from "../../forms/fields.ts";
import { markFormFailed, readSubmission } from "../../forms/form.ts";
import { editMeta } from "../../staff/editing/edit-dialog.tsx";
import { editRequest } from "../../staff/editing/edit-request.ts";
import { useOrgAddress } from "../../staff/editing/org-address.ts";
import { useHydrated } from "../../staff/editing/use-hydrated.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { fetchGrade, gradeEditor } from "./editor.server.ts";
import { scorecardState } from "./scorecard.server.ts";
import {
  GRADE_FORMS,
  GRADE_PROVIDER_NAMES,
  GRADE_PROVIDERS,
  gradeIntent,
  needsGrade,
  SCORECARD_ERRORS,
  type GradeProvider,
  type ScorecardError,
} from "./rules.ts";

export const handle = { dialog: true };

const NAMES = ["label", "url", "grade", "description"] as const;
type Fields = DialogFields<(typeof NAMES)[number] | "proof">;

/**
 * A new grade asks first who rates: the choice is the address, so that it works without scripts.
 */
export async function loader(args: Route.LoaderArgs) {
  const edit = await editRequest(args);
  const id = args.params.entryId ?? null;
  const shown = await gradeEditor.rowPage(edit, id);
  const asked = new URL(args.request.url).searchParams.get("provider");
  return {
    ...shown,
    here: edit.href("/edit/grades/new"),
    provider: shown.stored?.provider ?? GRADE_PROVIDERS.find((name) => name === asked) ?? null,
    connected: (await scorecardState(args.context.get(servicesContext), edit.org.id)).isConnected,
  };
}

export async function action(args: Route.ActionArgs) {
  const edit = await editRequest(args);
  const open = await gradeEditor.openRow(edit, args.params.entryId ?? null, true);
  // The form of what is gone comes back to those who sent it: the loader, which runs after this, is
  // told by it.
  if (open.removed) markFormFailed(args.context);
  const submitted = await readSubmission(args, gradeIntent.loose());
  if (!submitted.ok) return submitted.answer;
  return submitted.value.intent === "get-grade"
    ? fetchGrade(args.context, edit, submitted.form)
    : gradeEditor.saveRow(args, edit, open, submitted.form);
}

export function meta({ loaderData }: Route.MetaArgs) {
  return editMeta(loaderData?.page, loaderData?.stored == null ? "Add grade" : "Edit grade");
}

export default function Grade({ loaderData, actionData }: Route.ComponentProps) {
  const { page, stored, here, provider, connected } = loaderData;
  if (provider === null) return <ChooseProvider closeHref={page.closeHref} here={here} />;
  return (
    <FormDialog
      key={stored?.id ?? provider}
      data={loaderData}
      answer={actionData}
      title={stored === null ? "Add grade" : "Edit grade"}
      names={NAMES}
      stored={{
        label: stored?.label ?? GRADE_PROVIDER_NAMES[provider],
        url: stored?.url ?? null,
        grade: stored?.grade ?? null,
        description: stored?.description ?? null,
        proof: null,
      }}
    >
      {(fields) => (
        <>
          <p>
            <span className="block text-sm font-medium">Provider</span>{" "}
            {GRADE_PROVIDER_NAMES[provider]}{" "}
            {stored === null ? (
              <Link
                to={here}
                preventScrollReset
                className="ms-2 inline-block min-h-6 text-sm text-accent underline"
              >
                Change<span className="sr-only"> provider</span>
              </Link>
            ) : null}
          </p>
          <GradeFields
            provider={provider}
            fields={fields}
            result={actionData?.result}
            connected={connected}
          />
        </>
      )}
    </FormDialog>
  );
}

function ChooseProvider({ closeHref, here }: { closeHref: string; here: string }) {
  const submit = useSubmit();
  return (
    <Dialog closeHref={closeHref} title="Add grade">
      <Form method="get" noValidate action={here} preventScrollReset className="space-y-6">
        <SelectField
          id="provider"
          name="provider"
          label="Provider"
          required
          data-autofocus=""
          defaultValue=""
          options={[
            { value: "", label: "Choose a provider" },
            ...GRADE_PROVIDERS.map((name) => ({ value: name, label: GRADE_PROVIDER_NAMES[name] })),
          ]}
          onChange={(event) => {
            if (event.currentTarget.value !== "")
              void submit(event.currentTarget.form, { preventScrollReset: true });
          }}
        />
        <div className="flex flex-wrap gap-3">
          <Button>Next</Button>{" "}
          <Link to={closeHref} preventScrollReset className={buttonClass("secondary")}>
            Cancel
          </Link>
        </div>
      </Form>
    </Dialog>
  );
}

interface GradeFieldsProps {
  provider: GradeProvider;
  fields: Fields;
  result: SubmissionResult | undefined;
  /** Whether this installation can ask Security Scorecard. */
  connected: boolean;
}

/** What a provider's form asks for, with its example. */
function GradeFields({ provider, fields, result, connected }: GradeFieldsProps) {
  const form = GRADE_FORMS[provider];
  return (
    <>
      <input type="hidden" name="provider" value={provider} />
      <TextField {...textField(fields.label)} label="Display Name" data-autofocus="" />
      {form.grade?.kind === "fetched" ? (
        <FetchedGrade fields={fields} result={result} connected={connected} />
      ) : (
        <>
          {form.address === null ? null : (
            <TextField
              {...textField(fields.url)}
              inputMode="url"
              label={form.address.kind === "domain" ? "Domain" : "URL"}
              hint={`Such as ${form.address.example}`}
              required
              maxLength={500}
              autoCapitalize="off"
              spellCheck={false}
            />
          )}
          {form.grade === null ? null : (
            <TextField
              {...textField(fields.grade)}
              label="Grade"
              hint={form.grade.hint}
              required={needsGrade(form)}
              maxLength={20}
            />
          )}
        </>
      )}
      <TextField
        {...textField(fields.description)}
        label="Description"
        hint="A few words below the name, if you like."
        maxLength={300}
      />
    </>
  );
}

/**
 * Domain and grade of Security Scorecard: the grade comes by its button alone. Without scripts the
 * button posts the form; with them it asks in place, and a changed domain clears the grade.
 */
function FetchedGrade({ fields, result, connected }: Omit<GradeFieldsProps, "provider">) {
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
            ? "It comes from Security Scorecard."
            : "It comes from Security Scorecard, which is not connected yet: the token goes into Settings, Integrations."
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
