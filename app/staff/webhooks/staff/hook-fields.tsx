import type { FieldMetadata } from "@conform-to/react";
import { eventsFor } from "#model/webhooks.ts";
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

/** What channels are told less of. */
const CHAT_HINTS: Readonly<Partial<Record<string, string>>> = {
  "request.received": "Includes extension requests. Requests that a rule decides aren’t sent.",
};

type Fields = { [Name in keyof HookForm]: FieldMetadata<HookForm[Name]> };

/**
 * What is asked of a webhook or a channel, new or not.
 * @param host where one that is there is told; null: new
 */
export function HookFields({
  fields,
  host,
  isChat = false,
}: {
  fields: Fields;
  host: string | null;
  isChat?: boolean;
}) {
  const { name, url, types, details } = fields;
  return (
    <>
      <TextField
        {...textField(name)}
        label="Name"
        hint={`Such as the name of the ${isChat ? "channel" : "program"}. Your team sees it here and in the audit log.`}
        autoComplete="off"
      />
      <TextField
        {...textField(url)}
        label={host === null ? "URL" : "New URL (optional)"}
        hint={
          host === null
            ? isChat
              ? "The URL of an incoming webhook in Slack, or of a Teams workflow that starts with a webhook. It is stored encrypted and not shown again."
              : "It begins with https, is stored encrypted and isn’t shown again."
            : `Leave empty to keep the URL on ${host}.`
        }
        inputMode="url"
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
      />
      <FieldGroup id={types.id} legend="Events" errors={types.errors}>
        {eventsFor(isChat ? "slack" : "webhook").map(({ type, label, hint }) => (
          <Choice
            key={type}
            {...choiceField(types, type, "checkbox")}
            label={label}
            hint={
              isChat ? (
                (CHAT_HINTS[type] ?? hint)
              ) : (
                <>
                  <code>{type}</code>: {hint}
                </>
              )
            }
          />
        ))}
      </FieldGroup>
      <Choice
        {...boxField(details)}
        label={isChat ? "Include people’s names" : "Include details"}
        hint={
          isChat
            ? "Otherwise messages name only the company. Documents are never named."
            : "Names, email addresses, companies and document names. Otherwise messages have only the type, the time, an ID and a link to your private area."
        }
      />
    </>
  );
}
