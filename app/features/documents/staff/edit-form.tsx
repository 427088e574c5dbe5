import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import type { DocumentAccessType } from "../../items/rules/items.ts";
import { ACCESS_WORDS, SORTED_DOCUMENT_TYPES } from "../rules/library.ts";
import { selectField, textField } from "../../../forms/fields.ts";
import type { FormConstraint } from "../../../forms/form.ts";
import { Button } from "../../../ui/button.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import type { ShownDocument } from "./document-shown.ts";

const TYPES = SORTED_DOCUMENT_TYPES.map((type) => ({ value: type, label: type }));

/** Name, type, access and expiry of a document. */
export function EditForm({
  document,
  documentAccessType,
  constraint,
  refused,
}: {
  document: ShownDocument;
  documentAccessType: DocumentAccessType;
  constraint: FormConstraint;
  refused: SubmissionResult | null;
}) {
  const [form, { name, type, accessType, expiresOn }] = useForm<
    Record<"name" | "type" | "accessType" | "expiresOn", string>
  >({
    id: "document",
    lastResult: refused?.initialValue?.intent === "edit" ? refused : null,
    defaultValue: {
      name: document.name,
      type: document.type,
      accessType: document.accessType ?? "default",
      expiresOn: document.expiresOn ?? "",
    },
    constraint,
  });
  const access = [
    { value: "default", label: `Default (${ACCESS_WORDS[documentAccessType]})` },
    ...(["view-only", "view-and-download"] as const).map((value) => ({
      value,
      label: ACCESS_WORDS[value],
    })),
  ];
  return (
    <form method="post" className="space-y-5" {...getFormProps(form, { ariaAttributes: false })}>
      <input type="hidden" name="intent" value="edit" />
      <TextField {...textField(name)} label="Name" maxLength={255} autoComplete="off" />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField {...selectField(type)} label="Type" options={TYPES} />
        <SelectField {...selectField(accessType)} label="Access" options={access} />
      </div>
      <TextField
        {...textField(expiresOn)}
        label="Expiration Date"
        type="date"
        hint="The last day on which it counts; empty for none."
        className="sm:max-w-60"
      />
      <Button>Save</Button>
    </form>
  );
}

/** The same for those who may only look. */
export function Facts({ document }: { document: ShownDocument }) {
  const facts = [
    ["Type", document.type],
    ["Access", document.access],
    ["Expiration Date", document.expires ?? "None"],
    ["Size", document.size],
    ["Added", `${document.added}, ${document.addedBy}`],
  ] as const;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
