import { randomBytes } from "node:crypto";
import { utimesSync, writeFileSync, readFileSync, rmSync, existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { sweepOrphans } from "#platform/files/orphan-sweep.ts";
import { verifyFiles } from "#platform/files/verify-files.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import {
  addUploads,
  deleteDocument,
  uploadVersion,
} from "#content/documents/store/library.server.ts";
import { createOrg } from "#tenancy/orgs/store/org-changes.server.ts";
import { testInFive } from "../in-turn.ts";
import { useImportWorld } from "./import-world.ts";

const world = useImportWorld();
const NOW = new Date("2026-11-20T12:00:00Z");
const CHOICES = { type: "Other" as const, accessType: null, expiresOn: null, addSame: false };

async function org(): Promise<string> {
  return world.store.write((trx) =>
    createOrg({ trx, by: SYSTEM, now: NOW }, { slug: "acme", name: "Acme Cloud" }),
  );
}

async function stored(orgId: string, bytes: Buffer) {
  const blob = await world.blobs.put(orgId, bytes, { maxBytes: 1e9 });
  return { fileName: "file.txt", contentType: "text/plain", blob, encryptedType: null };
}

const fileOf = (orgId: string, hash: string) =>
  path.join(world.folder, "blobs", orgId, hash.slice(0, 2), hash);
const age = (orgId: string, hash: string) =>
  utimesSync(fileOf(orgId, hash), new Date(0), new Date(0));
const add = (orgId: string, file: Awaited<ReturnType<typeof stored>>) =>
  world.store.write((trx) => addUploads({ trx, orgId, by: SYSTEM, now: NOW }, [file], CHOICES));

describe("the sweep of unreferenced files", () => {
  test("leaves what a document, a version or a young upload needs, and takes the rest with its row", async () => {
    const orgId = await org();
    const [first, second, lost, young] = [
      await stored(orgId, randomBytes(100)),
      await stored(orgId, randomBytes(100)),
      await stored(orgId, randomBytes(100)),
      await stored(orgId, randomBytes(100)),
    ];
    const [added] = await add(orgId, first);
    const id = added !== undefined && "id" in added ? added.id : "";
    await world.store.write((trx) =>
      uploadVersion({ trx, orgId, by: SYSTEM, now: NOW }, id, second),
    );
    for (const { blob } of [first, second, lost]) age(orgId, blob.hash);
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000);
    expect(await sweepOrphans(world, new Date())).toBe(1);
    expect(
      [first, second, lost, young].map(({ blob }) => existsSync(fileOf(orgId, blob.hash))),
    ).toEqual([true, true, false, true]);
    await world.store.write((trx) => deleteDocument({ trx, orgId, by: SYSTEM, now: NOW }, id));
    // Their day begins now, however old they are.
    expect(await sweepOrphans(world, at(0))).toBe(0);
    expect(await sweepOrphans(world, at(23))).toBe(0);
    for (const { blob } of [first, second])
      expect((await world.blobs.stat(orgId, blob.hash)).size).toBe(100);
    expect(await sweepOrphans(world, at(24.1))).toBe(3);
    expect(await world.store.read.selectFrom("blobs").selectAll().execute()).toEqual([]);
    expect(existsSync(fileOf(orgId, young.blob.hash))).toBe(false);
    expect(await sweepOrphans(world, at(24.1))).toBe(0);
  });

  test("begins the day anew for what was named again meanwhile, and for a day that a wrong clock began", async () => {
    const orgId = await org();
    const file = await stored(orgId, randomBytes(100));
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000);
    const addAndDelete = async () => {
      const [added] = await add(orgId, file);
      const id = added !== undefined && "id" in added ? added.id : "";
      age(orgId, file.blob.hash);
      await world.store.write((trx) => deleteDocument({ trx, orgId, by: SYSTEM, now: NOW }, id));
    };
    await addAndDelete();
    expect(await sweepOrphans(world, at(0))).toBe(0);
    await addAndDelete();
    expect(await sweepOrphans(world, at(20))).toBe(0);
    expect(await sweepOrphans(world, at(25))).toBe(0);
    expect(await sweepOrphans(world, at(44.1))).toBe(1);

    const other = await stored(orgId, randomBytes(100));
    const [added] = await add(orgId, other);
    age(orgId, other.blob.hash);
    await world.store.write((trx) =>
      deleteDocument(
        { trx, orgId, by: SYSTEM, now: NOW },
        added !== undefined && "id" in added ? added.id : "",
      ),
    );
    expect(await sweepOrphans(world, at(40 * 24))).toBe(0);
    expect(await sweepOrphans(world, at(0))).toBe(0);
    expect(await sweepOrphans(world, at(24.1))).toBe(1);
  });

  testInFive(
    "beside uploads of the same bytes never takes what one of them was promised",
    async () => {
      const orgId = await org();
      const bytes = Array.from({ length: 6 }, () => randomBytes(2_000));
      for (let round = 0; round < 15; round += 1) {
        for (const piece of bytes) {
          const { blob } = await stored(orgId, piece);
          age(orgId, blob.hash);
        }
        const uploads = bytes.map(async (piece) => {
          const file = await stored(orgId, piece);
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 5));
          const [added] = await add(orgId, file);
          expect((await world.blobs.readAll(orgId, file.blob.hash, 10_000)).equals(piece)).toBe(
            true,
          );
          return added !== undefined && "id" in added ? added.id : "";
        });
        const [ids] = await Promise.all([
          Promise.all(uploads),
          sweepOrphans(world, new Date()),
          sweepOrphans(world, new Date()),
        ]);
        for (const id of ids)
          await world.store.write((trx) =>
            deleteDocument({ trx, orgId, by: SYSTEM, now: NOW }, id),
          );
      }
    },
  );
});

describe("the check of every stored file", () => {
  test("names each damaged and each missing one, and nothing else", async () => {
    const orgId = await org();
    const files = [
      await stored(orgId, randomBytes(300_000)),
      await stored(orgId, randomBytes(10)),
      await stored(orgId, randomBytes(200_000)),
    ];
    for (const [i, file] of files.entries())
      await add(orgId, { ...file, fileName: `file-${i}.txt` });
    expect(await verifyFiles(world)).toEqual({ files: 3, bytes: 500_010, faults: [] });
    const damaged = fileOf(orgId, files[0]?.blob.hash ?? "");
    const bytes = readFileSync(damaged);
    bytes[200_000] = (bytes[200_000] ?? 0) ^ 0xff;
    writeFileSync(damaged, bytes);
    rmSync(fileOf(orgId, files[1]?.blob.hash ?? ""));
    const told: string[] = [];
    const { faults } = await verifyFiles(world, (fault) => told.push(fault));
    expect([...faults].sort()).toEqual([
      `acme: document "file-0.txt": damaged (SHA-256 ${files[0]?.blob.hash})`,
      `acme: document "file-1.txt": missing (SHA-256 ${files[1]?.blob.hash})`,
    ]);
    expect(told).toEqual(faults);
  });
});
