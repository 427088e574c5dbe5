import { writeCsv } from "#platform/files/tables/csv-table.ts";

/** A question of a customer's file, and what the demo's team has done about it. */
interface DemoQuestion {
  id: string;
  question: string;
  /** The requirement that the file names beside it. */
  reference?: string;
  /** `take`: what is proposed was accepted; a text: somebody wrote it. */
  work?: "take" | "skip" | { answer: string; comment: string };
  /** Somebody was asked for the answer, with this note. */
  note?: string;
}

/** A file that a customer sends, by its sections. */
export interface DemoForm {
  fileName: string;
  sections: readonly (readonly [title: string, questions: readonly DemoQuestion[]])[];
}

/** One that the team is in the middle of. */
export const IN_REVIEW: DemoForm = {
  fileName: "Unsigned GmbH supplier questionnaire.csv",
  sections: [
    [
      "Governance",
      [
        {
          id: "G-1",
          question: "Who is accountable for information security at management level?",
          reference: "ISO 27001 A.5.2",
        },
        {
          id: "G-2",
          question: "Are your security policies approved and read by everyone who works for you?",
          reference: "ISO 27001 A.5.1",
        },
        {
          id: "G-3",
          question: "Do you carry cyber insurance?",
          work: { answer: "Yes", comment: "The certificate is in our trust center." },
        },
      ],
    ],
    [
      "Data protection",
      [
        { id: "D-1", question: "Do you offer a data processing agreement?", work: "take" },
        { id: "D-2", question: "Where is our data stored?" },
        { id: "D-3", question: "Do you use our data to train AI models?", work: "take" },
        { id: "D-4", question: "Is personal data transferred outside the EU?" },
        { id: "D-5", question: "How long do your support engineers keep copies of tickets?" },
      ],
    ],
    [
      "Access",
      [
        {
          id: "A-1",
          question: "Do you support single sign-on and user provisioning?",
          work: "take",
        },
        {
          id: "A-2",
          question: "Do you review access rights at least twice a year?",
          reference: "ISO 27001 A.5.18",
        },
        { id: "A-3", question: "Can we send audit logs to our SIEM?" },
        {
          id: "A-4",
          question: "Must administrators use a second factor that resists phishing?",
          work: {
            answer: "Yes",
            comment: "FIDO2 hardware keys for everyone since 2022, with no weaker fallback.",
          },
        },
      ],
    ],
    [
      "Resilience",
      [
        { id: "R-1", question: "How are backups made, and are restores tested?" },
        { id: "R-2", question: "What are your recovery time and recovery point objectives?" },
        {
          id: "R-3",
          question: "When was your last continuity exercise, and what did you change after it?",
          note: "They ask for the date. May we name the exercise of the office, too?",
        },
        {
          id: "R-4",
          question: "Do you hold spare parts of hardware at our site?",
          work: "skip",
        },
      ],
    ],
    [
      "Security testing",
      [
        {
          id: "T-1",
          question: "How often are penetration tests done, and may we see the results?",
        },
        { id: "T-2", question: "How quickly are vulnerabilities fixed?" },
        { id: "T-3", question: "Have you ever had a breach of customer data?" },
        {
          id: "T-4",
          question: "Do you run a bug bounty program?",
          work: { answer: "Yes", comment: "It is on HackerOne, and its figures are public." },
        },
      ],
    ],
  ],
};

/** One that is finished, and that its account has back. */
export const RELEASED: DemoForm = {
  fileName: "Customer Inc vendor review.csv",
  sections: [
    [
      "Your company",
      [
        {
          id: "1",
          question: "Are all of your offices certified to ISO 27001?",
          work: { answer: "Yes", comment: "All offices, and everyone who works remotely." },
        },
        {
          id: "2",
          question: "Do you have a SOC 2 Type II report, and how do we get it?",
          work: "take",
        },
        { id: "3", question: "May we run our own penetration test?", work: "take" },
      ],
    ],
    [
      "Our data",
      [
        { id: "4", question: "Can we use our own encryption keys?", work: "take" },
        { id: "5", question: "What happens to our data when the contract ends?", work: "take" },
        {
          id: "6",
          question: "Which subprocessors do you use, and how do you announce changes?",
          work: "take",
        },
        { id: "7", question: "Can we keep Acme Assist turned off?", work: "take" },
      ],
    ],
    [
      "Operations",
      [
        { id: "8", question: "Which availability do you guarantee?", work: "take" },
        {
          id: "9",
          question: "How and when do you tell us about a security incident?",
          work: "take",
        },
        {
          id: "10",
          question: "To whom do we report a weakness that we find?",
          work: { answer: "security@acme.example", comment: "" },
        },
      ],
    ],
  ],
};

/** The file as it came. */
export function formBytes({ sections }: DemoForm): Buffer {
  const rows = sections.flatMap(([title, questions]) =>
    questions.map(({ id, question, reference = "" }) => [title, id, question, reference, "", ""]),
  );
  return Buffer.from(
    writeCsv([["Section", "ID", "Question", "Reference", "Answer", "Comment"], ...rows]),
    "utf8",
  );
}

/** A file's questions by their ids. */
export function questionsById({ sections }: DemoForm): ReadonlyMap<string, DemoQuestion> {
  return new Map(sections.flatMap(([, questions]) => questions.map((one) => [one.id, one])));
}
