import type { Fault } from "../engine.ts";

/** What PostgreSQL and Node say where there is no connection, or none that writes, any more. */
const LOST = new Set([
  "57P01",
  "57P02",
  "57P03",
  "57P05",
  "25P03",
  "25006",
  "53300",
  // "The database is not accepting connections", while it is copied or moved.
  "55000",
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOENT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ETIMEDOUT",
]);
/** A lock or a statement took longer than it may. */
const BUSY = new Set(["55P03", "57014", "40P01"]);
const FULL = new Set(["53100", "58030"]);
/** What the driver says of a server that says nothing. */
export const SILENT = "Query read timeout";
/** The driver's own errors have words alone. */
const DRIVERS_WORDS = [
  "Connection terminated",
  "timeout exceeded when trying to connect",
  "timeout expired",
  "Client has encountered a connection error",
  "Client was closed",
  "Postgres connection has been discarded",
];

/** What failed below a statement; null for any other error. */
export function faultOf(error: unknown): Fault | null {
  if (!(error instanceof Error)) return null;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (FULL.has(code)) return "full";
  if (BUSY.has(code) || error.message === SILENT) return "busy";
  if (LOST.has(code) || code.startsWith("08")) return "lost";
  return DRIVERS_WORDS.some((words) => error.message.startsWith(words)) ? "lost" : null;
}
