import { staffLink } from "#platform/mail/brand.ts";
import type { Message } from "#platform/mail/message.ts";
import { Button, Facts, Text } from "#platform/mail/parts.tsx";
import { SIGN_ON_PAGE } from "#model/auth/single-sign-on.ts";

/** How a team signs in was changed: to its owners, since it says who gets in. */
export const signOnChanged: Message<{ what: string; by: string; at: string }> = {
  kind: "single-sign-on-changed",
  title: "Single sign-on changed",
  subject: (brand) => `Single sign-on was changed · ${brand.orgName}`,
  preheader: (_brand, { what }) => what,
  heading: () => "Single sign-on was changed",
  Body: ({ brand, facts }) => (
    <>
      <Text>The way your team signs in to {brand.orgName}’s trust center was changed.</Text>
      <Facts
        rows={[
          ["Change", facts.what],
          ["By", facts.by],
          ["When", facts.at],
        ]}
      />
      <Text>If you didn’t expect this, check the settings now.</Text>
      <Button href={staffLink(brand, SIGN_ON_PAGE)}>Open the settings</Button>
    </>
  ),
  reason: (brand) => `You’re receiving this because you are an owner of ${brand.orgName}.`,
  demo: () => ({
    what: "Single sign-on with https://login.example.com is on.",
    by: "Olivia",
    at: "November 26, 2026, 14:05 UTC",
  }),
};

/** Somebody who had an account signed in by their company's provider for the first time. */
export const signOnConnected: Message<object> = {
  kind: "single-sign-on-connected",
  title: "Single sign-on connected",
  subject: (brand) => `You can now sign in with ${brand.orgName}`,
  preheader: () => "Not you? Tell an owner of your trust center.",
  Body: ({ brand }) => (
    <>
      <Text>
        You signed in with {brand.orgName}’s identity provider for the first time. From now on, it
        can sign you in to {brand.orgName}, but to no other organization.
      </Text>
      <Text>If this wasn’t you, tell an owner of {brand.orgName}’s trust center.</Text>
      <Button href={staffLink(brand, "/account")}>Open your account</Button>
    </>
  ),
  reason: () =>
    "You’re receiving this because your team account was connected to an identity provider.",
  demo: () => ({}),
};
