import { PASSWORD_MAX, PASSWORD_MIN } from "../rules/password-limits.ts";
import { AccountForm, type Refused } from "./account-form.tsx";
import { Panel } from "./panel.tsx";

export function PasswordPanel({ refused }: { refused: Refused | null }) {
  return (
    <Panel id="password" title="Password" lead="Changing it signs you out in every other browser.">
      <AccountForm
        intent="change-password"
        refused={refused}
        inputs={[
          {
            name: "currentPassword",
            label: "Current password",
            type: "password",
            autoComplete: "current-password",
          },
          {
            name: "newPassword",
            label: "New password",
            hint: `${PASSWORD_MIN} characters or more; a passphrase of several unrelated words is best.`,
            type: "password",
            autoComplete: "new-password",
            minLength: PASSWORD_MIN,
            maxLength: PASSWORD_MAX,
          },
        ]}
        submit="Change password"
      />
    </Panel>
  );
}
