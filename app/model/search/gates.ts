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

/** A record with what decides who has it; the gate never leaves the server. */
export interface GatedRecord extends SearchRecord {
  gate: Gate;
}
