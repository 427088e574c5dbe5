import {
  FormProvider,
  getFormProps,
  useField,
  useForm,
  type SubmissionResult,
} from "@conform-to/react";
import type { ComponentProps, ReactNode, Ref } from "react";
import { BASE_FIELD } from "#model/cards/editing.ts";
import {
  areaField,
  boxField,
  choiceField,
  hiddenField,
  selectField,
  textField,
} from "#web/forms/fields.ts";
import type { FormConstraint } from "#web/forms/constraint.ts";
import { Button } from "#web/ui/button.tsx";
import { AreaField, Choice, FieldGroup } from "#web/ui/choice-field.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { ConflictPanel, type ShownConflict } from "#web/staff/editing/conflict.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

interface SettingsFormProps {
  /** The settings as they are by the names of the fields, their limits, and their stamp. */
  shown: { stored: object; constraint: FormConstraint; base: string };
  /** The answer to this form when it was refused. */
  answer: { result: SubmissionResult; conflict?: ShownConflict } | undefined;
  submit?: string;
  children: ReactNode;
}

/**
 * The forms of the settings: every field names the setting that it is, `group.setting` for one in a
 * group, and shows what is stored, or what was sent when the form comes again.
 */
export function SettingsForm({ shown, answer, submit = "Save", children }: SettingsFormProps) {
  const conflict = answer?.conflict ?? null;
  const [form, fields] = useForm<{ [BASE_FIELD]: string }>({
    id: "setting",
    lastResult: answer?.result ?? null,
    // A form that comes again is still the one that was opened then: what was saved since is
    // noticed.
    defaultValue: { ...shown.stored, [BASE_FIELD]: shown.base },
    constraint: shown.constraint,
  });
  return (
    <FormProvider context={form.context}>
      <form
        method="post"
        className="max-w-[44rem] space-y-8"
        {...getFormProps(form, { ariaAttributes: false })}
      >
        <OnceField />
        {conflict === null ? (
          <ErrorSummary
            errors={form.errors}
            fields={Object.entries(form.allErrors)
              .filter(([name]) => name !== "")
              .map(([name, errors]) => ({ id: idOf(name), errors }))}
          />
        ) : (
          <ConflictPanel conflict={conflict} />
        )}
        <input
          {...hiddenField(fields[BASE_FIELD])}
          {...(conflict === null ? {} : { value: conflict.base })}
        />
        {children}
        <Button>{conflict === null ? submit : "Save my version"}</Button>
      </form>
    </FormProvider>
  );
}

/** The heading of a page of the settings. */
export function SettingsHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="mb-8">
      <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
      {children ? <p className="mt-2 max-w-[44rem] text-muted">{children}</p> : null}
    </div>
  );
}

/** Fields that belong together, below a heading. */
export function SettingsGroup({
  title,
  about,
  children,
}: {
  title: string;
  about?: ReactNode;
  children: ReactNode;
}) {
  return (
    <fieldset className="space-y-5 rounded-lg border border-line bg-surface p-5 sm:p-6">
      <legend className="float-start mb-1 w-full text-lg font-semibold">{title}</legend>
      {about ? (
        <p className="clear-both text-sm text-muted">{about}</p>
      ) : (
        <div className="clear-both" />
      )}
      {children}
    </fieldset>
  );
}

interface SettingProps {
  name: string;
  label: string;
  hint?: ReactNode;
}

export function TextSetting({
  name,
  ...props
}: SettingProps & Omit<ComponentProps<"input">, "id" | "name">) {
  const field = useSetting(name);
  return <TextField {...textField(field)} id={idOf(name)} autoComplete="off" {...props} />;
}

export function AreaSetting({
  name,
  ...props
}: SettingProps & Omit<ComponentProps<"textarea">, "id" | "name">) {
  const field = useSetting(name);
  // A list has a line for each of its words.
  const lines = [field.initialValue ?? []].flat().join("\n");
  return (
    <AreaField {...areaField(field)} id={idOf(name)} rows={4} {...props} defaultValue={lines} />
  );
}

export function SelectSetting({
  name,
  ...props
}: SettingProps & {
  options: readonly { value: string; label: string }[];
  ref?: Ref<HTMLSelectElement>;
}) {
  return <SelectField {...selectField(useSetting(name))} id={idOf(name)} {...props} />;
}

/** A box: the setting is on when it is ticked. */
export function BoxSetting({ name, label, hint }: SettingProps) {
  return <Choice {...boxField(useSetting(name))} id={idOf(name)} label={label} hint={hint} />;
}

/** One of a few, each with what it means. */
export function RadioSetting({
  name,
  label,
  hint,
  choices,
}: SettingProps & { choices: readonly { value: string; label: string; hint?: ReactNode }[] }) {
  const field = useSetting(name);
  return (
    <FieldGroup id={idOf(name)} legend={label} hint={hint} errors={field.errors}>
      {choices.map((choice) => (
        <Choice
          key={choice.value}
          {...choiceField(field, choice.value)}
          id={`${idOf(name)}-${choice.value}`}
          label={choice.label}
          hint={choice.hint}
        />
      ))}
    </FieldGroup>
  );
}

/** Any of a few: boxes of one name. */
export function BoxesSetting({
  name,
  label,
  hint,
  choices,
}: SettingProps & { choices: readonly { value: string; label: string }[] }) {
  const field = useSetting(name);
  return (
    <FieldGroup id={idOf(name)} legend={label} hint={hint} errors={field.errors}>
      {choices.map((choice) => (
        <Choice
          key={choice.value}
          {...choiceField(field, choice.value, "checkbox")}
          id={`${idOf(name)}-${choice.value}`}
          label={choice.label}
        />
      ))}
    </FieldGroup>
  );
}

function useSetting(name: string) {
  return useField<string>(name)[0];
}

/** No dots: what an id may be. */
function idOf(name: string): string {
  return `setting-${name.replaceAll(".", "-")}`;
}
