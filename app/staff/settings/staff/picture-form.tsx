import { Button, ButtonLink } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { describedBy, FieldFrame } from "#web/ui/field.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

interface PictureFormProps {
  shown: { hint: string; accept: string; src: string | null };
  /** Why the last one was not taken. */
  message: string | undefined;
  submit?: string;
  cancel?: string;
}

/** The form that puts a picture on the portal. */
export function PictureForm({
  shown: { hint, accept, src },
  message,
  submit = "Save",
  cancel,
}: PictureFormProps) {
  const errors = message === undefined ? undefined : [message];
  return (
    <form method="post" noValidate encType="multipart/form-data" className="space-y-6">
      <OnceField />
      <ErrorSummary fields={[{ id: "picture-file", errors }]} />
      <FieldFrame
        id="picture-file"
        label={src === null ? "File" : "Another file"}
        hint={hint}
        errors={errors}
      >
        <input
          id="picture-file"
          name="file"
          type="file"
          required
          accept={accept}
          aria-invalid={errors === undefined ? undefined : true}
          aria-describedby={describedBy({ id: "picture-file", hint, errors })}
          className="block min-h-10 w-full cursor-pointer rounded-md border border-dashed border-edge bg-sunken p-4 text-sm file:me-3 file:min-h-10 file:cursor-pointer file:rounded-md file:border file:border-solid file:border-edge file:bg-surface file:px-4 file:py-2 file:text-sm file:font-medium file:text-ink"
        />
      </FieldFrame>
      <div className="flex flex-wrap gap-3">
        <Button>{submit}</Button>{" "}
        {cancel === undefined ? null : (
          <ButtonLink to={cancel} look="secondary">
            Cancel
          </ButtonLink>
        )}
      </div>
    </form>
  );
}

/** The picture as visitors see it, on the page that it is for. */
export function CurrentPicture({
  src,
  title,
  dark,
}: {
  src: string;
  title: string;
  dark: boolean;
}) {
  return (
    <img
      src={src}
      alt={title}
      className={`mb-6 block max-h-48 max-w-full rounded-md border border-line p-4 ${dark ? "bg-[#1d2125]" : "bg-[#ffffff]"}`}
    />
  );
}
