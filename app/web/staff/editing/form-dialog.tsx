import {
  getFormProps,
  useForm,
  type DefaultValue,
  type FieldMetadata,
  type FormMetadata,
  type SubmissionResult,
} from "@conform-to/react";
import type { ReactNode } from "react";
import type { FormConstraint } from "#web/forms/constraint.ts";
import type { ShownConflict } from "./conflict.tsx";
import { EditDialog } from "./edit-dialog.tsx";

interface EditPage {
  closeHref: string;
  site: string;
  failed: boolean;
}

/** The text fields of a dialog's form, by their names. */
export type DialogFields<Name extends string> = Record<Name, FieldMetadata<string>>;

/**
 * An edit dialog's form, as the contract has it: what was sent, else what is stored, with limits
 * and messages.
 */
export function FormDialog<Name extends string>({
  data: { page, base, constraint },
  answer,
  title,
  stored,
  names,
  ids = {},
  children,
  ...dialog
}: {
  data: { page: EditPage; base: string | null; constraint: FormConstraint };
  answer:
    | { result?: SubmissionResult | undefined; conflict?: ShownConflict | null | undefined }
    | undefined;
  title: string;
  /** What its fields hold before anybody typed. */
  stored: Readonly<Record<Name, string | null>>;
  /** Its fields, in their order: the error summary links to them. */
  names: readonly NoInfer<Name>[];
  /** The ids of fields that have ids of their own. */
  ids?: Readonly<Record<string, string>>;
  submit?: string;
  uploads?: boolean;
  more?: ReactNode;
  children(fields: DialogFields<Name>, form: FormMetadata<Record<Name, string>>): ReactNode;
}) {
  const [form, fields] = useForm<Record<Name, string>>({
    id: "edit",
    lastResult: answer?.result ?? null,
    defaultValue: stored as DefaultValue<Record<Name, string>>,
    constraint: constraint as never,
  });
  const own = fields as unknown as DialogFields<Name>;
  return (
    <EditDialog
      page={page}
      title={title}
      base={base}
      answer={answer}
      form={getFormProps(form, { ariaAttributes: false })}
      fields={{ ...Object.fromEntries(names.map((name) => [name, own[name].id])), ...ids }}
      {...dialog}
    >
      {children(own, form)}
    </EditDialog>
  );
}
