import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { migrate } from "#db/migrate.ts";
import { createOrg } from "#tenancy/orgs/store/org-changes.server.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { createStaff, grantRole } from "#auth/store/staff.server.ts";
import { Store } from "#db/store.ts";

/** A real database file, migrated; tests clone its image. */
export async function migratedImage(): Promise<Buffer> {
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
