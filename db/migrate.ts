import { sql, type Kysely } from "kysely";
import {
  DEFAULT_MIGRATION_TABLE,
  Migrator,
  type Migration,
  type MigrationProvider,
} from "kysely/migration";
import { dialectOf } from "./engine.ts";
import * as postgresFirst from "./postgres/first-migration.ts";
import { onPostgres } from "./postgres/later-migrations.ts";
import * as reviews from "../migrations/2026-11-21-reviews.ts";
import * as invitations from "../migrations/2026-11-21-invitations.ts";
import * as comments from "../migrations/2026-11-21-comments.ts";
import * as foundation from "../migrations/2026-11-20-foundation.ts";
import * as documentVersions from "../migrations/2026-11-21-document-versions.ts";
import * as subscribers from "../migrations/2026-11-21-subscribers.ts";
import * as access from "../migrations/2026-11-21-access.ts";
import * as bulkDownloads from "../migrations/2026-11-21-bulk-downloads.ts";
import * as viewing from "../migrations/2026-11-21-viewing.ts";
import * as mail from "../migrations/2026-11-21-mail.ts";
import * as passwordLinks from "../migrations/2026-11-21-password-links.ts";
import * as byoid from "../migrations/2026-11-21-byoid.ts";
import * as privacy from "../migrations/2026-11-21-privacy.ts";
import * as ndas from "../migrations/2026-11-21-ndas.ts";
import * as documentOrder from "../migrations/2026-11-21-document-order.ts";
import * as turns from "../migrations/2026-11-21-turns.ts";
import * as changes from "../migrations/2026-11-21-changes.ts";
import * as exchange from "../migrations/2026-11-21-exchange.ts";
import * as domainClaims from "../migrations/2026-11-21-domain-claims.ts";
import * as subprocessorOrder from "../migrations/2026-11-21-subprocessor-order.ts";
import * as team from "../migrations/2026-11-22-team.ts";
import * as theInstallation from "../migrations/2026-11-22-the-installation.ts";
import * as topicUpdates from "../migrations/2026-11-21-topic-updates.ts";
import * as guidedStarts from "../migrations/2026-11-22-guided-starts.ts";
import * as ruleTerms from "../migrations/2026-11-23-rule-terms.ts";
import * as searches from "../migrations/3011-searches.ts";
import * as webpages from "../migrations/3013-webpages.ts";
import * as controls from "../migrations/3012-controls.ts";
import * as renderFailures from "../migrations/3002-render-failures.ts";
import * as signInCodes from "../migrations/3003-sign-in-codes.ts";
import * as mailAttachments from "../migrations/2026-11-23-mail-attachments.ts";
import * as markdownTrees from "../migrations/3001-markdown-trees.ts";
import * as formerSlugs from "../migrations/3005-former-slugs.ts";
import * as domainChecks from "../migrations/3006-domain-checks.ts";
import * as answeredDomains from "../migrations/3007-answered-domains.ts";
import * as keyedAddresses from "../migrations/3008-keyed-addresses.ts";
import * as switchedOffFeatures from "../migrations/3009-switched-off-features.ts";
import * as documentTexts from "../migrations/3010-document-texts.ts";
import * as faqTopics from "../migrations/3014-faq-topics.ts";
import * as integrations from "../migrations/3015-integrations.ts";
import * as companiesFound from "../migrations/3016-companies-found.ts";
import * as partners from "../migrations/3017-partners.ts";
import * as entitlements from "../migrations/3018-entitlements.ts";
import * as accessPresets from "../migrations/3021-access-presets.ts";
import * as inboxNotes from "../migrations/3022-inbox-notes.ts";
import * as ruleConditions from "../migrations/3023-rule-conditions.ts";
import * as setUpLists from "../migrations/3024-set-up-lists.ts";
import * as cutOffReadings from "../migrations/3025-cut-off-readings.ts";
import * as sentForms from "../migrations/3027-sent-forms.ts";
import * as fileNotes from "../migrations/3028-file-notes.ts";
import * as leftOutTexts from "../migrations/3029-left-out-texts.ts";
import * as shortAnswers from "../migrations/3030-short-answers.ts";
import * as pageViews from "../migrations/3031-page-views.ts";
import * as colorStep from "../migrations/3032-color-step.ts";
import * as accessKeys from "../migrations/3036-access-keys.ts";
import * as passkeys from "../migrations/3039-passkeys.ts";
import * as singleSignOn from "../migrations/3040-single-sign-on.ts";
import * as keyAnswers from "../migrations/3043-key-answers.ts";
import * as webhooks from "../migrations/3045-webhooks.ts";
import * as questionnaires from "../migrations/3050-questionnaires.ts";
import * as questionnaireReleases from "../migrations/3051-questionnaire-releases.ts";
import * as sentQuestionnaires from "../migrations/3110-sent-questionnaires.ts";
import * as questionnaireWork from "../migrations/3111-questionnaire-work.ts";
import * as keptAnswers from "../migrations/3112-kept-answers.ts";
import * as memberKeyAnswers from "../migrations/3145-member-key-answers.ts";
import * as keyFingerprints from "../migrations/3060-key-fingerprints.ts";
import * as entryChanges from "../migrations/3062-entry-changes.ts";
import * as externalIds from "../migrations/3063-external-ids.ts";
import * as memberKeys from "../migrations/3064-member-keys.ts";
import * as handedOver from "../migrations/3160-handed-over.ts";
import * as usedEntries from "../migrations/3161-used-entries.ts";
import * as faqReviews from "../migrations/3162-faq-reviews.ts";
import * as faqAliases from "../migrations/3163-faq-aliases.ts";
import * as stagedVersions from "../migrations/3130-staged-versions.ts";
import * as subprocessorRegisterFacts from "../migrations/3150-subprocessor-register-facts.ts";
import * as takenBackAt from "../migrations/3172-taken-back-at.ts";
import * as toldInternal from "../migrations/3173-told-internal.ts";
import * as modelOutages from "../migrations/3174-model-outages.ts";
import * as earlierPaces from "../migrations/3175-earlier-paces.ts";
import * as changesTakenBack from "../migrations/3155-changes-taken-back.ts";
import * as productCraFacts from "../migrations/3151-product-cra-facts.ts";
import * as rateLimits from "../migrations/3080-rate-limits.ts";
import * as evidencePackages from "../migrations/3100-evidence-packages.ts";
import * as servers from "../migrations/3070-servers.ts";
import * as publicChanges from "../migrations/3090-public-changes.ts";
import * as moves from "../migrations/3081-moves.ts";
import * as blobMarks from "../migrations/3085-blob-marks.ts";
import * as follows from "../migrations/3091-follows.ts";
import * as calendarAddresses from "../migrations/3101-calendar-addresses.ts";
import * as standingQuestionnaires from "../migrations/3170-standing-questionnaires.ts";
import * as modelDrafts from "../migrations/3171-model-drafts.ts";
import * as approvalLinks from "../migrations/3020-approval-links.ts";
import * as documentFacts from "../migrations/3019-document-facts.ts";

