import type { ReactNode } from "react";
import type { Priority } from "#model/mail/mail.ts";
import type { Brand } from "./brand.ts";

/**
 * A message: its words as a function of a brand and its facts. One file a message in `messages/`,
 * named in `messages.ts`, so that the previews and the tests know it.
 */
export interface Message<Facts> {
  /** What the outbox calls it, such as `subscription-confirm`. */
  kind: string;
  /** What the previews call it. */
  title: string;
  /** prompt: someone waits for it in front of a form. mass: to many. */
  priority?: Priority;
  /** The body holds a token: staff can't read it, and it is erased once it has left. */
  secret?: boolean;
  /**
   * Goes out although an earlier mail to the address bounced: only where a known person asked for
   * it a moment ago.
   */
  requested?: boolean;
  subject: (brand: Brand, facts: Facts) => string;
  /**
   * What the mail asks for, in a few words that are hidden in it: an inbox shows them beside the
   * subject.
   */
  preheader: (brand: Brand, facts: Facts) => string;
  /** The first line of the body; the subject when absent. */
  heading?: (brand: Brand, facts: Facts) => string;
  Body: (props: { brand: Brand; facts: Facts }) => ReactNode;
  /** Why the recipient gets it: the footer's sentence. */
  reason: (brand: Brand, facts: Facts) => string;
  /** Facts for the previews and tests. */
  demo: (brand: Brand) => Facts;
}

/**
 * A message to many. `reason` speaks to subscribers, `reasonToOthers` to members of accounts and
 * listed people.
 */
export interface MailingMessage<Facts> extends Message<Facts> {
  reasonToOthers: (brand: Brand, facts: Facts) => string;
}
