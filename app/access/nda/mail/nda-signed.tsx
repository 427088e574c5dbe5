import { AttachedText } from "#platform/mail/attached.tsx";
import { portalLink } from "#platform/mail/brand.ts";
import type { Message } from "#platform/mail/message.ts";
import { Button, Facts, Text } from "#platform/mail/parts.tsx";

/** A member signed the NDA: what was signed, with its PDF, and where that is kept. */
export const ndaSigned: Message<{
  name: string;
  email: string;
  title: string;
  signedOn: string;
  attached: string | null;
}> = {
  kind: "nda-signed",
  title: "NDA signed",
  subject: (brand) => `Your signed NDA with ${brand.orgName}`,
  preheader: () => "Keep your signed copy for your records.",
  Body: ({ brand, facts }) => (
    <>
      <Text>Hello {facts.name},</Text>
      <Text>You have signed {brand.orgName}’s NDA.</Text>
      {facts.attached === null ? (
        <Text>Your signed copy is available as a PDF at the link below.</Text>
      ) : (
        <AttachedText>
          The signed copy is attached as a PDF: {facts.attached}. You can also download it at the
          link below.
        </AttachedText>
      )}
      <Facts
        rows={[
          ["Text", facts.title],
          ["Signed on", facts.signedOn],
        ]}
      />
      <Button href={portalLink(brand, "/nda")}>Download NDA</Button>
      <Text muted>To download it, sign in with this address.</Text>
    </>
  ),
  reason: (brand, facts) =>
    `You’re receiving this because ${facts.email} signed the NDA in ${brand.orgName}’s ${brand.portalTitle}.`,
  demo: (brand) => ({
    name: "Sam Weber",
    email: "sam@prospect.example",
    title: "Mutual Non-Disclosure Agreement",
    signedOn: "November 20, 2026, 14:05 UTC",
    attached: `${brand.orgName} NDA 2026-11-20.pdf`,
  }),
};
