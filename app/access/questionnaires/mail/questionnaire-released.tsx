import { portalLink } from "#platform/mail/brand.ts";
import type { Message } from "#platform/mail/message.ts";
import { Button, Facts, Text } from "#platform/mail/parts.tsx";

/**
 * An answered questionnaire was released to an account: to its members. It carries no token and no
 * file: it leads to their own page.
 */
export const questionnaireReleased: Message<{
  firstName: string;
  email: string;
  fileName: string;
  accountId: string;
}> = {
  kind: "questionnaire-released",
  title: "Questionnaire answered",
  subject: (brand) => `${brand.orgName} answered your questionnaire`,
  preheader: () => "Sign in and download the answered file.",
  Body: ({ brand, facts }) => (
    <>
      <Text>{facts.firstName === "" ? "Hello," : `Hello ${facts.firstName},`}</Text>
      <Text>{brand.orgName} answered your questionnaire. You can download the file now.</Text>
      <Facts rows={[["File", facts.fileName]]} />
      <Button href={portalLink(brand, "/my-account", { accountId: facts.accountId })}>
        Open My account
      </Button>
      <Text muted>You may need to sign in. No password needed.</Text>
    </>
  ),
  reason: (brand, { email }) =>
    `You’re receiving this because ${email} has access to ${brand.orgName}’s ${brand.portalTitle}.`,
  demo: () => ({
    firstName: "Riley",
    email: "riley@customer.example",
    fileName: "CAIQ v4-answered.xlsx",
    accountId: "example",
  }),
};
