import { createWriteStream, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { ContentError, contentIds } from "#operations/exchange/content-ids.ts";
import { exportContent } from "#operations/exchange/exchange/export-content.ts";
import { DiskFolder, type Folder } from "#operations/exchange/folder.ts";
import { importFolder } from "#operations/exchange/import-folder.ts";
import { resolveMoment } from "#operations/exchange/moments.ts";
import { readFolder } from "#operations/exchange/read-folder.ts";
import { hashFiles } from "#operations/exchange/stage-files.ts";
import { ZipFolder } from "#operations/exchange/zip-folder.ts";
import { StrictZip } from "#platform/files/strict-zip.ts";
import { createLargeOrg } from "#operations/exchange/large-org.ts";
import { customizationSchema } from "#model/settings/customization.ts";
import { updateCustomization } from "#company/settings/store/customizations.server.ts";
import { findOrgBySlug } from "#tenancy/orgs/store/orgs.server.ts";
import { createOrg } from "#tenancy/orgs/store/org-changes.server.ts";
import type { Store } from "#db/store.ts";
import { testInFive, testInTurn } from "../in-turn.ts";
import {
  allCounts,
  brokenKeys,
  count,
  DEMO,
  demoCopy,
  NOW,
  storedBlobs,
  useImportWorld,
} from "./import-world.ts";
import { openMigrated } from "./migrated.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";

const world = useImportWorld();

/**
 * What a content folder says, wherever its files lie and however its lists are ordered: files by
 * what is in them, moments by their day.
 */
async function wordsOf(folder: Folder): Promise<Record<string, unknown>> {
  const { org, given: _read, places: _lines, files, ...content } = await readFolder(folder);
  const hashes = await hashFiles({ folder, files });
  const { slug: _own, domains: _its, published: _too, switchedOff: _as, ...said } = org;
  const word = (value: unknown, key: string): unknown => {
    if (typeof value === "string")
      return hashes.get(value) ?? resolveMoment(value, NOW)?.toISOString().slice(0, 10) ?? value;
    if (Array.isArray(value)) {
      const words = value.map((inner: unknown) => word(inner, key));
      const name = (inner: unknown) =>
        typeof inner === "string" ? inner : String((inner as { uid?: string }).uid ?? "");
      return key.endsWith("Order") || key === "featuredItems"
        ? words
        : words.toSorted((a, b) => name(a).localeCompare(name(b)));
    }
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([inner, of]) =>
        inner === "folder" || of === undefined ? [] : [[inner, word(of, inner)]],
      ),
    );
  };
  const { customization: _withDefaults, ...who } = said;
  return word(
    {
      ...content,
      org: who,
      products: content.products.map((part) => ({ ...part, uid: part.product.uid })),
    },
    "",
  ) as Record<string, unknown>;
}
const importDemo = (slug: string, from = DEMO) =>
  importFolder(world, path.join(from, slug), { now: NOW, by: "Robin" });

