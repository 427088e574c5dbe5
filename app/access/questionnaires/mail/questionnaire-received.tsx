import { EmailChoice, reviewerReason } from "#access/access-requests/mail/to-reviewers.tsx";
import { staffLink } from "#platform/mail/brand.ts";
import type { Message } from "#platform/mail/message.ts";
import { Button, Facts } from "#platform/mail/parts.tsx";

/** A member sent a questionnaire: to the team members who answer it. */
export const questionnaireReceived: Message<{
  author: string;
  account: string;
  fileName: string;
  questions: string;
  due: string;
  path: string;
}> = {
  kind: "questionnaire-received",
  title: "Questionnaire received, to your team",
  subject: (brand, { account }) => `${account} sent a questionnaire · ${brand.orgName}`,
  preheader: (_brand, { author }) => `${author} is waiting for your answers.`,
  heading: () => "New questionnaire",
  Body: ({ brand, facts }) => (
    <>
      <Facts
        rows={[
          ["From", facts.author],
          ["Account", facts.account],
          ["File", facts.fileName],
          ["Questions", facts.questions],
          ["Due", facts.due],
        ]}
      />
      <Button href={staffLink(brand, facts.path)}>Open the questionnaire</Button>
      <EmailChoice brand={brand} />
    </>
  ),
  reason: reviewerReason,
  demo: () => ({
    author: "Riley Novak",
    account: "Customer Inc",
    fileName: "CAIQ v4.xlsx",
    questions: "261",
    due: "December 4, 2026",
    path: "/questionnaires/a",
  }),
};
