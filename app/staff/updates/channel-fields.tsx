import type { FieldMetadata } from "@conform-to/react";
import { MAX_LISTED } from "../../domain/update-recipients.ts";
import { Choice, FieldGroup, TextArea } from "../../ui/choice-field.tsx";
import { describedBy, FieldFrame, SelectField } from "../../ui/field.tsx";
import { initial } from "./topic-fields.tsx";

type Field = Pick<FieldMetadata<unknown>, "id" | "name" | "errors"> & { initialValue?: unknown };
type Name = "statusPage" | "email" | "subscribers" | "source" | "profileId" | "emails";

const SOURCES = [
  { value: "", label: "Nobody else", hint: "" },
  { value: "accounts", label: "Accounts", hint: "Active members of every approved account." },
  {
    value: "profile",
    label: "Permission profile",
    hint: "Active members of accounts with the profile chosen below.",
  },
  { value: "listed", label: "Listed e-mails", hint: "The addresses that you list below." },
];

/** Where an update goes: the page, e-mail, and to whom. All of it is there without scripts; what is not ticked does not count. */
export function ChannelFields({
  fields,
  portalTitle,
  profiles,
}: {
  fields: Record<Name, Field>;
  portalTitle: string;
  profiles: readonly { id: string; name: string }[];
}) {
  const { statusPage, email, subscribers, source, profileId, emails } = fields;
  const ticked = (field: Field) => initial(field) === "on";
  const sourceErrors = [...(subscribers.errors ?? []), ...(source.errors ?? [])];
  const emailsHint = `One a line, or parted by commas or spaces; at most ${MAX_LISTED}.`;
  return (
    <>
      <FieldGroup id={statusPage.id} legend="Channels" errors={statusPage.errors}>
        <Choice
          id={`${statusPage.id}-box`}
          name={statusPage.name}
          label={`Show on ${portalTitle}`}
          defaultChecked={ticked(statusPage)}
        />
        <Choice
          id={email.id}
          name={email.name}
          label="Send by e-mail"
          hint="You see how many people get it before it is sent."
          defaultChecked={ticked(email)}
        />
      </FieldGroup>
      <FieldGroup
        id={subscribers.id}
        legend="Recipients"
        hint="Of the e-mail. A private update reaches only those subscribers who are active members of an account."
        errors={sourceErrors}
      >
        <Choice
          id={`${subscribers.id}-box`}
          name={subscribers.name}
          label="Subscribers"
          hint="Those who confirmed and want this category and product."
          defaultChecked={ticked(subscribers)}
        />
        <div className="border-t border-line pt-2" />
        {SOURCES.map(({ value, label, hint }) => (
          <Choice
            key={value}
            id={`${source.id}-${value || "none"}`}
            type="radio"
            name={source.name}
            value={value}
            label={label}
            hint={hint}
            defaultChecked={(initial(source) ?? "") === value}
          />
        ))}
      </FieldGroup>
      {profiles.length === 0 ? null : (
        <SelectField
          id={profileId.id}
          name={profileId.name}
          label="Profile of the accounts"
          hint="With Permission profile chosen above."
          options={[
            { value: "", label: "Choose…" },
            ...profiles.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          defaultValue={initial(profileId)}
          errors={profileId.errors}
        />
      )}
      <FieldFrame
        id={emails.id}
        label="Addresses"
        hint={`With Listed e-mails chosen above. ${emailsHint}`}
        errors={emails.errors}
      >
        <TextArea
          id={emails.id}
          name={emails.name}
          rows={3}
          spellCheck={false}
          autoCapitalize="none"
          defaultValue={initial(emails)}
          aria-invalid={emails.errors?.length ? true : undefined}
          aria-describedby={describedBy({ id: emails.id, hint: emailsHint, errors: emails.errors })}
        />
      </FieldFrame>
    </>
  );
}
