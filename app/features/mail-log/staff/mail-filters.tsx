import { Form } from "react-router";
import { MAIL_STATES, type MailState } from "../../../mail/rules/mail.ts";
import { MAIL_STATE_WORDS } from "../forms.ts";
import { Button } from "../../../ui/button.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";

/** State and address to look for; a plain GET form. */
export function MailFilters({
  state,
  q,
  counts,
}: {
  state: MailState | null;
  q: string;
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
      <Button look="secondary">Search</Button>
    </Form>
  );
}
