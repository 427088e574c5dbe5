import { staffLink, type Brand } from "#platform/mail/brand.ts";
import { Text, TextLink } from "#platform/mail/parts.tsx";

/** Why a team member who reviews access gets an email. */
export function reviewerReason(brand: Brand): string {
  return `You’re receiving this because you review access for ${brand.orgName}.`;
}

/** The end of an email to a team member: where they choose which ones they get. */
export function EmailChoice({ brand }: { brand: Brand }) {
  return (
    <Text muted>
      Choose which emails you get on{" "}
      <TextLink href={staffLink(brand, "/account")}>your account page</TextLink>.
    </Text>
  );
}
