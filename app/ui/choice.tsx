import type { ReactNode } from "react";

/** Choices that belong together, under one name. */
export function Group({ legend, hint, errors, children }: { legend: string; hint?: ReactNode; errors?: readonly string[] | undefined; children: ReactNode }) {
  return (
    <fieldset className={errors?.length ? "border-s-2 border-red ps-3" : undefined}>
      <legend className="mb-2 font-semibold">{legend}</legend>
      {hint === undefined ? null : <p className="mb-2 text-sm text-muted">{hint}</p>}
      {errors?.length ? (
        <p className="mb-2 text-sm font-medium text-red">
          <span className="sr-only">Error: </span>
          {errors.join(" ")}
        </p>
      ) : null}
      <div className="space-y-1">{children}</div>
    </fieldset>
  );
}

/** A radio button or checkbox with its words beside it, as large as a finger needs. */
export function Choice({ id, children, ...input }: { id: string; type: "radio" | "checkbox"; name: string; value: string; defaultChecked: boolean; children: ReactNode }) {
  return (
    <div className="flex items-center gap-3">
      <input id={id} className="size-6 flex-none accent-accent" {...input} />
      <label htmlFor={id} className="min-h-6 py-1">
        {children}
      </label>
    </div>
  );
}
