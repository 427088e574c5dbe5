import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { describedBy, FieldFrame, FieldWords } from "./field.tsx";

/**
 * Several controls that are one question: its words, a hint, its messages, the controls.
 * @param isNamedAbove the words stand above it already, and are read out alone
 */
export function FieldGroup({
  id,
  legend,
  isNamedAbove = false,
  hint,
  errors,
  children,
}: {
  id: string;
  legend: string;
  isNamedAbove?: boolean;
  hint?: ReactNode;
  errors?: readonly string[] | undefined;
  children: ReactNode;
}) {
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      aria-describedby={describedBy({ id, hint, errors })}
      className={classNames(
        "space-y-2 outline-none",
        errors?.length ? "border-s-2 border-red ps-3" : null,
      )}
    >
      <legend className={isNamedAbove ? "sr-only" : "text-sm font-medium"}>{legend}</legend>
      <FieldWords id={id} hint={hint} errors={errors} />
      {children}
    </fieldset>
  );
}

/** A checkbox or a radio button with its words beside it. */
export function Choice({
  id,
  label,
  hint,
  type = "checkbox",
  value = "on",
  ...input
}: { id: string; label: ReactNode; hint?: ReactNode } & Omit<ComponentProps<"input">, "id">) {
  return (
    <div className="flex items-start gap-3">
      <input
        id={id}
        type={type}
        value={value}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="size-6 flex-none accent-accent"
        {...input}
      />{" "}
      <div className="min-w-0 py-0.5">
        <label htmlFor={id}>{label}</label>{" "}
        {hint ? (
          <span id={`${id}-hint`} className="block text-sm text-muted">
            {hint}
          </span>
        ) : null}
      </div>
    </div>
  );
}

/** Text of several lines. */
export function TextArea({ className, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea
      className={classNames(
        "block w-full rounded-md border border-edge bg-surface px-3 py-2 text-base text-ink placeholder:text-muted aria-invalid:border-red",
        className,
      )}
      {...rest}
    />
  );
}

/** A field for text of several lines with everything around it. */
export function AreaField({
  id,
  label,
  hint,
  errors,
  ...area
}: Omit<ComponentProps<typeof FieldFrame>, "children"> & Omit<ComponentProps<"textarea">, "id">) {
  return (
    <FieldFrame id={id} label={label} hint={hint} errors={errors}>
      <TextArea
        id={id}
        aria-invalid={errors?.length ? true : undefined}
        aria-describedby={describedBy({ id, hint, errors })}
        {...area}
      />
    </FieldFrame>
  );
}