describe("the demo folder", () => {
  testInTurn("acme loads whole", async () => {
    const { orgId } = await importDemo("acme");
    const { rows } = await sql<{
      kinds: number;
    }>`select count(distinct kind) as kinds from items where "orgId" = ${orgId} and "enabledState" <> 'NotEnabled'`.execute(
      world.store.read,
    );
    expect(rows[0]?.kinds).toBeGreaterThanOrEqual(20);
    expect(await count(world.store, "items", orgId)).toBeGreaterThanOrEqual(150);
    expect(await count(world.store, "documents", orgId)).toBeGreaterThanOrEqual(40);
    const stored = { products: 2, faqEntries: 30, controls: 60, topics: 12 } as const;
    for (const [table, rowsOfIt] of Object.entries(stored))
      expect(await count(world.store, table as keyof typeof stored, orgId), table).toBe(rowsOfIt);
    const platform = await world.store.read
      .selectFrom("products")
      .select("id")
      .where("orgId", "=", orgId)
      .where("isDefault", "=", 1)
      .executeTakeFirstOrThrow();
    const ofPlatform = async (table: "subprocessors" | "securityGrades") =>
      (
        await world.store.read
          .selectFrom(table)
          .select("id")
          .where("productId", "=", platform.id)
          .execute()
      ).length;
    expect(await ofPlatform("subprocessors")).toBe(25);
    expect(await ofPlatform("securityGrades")).toBe(13);

    expect(await brokenKeys(world.store)).toEqual([]);
    const org = await findOrgBySlug(world.store.read, "acme");
    expect(org).toMatchObject({ name: "Acme Cloud", published: true, timeZone: "Europe/Berlin" });
    expect(
      [org?.logo, org?.logoDark, org?.banner, org?.favicon].every((picture) => picture !== null),
    ).toBe(true);
    expect(org?.customization.publicAccessLevel).toBe("PublicContentOnly");
  });

  testInFive("globex loads beside it, and the two share no row and no blob", async () => {
    const { orgId: acme } = await importDemo("acme");
    const { orgId: globex } = await importDemo("globex");
    expect(await count(world.store, "products", globex)).toBe(1);
    expect((await findOrgBySlug(world.store.read, "globex"))?.switchedOff).toEqual(
      new Set(["bulkDownload", "partnerImport"]),
    );
    expect(await brokenKeys(world.store)).toEqual([]);
    for (const name of storedBlobs(world)) expect([acme, globex]).toContain(name.split(" ")[0]);
    const ids = await world.store.read.selectFrom("documents").select("id").execute();
    expect(new Set(ids.map((row) => row.id)).size).toBe(ids.length);
  });

  testInTurn(
    "loses nothing that a folder says: icons, badges, places and addresses too",
    async () => {
      const copy = demoCopy(world);
      const edit = (file: string, from: string, to: string) => {
        const text = readFileSync(path.join(copy, "acme", file), "utf8");
        expect(text).toContain(from);
        writeFileSync(path.join(copy, "acme", file), text.replace(from, to));
      };
      edit("products.yaml", "name: Acme Data Lake\n", "name: Acme Data Lake\n    slug: lake\n");
      edit(
        "products/platform/cards/Reports.yaml",
        "    type: Type II\n",
        "    type: Type II\n    badge: assets/logo-dark.svg\n    position: 3\n    oldSlugs: [soc-report]\n",
      );
      edit(
        "products/platform/cards/Reports.yaml",
        "kind: Reports\n",
        "kind: Reports\nicon: assets/logo.svg\n",
      );
      for (const slug of ["acme", "globex"]) {
        const folder = new DiskFolder(path.join(copy, slug));
        const { orgId } = await importDemo(slug, copy);
        const zip = await exportContent({ ...world, db: world.store.read }, orgId, {
          withFiles: true,
        });
        const archive = path.join(world.folder, `${slug}.zip`);
        await pipeline(zip.stream(), createWriteStream(archive));
        const held = await StrictZip.ofFile(archive, { maxEntries: 5_000, maxBytes: 1024 ** 3 });
        const [kept, said] = [await wordsOf(new ZipFolder(held)), await wordsOf(folder)];
        held.close();
        expect(Object.keys(kept)).toEqual(Object.keys(said));
        expect(kept).toMatchObject(said);
      }
      const { read } = world.store;
      const soc2 = await read
        .selectFrom("items")
        .innerJoin("assets", "assets.id", "items.badgeAssetId")
        .innerJoin("oldItemSlugs", "oldItemSlugs.itemUid", "items.uid")
        .select(["items.position", "assets.fileName", "oldItemSlugs.slug"])
        .where("items.uid", "=", "Reports.soc2")
        .execute();
      expect(soc2).toEqual([{ position: 3, fileName: "logo-dark.svg", slug: "soc-report" }]);
      const icons = await read
        .selectFrom("cards")
        .innerJoin("assets", "assets.id", "cards.iconAssetId")
        .select(["cards.kind", "assets.fileName"])
        .execute();
      expect(icons).toEqual([{ kind: "Reports", fileName: "logo.svg" }]);
      const lake = await read.selectFrom("products").select("slug").where("slug", "=", "lake");
      expect(await lake.execute()).toHaveLength(1);
      const domains = await read.selectFrom("domains").select("host").execute();
      expect(domains).toEqual([{ host: "trust.acme.example" }]);
    },
  );

  testInFive("stores each file so that it reads back as it was, pictures cleaned", async () => {
    const { orgId } = await importDemo("acme");
    const document = await world.store.read
      .selectFrom("documents")
      .selectAll()
      .where("orgId", "=", orgId)
      .where("originalName", "=", "Acme Cloud SOC 2 Type II Report 2026.pdf")
      .executeTakeFirstOrThrow();
    const original = readFileSync(path.join(DEMO, "acme/files/soc2-type2-2026.pdf"));
    expect((await world.blobs.readAll(orgId, document.blobHash, 10_000_000)).equals(original)).toBe(
      true,
    );
    expect(document).toMatchObject({
      contentType: "application/pdf",
      size: original.length,
      createdBy: "Robin",
    });
    const pictures = await world.store.read
      .selectFrom("assets")
      .selectAll()
      .where("orgId", "=", orgId)
      .where("contentType", "=", "image/svg+xml")
      .execute();
    expect(pictures.length).toBeGreaterThan(10);
    for (const { blobHash } of pictures)
      expect((await world.blobs.readAll(orgId, blobHash, 1_000_000)).toString()).toMatch(
        /^<svg [^]*<\/svg>$|^<svg [^]*\/>$/,
      );
  });

  testInFive(
    "keeps moments near to the loading, and updates in the order of their file",
    async () => {
      const { orgId } = await importDemo("acme");
      const newest = await world.store.read
        .selectFrom("topicUpdates")
        .select("createdAt")
        .where("orgId", "=", orgId)
        .orderBy("createdAt", "desc")
        .executeTakeFirst();
      expect(newest?.createdAt).toBe("2026-11-20T07:00:00.000Z");
      const times = await world.store.read
        .selectFrom("topicUpdates")
        .select(["topicId", "createdAt"])
        .where("orgId", "=", orgId)
        .execute();
      expect(new Set(times.map((row) => `${row.topicId} ${row.createdAt}`)).size).toBe(
        times.length,
      );
      const soc2 = await world.store.read
        .selectFrom("items")
        .selectAll()
        .where("productId", "=", contentIds(world.key, orgId)("product", "platform"))
        .where("uid", "=", "Reports.soc2")
        .executeTakeFirst();
      expect(soc2).toMatchObject({
        expiry: "2027-09-30",
        customSlug: "soc2-type2",
        lastModifiedBy: "Tomasz Wilk",
        lastModifiedOn: "2026-11-08T12:00:00.000Z",
      });
    },
  );

  test("stores only the settings that it names", async () => {
    const { orgId } = await importDemo("globex");
    const row = await world.store.read
      .selectFrom("customizations")
      .select("settingsJson")
      .where("orgId", "=", orgId)
      .executeTakeFirstOrThrow();
    const settings = JSON.parse(row.settingsJson) as Record<string, unknown>;
    expect(settings).not.toHaveProperty("guideUrl");
    expect(settings.reportIssue).toEqual({ enabled: true, onClickAction: "send_email" });
    expect(customizationSchema.parse(settings).portalTitle).toBe("Assurance Portal");

    const before = (await findOrgBySlug(world.store.read, "globex"))?.customizationRevision ?? 0;
    await world.store.write((trx) =>
      updateCustomization(
        { trx, orgId, now: NOW },
        { reportIssue: { enabled: false }, accentColour: "#123456" },
      ),
    );
    const org = await findOrgBySlug(world.store.read, "globex");
    expect(org?.customization).toMatchObject({
      portalTitle: "Assurance Portal",
      accentColour: "#123456",
      reportIssue: { enabled: false, onClickAction: "send_email" },
    });
    expect(org?.customizationRevision).toBe(before + 1);
    await expect(
      world.store.write((trx) =>
        updateCustomization({ trx, orgId, now: NOW }, { portalTitle: "x".repeat(25) }),
      ),
    ).rejects.toThrow("Max 24 characters");
  });
});

