import type { Message } from "../../mail/message.ts";
import { Button, Text } from "../../mail/parts.tsx";

/** Somebody of staff forgot the password: the one link that replaces it. */
export const staffPasswordLink: Message<{ link: string; minutes: number }> = {
  kind: "staff-password-link",
  title: "Forgotten password",
  priority: "prompt",
  secret: true,
  requested: true,
  subject: () => "Choose a new password",
  Body: ({ facts }) => (
    <>
      <Text>Somebody, probably you, asked for a new password for your staff account.</Text>
      <Button href={facts.link}>Choose a new password</Button>
      <Text>
        The link is good for {facts.minutes} minutes, once. If you did not ask, leave it: your
        password stays as it is.
      </Text>
    </>
  ),
  reason: () =>
    "You get this because someone entered your address on the page for forgotten passwords.",
  demo: (brand) => ({ link: `${brand.staffOrigin}/sign-in/password?token=example`, minutes: 30 }),
};
