import type { Message } from "#platform/mail/message.ts";
import { Button, Facts, Text } from "#platform/mail/parts.tsx";
import { portalLink, staffLink } from "#platform/mail/brand.ts";

/** Somebody of staff forgot the password: the one link that replaces it. */
export const staffPasswordLink: Message<{ link: string; minutes: number }> = {
  kind: "staff-password-link",
  title: "Password reset",
  priority: "prompt",
  secret: true,
  requested: true,
  subject: () => "Choose a new password",
  preheader: (_brand, { minutes }) => `Works once, for ${minutes} minutes.`,
  Body: ({ facts }) => (
    <>
      <Text>We received a request to reset the password for your team account.</Text>
      <Button href={facts.link}>Choose a new password</Button>
      <Text>
        The link works once and expires in {facts.minutes} minutes. If you didn’t request it, ignore
        this email. Your password won’t change.
      </Text>
    </>
  ),
  reason: () => "You’re receiving this because a password reset was requested for this address.",
  demo: (brand) => ({ link: `${brand.staffOrigin}/sign-in/password?token=example`, minutes: 30 }),
};

/** The password of somebody of staff was changed: who did not do it learns of it. */
export const staffPasswordChanged: Message<{ at: string; browser: string; ip: string | null }> = {
  kind: "staff-password-changed",
  title: "Password changed",
  subject: () => "Your password was changed",
  preheader: () => "Not you? Choose a new password now.",
  Body: ({ brand, facts }) => (
    <>
      <Text>
        Your team account’s password was changed, and all your other sessions were signed out.
      </Text>
      <Facts
        rows={[
          ["When", facts.at],
          ["Browser", facts.browser],
          ...(facts.ip === null ? [] : [["IP address", facts.ip] as const]),
        ]}
      />
      <Text>
        If this was you, you’re done. If it wasn’t, reset your password now and tell an owner of
        your trust center.
      </Text>
      <Button href={staffLink(brand, "/sign-in/forgotten")}>Choose a new password</Button>
    </>
  ),
  reason: () => "You’re receiving this because your team account’s password was changed.",
  demo: () => ({
    at: "November 20, 2026, 14:05 UTC",
    browser: "Firefox on Linux",
    ip: "192.0.2.7",
  }),
};

/** A passkey of somebody of staff was added or removed: who did not do it learns of it. */
export const staffPasskeys: Message<{
  isNew: boolean;
  name: string;
  at: string;
  browser: string;
  ip: string | null;
}> = {
  kind: "staff-passkeys",
  title: "Passkey added or removed",
  subject: (_brand, { isNew }) =>
    isNew ? "A passkey was added to your account" : "A passkey was removed from your account",
  preheader: () => "Not you? Choose a new password now.",
  Body: ({ brand, facts }) => (
    <>
      <Text>
        {facts.isNew
          ? "A passkey was added to your team account. It signs you in without your password."
          : "A passkey was removed from your team account. It no longer signs you in."}
      </Text>
      <Facts
        rows={[
          ["Passkey", facts.name],
          ["When", facts.at],
          ["Browser", facts.browser],
          ...(facts.ip === null ? [] : [["IP address", facts.ip] as const]),
        ]}
      />
      <Text>
        If this was you, you’re done. If it wasn’t, choose a new password now, check the passkeys on
        your account and tell an owner of your trust center.
      </Text>
      <Button href={staffLink(brand, "/sign-in/forgotten")}>Choose a new password</Button>
    </>
  ),
  reason: () => "You’re receiving this because the passkeys of your team account were changed.",
  demo: () => ({
    isNew: true,
    name: "Work laptop",
    at: "November 20, 2026, 14:05 UTC",
    browser: "Firefox on Linux",
    ip: "192.0.2.7",
  }),
};

/**
 * So many wrong codes were typed for an address that it signs in by links alone until tomorrow. It
 * carries no token.
 */
export const signInCodesEnded: Message<{ link: string; tries: number }> = {
  kind: "sign-in-codes-ended",
  title: "Too many wrong sign-in codes",
  priority: "prompt",
  subject: (brand) => `Too many wrong codes for ${brand.orgName}’s ${brand.portalTitle}`,
  preheader: () => "Use the link in the sign-in email for the next 24 hours.",
  Body: ({ brand, facts }) => (
    <>
      <Text>
        {facts.tries} wrong sign-in codes were entered for your address within a day. For the next
        24 hours, use the link in the sign-in email instead, in the browser where you requested it.
      </Text>
      <Text>
        If that was you, request a new link. If not, you don’t need to do anything. None of the
        codes worked.
      </Text>
      <Button href={facts.link}>Request a sign-in link</Button>
      <Text muted>
        Codes still work in a browser you have signed in from before.
        {` ${brand.orgName} never asks you for a code.`}
      </Text>
    </>
  ),
  reason: (brand) =>
    `You’re receiving this because you use this address to sign in to ${brand.orgName}’s ${brand.portalTitle}.`,
  demo: (brand) => ({ link: portalLink(brand, "", { loginRequest: "true" }), tries: 20 }),
};
