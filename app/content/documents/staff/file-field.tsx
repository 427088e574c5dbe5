import { ACCEPTED_ENDINGS } from "#values/file-types.ts";
import { FileDrop } from "#web/staff/editing/file-drop.tsx";

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

/** An input for documents, and the place to drop them on. */
export function FileField({ multiple, hasFiles, onFiles, ...field }: FileFieldProps) {
  return (
    <FileDrop
      {...field}
      name="files"
      multiple={multiple}
      accept={ACCEPTED_ENDINGS.join(",")}
      onDropped={(files) => onFiles(files.slice(0, multiple ? undefined : 1))}
      onChange={(event) => {
        const files = [...(event.currentTarget.files ?? [])];
        // A file that is chosen while the page is hydrated is told of twice, the second time with nothing left in
        // the input: what was chosen stays.
        if (files.length === 0) return;
        onFiles(files);
        event.currentTarget.value = "";
      }}
      className={hasFiles ? "text-transparent" : "text-ink"}
    />
  );
}
