// The history of what staff changed.
import type { Id, IsoTime } from "./values.ts";

export interface ChangesTable {
  orgId: Id;
  id: Id;
  /** Counts the org's changes, so that those of one moment have an order. */
  number: number;
  /** null: the org's own. */
  productId: Id | null;
  at: IsoTime;
  actor: string;
  actorName: string;
  /** A name of app/history/store/subjects. */
  subject: string;
  subjectId: string;
  /** What history calls the thing that changed. */
  title: string;
  /** What changed, a line each. */
  summary: string;
  /** null: it was not there. */
  beforeJson: string | null;
  afterJson: string | null;
  /** The change that this one took back. */
  undoesId: Id | null;
  undoneAt: IsoTime | null;
  undoneBy: string | null;
}

export interface ChangesTables {
  changes: ChangesTable;
}
