// Questionnaires that customers send, and the answers to their questions.
import type { Shape } from "#model/questionnaires/layouts.ts";
import type { FormFormat, KeptAs, RowState } from "#model/questionnaires.ts";
import type { Id, IsoTime } from "./values.ts";

export interface QuestionnairesTable {
  orgId: Id;
  id: Id;
  /** As it was sent. */
  fileName: string;
  /** The file as it was sent: it is never written to. null: its time is over, and it is gone. */
  blobHash: string | null;
  format: FormFormat;
  shape: Shape;
  /** What its like is recognized by. */
  fingerprint: string;
  /** Where its questions stand; null until somebody says it. */
  layoutJson: string | null;
  /** Whose it is; null where there is no account yet. */
  accountId: Id | null;
  /** What it is about; a product that is gone counts as none. */
  productId: string | null;
  /** A day. */
  dueOn: string | null;
  note: string | null;
  createdAt: IsoTime;
  /** Who of the team added it; empty where a member sent it in. */
  createdBy: string;
  /** The member who sent it in; null where the team added it. */
  memberId: Id | null;
  /** Its answers are final; once they were handed over, they are proposed for others. */
  finishedAt: IsoTime | null;
  finishedBy: string | null;
  /** As the audit names them: a second person is somebody else. */
  finishedByActor: string | null;
  /** When a second person approved the answers; null: nobody did. */
  approvedAt: IsoTime | null;
  approvedBy: string | null;
  /** When its final answers left: released to the account, or downloaded by the team. */
  handedOverAt: IsoTime | null;
}

export interface QuestionnaireRowsTable {
  orgId: Id;
  id: Id;
  questionnaireId: Id;
  /** Its place among the questions, from 1. */
  place: number;
  /** The name of its sheet, and its row there. */
  sheet: string;
  sheetRow: number;
  section: string;
  /** What the file calls it; empty where it has no id. */
  externalId: string;
  question: string;
  /** The question as it is compared. */
  questionKey: string;
  answerColumn: number;
  /** null: there is no cell for a comment. */
  commentColumn: number | null;
  /** What the answer's cell takes; null for anything. */
  allowedJson: string | null;
  proposalsJson: string;
  state: RowState;
  answer: string;
  comment: string;
  /** Counts its changes: whoever saves says which one they saw. */
  version: number;
  /** null: nobody has, and its cells stay as they came. */
  changedAt: IsoTime | null;
  changedBy: string | null;
  /** Who of the team answers it; null: nobody in particular. */
  assigneeId: Id | null;
  /** For the team alone. */
  note: string | null;
  /** What became of an edited answer; null: nobody has said it. */
  keptAs: KeptAs | null;
  /** The entry of the FAQ that it became; the entry may be gone. */
  keptEntryId: Id | null;
  /** The entry of the FAQ, or the control, that its answer is made of; it may be gone. */
  usedEntryId: Id | null;
  usedControlId: Id | null;
  /** Whether that was internal when it was answered: its words stay the team's. */
  toldInternal: 0 | 1;
  /** Whether a model's draft is waited for, or what became of the last one; null: neither. */
  draftState: "waiting" | "nothing" | "failed" | null;
  /** Who of the team waits for it. */
  draftAskedBy: Id | null;
}

/** A model that doesn't respond, of whatever companies' questions. */
export interface ModelOutagesTable {
  /** Its host and its name. */
  model: string;
  /** How often it was asked in vain, one time after the other. */
  failures: number;
  /** Until when it is asked nothing. */
  retryAt: IsoTime;
}

/** The answered file as an account got it. */
export interface QuestionnaireReleasesTable {
  orgId: Id;
  id: Id;
  questionnaireId: Id;
  accountId: Id;
  /** null: its time is over, and it is gone. */
  blobHash: string | null;
  fileName: string;
  releasedAt: IsoTime;
  releasedBy: string;
  /** When a later one took its place. */
  replacedAt: IsoTime | null;
  withdrawnAt: IsoTime | null;
  withdrawnBy: string | null;
}

/** A document that is an answered questionnaire. */
export interface StandingQuestionnairesTable {
  orgId: Id;
  documentId: Id;
  /** The questionnaire that it was made of, which may be gone. */
  questionnaireId: Id;
  format: "xlsx" | "docx" | "pdf" | "csv";
  shape: Shape;
}

/**
 * An answer in one version of such a document. A version is named by its bytes: one that waits to be
 * published has its answers already, and one that is brought back has its own again.
 */
export interface StandingAnswersTable {
  orgId: Id;
  documentId: Id;
  versionHash: string;
  /** As in its questionnaire. */
  place: number;
  sheet: string;
  sheetRow: number;
  answerColumn: number;
  commentColumn: number | null;
  allowedJson: string | null;
  section: string;
  externalId: string;
  question: string;
  answer: string;
  comment: string;
  /** What the answer was taken from, word for word; null where it is the team's own. */
  sourceNoun: "faq" | "control" | null;
  sourceId: Id | null;
  /** A print of what it said then. */
  sourceSaid: string | null;
  /** For whom it was then, and for which products. */
  sourceFor: string | null;
}

export interface QuestionnaireTables {
  standingQuestionnaires: StandingQuestionnairesTable;
  standingAnswers: StandingAnswersTable;
  questionnaires: QuestionnairesTable;
  questionnaireRows: QuestionnaireRowsTable;
  modelOutages: ModelOutagesTable;
  questionnaireReleases: QuestionnaireReleasesTable;
}
