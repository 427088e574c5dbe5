import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect } from "vitest";
import { exportContent } from "#operations/exchange/exchange/export-content.ts";
import { importContent, previewImport } from "#operations/exchange/exchange/import-content.ts";
import { importFolder } from "#operations/exchange/import-folder.ts";
import { DiskFolder } from "#operations/exchange/folder.ts";
import { ZipFolder } from "#operations/exchange/zip-folder.ts";
import { StrictZip } from "#platform/files/strict-zip.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { callEntry } from "#tenancy/history/store/external-ids.server.ts";
import { newId } from "#db/ids.ts";
import { inOrg } from "#db/tenant.ts";
import type { Writer } from "#db/store.ts";
import { KNOWN_COMPANIES } from "#model/companies/known-companies.ts";
import { saveItem } from "#content/items/store/items.server.ts";
import { moveItem } from "#content/items/store/item-state.server.ts";
import { publishNdaVersion } from "#auth/nda/store/ndas.server.ts";
import { trustedByList } from "#content/trusted-by/store/trusted-by.server.ts";
import { createProduct } from "#tenancy/products/store/products.server.ts";
import { arrangeDocuments } from "#content/products/store/product-order.server.ts";
import { arrangeSubprocessors } from "#content/subprocessors/store/subprocessors.server.ts";
import { createOrg } from "#tenancy/orgs/store/org-changes.server.ts";
import { editedArchive } from "./edited-archive.ts";
import { brokenKeys, DEMO, NOW, useImportWorld } from "./import-world.ts";
import { ARCHIVES } from "../limits.ts";
import { testInTurn } from "../in-turn.ts";

const LIMITS = { maxEntries: 5_000, maxBytes: 1024 ** 3 };
const LATER = new Date(NOW.getTime() + 3 * 3_600_000);
const world = useImportWorld();

async function demoOrg(slug = "acme"): Promise<string> {
  return (await importFolder(world, path.join(DEMO, slug), { now: NOW, by: "Ingrid Sommer" }))
    .orgId;
}

async function exported(orgId: string, withFiles = true): Promise<Buffer> {
  const zip = await exportContent(
    { db: world.store.read, blobs: world.blobs, key: world.key },
    orgId,
    { withFiles },
  );
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
  const before =
    orgId === null
      ? {
          before: async (trx: Writer) => {
            await createOrg(
              { trx, by: SYSTEM, now: LATER },
              {
                id,
                slug: `copy-${id
                  .slice(0, 6)
                  .toLowerCase()
                  .replace(/[^a-z0-9]/g, "x")}`,
                name: "Copy",
              },
            );
          },
        }
      : {};
  const result = await importContent(world, id, await folderOf(zip), {
    replace,
    now: LATER,
    by: SYSTEM,
    ...before,
  });
  return { orgId: id, ...result };
}

