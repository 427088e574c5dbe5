import { useState, type DragEvent } from "react";
import { ACCEPTED_ENDINGS } from "../../../values/file-types.ts";
import { classNames } from "../../../ui/class-names.ts";
import { describedBy, FieldFrame } from "../../../ui/field.tsx";

interface FileFieldProps {
  id: string;
  label: string;
  hint: string;
  errors?: readonly string[] | undefined;
  multiple?: boolean;
  /** Files were chosen and are listed beside it: that the input itself is empty is not said. */
  hasFiles: boolean;
  /** Takes what was chosen or dropped; where it runs, the input itself stays empty. */
  onFiles: (files: readonly File[]) => void;
}

/** A file input; where scripts run, files can be dropped on it. */
export function FileField({
  id,
  label,
  hint,
  errors,
  multiple,
  hasFiles,
  onFiles,
}: FileFieldProps) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files].slice(0, multiple ? undefined : 1));
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
          name="files"
          type="file"
          multiple={multiple}
          accept={ACCEPTED_ENDINGS.join(",")}
          aria-invalid={errors?.length ? true : undefined}
          aria-describedby={describedBy({ id, hint, errors })}
          onChange={(event) => {
            onFiles([...(event.currentTarget.files ?? [])]);
            event.currentTarget.value = "";
          }}
          className={classNames(
            hasFiles ? "text-transparent" : "text-ink",
            "block w-full min-h-10 cursor-pointer text-sm file:me-3 file:min-h-10 file:cursor-pointer file:rounded-md file:border file:border-solid file:border-edge file:bg-surface file:px-4 file:py-2 file:text-sm file:font-medium file:text-ink",
          )}
        />
      </div>
    </FieldFrame>
  );
}