describe("an import that fails", () => {
  const nothing = async () => {
    // Commits are counted by one row, which is there from the first on.
    const counts = Object.entries(await allCounts(world.store));
    expect(counts.filter(([table, rows]) => rows > 0 && table !== "commitCount")).toEqual([]);
    expect(storedBlobs(world)).toEqual([]);
  };

  test("because of a fault leaves nothing", async () => {
    const copy = demoCopy(world);
    writeFileSync(path.join(copy, "acme/faq.yaml"), "entries: 7\n");
    await expect(importDemo("acme", copy)).rejects.toThrow("faq.yaml:1 entries: ");
    await nothing();
  });

  test("because of a picture that is none says which, and leaves nothing", async () => {
    const copy = demoCopy(world);
    writeFileSync(path.join(copy, "globex/assets/logo.svg"), "<html></html>");
    await expect(importDemo("globex", copy)).rejects.toThrow(
      /^org\.yaml:8 logo: assets\/logo\.svg/,
    );
    await nothing();
  });

  testInFive("in the middle of its rows leaves nothing", async () => {
    const failing = importFolder(world, path.join(DEMO, "acme"), {
      now: NOW,
      by: "Robin",
      alongside: async (trx) => {
        expect((await trx.selectFrom("items").select("uid").execute()).length).toBeGreaterThan(150);
        throw new Error("the power fails");
      },
    });
    await expect(failing).rejects.toThrow("the power fails");
    await nothing();
  });

  test("because the org exists changes nothing of it", async () => {
    await world.store.write((trx) =>
      createOrg({ trx, by: SYSTEM, now: NOW }, { slug: "globex", name: "Globex the First" }),
    );
    const before = await allCounts(world.store);
    const error = await importDemo("globex").catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ContentError);
    expect(String(error)).toContain("org.yaml:1 slug: the org globex already exists");
    expect(await allCounts(world.store)).toEqual(before);
    expect(storedBlobs(world)).toEqual([]);
  });

  testInFive("because another org has its domain leaves nothing", async () => {
    const id = await world.store.write((trx) =>
      createOrg({ trx, by: SYSTEM, now: NOW }, { slug: "other", name: "Other" }),
    );
    await world.store.write((trx) =>
      trx
        .insertInto("domains")
        .values({ id: "d", orgId: id, host: "trust.acme.example", createdAt: NOW.toISOString() })
        .execute(),
    );
    await expect(importDemo("acme")).rejects.toThrow(
      "The domain trust.acme.example is already in use.",
    );
    expect(await findOrgBySlug(world.store.read, "acme")).toBeNull();
    expect(storedBlobs(world)).toEqual([]);
  });
});

