import { Migrator, type Kysely, type MigrationProvider } from "kysely";
import { isBusy } from "./sqlite/open.ts";
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
import * as renderFailures from "../migrations/3002-render-failures.ts";
import * as mailAttachments from "../migrations/2026-11-23-mail-attachments.ts";
import * as markdownTrees from "../migrations/3001-markdown-trees.ts";

/** Every migration, oldest first; the name is stored, so it never changes. */
const provider: MigrationProvider = {
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
    };
  },
};

/** How long a start waits for another process that migrates the same file, in milliseconds. */
const LOCK_WAIT_MS = 60_000;

/**
 * Brings the database to the newest schema. All migrations that are due and their records are one
 * transaction, so a process killed half-way leaves the old schema, and the next start begins again.
 * @param migrations those of this application unless a test brings its own
 * @returns the names of the migrations that ran
 * @throws the first error, with nothing applied
 */
export async function migrate<T>(
  db: Kysely<T>,
  migrations: MigrationProvider = provider,
): Promise<string[]> {
  for (const deadline = Date.now() + LOCK_WAIT_MS; ;) {
    const { error, results } = await new Migrator({ db, provider: migrations }).migrateToLatest();
    if (error === undefined)
      return (results ?? [])
        .filter((result) => result.status === "Success")
        .map((result) => result.migrationName);
    if (!isBusy(error) || Date.now() >= deadline) throw error;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Whether every migration has been applied. */
export async function isMigrated<T>(db: Kysely<T>): Promise<boolean> {
  const migrations = await new Migrator({ db, provider }).getMigrations();
  return migrations.every((m) => m.executedAt !== undefined);
}
