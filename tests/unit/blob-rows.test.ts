import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAsset, findAsset } from "#platform/files/store/assets.server.ts";
import { findBlob, recordBlob } from "#platform/files/store/blobs.server.ts";
import { isoNow } from "#db/ids.ts";
import { migrate } from "#db/migrate.ts";
import { createOrg } from "#tenancy/orgs/store/org-changes.server.ts";
import { Store } from "#db/store.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";

const folder = mkdtempSync(path.join(tmpdir(), "blob-rows-"));
let database: Store;
beforeAll(async () => {
  database = Store.open(path.join(folder, "trust.db"), null);
  await migrate(database.connection);
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

test("a blob is noted once, and in its org alone; an asset needs its own org's blob", async () => {
  const blob = { hash: "ab".repeat(32), size: 5 };
  const picture = {
    type: "logo",
    fileName: "logo.png",
    contentType: "image/png",
    blobHash: blob.hash,
  };
  const [acme, globex] = await database.write(
    async (trx) =>
      [
        await createOrg({ trx, by: SYSTEM, now: new Date() }, { slug: "acme", name: "Acme" }),
        await createOrg({ trx, by: SYSTEM, now: new Date() }, { slug: "globex", name: "Globex" }),
      ] as const,
  );
  const first = isoNow(new Date());
  await database.write((trx) => recordBlob(trx, acme, blob, first));
  await database.write((trx) => recordBlob(trx, acme, blob, "2030-01-01T00:00:00.000Z"));
  expect(await findBlob(database.read, acme, blob.hash)).toEqual({
    orgId: acme,
    ...blob,
    createdAt: first,
    unnamedSince: null,
  });
  expect(await findBlob(database.read, globex, blob.hash)).toBeNull();

  const id = await database.write((trx) =>
    createAsset({ trx, orgId: acme, now: new Date() }, picture),
  );
  expect(await findAsset(database.read, acme, id)).toMatchObject({
    ...picture,
    orgId: acme,
    id,
    revision: 1,
  });
  expect(await findAsset(database.read, globex, id)).toBeNull();
  await expect(
    database.write((trx) => createAsset({ trx, orgId: globex, now: new Date() }, picture)),
  ).rejects.toThrow(/FOREIGN KEY/);
});