describe("taking content along", () => {
  testInTurn(
    "export, import into an empty org, and export again give the same bytes",
    ARCHIVES,
    async () => {
      for (const slug of ["acme", "globex"]) {
        const first = await exported(await demoOrg(slug));
        expect((await exported(await demoOrgId(slug))).equals(first)).toBe(true);
        const copy = await into(null, first);
        expect(
          copy.changes.every(
            ({ what, noun }) =>
              what === "added" || ["org", "settings", "pictures", "nda"].includes(noun),
          ),
        ).toBe(true);
        const second = await exported(copy.orgId);
        await sameFiles(first, second);
        expect(second.equals(first)).toBe(true);
        expect(await brokenKeys(world.store)).toEqual([]);
      }
    },
  );

  testInTurn(
    "what programs call entries goes along, and stays where a file doesn’t say it",
    ARCHIVES,
    async () => {
      const orgId = await demoOrg();
      const unnamed = await exported(orgId);
      const { read } = world.store;
      const tables = [
        ["documents", "documents"],
        ["questions", "faqEntries"],
        ["controls", "controls"],
        ["subprocessors", "subprocessors"],
      ] as const;
      for (const [noun, table] of tables) {
        const { id } = await inOrg(read, orgId)
          .selectFrom(table)
          .select("id")
          .orderBy("id")
          .executeTakeFirstOrThrow();
        await world.store.write((trx) =>
          callEntry(trx, orgId, { noun, id, externalId: `our-${noun}` }),
        );
      }
      const named = await exported(orgId);
      const copy = await into(null, named);
      const names = async (of: string) => {
        const found: unknown[] = [];
        for (const [noun, table] of tables)
          found.push(
            await inOrg(read, of)
              .selectFrom("externalIds as e")
              .innerJoin(`${table as "controls"} as t`, "t.id", "e.entryId")
              .select(["e.noun", "e.externalId"])
              .where("e.noun", "=", noun)
              .execute(),
          );
        return found;
      };
      const all = tables.map(([noun]) => [{ noun, externalId: `our-${noun}` }]);
      expect(await names(copy.orgId)).toEqual(all);
      expect((await exported(copy.orgId)).equals(named)).toBe(true);
      // An older folder knows no names.
      const again = await into(copy.orgId, unnamed);
      expect([again.changes, await names(copy.orgId)]).toEqual([[], all]);
    },
  );

  testInTurn(
    "what staff arranged and renamed goes along: the order of documents and subprocessors, an own title, which company is a known one",
    async () => {
      const acme = await demoOrg();
      const { read } = world.store;
      const product = await read
        .selectFrom("products")
        .select("id")
        .where("orgId", "=", acme)
        .where("isDefault", "=", 1)
        .executeTakeFirstOrThrow();
      const inside = await read
        .selectFrom("itemDocuments")
        .select("itemUid")
        .distinct()
        .where("orgId", "=", acme)
        .where("productId", "=", product.id)
        .orderBy("itemUid")
        .execute();
      const order = inside.map(({ itemUid }) => itemUid).toReversed();
      await world.store.write(async (trx) => {
        await arrangeDocuments(trx, acme, product.id, order.slice(0, 2), order);
        const rows = await trx
          .selectFrom("subprocessors")
          .select("id")
          .where("orgId", "=", acme)
          .where("productId", "=", product.id)
          .orderBy("id")
          .execute();
        await arrangeSubprocessors(trx, acme, product.id, rows.map(({ id }) => id).toReversed());
        await trx
          .updateTable("items")
          .set({ title: "Our SOC 2", sortKey: "our soc 2" })
          .where("orgId", "=", acme)
          .where("productId", "=", product.id)
          .where("uid", "=", "Reports.soc2")
          .execute();
        const company = await trx
          .selectFrom("companies")
          .select("id")
          .where("orgId", "=", acme)
          .orderBy("id")
          .limit(1)
          .executeTakeFirstOrThrow();
        await trx
          .updateTable("companies")
          .set({ source: "addendum", addendumId: KNOWN_COMPANIES[0]?.companyId ?? "" })
          .where("id", "=", company.id)
          .execute();
      });
      const first = await exported(acme);
      const copy = await into(null, first);
      const second = await exported(copy.orgId);
      await sameFiles(first, second);
      expect(second.equals(first)).toBe(true);
      const own = await read
        .selectFrom("products")
        .select("id")
        .where("orgId", "=", copy.orgId)
        .where("isDefault", "=", 1)
        .executeTakeFirstOrThrow();
      const page = await read
        .selectFrom("productPages")
        .select(["documentOrderJson", "featuredJson"])
        .where("productId", "=", own.id)
        .executeTakeFirstOrThrow();
      expect([JSON.parse(page.documentOrderJson ?? "[]"), JSON.parse(page.featuredJson)]).toEqual([
        order,
        order.slice(0, 2),
      ]);
      const item = await read
        .selectFrom("items")
        .select("title")
        .where("productId", "=", own.id)
        .where("uid", "=", "Reports.soc2")
        .executeTakeFirstOrThrow();
      expect(item.title).toBe("Our SOC 2");
      expect(
        await read
          .selectFrom("subprocessors")
          .select("id")
          .where("productId", "=", own.id)
          .where("position", "is not", null)
          .execute(),
      ).not.toEqual([]);
      expect(
        await read
          .selectFrom("companies")
          .select("source")
          .where("orgId", "=", copy.orgId)
          .where("addendumId", "=", KNOWN_COMPANIES[0]?.companyId ?? "")
          .execute(),
      ).toContainEqual({ source: "addendum" });
    },
  );

  testInTurn("whatever the forms of staff allow can be brought in again", async () => {
    const acme = await demoOrg();
    const { read } = world.store;
    const products = await read
      .selectFrom("products")
      .select(["id", "isDefault"])
      .where("orgId", "=", acme)
      .execute();
    const main = products.find(({ isDefault }) => isDefault === 1)?.id ?? "";
    await world.store.write(async (trx) => {
      const write = {
        trx,
        orgId: acme,
        by: { actor: "system", actorName: "Ingrid Sommer" },
        now: NOW,
      };
      // Two products of one name, with every character that a name may have.
      for (const { id } of products)
        await trx
          .updateTable("products")
          .set({ name: "Acme Edge & Co. (EU), O'Neil/1" })
          .where("orgId", "=", acme)
          .where("id", "=", id)
          .execute();
      await moveItem(write, main, "Reports.pentest", "SecurityGrades");
      await saveItem(
        trx,
        acme,
        main,
        { uid: "custom.moved", kind: "Policies", title: "Moved about", enabledState: "Enabled" },
        { by: "Ingrid Sommer", on: NOW },
      );
      await moveItem(write, main, "custom.moved", "SecurityGrades");
      await saveItem(
        trx,
        acme,
        main,
        {
          uid: "Reports.soc2",
          kind: "Reports",
          bridgeLetter: {
            letterEnabled: true,
            letterContent: "word ".repeat(9_999).trim(),
            signerName: "Ingrid Sommer",
            signerTitle: "CISO",
            letterType: "SOC 2",
          },
        },
        { by: "Ingrid Sommer", on: NOW },
      );
      const company = await trx
        .selectFrom("trustedCompanies")
        .select("companyId")
        .where("orgId", "=", acme)
        .where("productId", "=", main)
        .limit(1)
        .executeTakeFirstOrThrow();
      for (let i = 0; i < 2; i += 1)
        await trustedByList.add(
          trx,
          { orgId: acme, productId: main },
          {
            companyId: company.companyId,
            href: "ftp://files.example.com/list",
          },
          { by: "Ingrid Sommer", on: NOW },
        );
      const document = await trx
        .selectFrom("documents")
        .select("id")
        .where("orgId", "=", acme)
        .limit(1)
        .executeTakeFirstOrThrow();
      await trx
        .updateTable("documents")
        .set({ originalName: `${"n".repeat(251)}.pdf` })
        .where("orgId", "=", acme)
        .where("id", "=", document.id)
        .execute();
      await publishNdaVersion(write, {
        title: "T".repeat(200),
        body: "Everything stays between us.",
      });
    });
    const first = await exported(acme);
    const copy = await into(null, first);
    const second = await exported(copy.orgId);
    await sameFiles(first, second);
    expect(second.equals(first)).toBe(true);
    expect(await brokenKeys(world.store)).toEqual([]);
  });

  testInTurn(
    "a product that holds nothing yet goes along, and bringing it in changes nothing",
    async () => {
      const orgId = await world.store.write(async (trx) => {
        const id = await createOrg({ trx, by: SYSTEM, now: NOW }, { slug: "bare", name: "Bare" });
        const values = { name: "Bare", isDefault: true, show: true, position: 0 };
        await createProduct({ trx, orgId: id, now: NOW }, values);
        return id;
      });
      expect((await into(orgId, await exported(orgId))).changes).toEqual([]);
    },
  );

  testInTurn("an export changes nothing where it comes from", async () => {
    const acme = await demoOrg();
    const zip = await exported(acme);
    for (const replace of [false, true]) {
      const { changes } = await previewImport(world, acme, await folderOf(zip), {
        replace,
        now: LATER,
      });
      expect(changes).toEqual([]);
    }
    const revision = () =>
      world.store.read
        .selectFrom("orgs")
        .select("revision")
        .where("id", "=", acme)
        .executeTakeFirstOrThrow();
    const before = await revision();
    expect((await into(acme, zip)).changes).toEqual([]);
    expect(await revision()).toEqual(before);
  });

  testInTurn("the demo's folder is known again by its uids", async () => {
    const acme = await demoOrg();
    const { changes, notes } = await previewImport(
      world,
      acme,
      new DiskFolder(path.join(DEMO, "acme")),
      { replace: true, now: NOW },
    );
    expect(changes).toEqual([]);
    expect(notes.join("\n")).toContain("Domains are ignored");
  });
});

