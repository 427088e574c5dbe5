// Pages of the company's own site that the search finds.
import type { WebpageStatus } from "../../app/features/webpages/rules.ts";
import type { Id, IsoTime } from "./values.ts";

export interface WebpagesTable {
  orgId: Id;
  id: Id;
  url: string;
  /** What the last reading that went well found. */
  title: string | null;
  text: string;
  /** The size of the text. */
  bytes: number;
  status: WebpageStatus;
  readAt: IsoTime | null;
  /** The last reading, where it failed, and why in words. */
  failedAt: IsoTime | null;
  fault: string | null;
  /** How many nights in a row there was nothing of that address. */
  nightsMissing: number;
  addedAt: IsoTime;
}

/** The last reading of all pages of an org. */
export interface WebpageReadingsTable {
  orgId: Id;
  id: Id;
  startedAt: IsoTime;
  /** null while it goes on. */
  endedAt: IsoTime | null;
}

export interface WebpagesTables {
  webpages: WebpagesTable;
  webpageReadings: WebpageReadingsTable;
}
