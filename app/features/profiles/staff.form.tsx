import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import type * as z from "zod";
import type { profileSchema } from "./forms.ts";
import { textField } from "../../forms/fields.ts";
import type { FormConstraint } from "../../forms/constraint.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextField } from "../../ui/field.tsx";

const SCOPES = [
  { value: "chosen", label: "Chosen items", hint: "Only the items you select." },
  {
    value: "all",
    label: "Every item",
    hint: "Everything, including hidden and future items.",
  },
] as const;

/** Name and scope of a profile, for a new one and one that exists. */
export function ProfileForm({
  profile,
  result,
  constraint,
  submit,
}: {
  profile: { name: string; scope: "all" | "chosen" } | null;
  result: SubmissionResult | null;
  constraint: FormConstraint;
  submit: string;
}) {
  const [form, fields] = useForm<z.input<typeof profileSchema>>({
    id: "profile",
    lastResult: result,
    constraint,
    defaultValue: profile ?? { scope: "chosen" },
  });
  const { name, scope } = fields;
  return (
    <form
      method="post"
      {...getFormProps(form, { ariaAttributes: false })}
      className="max-w-[36rem] space-y-6"
    >
      <ErrorSummary errors={form.errors} fields={[name, scope]} />
      <input type="hidden" name="intent" value="save" />
      <TextField {...textField(name)} label="Name" autoComplete="off" />
      <fieldset className="space-y-3">
        <legend className="text-sm font-medium">Includes</legend>
        {SCOPES.map((option, i) => (
          <div key={option.value} className="flex gap-3">
            <input
              id={i === 0 ? scope.id : `${scope.id}-${option.value}`}
              type="radio"
              name={scope.name}
              value={option.value}
              defaultChecked={(scope.initialValue ?? "chosen") === option.value}
              className="mt-0.5 size-6 flex-none accent-accent"
              aria-describedby={`${scope.id}-${option.value}-hint`}
            />{" "}
            <span>
              <label
                htmlFor={i === 0 ? scope.id : `${scope.id}-${option.value}`}
                className="block font-medium"
              >
                {option.label}
              </label>{" "}
              <span id={`${scope.id}-${option.value}-hint`} className="text-sm text-muted">
                {option.hint}
              </span>
            </span>
          </div>
        ))}
      </fieldset>
      <div className="flex flex-wrap gap-3">
        <Button>{submit}</Button>{" "}
        <ButtonLink to="/profiles" look="secondary">
          Cancel
        </ButtonLink>
      </div>
    </form>
  );
}