/**
 * A migration that says `isAdditive = true` lets servers of the version before run beside those of
 * this one: it only makes tables, indexes, and columns that are null or have a default, and what
 * older servers write stays right. Whoever is unsure does not say so.
 */
interface MarkedMigration extends Migration {
  isAdditive?: boolean;
}

/**
 * Every migration, oldest first; the name is stored, so it never changes. New ones are numbered,
 * from 3001 on, so that they come after those that carry a date.
 */
export const provider: MigrationProvider = {
  async getMigrations() {
    return {
      "2026-11-20-foundation": foundation,
      "2026-11-21-document-order": documentOrder,
      "2026-11-21-document-versions": documentVersions,
      "2026-11-21-bulk-downloads": bulkDownloads,
      "2026-11-21-mail": mail,
      "2026-11-21-password-links": passwordLinks,
      "2026-11-21-reviews": reviews,
      "2026-11-21-subscribers": subscribers,
      "2026-11-21-access": access,
      "2026-11-21-viewing": viewing,
      "2026-11-21-topic-updates": topicUpdates,
      "2026-11-21-turns": turns,
      "2026-11-21-ndas": ndas,
      "2026-11-21-changes": changes,
      "2026-11-21-invitations": invitations,
      "2026-11-21-comments": comments,
      "2026-11-21-byoid": byoid,
      "2026-11-21-exchange": exchange,
      "2026-11-21-privacy": privacy,
      "2026-11-21-domain-claims": domainClaims,
      "2026-11-21-subprocessor-order": subprocessorOrder,
      "2026-11-22-team": team,
      "2026-11-22-guided-starts": guidedStarts,
      "2026-11-22-the-installation": theInstallation,
      "2026-11-23-mail-attachments": mailAttachments,
      "2026-11-23-rule-terms": ruleTerms,
      "3001-markdown-trees": markdownTrees,
      "3002-render-failures": renderFailures,
      "3003-sign-in-codes": signInCodes,
      "3005-former-slugs": formerSlugs,
      "3006-domain-checks": domainChecks,
      "3007-answered-domains": answeredDomains,
      "3008-keyed-addresses": keyedAddresses,
      "3009-switched-off-features": switchedOffFeatures,
      "3010-document-texts": documentTexts,
      "3011-searches": searches,
      "3012-controls": controls,
      "3013-webpages": webpages,
      "3014-faq-topics": faqTopics,
      "3015-integrations": integrations,
      "3016-companies-found": companiesFound,
      "3017-partners": partners,
      "3018-entitlements": entitlements,
      "3019-document-facts": documentFacts,
      "3020-approval-links": approvalLinks,
      "3021-access-presets": accessPresets,
      "3022-inbox-notes": inboxNotes,
      "3023-rule-conditions": ruleConditions,
      "3024-set-up-lists": setUpLists,
      "3025-cut-off-readings": cutOffReadings,
      "3027-sent-forms": sentForms,
      "3028-file-notes": fileNotes,
      "3029-left-out-texts": leftOutTexts,
      "3030-short-answers": shortAnswers,
      "3031-page-views": pageViews,
      "3032-color-step": colorStep,
      "3036-access-keys": accessKeys,
      "3039-passkeys": passkeys,
      "3040-single-sign-on": singleSignOn,
      "3043-key-answers": keyAnswers,
      "3045-webhooks": webhooks,
      "3050-questionnaires": questionnaires,
      "3051-questionnaire-releases": questionnaireReleases,
      "3060-key-fingerprints": keyFingerprints,
      "3062-entry-changes": entryChanges,
      "3063-external-ids": externalIds,
      "3064-member-keys": memberKeys,
      "3130-staged-versions": stagedVersions,
      "3150-subprocessor-register-facts": subprocessorRegisterFacts,
      "3155-changes-taken-back": changesTakenBack,
      "3151-product-cra-facts": productCraFacts,
      "3080-rate-limits": rateLimits,
      "3100-evidence-packages": evidencePackages,
      "3110-sent-questionnaires": sentQuestionnaires,
      "3111-questionnaire-work": questionnaireWork,
      "3070-servers": servers,
      "3090-public-changes": publicChanges,
      "3081-moves": moves,
      "3085-blob-marks": blobMarks,
      "3112-kept-answers": keptAnswers,
      "3091-follows": follows,
      "3101-calendar-addresses": calendarAddresses,
      "3160-handed-over": handedOver,
      "3145-member-key-answers": memberKeyAnswers,
      "3170-standing-questionnaires": standingQuestionnaires,
      "3161-used-entries": usedEntries,
      "3162-faq-reviews": faqReviews,
      "3163-faq-aliases": faqAliases,
      "3171-model-drafts": modelDrafts,
      "3172-taken-back-at": takenBackAt,
      "3173-told-internal": toldInternal,
      "3174-model-outages": modelOutages,
      "3175-earlier-paces": earlierPaces,
    };
  },
};

