import type { Brand } from "./brand.ts";
import type { RenderedMail } from "#model/mail/mail.ts";

/** A message with the facts of its preview. */
export interface ListedMessage {
  kind: string;
  title: string;
  preview: (brand: Brand) => RenderedMail;
}
