import { describedBy, FieldFrame } from "./field.tsx";

/** A field for one file with everything around it. */
export function FileField({
  id,
  name,
  label,
  hint,
  errors,
  accept,
}: {
  id: string;
  name: string;
  label: string;
  hint: string;
  errors: readonly string[] | undefined;
  accept: string;
}) {
  return (
    <FieldFrame id={id} label={label} hint={hint} errors={errors}>
      <input
        id={id}
        name={name}
        type="file"
        accept={accept}
        aria-invalid={errors?.length ? true : undefined}
        aria-describedby={describedBy({ id, hint, errors })}
        className="block min-h-10 w-full text-sm file:me-3 file:min-h-10 file:rounded-md file:border file:border-solid file:border-edge file:bg-surface file:px-4 file:text-sm file:font-medium file:text-ink"
      />
    </FieldFrame>
  );
}
