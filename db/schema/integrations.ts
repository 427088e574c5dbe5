// What providers said of a company that connected an item.
import type { Bit, Id, IsoTime } from "./values.ts";

/** The last reading of what an item is connected to; which page that is, the item says. */
export interface IntegrationReadingsTable {
  orgId: Id;
  productId: Id;
  itemUid: string;
  /** The page that was read; a reading of another page than the item's counts for nothing. */
  page: string;
  /** What the last reading that went well said. */
  readingJson: string | null;
  readAt: IsoTime | null;
  /** The last reading, where it failed. */
  failedAt: IsoTime | null;
  /** When a process last set out to read it: the others wait. */
  askedAt: IsoTime | null;
  /** Made up for the demo, and never read anew. */
  example: Bit;
}

export interface IntegrationsTables {
  integrationReadings: IntegrationReadingsTable;
}
