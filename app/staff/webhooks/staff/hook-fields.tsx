import type { FieldMetadata } from "@conform-to/react";
import { HOOK_EVENTS } from "#model/webhooks.ts";
import { boxField, choiceField, textField } from "#web/forms/fields.ts";
import { Choice, FieldGroup } from "#web/ui/choice-field.tsx";
import { TextField } from "#web/ui/field.tsx";

/** The fields of a webhook's form, as they are sent. */
export interface HookForm {
  name: string;
  url: string;
  types: string[];
  details: string;
}

type Fields = { [Name in keyof HookForm]: FieldMetadata<HookForm[Name]> };

/** What is asked of a webhook, new or not. @param host where one that is there is told; null: new */
export function HookFields({ fields, host }: { fields: Fields; host: string | null }) {
  const { name, url, types, details } = fields;
  return (
    <>
      <TextField
        {...textField(name)}
        label="Name"
        hint="What hears of it. The audit log shows it."
        autoComplete="off"
      />
      <TextField
        {...textField(url)}
        label={host === null ? "URL" : "New URL (optional)"}
        hint={
          host === null
            ? "Begins with https. It is stored encrypted and not shown again."
            : `Leave it empty to keep the URL on ${host}.`
        }
        inputMode="url"
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
      />
      <FieldGroup id={types.id} legend="Events" errors={types.errors}>
        {HOOK_EVENTS.map(({ type, label, hint }) => (
          <Choice
            key={type}
            {...choiceField(types, type, "checkbox")}
            label={label}
            hint={
              <>
                <code>{type}</code>: {hint}
              </>
            }
          />
        ))}
      </FieldGroup>
      <Choice
        {...boxField(details)}
        label="Include details"
        hint="Names, email addresses, companies and document names. Otherwise a message has the type, the time, an ID and a URL of your private area."
      />
    </>
  );
}
