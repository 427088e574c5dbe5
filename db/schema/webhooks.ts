// What a company's own programs are told, and what became of it.
import type { DeliveryState, HookKind } from "#model/webhooks.ts";
import type { Bit, Id, IsoTime } from "./values.ts";

export interface WebhooksTable {
  orgId: Id;
  id: Id;
  kind: HookKind;
  name: string;
  /** Its address, encrypted by the installation's key: some addresses are secrets. */
  sealedUrl: string;
  /** The host of that address, which lists show. */
  host: string;
  /** The secret that signs, encrypted, too; one of before beside it, until a moment. */
  sealedSecret: string;
  sealedOldSecret: string | null;
  oldSecretUntil: IsoTime | null;
  /** The types that it hears of. */
  typesJson: string;
  /** Whether it hears more than types and ids. */
  details: Bit;
  createdAt: IsoTime;
  createdBy: string;
  /** When it is due; null: nothing waits. */
  nextAttemptAt: IsoTime | null;
  /** Since when every try failed; null: the last one did not. */
  failingSince: IsoTime | null;
  stoppedAt: IsoTime | null;
  /** Who turned it off, or why it is off. */
  stoppedBy: string | null;
}

/** One event for one webhook. Its id orders those of one moment. */
export interface WebhookDeliveriesTable {
  orgId: Id;
  id: Id;
  webhookId: Id;
  type: string;
  at: IsoTime;
  subjectId: string;
  path: string;
  /** What it says beyond that; null: nothing. */
  detailsJson: string | null;
  state: DeliveryState;
  /** Not sent before. */
  notBefore: IsoTime;
  attempts: number;
  lastTriedAt: IsoTime | null;
  lastStatus: number | null;
  /** The beginning of the last answer, or why there was none. */
  lastAnswer: string | null;
}

export interface WebhookTables {
  webhooks: WebhooksTable;
  webhookDeliveries: WebhookDeliveriesTable;
}
