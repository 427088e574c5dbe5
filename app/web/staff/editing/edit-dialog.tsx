import type { SubmissionResult } from "@conform-to/react";
import type { ComponentProps, ReactNode } from "react";
import { Link, type MetaDescriptor } from "react-router";
import { BASE_FIELD } from "#model/cards/editing.ts";
import { Button, buttonClass, type ButtonLook } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { ConflictPanel, type ShownConflict } from "./conflict.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

interface EditPage {
  closeHref: string;
  site: string;
  failed: boolean;
}

/** The head of an edit dialog: its title, and a word to search engines that never see it. */
export function editMeta(page: EditPage | undefined, title: string): MetaDescriptor[] {
  return [
    { title: `${page?.failed ? "Error: " : ""}${title} · ${page?.site ?? "Trust Center"}` },
    { name: "robots", content: "noindex" },
  ];
}

interface EditDialogProps {
  page: EditPage;
  title: string;
  /** The stamp of what the form shows; none for a form that overwrites nothing. */
  base?: string | null;
  /** What the action answered, when it refused the form. */
  answer?:
    | { result?: SubmissionResult | undefined; conflict?: ShownConflict | null | undefined }
    | undefined;
  /** What the form contract says of the form itself. */
  form?: ComponentProps<"form">;
  /** The ids of the fields by their names, for the links of the error summary. */
  fields?: Readonly<Record<string, string>>;
  submit?: string;
  submitLook?: ButtonLook;
  /** A form that has nothing to submit yet. */
  disabled?: boolean;
  uploads?: boolean;
  /** Buttons beside Save and Cancel; they come after Save, which Enter presses. */
  more?: ReactNode;
  children: ReactNode;
}

/** An edit dialog that is one form: what is wrong with it, its fields, Save and Cancel. */
export function EditDialog({
  page,
  title,
  base = null,
  answer,
  form = { noValidate: true },
  fields = {},
  submit = "Save",
  submitLook = "primary",
  disabled = false,
  uploads = false,
  more,
  children,
}: EditDialogProps) {
  const { "": formErrors, ...fieldErrors } = answer?.result?.error ?? {};
  const conflict = answer?.conflict ?? null;
  const listed = Object.entries(fields).map(([name, id]) => ({
    id,
    errors: fieldErrors[name] ?? [],
  }));
  const unlisted = Object.entries(fieldErrors).flatMap(([name, errors]) =>
    Object.hasOwn(fields, name) ? [] : (errors ?? []),
  );
  return (
    <Dialog closeHref={page.closeHref} title={title}>
      <form
        method="post"
        encType={uploads ? "multipart/form-data" : undefined}
        className="space-y-6"
        {...form}
      >
        <OnceField />
        {conflict === null ? (
          <ErrorSummary errors={[...(formErrors ?? []), ...unlisted]} fields={listed} />
        ) : (
          <ConflictPanel conflict={conflict} />
        )}
        {base === null ? null : (
          <input type="hidden" name={BASE_FIELD} value={conflict?.base ?? base} />
        )}
        {children}
        <div className="flex flex-wrap gap-3">
          <Button look={submitLook} disabled={disabled}>
            {conflict?.save ?? submit}
          </Button>{" "}
          <Link to={page.closeHref} preventScrollReset className={buttonClass("secondary")}>
            Cancel
          </Link>{" "}
          {more}
        </div>
      </form>
    </Dialog>
  );
}

/** A field's value as it was sent, or as it is stored. */
export function keptValue(
  result: SubmissionResult | undefined,
  name: string,
  stored: string | null,
): string {
  const sent = result?.initialValue;
  // Not sent yet, or sent in a way that nobody could read: what is stored is still what there is to
  // show.
  if (sent === undefined || sent === null) return stored ?? "";
  return typeof sent[name] === "string" ? sent[name] : "";
}

/** The messages of a field. */
export function errorsOf(
  result: SubmissionResult | undefined,
  name: string,
): readonly string[] | undefined {
  return result?.error?.[name] ?? undefined;
}
