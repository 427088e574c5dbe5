import { useState, type ComponentProps, type DragEvent, type ReactNode } from "react";
import { classNames } from "#web/ui/class-names.ts";
import { describedBy, FieldFrame } from "#web/ui/field.tsx";

const INPUT_CLASS =
  "block w-full min-h-10 cursor-pointer text-sm file:me-3 file:min-h-10 file:cursor-pointer file:rounded-md file:border file:border-solid file:border-edge file:bg-surface file:px-4 file:py-2 file:text-sm file:font-medium file:text-ink";

/**
 * A file input; where scripts run, files can be dropped on it.
 * @param onDropped takes what was dropped
 */
export function FileDrop({
  id,
  label,
  hint,
  errors,
  onDropped,
  className = "text-ink",
  ...input
}: {
  id: string;
  label: string;
  hint: ReactNode;
  errors?: readonly string[] | undefined;
  onDropped: (files: readonly File[]) => void;
} & Omit<ComponentProps<"input">, "id" | "type">) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onDropped([...event.dataTransfer.files]);
  };
  return (
    <FieldFrame id={id} label={label} hint={hint} errors={errors}>
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={classNames(
          "rounded-md border border-dashed p-4",
          over ? "border-accent bg-accent-soft" : "border-edge bg-sunken",
        )}
      >
        <input
          id={id}
          type="file"
          aria-invalid={errors?.length ? true : undefined}
          aria-describedby={describedBy({ id, hint, errors })}
          className={classNames(className, INPUT_CLASS)}
          {...input}
        />
      </div>
    </FieldFrame>
  );
}
