import type { DatabaseFacts, NamedBlob } from "#db/facts.ts";
import {
  blobsOf as blobsOfFile,
  bytesOf,
  copyDatabase,
  dropUnnamedBlobs,
  factsOf,
  hasBlobRow,
  wholeFault,
} from "#db/sqlite/snapshot.ts";
import type { Config } from "#platform/config.ts";
import { databaseFile } from "#platform/data-folder.ts";
import { DATABASE, DUMP } from "#model/backup.ts";

/** A copy of a database as it was at one moment. */
export interface CopiedDatabase {
  facts: DatabaseFacts;
  /** The stored files that its rows name, in a fixed order. */
  blobs: NamedBlob[];
  /** The first thing that is wrong with it; null when it is sound. */
  fault: string | null;
}

/** The database of an installation, of either kind, as backups need it. */
export interface LiveDatabase {
  /** What the operator calls it. */
  label: string;
  /** What its copy is called in a backup. */
  member: typeof DATABASE | typeof DUMP;
  facts(): Promise<DatabaseFacts>;
  /** What a copy takes, at most. */
  bytes(): Promise<number>;
  blobs(): Promise<NamedBlob[]>;
  hasBlobRow(blob: NamedBlob): Promise<boolean>;
  /** Copies it to a path at which there is nothing, beside its server. */
  copy(target: string): Promise<CopiedDatabase>;
  /** As `copy`, and as it is: nothing is left out, and nothing is looked at. */
  copyAsItIs(target: string): Promise<DatabaseFacts>;
}

/** The database of an installation. */
export async function liveDatabase(
  place: Pick<Config, "dataDir" | "database">,
): Promise<LiveDatabase> {
  return place.database === null
    ? ofFile(databaseFile(place.dataDir))
    : ofPostgres(place.database.directUrl);
}

function ofFile(file: string): LiveDatabase {
  return {
    label: file,
    member: DATABASE,
    facts: async () => factsOf(file),
    bytes: async () => bytesOf(file),
    blobs: async () => blobsOfFile(file),
    hasBlobRow: async (blob) => hasBlobRow(file, blob),
    async copy(target) {
      await copyDatabase(file, target);
      dropUnnamedBlobs(target);
      const fault = wholeFault(target);
      if (fault !== null)
        return { facts: { migrations: [], counts: {}, mark: 0 }, blobs: [], fault };
      return { facts: factsOf(target), blobs: blobsOfFile(target), fault };
    },
    async copyAsItIs(target) {
      await copyDatabase(file, target);
      return factsOf(target);
    },
  };
}

async function ofPostgres(url: string): Promise<LiveDatabase> {
  // What most installations never use is not loaded there.
  const postgres = await import("#db/postgres/snapshot.ts");
  return {
    label: "the database of DATABASE_URL",
    member: DUMP,
    facts: () => postgres.databaseFacts(url),
    bytes: async () => (await postgres.sizeAndVersion(url)).bytes,
    blobs: () => postgres.blobsOf(url),
    hasBlobRow: (blob) => postgres.hasBlobRow(url, blob),
    copy: async (target) => ({ ...(await postgres.dumpDatabase(url, target)), fault: null }),
    copyAsItIs: async (target) => (await postgres.dumpDatabase(url, target)).facts,
  };
}