async function demoOrgId(slug: string): Promise<string> {
  return (
    await world.store.read
      .selectFrom("orgs")
      .select("id")
      .where("slug", "=", slug)
      .executeTakeFirstOrThrow()
  ).id;
}

/** Names the file that differs, before two archives are compared as a whole. */
async function sameFiles(a: Buffer, b: Buffer): Promise<void> {
  const [first, second] = await Promise.all(
    [a, b].map(async (bytes) => {
      const file = path.join(world.folder, `compare-${(archives += 1)}.zip`);
      writeFileSync(file, bytes);
      return StrictZip.ofFile(file, LIMITS);
    }),
  );
  expect([...(second?.files.keys() ?? [])]).toEqual([...(first?.files.keys() ?? [])]);
  for (const name of first?.files.keys() ?? []) {
    if (name.endsWith(".yaml"))
      expect((await second?.bytes(name, 1e8))?.toString()).toBe(
        (await first?.bytes(name, 1e8))?.toString(),
      );
  }
}

describe("bringing content in", () => {
  testInTurn(
    "names unknown keys and bad values by file and line, and imports nothing by halves",
    async () => {
      const acme = await demoOrg();
      const zip = await editedArchive(await exported(acme), (name, text) => {
        if (name === "faq.yaml")
          return text
            .replace("    createdAt:", "    creatdAt: yesterday\n    createdAt:")
            .replace(/question: (\S+)/, `question: $1${"\u0301".repeat(9)}`);
        if (name === "org.yaml")
          return text
            .replace(/^name: .*$/m, "name: A")
            .replace(
              "customization:",
              `customization:\n  portalTitel: Trust\n  searchSynonyms: ["foo, ${"s ".repeat(30)}"]`,
            );
        return text;
      });
      const before = await rowsOfTable("faqEntries");
      const failed = await into(acme, zip).then(
        () => "",
        (error: Error) => error.message,
      );
      expect(failed).toMatch(/faq\.yaml:\d+ entries\[0\]\.creatdAt: is not a known key/);
      expect(failed).toMatch(/org\.yaml:1 name: /);
      expect(failed).toMatch(/org\.yaml:\d+ customization\.portalTitel: is not a known key/);
      expect(failed).toMatch(
        /faq\.yaml:\d+ entries\[0\]\.question: Use at most 8 accents or marks on one letter/,
      );
      expect(failed).toMatch(
        /org\.yaml:\d+ customization\.searchSynonyms\[0\]: “s s .*” is too long for a term/,
      );
      expect(await rowsOfTable("faqEntries")).toEqual(before);
      expect((await exported(acme)).length).toBeGreaterThan(0);
    },
  );

  testInTurn("changes what differs, adds what is new, and leaves or removes the rest", async () => {
    const acme = await demoOrg();
    const whole = await exported(acme);
    const part = await editedArchive(whole, (name, text) => {
      if (name !== "faq.yaml") return text;
      const [first = "", second = ""] = text.split(/^ {2}- uid: /m).slice(1);
      return `entries:\n  - uid: ${first.replace(/question: .*/, "question: A question in other words?")}  - uid: ${second}  - uid: brand-new\n    question: Is this entry new?\n    answer: Yes.\n    createdAt: 2026-11-01\n`;
    });
    const kept = await previewImport(world, acme, await folderOf(part), {
      replace: false,
      now: LATER,
    });
    expect(kept.changes.map(({ what, noun, fields }) => [what, noun, fields])).toEqual([
      ["changed", "faq", ["question"]],
      ["added", "faq", []],
    ]);
    const entries = (await rowsOfTable("faqEntries")).length;
    expect((await into(acme, part)).changes).toHaveLength(2);
    expect(await rowsOfTable("faqEntries")).toHaveLength(entries + 1);
    const replaced = await into(acme, part, true);
    expect(replaced.changes.every(({ what, noun }) => what === "removed" && noun === "faq")).toBe(
      true,
    );
    expect(await rowsOfTable("faqEntries")).toHaveLength(3);
    const back = await into(acme, whole, true);
    expect(back.changes.filter(({ what }) => what === "removed").map(({ key }) => key)).toEqual([
      "brand-new",
    ]);
    expect((await exported(acme)).equals(whole)).toBe(true);
    expect(await brokenKeys(world.store)).toEqual([]);
  });

  testInTurn(
    "an entry whose source the file does not say keeps its own; a new one is of the status page",
    async () => {
      const acme = await demoOrg();
      await world.store.write((trx) =>
        trx
          .updateTable("faqEntries")
          .set({ sourceType: "questionnaire", sourceSubtype: "csv", sourceName: "answers.csv" })
          .where("orgId", "=", acme)
          .execute(),
      );
      const silent = await editedArchive(await exported(acme), (name, text) =>
        name === "faq.yaml"
          ? `${text.replaceAll(/^ {4}source\w*: .*\n/gm, "")}  - uid: brand-new\n    question: Is this entry new?\n    answer: Yes.\n    topic: News\n    createdAt: 2026-11-01\n`
          : text,
      );
      expect((await into(acme, silent)).changes.map(({ what, key }) => [what, key])).toEqual([
        ["added", "brand-new"],
      ]);
      const rows = (await rowsOfTable("faqEntries")).filter(({ orgId }) => orgId === acme);
      const sources = (of: (row: (typeof rows)[number]) => boolean) => [
        ...new Set(rows.filter(of).map((row) => `${row.sourceType} ${row.sourceName}`)),
      ];
      expect(sources(({ topic }) => topic === "News")).toEqual(["status page null"]);
      expect(sources(({ topic }) => topic !== "News")).toEqual(["questionnaire answers.csv"]);
    },
  );

  testInTurn("replaces a whole org by another's content, and back again", async () => {
    const acme = await demoOrg();
    const globex = await demoOrg("globex");
    const [first, second] = [await exported(acme), await exported(globex)];
    await into(acme, second, true);
    // What was signed or published as an NDA stays, and updates are taken back; everything else is globex's.
    const { changes } = await previewImport(world, acme, await folderOf(second), {
      replace: true,
      now: LATER,
    });
    expect(changes).toEqual([]);
    await into(acme, first, true);
    expect(
      (await previewImport(world, acme, await folderOf(first), { replace: true, now: LATER }))
        .changes,
    ).toEqual([]);
    expect(await brokenKeys(world.store)).toEqual([]);
  });

  testInTurn(
    "without documents, an archive is taken where the files are, and refused elsewhere",
    async () => {
      const acme = await demoOrg();
      const small = await exported(acme, false);
      expect(
        (await previewImport(world, acme, await folderOf(small), { replace: true, now: LATER }))
          .changes,
      ).toEqual([]);
      await expect(into(null, small)).rejects.toThrow(
        /documents\.yaml:\d+ documents\[0\]\.sha256: no document here has this file/,
      );
    },
  );

  testInTurn(
    "never changes an NDA text under its name, nor mails, publishes or gives a domain away",
    async () => {
      const acme = await demoOrg();
      const zip = await editedArchive(await exported(acme), (name, text) =>
        name === "nda.yaml" ? text.replace(/title: .*/, "title: Another title") : text,
      );
      await expect(into(acme, zip)).rejects.toThrow(
        /nda\.yaml:\d+ versions\[0\]: was published with another text/,
      );
      const copy = await into(null, await exported(acme));
      const of = (table: "publications" | "domains" | "outbox" | "staffRoles") =>
        world.store.read
          .selectFrom(table)
          .select("orgId")
          .where("orgId", "=", copy.orgId)
          .execute();
      for (const table of ["publications", "domains", "outbox", "staffRoles"] as const)
        expect(await of(table), table).toEqual([]);
    },
  );
});

async function rowsOfTable(table: "faqEntries") {
  return world.store.read.selectFrom(table).selectAll().orderBy("id").execute();
}
