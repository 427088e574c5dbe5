import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { inject } from "vitest";
import { migrate } from "#db/migrate.ts";
import { createOrg } from "#tenancy/orgs/store/org-changes.server.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { createStaff, grantRole } from "#auth/store/staff.server.ts";
import { Store } from "#db/store.ts";
import {
  databaseOf,
  emptyDatabase,
  type WorldDatabase,
  type WorldImage,
} from "./world-database.ts";

/** A database that is migrated, and empty but for that; tests begin with copies of it. */
export async function migratedImage(): Promise<WorldImage> {
  const server = inject("postgres");
  if (server === null) return sqliteImage();
  const { name, url } = await emptyDatabase(server);
  const store = await Store.connect(url, null);
  await migrate(store.connection);
  await store.close();
  return { template: name };
}

/** A real database file of SQLite, migrated, as an image. */
export async function sqliteImage(): Promise<Buffer> {
  const folder = mkdtempSync(path.join(tmpdir(), "otc-db-"));
  const store = Store.open(path.join(folder, "trust.db"), null);
  try {
    await migrate(store.connection);
    return store.image();
  } finally {
    await store.close();
    rmSync(folder, { recursive: true });
  }
}

/** A copy of an image for one test. */
export function openMigrated(image: WorldImage): Promise<WorldDatabase> {
  return databaseOf(Store, image, Buffer.alloc(32));
}

/** Two orgs that share nothing but Robin: owner of acme, viewer of globex. Pat is acme's editor, Gil globex's owner. */
export async function peopled(store: Store, now: Date) {
  return store.write(async (trx) => {
    const write = { trx, by: SYSTEM, now };
    const acme = await createOrg(write, { slug: "acme", name: "Acme Cloud" });
    const globex = await createOrg(write, { slug: "globex", name: "Globex Health" });
    const person = (name: string) =>
      createStaff(
        { trx, by: SYSTEM, now },
        { email: `${name}@Staff.example`, name, passwordHash: "scrypt$none" },
      );
    const [robin, pat, gil, nobody] = [
      await person("Robin"),
      await person("Pat"),
      await person("Gil"),
      await person("Nobody"),
    ];
    await grantRole({ trx, orgId: acme, by: SYSTEM, now }, robin, "owner");
    await grantRole({ trx, orgId: globex, by: SYSTEM, now }, robin, "viewer");
    await grantRole({ trx, orgId: acme, by: SYSTEM, now }, pat, "editor");
    await grantRole({ trx, orgId: globex, by: SYSTEM, now }, gil, "owner");
    return { acme, globex, robin, pat, gil, nobody };
  });
}
