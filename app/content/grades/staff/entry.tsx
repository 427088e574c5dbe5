import { Form, Link, useSubmit } from "react-router";
import type { Route } from "./+types/entry";
import { servicesContext } from "#platform/context.ts";
import { FormDialog } from "#web/staff/editing/form-dialog.tsx";
import { textField } from "#web/forms/fields.ts";
import { markFormFailed, readSubmission } from "#web/forms/form.ts";
import { editMeta } from "#web/staff/editing/edit-dialog.tsx";
import { editRequest } from "#web/staff/editing/edit-request.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { fetchGrade, gradeEditor } from "../editor.server.ts";
import { scorecardState } from "../scorecard.server.ts";
import { GRADE_FORMS, GRADE_PROVIDER_NAMES, GRADE_PROVIDERS, needsGrade } from "#model/grades.ts";
import { gradeIntent } from "../forms/grade.ts";
import { NAMES, type GradeFieldsProps, FetchedGrade } from "./fetched-grade.tsx";

export const handle = { dialog: true };

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
