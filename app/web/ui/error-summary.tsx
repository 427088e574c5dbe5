import { STILL_HERE } from "#values/sent-forms.ts";
import { FailedRequestId } from "./failed-request.tsx";

/** What is wrong with a form, above it, each line leading to its field. */
export function ErrorSummary({
  errors,
  fields,
}: {
  errors?: readonly string[] | undefined;
  fields: readonly { id: string; errors?: readonly string[] | undefined }[];
}) {
  const faulty = fields.filter((field) => field.errors?.length);
  if (!errors?.length && faulty.length === 0) return null;
  if (errors?.[0]?.startsWith(STILL_HERE) && faulty.length === 0) return <Kept lines={errors} />;
  return (
    <div
      role="alert"
      tabIndex={-1}
      data-autofocus
      className="rounded-md border border-red bg-red-soft p-4 text-sm text-red"
    >
      <p className="font-semibold">There is a problem</p>
      <ul className="mt-2 list-disc space-y-1 ps-5">
        {errors?.map((error) => (
          <li key={error}>{error}</li>
        ))}
        {faulty.map((field) => (
          <li key={field.id}>
            <a href={`#${field.id}`} className="inline-block py-0.5 underline">
              {field.errors?.join(" ")}
            </a>
          </li>
        ))}
      </ul>
      <FailedRequestId className="mt-2" />
    </div>
  );
}

/** Nothing is wrong: the form stands as it was typed before its person signed in again. */
function Kept({ lines }: { lines: readonly string[] }) {
  return (
    <div
      role="status"
      tabIndex={-1}
      data-autofocus
      className="space-y-1 rounded-md border border-yellow bg-yellow-soft p-4 text-sm text-yellow"
    >
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}
