import type { Message } from "#platform/mail/message.ts";
import { portalLink } from "#platform/mail/brand.ts";
import { Button, Code, Text } from "#platform/mail/parts.tsx";

/**
 * The link by which a member signs in, and the code that the asking browser takes in its place; no
 * code where too many wrong ones were typed for the address within a day.
 */
export const signInLink: Message<{ link: string; code: string | null }> = {
  kind: "sign-in-link",
  title: "Sign-in link",
  priority: "prompt",
  secret: true,
  requested: true,
  subject: (brand) => `Sign in to ${brand.orgName}’s ${brand.portalTitle}`,
  preheader: () => "Works once, for 30 minutes.",
  Body: ({ brand, facts }) => (
    <>
      <Text>Open the link and press “Sign in”. It works once and expires in 30 minutes.</Text>
      <Button href={facts.link}>Sign in to {brand.portalTitle}</Button>
      {facts.code === null ? (
        <Text>
          This email has no code because too many wrong codes were entered for your address today.
          Open the link in the browser where you requested it.
        </Text>
      ) : (
        <>
          <Text>Or enter this code where you requested the link:</Text>
          <Code>{facts.code}</Code>
        </>
      )}
      <Text muted>Didn’t request this? Ignore this email. Never share the link or the code.</Text>
    </>
  ),
  reason: (brand) =>
    `You’re receiving this because someone entered your address to sign in to ${brand.orgName}’s ${brand.portalTitle}.`,
  demo: (brand) => ({
    link: portalLink(brand, "/sign-in-link", {
      token: "2Fb0kd81LmYyE0Vq7s3hJtQ1oV6pXw9n4cRzA5uKgTe",
    }),
    code: "402913",
  }),
};
