import type { SearchRecord } from "../search.ts";

/** What decides whether a viewer has a record: the thing of a page that it was made of. */
export type Gate =
  /** Its title for who sees the item, the rest for whom it is open. */
  | { by: "item"; uid: string }
  /** Whom the item is open for; nothing of it for anybody else. */
  | { by: "open-item"; uid: string }
  /** Whom a card's list is open for. */
  | { by: "list"; card: "Subprocessors" | "SecurityGrades" }
  | { by: "question"; id: string }
  | { by: "control"; id: string }
  | { by: "update"; id: string }
  /** Who can open the file now; through this item where one is named. */
  | { by: "file"; id: string; itemUid: string | null }
  | { by: "webpage"; id: string }
  | { by: "help" }
  | { by: "everyone" };

/** What an item says as data beside its text. */
export interface SaidAsData {
  /** The firm that tested or certified it. */
  auditor?: string;
  /** What was chosen of its answers. */
  choice?: string;
  /** The last day on which it is valid, as pages show it. */
  validUntil?: string;
  /** It is not in place yet. */
  isInProgress?: true;
}

/** A record with what decides who has it; the gate never leaves the server. */
export interface GatedRecord extends SearchRecord {
  gate: Gate;
  /** What an item says as data; whoever reads its text reads it, too. */
  said?: SaidAsData;
  /** What of its texts is prose, where that is not all: nothing else is quoted as an answer. */
  prose?: string;
}
