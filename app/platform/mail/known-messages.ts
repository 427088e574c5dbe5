import type { Brand } from "./brand.ts";
import type { RenderedMail } from "#model/mail/mail.ts";

/** A message with the facts of its preview. */
export interface ListedMessage {
  kind: string;
  title: string;
  preview: (brand: Brand) => RenderedMail;
}

let known: readonly ListedMessage[] = [];

/** Hands down every message that the product sends, once, when a process starts. */
export function knowMessages(messages: readonly ListedMessage[]): void {
  known = messages;
}

/** Every message that the product sends: what the previews show. */
export function knownMessages(): readonly ListedMessage[] {
  return known;
}
