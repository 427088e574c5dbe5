import type { FieldMetadata } from "@conform-to/react";
import { MAX_LISTED } from "#model/updates/recipients.ts";
import { areaField, boxField, choiceField, selectField } from "#web/forms/fields.ts";
import { AreaField, Choice, FieldGroup } from "#web/ui/choice-field.tsx";
import { SelectField } from "#web/ui/field.tsx";

type Field = FieldMetadata<unknown>;
type Name = "statusPage" | "email" | "subscribers" | "source" | "profileId" | "emails";

const SOURCES = [
  { value: "", label: "No one else", hint: "" },
  { value: "accounts", label: "Accounts", hint: "Active members of every approved account." },
  {
    value: "profile",
    label: "Permission profile",
    hint: "Active members of accounts with the profile chosen below.",
  },
  { value: "listed", label: "Listed emails", hint: "The addresses you list below." },
];

const BY_EMAIL = "space-y-6 [form:not(:has([name=email]:checked))_&]:hidden";
const WITH_PROFILE = "[form:not(:has([name=source][value=profile]:checked))_&]:hidden";
const WITH_LISTED = "[form:not(:has([name=source][value=listed]:checked))_&]:hidden";

/**
 * Where an update goes: the page, email, and to whom. All of it is there without scripts; what is
 * not ticked is not shown where the browser can tell, and does not count anywhere.
 */
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
  const sourceErrors = [...(subscribers.errors ?? []), ...(source.errors ?? [])];
  return (
    <>
      <FieldGroup id={statusPage.id} legend="Channels" isNamedAbove errors={statusPage.errors}>
        <Choice
          {...boxField(statusPage)}
          id={`${statusPage.id}-box`}
          label={`Show on ${portalTitle}`}
        />
        <Choice
          {...boxField(email)}
          label="Send by email"
          hint="You’ll see how many people will get it before it’s sent."
        />
      </FieldGroup>
      <div className={BY_EMAIL}>
        <FieldGroup
          id={subscribers.id}
          legend="Recipients"
          hint="Who gets the email. A private update only reaches subscribers who are active members of an account."
          errors={sourceErrors}
        >
          <Choice
            {...boxField(subscribers)}
            id={`${subscribers.id}-box`}
            label="Subscribers"
            hint="Confirmed subscribers who want this category and product."
          />
          <div className="border-t border-line pt-2" />
          {SOURCES.map(({ value, label, hint }) => (
            <Choice key={value} {...choiceField(source, value)} label={label} hint={hint} />
          ))}
        </FieldGroup>
        {profiles.length === 0 ? null : (
          <div className={WITH_PROFILE}>
            <SelectField
              {...selectField(profileId)}
              label="Permission profile of the accounts"
              hint="Used with “Permission profile” above."
              options={[
                { value: "", label: "Choose…" },
                ...profiles.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          </div>
        )}
        <div className={WITH_LISTED}>
          <AreaField
            {...areaField(emails)}
            label="Addresses"
            hint={`Used with “Listed emails” above. Separate with commas, spaces or new lines. The limit is ${MAX_LISTED}.`}
            rows={3}
            spellCheck={false}
            autoCapitalize="none"
          />
        </div>
      </div>
    </>
  );
}
