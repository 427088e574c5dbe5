import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names.ts";

export const inputClass =
  "block w-full min-h-[2.625rem] rounded-md border border-edge bg-surface px-3 py-2 text-base text-ink placeholder:text-muted aria-invalid:border-red";

interface FieldProps {
  id: string;
  label: string;
  hint?: ReactNode;
  errors?: readonly string[] | undefined;
}

/** What ties an input to its hint and its messages. */
export function describedBy({
  id,
  hint,
  errors,
}: Pick<FieldProps, "id" | "hint" | "errors">): string | undefined {
  const ids = [hint ? `${id}-hint` : null, errors?.length ? `${id}-error` : null].filter(Boolean);
  return ids.length > 0 ? ids.join(" ") : undefined;
}

/** The hint and the messages of a field, or of a group, by the ids that `describedBy` names. */
export function FieldWords({ id, hint, errors }: Pick<FieldProps, "id" | "hint" | "errors">) {
  return (
    <>
      {hint ? (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      ) : null}
      {errors?.length ? (
        <p id={`${id}-error`} className="text-sm font-medium text-red">
          <span className="sr-only">Error: </span>
          {errors.join(" ")}
        </p>
      ) : null}
    </>
  );
}

/** A label, a hint, the messages of a field, and the control between them. */
export function FieldFrame({
  id,
  label,
  hint,
  errors,
  children,
}: FieldProps & { children: ReactNode }) {
  return (
    <div className={classNames("space-y-1", errors?.length ? "border-s-2 border-red ps-3" : null)}>
      <label htmlFor={id} className="block text-sm font-medium">
        {label}
      </label>
      <FieldWords id={id} hint={hint} errors={errors} />
      {children}
    </div>
  );
}

/** A one-line text field with everything around it. */
export function TextField({
  id,
  label,
  hint,
  errors,
  className,
  type = "text",
  maxLength,
  ...input
}: FieldProps & Omit<ComponentProps<"input">, "id">) {
  // A date field throws away what is no date: what was typed stays in a field of text.
  const typed = input.value ?? input.defaultValue;
  const isText =
    type === "date" && typeof typed === "string" && !/^(?:\d{4}-\d{2}-\d{2})?$/.test(typed);
  return (
    <FieldFrame id={id} label={label} hint={hint} errors={errors}>
      <input
        id={id}
        className={classNames(inputClass, className)}
        aria-invalid={errors?.length ? true : undefined}
        aria-describedby={describedBy({ id, hint, errors })}
        type={isText ? "text" : type}
        // A date has no length.
        maxLength={type === "date" ? undefined : maxLength}
        {...input}
      />
    </FieldFrame>
  );
}

/** A choice from a list. One that begins with a choice is never empty: it can't be required. */
export function SelectField({
  id,
  label,
  hint,
  errors,
  options,
  required,
  ...select
}: FieldProps &
  Omit<ComponentProps<"select">, "id"> & { options: readonly { value: string; label: string }[] }) {
  return (
    <FieldFrame id={id} label={label} hint={hint} errors={errors}>
      <select
        id={id}
        className={inputClass}
        aria-invalid={errors?.length ? true : undefined}
        aria-describedby={describedBy({ id, hint, errors })}
        required={required === true && options[0]?.value === ""}
        {...select}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
