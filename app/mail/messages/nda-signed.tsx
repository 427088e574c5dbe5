import { portalLink } from "../brand.ts";
import type { Message } from "../message.ts";
import { Button, Facts, Text } from "../parts.tsx";

/** A member signed the NDA: what was signed, and where its PDF is. */
export const ndaSigned: Message<{ name: string; email: string; title: string; signedOn: string; hash: string }> = {
  kind: "nda-signed",
  title: "NDA signed",
  subject: (brand) => `Your signed NDA with ${brand.orgName}`,
  Body: ({ brand, facts }) => (
    <>
      <Text>Hello {facts.name},</Text>
      <Text>you have signed the NDA of {brand.orgName}. The signed text is kept as a PDF: sign in to download it.</Text>
      <Facts
        rows={[
          ["Text", facts.title],
          ["Signed on", facts.signedOn],
          ["SHA-256 of the text", facts.hash],
        ]}
      />
      <Button href={portalLink(brand, "/nda")}>Download NDA</Button>
    </>
  ),
  reason: (brand, facts) => `You get this because ${facts.email} signed the NDA in ${brand.orgName}'s ${brand.portalTitle}.`,
  demo: () => ({ name: "Sam Weber", email: "sam@prospect.example", title: "Mutual Non-Disclosure Agreement", signedOn: "November 20, 2026, 14:05 UTC", hash: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08" }),
};
