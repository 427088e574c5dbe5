import { useEffect, useRef } from "react";
import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import type { DocumentAccessType } from "#model/items/items.ts";
import { ACCESS_WORDS, SORTED_DOCUMENT_TYPES } from "#model/documents/library.ts";
import { choiceField, selectField, textField } from "#web/forms/fields.ts";
import type { FormConstraint } from "#web/forms/constraint.ts";
import { Button } from "#web/ui/button.tsx";
import { Choice, FieldGroup } from "#web/ui/choice-field.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { DOCUMENT_FACT_LABELS, DOCUMENT_FACTS } from "#model/documents/facts.ts";
import type { ShownDocument } from "./document-shown.ts";
import { OnceField } from "#web/ui/once-field.tsx";

const TYPES = SORTED_DOCUMENT_TYPES.map((type) => ({ value: type, label: type }));

/**
 * Name, type, access and expiry of a document, what else is known of it, and what of that is shown
 * while it is locked.
 */
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
  const [form, fields] = useForm<
    Record<
      "name" | "type" | "accessType" | "expiresOn" | "auditor" | "periodFrom" | "periodTo",
      string
    > & { releasedFacts: string[] }
  >({
    id: "document",
    lastResult: refused?.initialValue?.intent === "edit" ? refused : null,
    defaultValue: {
      name: document.name,
      type: document.type,
      accessType: document.accessType ?? "default",
      expiresOn: document.expiresOn ?? "",
      auditor: document.auditor ?? "",
      periodFrom: document.periodFrom ?? "",
      periodTo: document.periodTo ?? "",
      releasedFacts: document.releasedFacts,
    },
    constraint,
  });
  const { name, type, accessType, expiresOn, auditor, periodFrom, periodTo, releasedFacts } =
    fields;
  useStoredDate(expiresOn.id, document.expiresOn ?? "");
  const access = [
    { value: "default", label: `Default (${ACCESS_WORDS[documentAccessType]})` },
    ...(["view-only", "view-and-download"] as const).map((value) => ({
      value,
      label: ACCESS_WORDS[value],
    })),
  ];
  return (
    <form method="post" className="space-y-5" {...getFormProps(form, { ariaAttributes: false })}>
      <OnceField />
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
        hint="Optional. Last day it’s valid."
        className="sm:max-w-60"
      />
      <TextField {...textField(auditor)} label="Auditor" autoComplete="off" hint="Optional." />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...textField(periodFrom)} label="Period from" type="date" hint="Optional." />
        <TextField
          {...textField(periodTo)}
          label="Period to"
          type="date"
          hint="The last day of the reporting period."
        />
      </div>
      <FieldGroup
        id={releasedFacts.id}
        legend="Shown while it is locked"
        hint="Visitors without access see these details next to the lock, so they know whether to request it. The name and content stay hidden. At access level Minimal, nothing is shown."
        errors={releasedFacts.errors}
      >
        {DOCUMENT_FACTS.map((fact) => (
          <Choice
            key={fact}
            {...choiceField(releasedFacts, fact, "checkbox")}
            label={
              fact === "pages" && document.pages !== null
                ? `${DOCUMENT_FACT_LABELS.pages} (${document.pages})`
                : DOCUMENT_FACT_LABELS[fact]
            }
          />
        ))}
      </FieldGroup>
      <Button>Save</Button>
    </form>
  );
}

/**
 * Shows a date that a new version brought while the page was open, so that saving this form does
 * not put the old one back; a date that was typed stays.
 */
function useStoredDate(id: string, stored: string): void {
  const shown = useRef(stored);
  useEffect(() => {
    const input = window.document.getElementById(id);
    if (input instanceof HTMLInputElement && input.value === shown.current) input.value = stored;
    shown.current = stored;
  }, [id, stored]);
}

/** The same for those who may only look. */
export function Facts({ document }: { document: ShownDocument }) {
  const facts = [
    ["Type", document.type],
    ["Access", document.access],
    ["Expiration Date", document.expires ?? "None"],
    ["Auditor", document.auditor ?? "None"],
    ["Shown while it is locked", document.beside === "" ? "Nothing" : document.beside],
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
