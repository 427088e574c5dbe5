// Mail that leaves, and addresses that get none.
import type { LeftOut, MailState, MailingState, SuppressionReason } from "#model/mail/mail.ts";
import type { Bit, Id, IsoTime } from "./values.ts";

/** One mail to one recipient. */
export interface OutboxTable {
  id: Id;
  /** null: mail of the installation itself, which no org's staff see. */
  orgId: Id | null;
  /**
   * The orgId, or empty: each lane gets its turn, so that one org's thousand mails delay no other
   * org's one.
   */
  lane: string;
  kind: string;
  toEmail: string;
  toName: string | null;
  fromName: string;
  replyTo: string | null;
  subject: string;
  /** null: the mailing holds it, or it was erased because it held a secret. */
  html: string | null;
  text: string | null;
  headersJson: string;
  /** Without angle brackets. The same at every attempt, so that two copies are seen as one. */
  messageId: string;
  /** The body holds a token: only as readable as it must be, erased once it has left. */
  secret: Bit;
  /** The recipient asked for it a moment ago: an old bounce does not hold it back. */
  requested: Bit;
  /** 0 prompt, 1 normal, 2 mass. */
  priority: number;
  state: MailState;
  attempts: number;
  /** Not before this. */
  nextAttemptAt: IsoTime;
  firstTriedAt: IsoTime | null;
  lastError: string | null;
  /** The id that the provider gave it. */
  providerId: string | null;
  createdAt: IsoTime;
  sentAt: IsoTime | null;
  mailingId: Id | null;
  /** The address in canonical form: nobody gets a mailing twice. */
  recipientKey: string | null;
  /** `subscriber:{id}` or `member:{id}`: whose links the mail carries. */
  recipientRef: string | null;
}

/** A file that goes with a mail: named by the record that it is of, which keeps the bytes. */
export interface OutboxAttachmentsTable {
  orgId: Id;
  mailId: Id;
  /** The signature whose record it is. */
  signatureId: Id;
  fileName: string;
  /** Bytes, as they were when the mail was written. */
  size: number;
  /** Since when the file could not be had. */
  failingSince: IsoTime | null;
  /** Why the mail leaves, or left, without it; null: it goes with it. */
  leftOut: LeftOut | null;
}

/** One message to many recipients; its body is stored once. */
export interface MailingsTable {
  orgId: Id;
  id: Id;
  kind: string;
  topicUpdateId: Id | null;
  recipientsJson: string;
  subject: string;
  /**
   * The body for subscribers, with their own links as placeholders; and the one for everybody else.
   */
  html: string;
  text: string;
  othersHtml: string;
  othersText: string;
  headersJson: string;
  fromName: string;
  replyTo: string | null;
  messageDomain: string;
  portalUrl: string;
  state: MailingState;
  cursorJson: string | null;
  /** How many rows it has put into the outbox so far. */
  recipients: number;
  notBefore: IsoTime;
  createdAt: IsoTime;
  createdBy: string;
  endedAt: IsoTime | null;
}

export interface SuppressionsTable {
  orgId: Id;
  /** In canonical form. */
  email: string;
  reason: SuppressionReason;
  detail: string | null;
  at: IsoTime;
}

/** Whether mail can leave, as the worker last saw it: one row a transport. */
export interface MailTransportsTable {
  name: string;
  downSince: IsoTime | null;
  lastError: string | null;
  checkedAt: IsoTime;
}

/** Calls of the provider that were heard: a repeated one changes nothing. */
export interface MailWebhookCallsTable {
  id: string;
  heardAt: IsoTime;
}

export interface MailTables {
  outbox: OutboxTable;
  outboxAttachments: OutboxAttachmentsTable;
  mailings: MailingsTable;
  suppressions: SuppressionsTable;
  mailTransports: MailTransportsTable;
  mailWebhookCalls: MailWebhookCallsTable;
}
