import type { SubmissionResult } from "@conform-to/react";
import { createContext, use, type ComponentProps, type ReactNode } from "react";
import { BASE_FIELD } from "../../domain/editing.ts";
import { Button } from "../../ui/button.tsx";
import { Choice, FieldGroup, TextArea } from "../../ui/choice-field.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { describedBy, FieldFrame, SelectField, TextField } from "../../ui/field.tsx";
import { ConflictPanel, type ShownConflict } from "../edit/conflict.tsx";

/**
 * The forms of the settings: every field names the setting that it is, `group.setting` for one in a group,
 * and shows what is stored, or what was sent when the form comes again.
 */
interface FormState {
  stored: unknown;
  result: SubmissionResult | null;
}

const FormContext = createContext<FormState>({ stored: {}, result: null });

interface SettingsFormProps {
  /** The settings as they are by the names of the fields, and their stamp. */
  shown: { stored: unknown; base: string };
  /** The answer to this form when it was refused. */
  answer: { result: SubmissionResult; conflict?: ShownConflict } | undefined;
  submit?: string;
  children: ReactNode;
}

export function SettingsForm({ shown, answer, submit = "Save", children }: SettingsFormProps) {
  const { stored } = shown;
  const result = answer?.result ?? null;
  const conflict = answer?.conflict ?? null;
  // A form that comes again is still the one that was opened then: what was saved since is noticed.
  const sent = result?.initialValue?.[BASE_FIELD];
  const base = conflict?.base ?? (typeof sent === "string" ? sent : shown.base);
  const errors = Object.entries(result?.error ?? {}).filter(([name]) => name !== "");
  return (
    <FormContext value={{ stored, result }}>
      <form method="post" className="max-w-[44rem] space-y-8" noValidate>
        {conflict === null ? (
          <ErrorSummary
            errors={result?.error?.[""] ?? undefined}
            fields={errors.map(([name, messages]) => ({
              id: idOf(name),
              errors: messages ?? undefined,
            }))}
          />
        ) : (
          <ConflictPanel conflict={conflict} />
        )}
        <input type="hidden" name={BASE_FIELD} value={base} />
        {children}
        <Button>{conflict === null ? submit : "Save my version"}</Button>
      </form>
    </FormContext>
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
  const { id, errors, text } = useSetting(name);
  return (
    <TextField
      id={id}
      name={name}
      type="text"
      autoComplete="off"
      defaultValue={text}
      errors={errors}
      {...props}
    />
  );
}

export function AreaSetting({
  name,
  label,
  hint,
  rows = 4,
  ...props
}: SettingProps & Omit<ComponentProps<"textarea">, "id" | "name">) {
  const { id, errors, text } = useSetting(name);
  return (
    <FieldFrame id={id} label={label} hint={hint} errors={errors}>
      <TextArea
        id={id}
        name={name}
        rows={rows}
        defaultValue={text}
        aria-invalid={errors?.length ? true : undefined}
        aria-describedby={describedBy({ id, hint, errors })}
        {...props}
      />
    </FieldFrame>
  );
}

export function SelectSetting({
  name,
  options,
  ...props
}: SettingProps & { options: readonly { value: string; label: string }[] }) {
  const { id, errors, text } = useSetting(name);
  return (
    <SelectField
      id={id}
      name={name}
      options={options}
      defaultValue={text}
      errors={errors}
      {...props}
    />
  );
}

/** A box: the setting is on when it is ticked. */
export function BoxSetting({ name, label, hint }: SettingProps) {
  const { id, ticked } = useSetting(name);
  return (
    <Choice id={id} name={name} value="on" defaultChecked={ticked} label={label} hint={hint} />
  );
}

/** One of a few, each with what it means. */
export function RadioSetting({
  name,
  label,
  hint,
  choices,
}: SettingProps & { choices: readonly { value: string; label: string; hint?: ReactNode }[] }) {
  const { id, errors, text } = useSetting(name);
  return (
    <FieldGroup id={id} legend={label} hint={hint} errors={errors}>
      {choices.map((choice) => (
        <Choice
          key={choice.value}
          id={`${id}-${choice.value}`}
          type="radio"
          name={name}
          value={choice.value}
          defaultChecked={text === choice.value}
          label={choice.label}
          hint={choice.hint}
        />
      ))}
    </FieldGroup>
  );
}

function useSetting(name: string): {
  id: string;
  errors: string[] | undefined;
  text: string;
  ticked: boolean;
} {
  const { stored, result } = use(FormContext);
  const value = valueAt(result?.initialValue ?? stored, name);
  const text = Array.isArray(value)
    ? value.join("\n")
    : typeof value === "string" || typeof value === "number"
      ? String(value)
      : "";
  return {
    id: idOf(name),
    errors: result?.error?.[name] ?? undefined,
    text,
    ticked: value === true || value === "on",
  };
}

function idOf(name: string): string {
  return `setting-${name.replaceAll(".", "-")}`;
}

/** `a.b` of { a: { b: … } }. */
function valueAt(values: unknown, name: string): unknown {
  return name
    .split(".")
    .reduce<unknown>(
      (value, part) =>
        typeof value === "object" && value !== null
          ? (value as Record<string, unknown>)[part]
          : undefined,
      values,
    );
}
