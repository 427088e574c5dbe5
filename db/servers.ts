import type { Transaction } from "kysely";
import type { Schema } from "./schema.ts";

/*
 * Several servers on one database. What each of them may do alone is a duty: one has it, for as
 * long as it says in time that it goes on.
 */

/** What one server at a time does for all. */
export type DutyName =
  | "mail"
  | "webhooks"
  | "drafts"
  | "clock"
  | "readings"
  | "housekeeping"
  | "nightly";

/** What a server says of itself to the others. */
export interface ServerFacts {
  /** The name of its machine. */
  host: string;
  /** Where it listens. */
  address: string;
  version: string;
  /** The newest migration that it knows. */
  lastMigration: string;
}

/** One duty, as whoever does it asks about it. */
export interface Duty {
  /** Whether this server has it now, by its own clock: sooner over than for the others. */
  isHeld(): boolean;
  /** Ends what is under way: aborted as soon as the duty is lost. Another one once it is back. */
  readonly signal: AbortSignal;
  /** In a write: whether it is still this server's. Nobody takes it before the write has ended. */
  isHeldIn(trx: Transaction<Schema>): Promise<boolean>;
}

/** The duties of a server among others. */
export interface Membership {
  /** @param name one of those that it joined for */
  duty(name: DutyName): Duty;
  /** The others take it at once. To be called when what this server did of it has ended. */
  giveUp(name: DutyName): Promise<void>;
  /** Other servers that live. */
  others(): Promise<ServerFacts[]>;
}

/** Of a server that is the only one: a lock of the system or of the database says so. */
export const ALWAYS: Duty = {
  isHeld: () => true,
  signal: new AbortController().signal,
  isHeldIn: () => Promise.resolve(true),
};

/** Of a server that is the only one. */
export const ALONE: Membership = {
  duty: () => ALWAYS,
  giveUp: () => Promise.resolve(),
  others: () => Promise.resolve([]),
};