testInFive(
  "a large org has what was asked for, the same at every making, and is published",
  async () => {
    const size = { items: 10_000, updates: 1_000, subprocessors: 500 };
    const orgId = await createLargeOrg(world, { ...size, slug: "large" });
    expect(await count(world.store, "items", orgId)).toBe(size.items + 1);
    expect([
      await count(world.store, "topicUpdates", orgId),
      await count(world.store, "subprocessors", orgId),
    ]).toEqual([size.updates, size.subprocessors]);
    expect((await findOrgBySlug(world.store.read, "large"))?.published).toBe(true);
    expect(await brokenKeys(world.store)).toEqual([]);
    const another = await openMigrated(world.image);
    const again = another.store;
    const other = await createLargeOrg({ store: again }, { ...size, slug: "large" });
    const itemsOf = (of: Store, org: string) =>
      of.read
        .selectFrom("items")
        .select([
          "uid",
          "kind",
          "title",
          "defaultSlug",
          "enabledState",
          "publicAccess",
          "hiddenAt",
          "explanation",
          "lastModifiedOn",
        ])
        .where("orgId", "=", org)
        .orderBy("uid")
        .execute();
    expect(await itemsOf(again, other)).toEqual(await itemsOf(world.store, orgId));
    await another.close();
  },
);
