import { SettingsGroup, TextSetting } from "./setting-form.tsx";

/** The addresses where messages of visitors arrive. @param about what to know of them first */
export function Mailboxes({ about }: { about?: string }) {
  return (
    <SettingsGroup title="Mailboxes" about={about}>
      <TextSetting
        name="supportMailbox"
        label="Support mailbox"
        hint="Used by “Contact support”, in messages that say whom to contact, and for replies to emails."
        inputMode="email"
      />
      <TextSetting
        name="securityMailbox"
        label="Security mailbox"
        hint="Used by “Report issue” and in security.txt."
        inputMode="email"
      />
    </SettingsGroup>
  );
}
