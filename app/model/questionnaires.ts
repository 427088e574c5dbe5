/** Questionnaires that customers send: the words that pages, rows and rules share. */
export const QUESTIONNAIRES_PAGE = "/questionnaires";

/** The kinds of files that they are; `pdf` has fields, `pdf-text` has words alone. */
export const FORM_FORMATS = ["xlsx", "docx", "pdf", "pdf-text", "csv", "json"] as const;
export type FormFormat = (typeof FORM_FORMATS)[number];

/** The kinds of file that the answers to a PDF without fields leave as, the usual one first. */
export const SHEET_KINDS = ["xlsx", "pdf"] as const;
export type SheetKind = (typeof SHEET_KINDS)[number];

export const SHEET_KIND_OPTIONS = [
  { value: "xlsx", label: "XLSX" },
  { value: "pdf", label: "PDF" },
] as const satisfies readonly { value: SheetKind; label: string }[];

/** What is known of a row's answer. */
export const ROW_STATES = ["open", "proposed", "drafted", "accepted", "edited", "skipped"] as const;
export type RowState = (typeof ROW_STATES)[number];

/** The states of a question whose answer counts. */
export const ANSWERED: readonly RowState[] = ["accepted", "edited"];

export const ROW_STATE_LABELS: Readonly<Record<RowState, string>> = {
  open: "Open",
  proposed: "Proposed",
  drafted: "Drafted",
  accepted: "Accepted",
  edited: "Edited",
  skipped: "Skipped",
};

export const ROW_STATE_OPTIONS = ROW_STATES.map((value) => ({
  value,
  label: ROW_STATE_LABELS[value],
}));

/** The buttons of a questionnaire's page. */
export const QUESTIONNAIRE_BUTTONS = [
  "accept",
  "draft",
  "halt",
  "assign",
  "finish",
  "approve",
  "reopen",
  "release",
  "withdraw",
  "remove",
] as const;
/** The buttons of a question's page. */
export const QUESTION_BUTTONS = ["take", "skip", "assign", "note"] as const;
/** The buttons of a document that is a questionnaire, beside its changed answers. */
export const STANDING_BUTTONS = ["refresh", "leave"] as const;

/** What an edited answer can become: an entry of the FAQ, the new answer of one, or nothing. */
export const KEPT_AS = ["added", "replaced", "here"] as const;
export type KeptAs = (typeof KEPT_AS)[number];

/** In place of a person: whoever looks at the list, and nobody. */
export const ASSIGNED_TO_ME = "me";
export const ASSIGNED_TO_NOBODY = "nobody";

/** What a key does on the list of questions. */
export const LIST_KEYS: readonly { key: string; does: string }[] = [
  { key: "j", does: "Go to the next question" },
  { key: "k", does: "Go to the previous question" },
  { key: "?", does: "Show these shortcuts" },
];

/** What a key does on the page of a question, in the order in which they are told. */
export const QUESTION_KEYS: readonly { key: string; does: string }[] = [
  { key: "j", does: "Go to the next question" },
  { key: "k", does: "Go to the previous question" },
  { key: "a", does: "Accept: go to the first proposal, or to the button that saves" },
  { key: "e", does: "Edit: go to the answer" },
  { key: "s", does: "Skip: go to the button" },
  { key: "?", does: "Show these shortcuts" },
];

/** Which of the team's own texts an answer is made of: an entry of the FAQ, a control, or neither. */
export interface AnswerSource {
  entryId: string | null;
  controlId: string | null;
}

/** Why something is proposed. */
export type ReasonKind = "sameId" | "sameText" | "faq" | "requirement" | "draft";

/** An answer that is proposed for a row, with its reason. */
export interface Proposal {
  kind: ReasonKind;
  /** In words: 'Answered the same in HECVAT.xlsx'. */
  reason: string;
  /** Where the reason can be read; null where it has no page. */
  to: string | null;
  answer: string;
  comment: string;
  /** It fills the draft, and is accepted with all that are sure. */
  isSure: boolean;
  /** What an earlier answer was made of. */
  source?: AnswerSource;
  /** That was internal when it was answered. */
  wasInternal?: true;
  /** What a model's draft cites. */
  sources?: readonly { title: string; to: string | null }[];
}
