import { MAIL_STATES, type MailState } from "#model/mail/mail.ts";
import { ListSearch } from "#web/lists/search.tsx";
import { SelectField } from "#web/ui/field.tsx";
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
    <ListSearch
      path="/mail"
      query={JSON.stringify([state, q])}
      label="Emails"
      search={{ label: "Recipient", value: q, maxLength: 320 }}
      narrowed={state !== null || q !== ""}
      isOpen={state !== null}
    >
      <SelectField
        id="mail-state"
        name="state"
        label="State"
        options={options}
        defaultValue={state ?? ""}
      />
    </ListSearch>
  );
}
