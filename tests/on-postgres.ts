import { chance, everything } from "./sample.ts";

/** What sends emails, and keeps two companies apart: on PostgreSQL in every run. */
const ALWAYS = ["mail-delivery", "two-orgs"];
/** Walks and masses: the short run takes one of them, by the seed. */
const WALKS = ["rights", "mailings", "search"];
/** What the long run adds: files that passed on it. */
const LONG: readonly string[] = ["canary"];

/** The files of the server part that run on PostgreSQL, too. */
export function onPostgres(): string[] {
  const walks = everything
    ? WALKS
    : [WALKS[Math.floor(chance("on PostgreSQL") * WALKS.length)] ?? "rights"];
  return [...ALWAYS, ...walks, ...(everything ? LONG : [])].map(
    (name) => `tests/server/${name}.test.ts`,
  );
}
