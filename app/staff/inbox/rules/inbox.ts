/** Everything that waits for a decision or an answer, in one place. */
export const INBOX_PAGE = "/inbox";
export const APPROVALS_PAGE = "/inbox/approvals";

/** A line of the inbox, in words that were made on the server. */
export interface InboxLine {
  key: string;
  /** 'Request', 'Question' or 'Approval'. */
  kind: "Request" | "Question" | "Approval";
  title: string;
  about: string;
  /** Since when it waits, ISO 8601. */
  since: string;
  /** '2 days'. */
  lasting: string;
  late: boolean;
  to: string;
}

/** A tab of the inbox. */
export interface InboxTab {
  label: string;
  to: string;
  count: number;
}

/** What a key does, in the order in which they are told. */
export const INBOX_KEYS: readonly { key: string; does: string }[] = [
  { key: "j", does: "Go to the next one" },
  { key: "k", does: "Go to the previous one" },
  { key: "a", does: "Approve: go to the first preset, or to the answer field of a question" },
  { key: "d", does: "Decline: go to the message" },
  { key: "e", does: "Choose other terms for a request, or mark a question as done" },
  { key: "z", does: "Undo: go to the button of the last decision" },
  { key: "?", does: "Show these shortcuts" },
];
