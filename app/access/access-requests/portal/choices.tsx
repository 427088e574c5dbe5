import type { ComponentProps, ReactNode } from "react";
import { classNames } from "#web/ui/class-names.ts";
import { describedBy } from "#web/ui/field.tsx";

const BOX = "size-6 flex-none accent-accent";

/** One tick with its words beside it. */
export function CheckField({
  id,
  errors,
  children,
  ...input
}: { id: string; errors?: readonly string[] | undefined; children: ReactNode } & Omit<
  ComponentProps<"input">,
  "id"
>) {
  return (
    <div className={errors?.length ? "border-s-2 border-red ps-3" : undefined}>
      <Messages id={id} errors={errors} />
      <div className="flex gap-3 text-sm">
        <input
          id={id}
          type="checkbox"
          className={BOX}
          aria-invalid={errors?.length ? true : undefined}
          aria-describedby={describedBy({ id, hint: null, errors })}
          {...input}
        />{" "}
        <label htmlFor={id} className="pt-0.5">
          {children}
        </label>
      </div>
    </div>
  );
}

interface ChoiceListProps {
  /** Of the first box, so that a fault's link leads to it. */
  id: string;
  name: string;
  legend: string;
  choices: readonly { value: string; label: string }[];
  chosen: readonly string[];
  errors?: readonly string[] | undefined;
}

/** Ticks of one question. */
export function ChoiceList({ id, name, legend, choices, chosen, errors }: ChoiceListProps) {
  return (
    <fieldset
      className={classNames("space-y-2", errors?.length ? "border-s-2 border-red ps-3" : null)}
      aria-describedby={describedBy({ id, hint: null, errors })}
    >
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      <Messages id={id} errors={errors} />
      {choices.map(({ value, label }, i) => (
        <div key={value} className="flex gap-3 text-sm">
          <input
            id={i === 0 ? id : `${id}-${i}`}
            type="checkbox"
            name={name}
            value={value}
            defaultChecked={chosen.includes(value)}
            className={BOX}
          />{" "}
          <label htmlFor={i === 0 ? id : `${id}-${i}`} className="pt-0.5">
            {label}
          </label>
        </div>
      ))}
    </fieldset>
  );
}

function Messages({ id, errors }: { id: string; errors: readonly string[] | undefined }) {
  if (!errors?.length) return null;
  return (
    <p id={`${id}-error`} className="mb-1 text-sm font-medium text-red">
      <span className="sr-only">Error: </span>
      {errors.join(" ")}
    </p>
  );
}
