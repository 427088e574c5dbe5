import { AsyncLocalStorage } from "node:async_hooks";
import type { Transaction } from "kysely";
import type { Schema } from "./schema.ts";

/**
 * What watches over one form while a page's action works: what it brought, and every write that it
 * begins. Who reads a body and who writes ask it; outside of an action there is none.
 */
export interface ActionGuard {
  /** The form is shown again as it came: nothing is done, whatever its action does with it. */
  readonly onlyShows: boolean;
  /**
   * The body was read.
   * @param digest of all of it, files too
   * @throws the answer of the same form that came before, where it did
   */
  read(fields: readonly (readonly [string, string])[], digest: string): Promise<void>;
  /**
   * The first thing in each transaction of the action.
   * @throws Refused where nothing may be done
   */
  before(trx: Transaction<Schema>): Promise<void>;
  /** Whether a transaction of the action was saved, nobody knows: its connection was cut. */
  unknown(): void;
}

/** Ends an action whose answer is known. It is no error: whoever words errors lets it pass. */
export abstract class Interrupted {
  abstract readonly outcome: unknown;
}

/** The guard of the action that runs. */
export const actionGuard = new AsyncLocalStorage<ActionGuard>();