/** What the one first migration of PostgreSQL stands for: all up to it. */
const FIRST = "3032-color-step";

/** A database of PostgreSQL begins with the schema that SQLite came to, and goes on with it. */
const postgresProvider: MigrationProvider = {
  async getMigrations() {
    const all = Object.entries(await provider.getMigrations());
    const later = all.filter(([name]) => name > FIRST);
    return Object.fromEntries([
      [FIRST, postgresFirst],
      ...later.map(([name, migration]) => [name, onPostgres(migration)]),
    ]);
  },
};

/**
 * The names of all migrations, sorted.
 * @param beginsSquashed as `Dialect` says it of a kind of database
 */
export async function migrationNames(beginsSquashed: boolean): Promise<string[]> {
  const all = await (beginsSquashed ? postgresProvider : provider).getMigrations();
  return Object.keys(all).sort();
}

/** The newest migration that this version knows of a kind of database. */
export async function lastMigrationOf<T>(db: Kysely<T>): Promise<string> {
  return (await migrationNames(dialectOf(db).beginsSquashed)).at(-1) ?? "";
}

function providerFor<T>(db: Kysely<T>): MigrationProvider {
  return dialectOf(db).beginsSquashed ? postgresProvider : provider;
}

/** How long a start waits for another process that migrates the same file, in milliseconds. */
const LOCK_WAIT_MS = 60_000;

