import path from "node:path";
import { recordAudit, SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import type { Reader, Store, Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import type { Config } from "#platform/config.ts";
import type { Log } from "#platform/context.ts";
import { PROGRAM_FOLDER } from "#platform/program-folder.ts";
import type { BlobStore } from "#platform/files/blob-store.ts";
import { layOutStored } from "#content/files/markdown/stored-markdown.ts";
import type { InstallationKey } from "#platform/files/installation-key.ts";
import { ContentError, contentIds } from "./content-ids.ts";
import { createDemoPeople, DEMO_STAFF, type StaffHashes } from "./demo-people.ts";
import { prepareDemoQuestionnaires } from "./demo-questionnaires.ts";
import { importFolder } from "./import-folder.ts";
import { readIntegration } from "#model/integrations.ts";
import type { Provider, Reading } from "#model/integrations.ts";
import { keepExample } from "#content/items/store/integrations.server.ts";

const DAY_MS = 86_400_000;

/** What the providers of the demo's connections would say: nobody is asked for it. */
function readings(now: Date): Readonly<Record<Provider, Reading>> {
  return {
    hackerone: {
      provider: "hackerone",
      statistics: {
        programStatistics: {
          reportsResolved: 412,
          lastReportedResolved: new Date(now.getTime() - 5 * DAY_MS).toISOString(),
        },
        responseEfficiency: {
          averageTimeToFirstResponse: 6,
          averageTimeToTriage: 30,
          averageBounty: "$500 - $750",
        },
      },
    },
    statuspageio: {
      provider: "statuspageio",
      status: { indicator: "none", description: "All Systems Operational" },
    },
  };
}

/** Gives every connection of a demo org a reading. */
async function writeDemoReadings(trx: Writer, orgId: string, now: Date): Promise<void> {
  const items = await inOrg(trx, orgId)
    .selectFrom("items")
    .select(["productId", "uid", "integrationJson"])
    .where("integrationJson", "is not", null)
    .execute();
  for (const { productId, uid, integrationJson } of items) {
    const integration = readIntegration(integrationJson);
    if (integration === null) continue;
    const { provider, page } = integration;
    await keepExample(trx, { orgId, productId, itemUid: uid }, page, readings(now)[provider], now);
  }
}

/** The demo's orgs in the order in which they are loaded, each with who keeps its content. */
const DEMO_ORGS = [
  { slug: "acme", by: "Ingrid Sommer" },
  { slug: "globex", by: "Marisol Vega" },
] as const;

/**
 * Rows of the audit that tell a later start how far the demo came, and whose an org of that slug
 * is.
 */
const ORG_LOADED = "demo.org-loaded";
const LOADED = "demo.loaded";

/**
 * Loads the demo where there is no org yet, or finishes one that was interrupted: each org is one
 * transaction, all people are the last. Once it was complete it never comes back, whatever is
 * removed; and two starts at once load it once.
 * @param options.password of the demo staff, hashed by `hashPassword` only when they are created
 * @param options.folder where the demo lies, in the folder of the program unless given
 * @returns the slugs of the orgs that this call loaded, and whether it created the staff
 */
export async function loadDemo(
  {
    store,
    blobs,
    key,
    config,
    log,
  }: {
    store: Store;
    blobs: BlobStore;
    key: InstallationKey;
    config: Pick<Config, "demo">;
    log: Pick<Log, "info">;
  },
  options: {
    now: Date;
    password: string;
    hashPassword: (password: string) => Promise<string>;
    folder?: string;
  },
): Promise<{ orgs: string[]; staffCreated: boolean }> {
  const { now, password, hashPassword, folder = path.join(PROGRAM_FOLDER, "demo") } = options;
  if (!config.demo || !(await isWanted(store.read))) return { orgs: [], staffCreated: false };

  const orgs: string[] = [];
  for (const org of DEMO_ORGS) {
    if (await loadOrg({ store, blobs, key, log }, path.join(folder, org.slug), org, now))
      orgs.push(org.slug);
  }
  // They all have the one password that the start prints: it is hashed once, which takes long on purpose.
  const hash = await hashPassword(password);
  const hashes: StaffHashes = new Map(DEMO_STAFF.map(({ email }) => [email, hash]));
  const acmeId = await demoOrgId(store.read, "acme");
  const questionnaires =
    acmeId === null ? null : await prepareDemoQuestionnaires({ store, blobs, key }, acmeId, now);
  const staffCreated = await store.write(async (trx) => {
    // Another start may have been faster; it holds the lock no longer, so its rows can be seen.
    if (await happened(trx, LOADED)) return false;
    for (const { slug } of DEMO_ORGS) {
      const orgId = await demoOrgId(trx, slug);
      if (orgId !== null)
        await createDemoPeople(
          { trx, orgId, by: SYSTEM, now },
          { org: slug, hashes, idOf: contentIds(key, orgId), questionnaires },
        );
    }
    await recordAudit({ trx, orgId: null, by: SYSTEM, now }, { action: LOADED });
    return true;
  });
  // What the demo's people wrote came after what its folders say.
  for (const { slug } of DEMO_ORGS) {
    const orgId = await demoOrgId(store.read, slug);
    if (orgId !== null) await layOutStored({ store, blobs, now: () => now }, orgId);
  }
  if (staffCreated) log.info({ staff: DEMO_STAFF.length }, "demo people created");
  return { orgs, staffCreated };
}

/** Whether there is nothing yet, or a demo that was begun and not finished. */
async function isWanted(db: Reader): Promise<boolean> {
  if (await happened(db, LOADED)) return false;
  const org = await db.selectFrom("orgs").select("id").limit(1).executeTakeFirst();
  return org === undefined || happened(db, ORG_LOADED);
}

async function loadOrg(
  {
    store,
    blobs,
    key,
    log,
  }: { store: Store; blobs: BlobStore; key: InstallationKey; log: Pick<Log, "info"> },
  folder: string,
  { slug, by }: { slug: string; by: string },
  now: Date,
): Promise<boolean> {
  if (await exists(store.read, slug)) return false;
  const began = performance.now();
  const alongside: Parameters<typeof importFolder>[2]["alongside"] = (trx, orgId) =>
    recordAudit({ trx, orgId, by: SYSTEM, now }, { action: ORG_LOADED, subject: slug }).then(() =>
      writeDemoReadings(trx, orgId, now),
    );
  try {
    const { changes } = await importFolder({ store, blobs, key }, folder, { now, by, alongside });
    log.info(
      { org: slug, ms: Math.round(performance.now() - began), rows: changes.length },
      "demo org loaded",
    );
    return true;
  } catch (error) {
    // A start beside this one was faster.
    if (error instanceof ContentError && (await exists(store.read, slug))) return false;
    throw error;
  }
}

async function exists(db: Reader, slug: string): Promise<boolean> {
  return (
    (await db.selectFrom("orgs").select("id").where("slug", "=", slug).executeTakeFirst()) !==
    undefined
  );
}

/**
 * The org of that slug if it is the demo's: somebody's own org of the same name gets no demo staff.
 */
async function demoOrgId(db: Reader, slug: string): Promise<string | null> {
  const row = await db
    .selectFrom("orgs")
    .innerJoin("audit", "audit.orgId", "orgs.id")
    .select("orgs.id")
    .where("orgs.slug", "=", slug)
    .where("audit.action", "=", ORG_LOADED)
    .executeTakeFirst();
  return row?.id ?? null;
}

async function happened(db: Reader, action: string): Promise<boolean> {
  return (
    (await db
      .selectFrom("audit")
      .select("id")
      .where("action", "=", action)
      .limit(1)
      .executeTakeFirst()) !== undefined
  );
}
