import { Form } from "react-router";
import { MAIL_STATES, type MailState } from "#model/mail/mail.ts";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { FilterButtons } from "#web/ui/filter-form.tsx";
import { MAIL_STATE_WORDS, type MailQuery } from "../forms/mail-log.ts";

/** State and address to look for; a plain GET form. */
export function MailFilters({
  query: { state, q },
  counts,
}: {
  query: MailQuery;
  counts: Partial<Record<MailState, number>>;
}) {
  const options = [
    { value: "", label: "All" },
    ...MAIL_STATES.map((name) => ({
      value: name,
      label: `${MAIL_STATE_WORDS[name].label} (${counts[name] ?? 0})`,
    })),
  ];
  return (
    <Form method="get" noValidate className="flex flex-wrap items-end gap-4">
      <SelectField
        key={state}
        id="mail-state"
        name="state"
        label="State"
        options={options}
        defaultValue={state ?? ""}
      />
      <TextField
        key={q}
        id="mail-q"
        name="q"
        type="search"
        label="Recipient"
        defaultValue={q}
        maxLength={320}
      />
      <FilterButtons path="/mail" narrowed={state !== null || q !== ""} />
    </Form>
  );
}
