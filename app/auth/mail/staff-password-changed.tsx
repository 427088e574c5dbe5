import { staffLink } from "../../mail/brand.ts";
import type { Message } from "../../mail/message.ts";
import { Button, Facts, Text } from "../../mail/parts.tsx";

/** The password of somebody of staff was changed: who did not do it learns of it. */
export const staffPasswordChanged: Message<{ at: string; browser: string; ip: string | null }> = {
  kind: "staff-password-changed",
  title: "Password changed",
  subject: () => "Your password was changed",
  Body: ({ brand, facts }) => (
    <>
      <Text>
        The password of your staff account was changed, and every other session of yours was signed
        out.
      </Text>
      <Facts
        rows={[
          ["When", facts.at],
          ["With", facts.browser],
          ...(facts.ip === null ? [] : [["From", facts.ip] as const]),
        ]}
      />
      <Text>
        If it was you, nothing is left to do. If it was not, choose a new password now, and tell the
        owner of your trust center.
      </Text>
      <Button href={staffLink(brand, "/sign-in/forgotten")}>Choose a new password</Button>
    </>
  ),
  reason: () => "You get this because the password of your staff account was changed.",
  demo: () => ({
    at: "November 20, 2026, 14:05 UTC",
    browser: "Firefox on Linux",
    ip: "192.0.2.7",
  }),
};
