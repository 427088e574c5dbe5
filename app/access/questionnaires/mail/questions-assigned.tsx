import { EmailChoice, reviewerReason } from "#access/access-requests/mail/to-reviewers.tsx";
import { staffLink } from "#platform/mail/brand.ts";
import type { Message } from "#platform/mail/message.ts";
import { Button, Facts, Text } from "#platform/mail/parts.tsx";

const questionsOf = (count: number) => (count === 1 ? "1 question" : `${count} questions`);

/** A colleague gave somebody of the team questions of a questionnaire to answer. */
export const questionsAssigned: Message<{
  by: string;
  count: number;
  fileName: string;
  path: string;
}> = {
  kind: "questions-assigned",
  title: "Questions assigned, to your team",
  subject: (brand, { count }) => `Assigned to you: ${questionsOf(count)} · ${brand.orgName}`,
  preheader: (_brand, { by }) => `Assigned by ${by}.`,
  heading: (_brand, { count }) =>
    count === 1 ? "A question is assigned to you" : "Questions are assigned to you",
  Body: ({ brand, facts: { by, count, fileName, path } }) => (
    <>
      <Text>
        {by} assigned {questionsOf(count)} of a questionnaire to you.
      </Text>
      <Facts rows={[["File", fileName]]} />
      <Button href={staffLink(brand, path)}>See your questions</Button>
      <EmailChoice brand={brand} />
    </>
  ),
  reason: reviewerReason,
  demo: () => ({
    by: "Olive Owner",
    count: 12,
    fileName: "CAIQ v4.xlsx",
    path: "/questionnaires/a?assigned=me",
  }),
};
