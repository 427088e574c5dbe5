// What members say: whom they invite, and what they ask about items.
import type { Id, IsoTime } from "./values.ts";

export interface InvitationsTable {
  orgId: Id;
  id: Id;
  /** The account of who invites. */
  accountId: Id;
  /** Who invites. */
  memberId: Id;
  /** Who is invited. */
  email: string;
  /** The address in canonical form. */
  emailKey: string;
  message: string | null;
  invitedAt: IsoTime;
  /** null: no mail went out, since a rule turns the address away or it has had enough of them. */
  mailedAt: IsoTime | null;
}

/** One message of a thread; the thread is account, product and item. */
export interface CommentsTable {
  orgId: Id;
  id: Id;
  accountId: Id;
  productId: Id;
  /** No foreign key: a deleted item that comes back finds its thread again. */
  itemUid: string;
  /** A member wrote it, or staff did. */
  memberId: Id | null;
  staffId: Id | null;
  /** As staff was called then. */
  staffName: string | null;
  content: string;
  createdAt: IsoTime;
  /** Staff said that a member's message needs no answer. */
  settledAt: IsoTime | null;
  settledBy: string | null;
}

export interface ConversationsTables {
  invitations: InvitationsTable;
  comments: CommentsTable;
}
