import { readdirSync } from "node:fs";
import { chance } from "./sample.ts";

/** What sends emails, keeps two companies apart, and counts tries: on PostgreSQL in every run. */
const ALWAYS = ["mail-delivery", "two-orgs", "shared-limits"];
/** Walks and masses: the short run takes one of them, by the seed. */
const WALKS = ["rights", "mailings", "search"];

const OWN_SERVERS = "starts servers of its own, on folders of SQLite";
const NO_DATABASE = "asks no database";

/** Files of the server part that the long run leaves to SQLite, with the reason. */
const SQLITES_ALONE: Readonly<Record<string, string>> = {
  "backup-processes": OWN_SERVERS,
  "doc-commands": OWN_SERVERS,
  "doctor-processes": OWN_SERVERS,
  "edit-processes": OWN_SERVERS,
  "fault-processes": OWN_SERVERS,
  "form-check": NO_DATABASE,
  "html-forms": NO_DATABASE,
  "mail-processes": OWN_SERVERS,
  "move-processes": "has a PostgreSQL of its own, to which it moves",
  "one-order": "turns the rows of a file round, by their numbers there",
  "package-processes": OWN_SERVERS,
  "postgres-processes": "has a PostgreSQL of its own, on which it runs already",
  processes: OWN_SERVERS,
  "proxy-processes": OWN_SERVERS,
  "questionnaire-processes": OWN_SERVERS,
  "renderer-processes": OWN_SERVERS,
  "several-servers-processes": "has a PostgreSQL of its own, on which it runs already",
  statements: "counts at the one connection that a world of SQLite has",
  "strict-zip": NO_DATABASE,
  "upgrade-processes": OWN_SERVERS,
  "upload-processes": OWN_SERVERS,
  "watch-processes": OWN_SERVERS,
  "webhook-processes": OWN_SERVERS,
};

/**
 * The files of the server part that run on PostgreSQL, too: in the long run all that can, each as the short run takes
 * it. Unsampled they take hours, and ask the same rules again.
 */
export function onPostgres(): string[] {
  const walk = WALKS[Math.floor(chance("on PostgreSQL") * WALKS.length)] ?? "rights";
  const names =
    process.env.TEST_POSTGRES === "all"
      ? allNames().filter((name) => SQLITES_ALONE[name] === undefined)
      : [...ALWAYS, walk];
  return names.map((name) => `tests/server/${name}${ENDING}`);
}

const ENDING = ".test.ts";

/** @throws where the list of what is SQLite's names a file that is not there */
function allNames(): string[] {
  const names = readdirSync(`${import.meta.dirname}/server`)
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length));
  const gone = Object.keys(SQLITES_ALONE).find((name) => !names.includes(name));
  if (gone !== undefined) throw new Error(`tests/server/${gone}${ENDING} is not there`);
  return names;
}
