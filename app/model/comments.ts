import type { Moment } from "#values/moments.ts";

/** Conversations about items: one thread an item and account. */

export const CONVERSATION_EMPTY = "Type below to start a conversation";
export const SEND_BUTTON = "Send";
export const ASK_TITLE = "Ask a question";

/** What a thread is called, by how many messages it has: something to do before there is one. */
export function conversationTitle(messages: number): string {
  return messages === 0 ? ASK_TITLE : `Conversation (${messages})`;
}
export const COMMENT_MAX = 2_000;

/** What names a thread. */
export interface Thread {
  accountId: string;
  productId: string;
  itemUid: string;
}

/** A message as either side reads it. */
export interface ConversationMessage {
  id: string;
  author: string;
  /** Whose side sent it, which decides where it stands. */
  side: "member" | "staff";
  content: string;
  at: Moment;
}

/** The page of the private area on which staff read a thread. */
export function threadPath({ accountId, productId, itemUid }: Thread): string {
  return `/comments/${[accountId, productId, itemUid].map(encodeURIComponent).join("/")}`;
}

/** Words that run over lines as one line, as a list shows them. */
export function oneLine(words: string, most = 300): string {
  const line = words.replace(/\s+/g, " ").trim();
  return line.length <= most ? line : `${line.slice(0, most - 1).trimEnd()}…`;
}