/**
 * The database can't be brought to this version's schema; the message says why and what to do, for
 * the operator.
 */
export class SchemaRefused extends Error {}

/**
 * Brings the database to the newest schema. All migrations that are due and their records are one
 * transaction, so a process killed half-way leaves the old schema, and the next start begins again.
 *
 * Some early migrations were given names that come before older ones, so there are databases that
 * lack one in the middle. They get it late, and the outcome is compared with a schema that was made
 * in order.
 * @param migrations those of this application unless a test brings its own
 * @returns the names of the migrations that ran
 * @throws SchemaRefused when the database was written by another version than one that came before
 *   this one; else the first error; nothing was applied then
 */
export async function migrate<T>(
  db: Kysely<T>,
  migrations: MigrationProvider = providerFor(db),
): Promise<string[]> {
  for (const deadline = Date.now() + LOCK_WAIT_MS; ;) {
    const { error, results } = await attempt(db, migrations);
    if (error === undefined)
      return (results ?? [])
        .filter((result) => result.status === "Success")
        .map((result) => result.migrationName);
    if (!dialectOf(db).isBusy(error) || Date.now() >= deadline) throw error;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * The migrations that a database of an earlier version lacks; none for a new one, and none for one
 * of this version.
 * @throws SchemaRefused when it was written by a version that did not come before this one
 */
export async function dueMigrations<T>(
  db: Kysely<T>,
  migrations: MigrationProvider = providerFor(db),
): Promise<string[]> {
  const { executed, additive } = await executedNames(db);
  if (executed.size === 0) return [];
  const names = Object.keys(await migrations.getMigrations()).sort();
  refuseStrangers(names, executed, additive);
  return names.filter((name) => !executed.has(name));
}

/**
 * The first of some migrations that servers of the version before can't live with; null when they
 * can live with all of them.
 */
export async function firstForbidding<T>(
  db: Kysely<T>,
  names: readonly string[],
  migrations: MigrationProvider = providerFor(db),
): Promise<string | null> {
  const all: Record<string, MarkedMigration> = await migrations.getMigrations();
  return names.find((name) => all[name]?.isAdditive !== true) ?? null;
}

/** Whether every migration has been applied. */
export async function isMigrated<T>(db: Kysely<T>): Promise<boolean> {
  const migrations = await new Migrator({ db, provider: providerFor(db) }).getMigrations();
  return migrations.every((m) => m.executedAt !== undefined);
}

async function attempt<T>(db: Kysely<T>, migrations: MigrationProvider) {
  const known = await migrations.getMigrations();
  const names = Object.keys(known).sort();
  try {
    const { executed, additive } = await executedNames(db);
    const isNewer = refuseStrangers(names, executed, additive);
    const due = names.filter((name) => !executed.has(name));
    // Kysely refuses a database that has more than it knows.
    if (isNewer) return { results: [] };
    const hasGap = due.some((name) => [...executed].some((done) => done > name));
    const last = due.at(-1);
    if (hasGap && dialectOf(db).beginsSquashed) throw betweenReleases(`it lacks "${due[0]}"`);
    const marked = withMarks(known);
    const all =
      hasGap && last !== undefined
        ? { ...marked, [last]: comparing(marked[last], migrations) }
        : marked;
    const outcome = await new Migrator({
      db,
      provider: { getMigrations: async () => all },
      allowUnorderedMigrations: true,
    }).migrateToLatest();
    return hasGap && dialectOf(db).isStatementFault(outcome.error)
      ? { ...outcome, error: betweenReleases(String(outcome.error), outcome.error) }
      : outcome;
  } catch (error) {
    return { error, results: [] };
  }
}

/** Where the names of additive migrations are kept, for versions that do not know them. */
const ADDITIVE_TABLE = "additiveMigrations";

/** Has each additive migration note, with itself, that it is one. */
function withMarks(known: Record<string, MarkedMigration>): Record<string, Migration> {
  return Object.fromEntries(
    Object.entries(known).map(([name, migration]) => [
      name,
      migration.isAdditive === true
        ? {
            up: async (db: Kysely<unknown>) => {
              await migration.up(db);
              await sql`insert into ${sql.table(ADDITIVE_TABLE)} values (${name})`.execute(db);
            },
          }
        : migration,
    ]),
  );
}

/** The migrations that the database says it has had, and which of them were additive; none when it is new. */
async function executedNames<T>(
  db: Kysely<T>,
): Promise<{ executed: ReadonlySet<string>; additive: ReadonlySet<string> }> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  const namesIn = async (table: string): Promise<ReadonlySet<string>> => {
    if (!tables.some(({ name }) => name === table)) return new Set();
    const { rows } = await sql<{ name: string }>`
      select name from ${sql.table(table)}`.execute(db);
    return new Set(rows.map(({ name }) => name));
  };
  return {
    executed: await namesIn(DEFAULT_MIGRATION_TABLE),
    additive: await namesIn(ADDITIVE_TABLE),
  };
}

/**
 * Whether a version can work with a database: it has all of the version's own migrations, and what a
 * newer version made of it since only added to it.
 * @param names the version's migrations, sorted
 */
export function canLiveWith(
  names: readonly string[],
  executed: ReadonlySet<string>,
  additive: ReadonlySet<string>,
): boolean {
  const newest = names.at(-1) ?? "";
  return (
    names.every((name) => executed.has(name)) &&
    [...executed].every((name) => names.includes(name) || (name > newest && additive.has(name)))
  );
}

/** The migrations of a database that older versions can live with, by their names. */
export async function additiveNames<T>(db: Kysely<T>): Promise<string[]> {
  return [...(await executedNames(db)).additive];
}

/**
 * @returns whether a newer version was here, which changed nothing that this one can't live with
 * @throws SchemaRefused for a migration that this version does not know, and can't live with
 */
function refuseStrangers(
  names: readonly string[],
  executed: ReadonlySet<string>,
  additive: ReadonlySet<string>,
): boolean {
  const strangers = [...executed].filter((name) => !names.includes(name)).sort();
  const [first] = strangers;
  if (first === undefined) return false;
  if (canLiveWith(names, executed, additive)) return true;
  const newest = names.at(-1) ?? "";
  throw new SchemaRefused(
    strangers.some((name) => name > newest)
      ? `This data folder was written by a newer version of Open Trust Center (its database has "${strangers.at(-1)}", which this version doesn’t know). Start that version, or go back to a copy from before the upgrade (docs/operate/upgrade.md). Nothing was changed.`
      : `This data folder was written by a version of Open Trust Center that was never released (its database has "${first}", which no release knows). Start the version that wrote it, or restore a backup of a release. Nothing was changed.`,
  );
}

/**
 * The last migration that is due, and after it, in the same transaction, the comparison with a
 * schema that was made in order.
 */
function comparing(migration: Migration | undefined, migrations: MigrationProvider): Migration {
  return {
    async up(trx) {
      await migration?.up(trx);
      const dialect = dialectOf(trx);
      const reference = dialect.emptyDatabase();
      if (reference === null) return;
      try {
        const { error } = await new Migrator({
          db: reference,
          provider: migrations,
        }).migrateToLatest();
        if (error !== undefined) throw error;
        const [wanted, found] = [
          await dialect.schemaClauses(reference),
          await dialect.schemaClauses(trx),
        ];
        const odd = [...wanted]
          .filter((clause) => !found.has(clause))
          .concat([...found].filter((clause) => !wanted.has(clause)));
        if (odd.length > 0)
          throw betweenReleases(`${odd.length} difference(s) in the schema, the first: ${odd[0]}`);
      } finally {
        await reference.destroy();
      }
    },
  };
}

/**
 * A migration that came late found another schema than the one that it was written for, or left
 * one.
 */
function betweenReleases(what: string, cause?: unknown): SchemaRefused {
  return new SchemaRefused(
    `This data folder was written by a version of Open Trust Center between two releases, whose migrations were not yet those of this version (${what}). It can't be upgraded: take its content along with content:export of the version that wrote it, or restore a backup of another version. Nothing was changed.`,
    { cause },
  );
}
