import { Migrator, type Kysely, type MigrationProvider } from "kysely";
import * as foundation from "../migrations/2026-11-20-foundation.ts";
import * as viewing from "../migrations/2026-11-21-viewing.ts";

/** Every migration, oldest first; the name is stored, so it never changes. */
const provider: MigrationProvider = {
  async getMigrations() {
    return {
      "2026-11-20-foundation": foundation,
      "2026-11-21-viewing": viewing,
    };
  },
};

/**
 * Brings the database to the newest schema. Each migration and its record are one transaction, so a
 * process killed half-way leaves the old schema, and the next start goes on from there.
 * @returns the names of the migrations that ran
 * @throws the first error, with nothing of that migration applied
 */
export async function migrate<T>(db: Kysely<T>): Promise<string[]> {
  const { error, results } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) throw error;
  return (results ?? []).filter((r) => r.status === "Success").map((r) => r.migrationName);
}

/** Whether every migration has been applied. */
export async function isMigrated<T>(db: Kysely<T>): Promise<boolean> {
  const migrations = await new Migrator({ db, provider }).getMigrations();
  return migrations.every((m) => m.executedAt !== undefined);
}
