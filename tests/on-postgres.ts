import { chance, everything } from "./sample.ts";

/** What sends emails, and keeps two companies apart: on PostgreSQL in every run. */
const ALWAYS = ["mail-delivery", "mailings", "two-orgs"];
/** Walks: the short run takes one of them, by the seed. */
const WALKS = ["rights", "canary", "search"];
/** What the long run adds: files that passed on it. */
const LONG: readonly string[] = [];

/** The files of the server part that run on PostgreSQL, too. */
export function onPostgres(): string[] {
  const walks = everything
    ? WALKS
    : [WALKS[Math.floor(chance("on PostgreSQL") * WALKS.length)] ?? "rights"];
  return [...ALWAYS, ...walks, ...(everything ? LONG : [])].map(
    (name) => `tests/server/${name}.test.ts`,
  );
}
