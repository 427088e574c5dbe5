import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import type { ComponentProps, ReactNode } from "react";
import { CANCEL, type AccountButton } from "#model/auth/forms/staff-forms.ts";
import { textField } from "#web/forms/fields.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

/** The form that was refused, if this page shows one again. */
export interface Refused {
  button: AccountButton | null;
  result: SubmissionResult;
}

interface Input extends Omit<ComponentProps<"input">, "id" | "name"> {
  name: string;
  label: string;
  hint?: ReactNode;
}

interface AccountFormProps {
  button: AccountButton;
  refused: Refused | null;
  inputs?: readonly Input[];
  /** What the form is about, which nobody types. */
  hidden?: Readonly<Record<string, string>>;
  submit: string;
  look?: ComponentProps<typeof Button>["look"];
  /** A second button of this name, which calls the form's subject off. */
  cancel?: string;
}

/** What every change asks for that an open browser alone may not make. */
export const CURRENT_PASSWORD = {
  name: "currentPassword",
  label: "Current password",
  type: "password",
  autoComplete: "current-password",
} as const satisfies Input;

/**
 * What is changed now and then, and asks for the password: folded, so that the page says what there
 * is before it asks for anything.
 * @param isOpen it is what the person is here for
 */
export function FoldedForm({
  label,
  isOpen = false,
  ...form
}: AccountFormProps & { label: string; isOpen?: boolean }) {
  return (
    <FoldedPart label={label} isOpen={isOpen || form.refused?.button === form.button}>
      <AccountForm {...form} />
    </FoldedPart>
  );
}

/** The same around a form of another make. */
export function FoldedPart({
  label,
  isOpen,
  children,
}: {
  label: string;
  isOpen: boolean;
  children: ReactNode;
}) {
  return (
    <details open={isOpen} className="not-first:border-t not-first:border-line not-first:pt-4">
      <summary className="py-1 text-sm font-medium underline underline-offset-2">{label}</summary>
      <div className="mt-4">{children}</div>
    </details>
  );
}

/** A plain form of the account page: its fields, and the button whose address it is sent to. */
export function AccountForm({
  button,
  refused,
  inputs = [],
  hidden = {},
  submit,
  look,
  cancel,
}: AccountFormProps) {
  const [form, fields] = useForm<Record<string, string>>({
    id: button,
    lastResult: refused?.button === button ? refused.result : null,
  });
  return (
    <form
      method="post"
      action={`/account/${button}`}
      {...getFormProps(form, { ariaAttributes: false })}
      className="space-y-6"
    >
      <OnceField />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {inputs.map(({ name, ...input }) => {
        const field = fields[name];
        return field === undefined ? null : (
          <TextField key={name} {...textField(field)} required {...input} />
        );
      })}
      <div className="flex flex-wrap gap-3">
        <Button look={look}>{submit}</Button>
        {cancel === undefined ? null : (
          <>
            {" "}
            <Button look="secondary" name={CANCEL} value="yes" formNoValidate>
              {cancel}
            </Button>
          </>
        )}
      </div>
    </form>
  );
}
