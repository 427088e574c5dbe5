import type { ConversationMessage } from "../comments.ts";
import type { ShownFacts } from "#model/documents/facts.ts";
import type { IntegrationView } from "../integrations.ts";
import type { CardKind } from "#model/cards/kinds.ts";
import type { ListEntry, Maturity, Recurrence } from "#model/items/items.ts";
import type { MarkdownTree } from "#values/markdown.ts";
import type { CompanyEntry, GradeEntry, ItemOutline, Picture, RiskAnswer } from "./page.ts";

/** A card as its drawer shows it to one viewer, with its items, their texts and their files. */

export interface DocumentRow {
  /** null while it is locked: a gated document has neither id nor name here. */
  id: string | null;
  name: string | null;
  fileType: string | null;
  type: string | null;
  size: number | null;
  viewOnly: boolean;
  encrypted: boolean;
  expired: boolean;
  lock: "open" | "nda" | "locked";
  /** What is told of it: all that is known, or while it is locked what staff released. */
  facts: ShownFacts | null;
  /** Whether this viewer's links to view and to download it lead to the file. */
  mayView: boolean;
  mayDownload: boolean;
}

/** A bridge letter as its row shows it: a PDF that is made when it is asked for. */
export interface LetterRow {
  fileName: string;
  viewOnly: boolean;
  mayView: boolean;
  mayDownload: boolean;
  /** The NDA comes first. */
  bound: boolean;
}

/** An item with its text, as its card's drawer shows it. */
export interface ItemView<Text = MarkdownTree> extends ItemOutline {
  custom: boolean;
  explanation: Text | null;
  href: string | null;
  type: string | null;
  choice: string | null;
  /** The choice as it reads; null where none was made. */
  choiceLabel: string | null;
  maturity: Maturity | null;
  recurrence: Recurrence | null;
  auditor: string | null;
  expiry: string | null;
  expired: boolean;
  listEntries: ListEntry[];
  /** What it is connected to at another provider. */
  integration: IntegrationView | null;
  /** The bridge letter, where the viewer gets it or may sign for it. */
  letter: LetterRow | null;
  badgeId: string | null;
  badgePicture: Picture | null;
  documents: DocumentRow[];
  lastModified: { on: string; by: string | null } | null;
  /** The account's thread about it; null for viewers who have none. */
  conversation: ConversationMessage[] | null;
}

/** A card with all its items, as the drawer shows it. */
export interface CardView<Text = MarkdownTree> {
  kind: CardKind;
  title: string;
  displayText: string | null;
  placeholder: string | null;
  hidden: boolean;
  icon: Picture | null;
  items: ItemView<Text>[];
  /** Rows of the Documents card: one a kind with file-capable items. */
  documentKinds: { kind: CardKind; title: string; count: number }[];
  grades: GradeEntry[];
  riskProfile: RiskAnswer[];
  trustedBy: CompanyEntry[];
}
