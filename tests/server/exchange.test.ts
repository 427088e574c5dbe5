import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { exportContent } from "../../app/content/exchange/export-content.ts";
import { importContent, previewImport } from "../../app/content/exchange/import-content.ts";
import { importFolder } from "../../app/content/import-folder.ts";
import { DiskFolder } from "../../app/content/folder.ts";
import { ZipFolder } from "../../app/content/zip-folder.ts";
import { StrictZip } from "../../app/files/strict-zip.ts";
import { SYSTEM } from "../../db/audit.ts";
import { newId } from "../../db/ids.ts";
import { createStagedOrg } from "../../db/staged-orgs.ts";
import { brokenKeys, DEMO, NOW, useImportWorld } from "./import-world.ts";

const LIMITS = { maxEntries: 5_000, maxBytes: 1024 ** 3 };
const LATER = new Date(NOW.getTime() + 3 * 3_600_000);
const world = useImportWorld();

async function demoOrg(slug = "acme"): Promise<string> {
  return (await importFolder(world, path.join(DEMO, slug), { now: NOW, by: "Ingrid Sommer" })).orgId;
}

async function exported(orgId: string, withFiles = true): Promise<Buffer> {
  const zip = await exportContent({ db: world.store.read, blobs: world.blobs, key: world.key }, orgId, { withFiles });
  const pieces: Buffer[] = [];
  for await (const piece of zip.stream()) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

let archives = 0;
async function folderOf(zip: Buffer): Promise<ZipFolder> {
  const file = path.join(world.folder, `content-${(archives += 1)}.zip`);
  writeFileSync(file, zip);
  return new ZipFolder(await StrictZip.ofFile(file, LIMITS));
}

async function into(orgId: string | null, zip: Buffer, replace = false) {
  const id = orgId ?? newId();
  const before = orgId === null ? { before: (trx: Parameters<typeof createStagedOrg>[0]) => createStagedOrg(trx, id, { slug: `copy-${id.slice(0, 6).toLowerCase().replace(/[^a-z0-9]/g, "x")}`, name: "Copy", websiteUrl: null, timeZone: "UTC" }, "Test", LATER) } : {};
  const result = await importContent(world, id, await folderOf(zip), { replace, now: LATER, by: SYSTEM, ...before });
  return { orgId: id, ...result };
}

describe("taking content along", () => {
  test("export, import into an empty org, and export again give the same bytes", async () => {
    for (const slug of ["acme", "globex"]) {
      const first = await exported(await demoOrg(slug));
      expect((await exported(await demoOrgId(slug))).equals(first)).toBe(true);
      const copy = await into(null, first);
      expect(copy.changes.every(({ what, noun }) => what === "added" || ["org", "settings", "pictures", "nda"].includes(noun))).toBe(true);
      const second = await exported(copy.orgId);
      await sameFiles(first, second);
      expect(second.equals(first)).toBe(true);
      expect(await brokenKeys(world.store)).toEqual([]);
    }
  });

  test("an export changes nothing where it comes from", async () => {
    const acme = await demoOrg();
    const zip = await exported(acme);
    for (const replace of [false, true]) {
      const { changes } = await previewImport(world, acme, await folderOf(zip), { replace, now: LATER });
      expect(changes).toEqual([]);
    }
    const revision = () => world.store.read.selectFrom("orgs").select("revision").where("id", "=", acme).executeTakeFirstOrThrow();
    const before = await revision();
    expect((await into(acme, zip)).changes).toEqual([]);
    expect(await revision()).toEqual(before);
  });

  test("the demo's folder is known again by its uids", async () => {
    const acme = await demoOrg();
    const { changes, notes } = await previewImport(world, acme, new DiskFolder(path.join(DEMO, "acme")), { replace: true, now: NOW });
    expect(changes).toEqual([]);
    expect(notes.join("\n")).toContain("Domains are not taken over");
  });
});

async function demoOrgId(slug: string): Promise<string> {
  return (await world.store.read.selectFrom("orgs").select("id").where("slug", "=", slug).executeTakeFirstOrThrow()).id;
}

/** Names the file that differs, before two archives are compared as a whole. */
async function sameFiles(a: Buffer, b: Buffer): Promise<void> {
  const [first, second] = await Promise.all([a, b].map(async (bytes) => {
    const file = path.join(world.folder, `compare-${(archives += 1)}.zip`);
    writeFileSync(file, bytes);
    return StrictZip.ofFile(file, LIMITS);
  }));
  expect([...(second?.files.keys() ?? [])]).toEqual([...(first?.files.keys() ?? [])]);
  for (const name of first?.files.keys() ?? []) {
    if (name.endsWith(".yaml")) expect((await second?.bytes(name, 1e8))?.toString()).toBe((await first?.bytes(name, 1e8))?.toString());
  }
}
