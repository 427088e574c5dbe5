import { useRef, useState, type DragEvent } from "react";
import { classNames } from "../../ui/class-names.ts";
import { describedBy, FieldFrame } from "../../ui/field.tsx";

interface PictureFieldProps {
  id: string;
  name: string;
  label: string;
  hint: string;
  errors?: readonly string[] | undefined;
  /** The id of the radio button that choosing a file chooses. */
  chooses?: string;
}

/**
 * A file input for one picture; where scripts run, a file can be dropped on it and is put into the
 * input.
 */
export function PictureField({ id, name, label, hint, errors, chooses }: PictureFieldProps) {
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const choose = () => {
    const radio = chooses === undefined ? null : document.getElementById(chooses);
    if (radio instanceof HTMLInputElement) radio.checked = true;
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file === undefined || input.current === null) return;
    const one = new DataTransfer();
    one.items.add(file);
    input.current.files = one.files;
    choose();
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
          ref={input}
          id={id}
          name={name}
          type="file"
          accept=".png,.jpg,.jpeg,.svg"
          aria-invalid={errors?.length ? true : undefined}
          aria-describedby={describedBy({ id, hint, errors })}
          onChange={choose}
          className="block w-full min-h-10 cursor-pointer text-sm text-ink file:me-3 file:min-h-10 file:cursor-pointer file:rounded-md file:border file:border-solid file:border-edge file:bg-surface file:px-4 file:py-2 file:text-sm file:font-medium file:text-ink"
        />
      </div>
    </FieldFrame>
  );
}
