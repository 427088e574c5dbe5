import type { ContentUids } from "../store/exchange.server.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { factsOf } from "#model/documents/facts.ts";
import { listControls } from "#content/controls/store/controls.server.ts";
import { assetFiles } from "./applying.ts";
import { allExternalIds } from "#tenancy/history/store/external-ids.server.ts";
import { productRowsOf } from "./of-product.ts";
import { byKey, grouped, type Reading } from "./reading.ts";
import { rowsOf, sortedGroup, tidy, type Row, type Rows } from "./rows.ts";
import { companyRow, documentRow } from "./values.ts";
import {
  controlRow,
  faqRow,
  linksRow,
  ndaRow,
  ndaVersionRow,
  profileRow,
  topicRow,
  topicUpdateRow,
} from "./list-values.ts";

/**
 * The rows that an org holds: its content alone, no people, no sessions, no signatures, no audit.
 */
export async function rowsOfOrg(db: Reader, orgId: string, uids: ContentUids): Promise<Rows> {
  const reading: Reading = { db, orgId, uids, fileOf: await assetFiles(db, orgId) };
  return rowsOf([
    ...(await orgRows(reading)),
    ...(await companyRows(reading)),
    ...(await documentRows(reading)),
    ...(await productRowsOf(reading)),
    ...(await faqRows(reading)),
    ...(await controlRows(reading)),
    ...(await topicRows(reading)),
    ...(await profileRows(reading)),
    ...(await ndaRows(reading)),
  ]);
}

async function orgRows({ db, orgId, fileOf }: Reading): Promise<Row[]> {
  const org = await db
    .selectFrom("orgs")
    .select(["name", "websiteUrl", "timeZone"])
    .where("id", "=", orgId)
    .executeTakeFirst();
  const settings = await inOrg(db, orgId)
    .selectFrom("customizations")
    .selectAll()
    .executeTakeFirst();
  // An org that a dry run only thinks of holds nothing.
  if (org === undefined || settings === undefined) return [];
  const links = await inOrg(db, orgId)
    .selectFrom("productLinks")
    .select(["label", "link", "show"])
    .orderBy("position")
    .execute();
  const { logoAssetId, logoDarkAssetId, bannerAssetId, faviconAssetId } = settings;
  return [
    { noun: "org", key: "", label: org.name, value: tidy(org) },
    {
      noun: "settings",
      key: "",
      label: "Settings",
      value: sortedGroup(JSON.parse(settings.settingsJson) as Record<string, unknown>),
    },
    {
      noun: "pictures",
      key: "",
      label: "Images",
      value: tidy({
        logo: fileOf(logoAssetId),
        logoDark: fileOf(logoDarkAssetId),
        banner: fileOf(bannerAssetId),
        favicon: fileOf(faviconAssetId),
      }),
    },
    ...(links.length === 0
      ? []
      : [linksRow(links.map((link) => ({ ...link, show: link.show === 1 })))]),
  ];
}

async function companyRows({ db, orgId, uids, fileOf }: Reading): Promise<Row[]> {
  const rows = await inOrg(db, orgId)
    .selectFrom("companies")
    .selectAll()
    .orderBy("sortKey")
    .orderBy("id")
    .execute();
  return byKey(
    rows.map((row) =>
      companyRow(uids.uidOf("company", row.id), {
        name: row.name,
        domain: row.domain,
        logo: fileOf(row.logoAssetId),
        known: row.addendumId,
      }),
    ),
  );
}

async function documentRows({ db, orgId, uids }: Reading): Promise<Row[]> {
  const rows = await inOrg(db, orgId).selectFrom("documents").selectAll().execute();
  const names = await allExternalIds(db, orgId, "documents");
  return byKey(
    rows.map((row) =>
      documentRow({
        ...row,
        externalId: names.get(row.id),
        uid: uids.uidOf("document", row.id),
        file: `sha256:${row.blobHash}`,
        name: row.originalName,
        encryptedType: row.encryptedType === null ? null : "password",
        releasedFacts: factsOf(row.releasedFacts),
      }),
    ),
  );
}

async function faqRows({ db, orgId, uids }: Reading): Promise<Row[]> {
  const rows = await inOrg(db, orgId).selectFrom("faqEntries").selectAll().execute();
  const products = await inOrg(db, orgId)
    .selectFrom("faqProducts")
    .select(["entryId", "productId"])
    .execute();
  const about = grouped(
    products,
    ({ entryId }) => entryId,
    ({ productId }) => uids.uidOf("product", productId),
  );
  const names = await allExternalIds(db, orgId, "questions");
  return byKey(
    rows.map((row) => {
      const { favouriteAt, sourceType, ...said } = row;
      return faqRow({
        ...said,
        uid: uids.uidOf("faq", row.id),
        favourite: favouriteAt !== null,
        source: sourceType,
        products: about.get(row.id) ?? [],
        externalId: names.get(row.id),
      });
    }),
  );
}

/** Controls; an item that is gone is not named. */
async function controlRows({ db, orgId, uids }: Reading): Promise<Row[]> {
  const items = await inOrg(db, orgId).selectFrom("items").select("uid").execute();
  const there = new Set(items.map(({ uid }) => uid));
  const names = await allExternalIds(db, orgId, "controls");
  return byKey(
    (await listControls(db, orgId)).map(
      ({ id, itemUid, productIds, orgId: _tenant, sortKey: _order, ...control }) =>
        controlRow({
          ...control,
          uid: uids.uidOf("control", id),
          externalId: names.get(id),
          item: itemUid !== null && there.has(itemUid) ? itemUid : null,
          products: productIds.map((productId) => uids.uidOf("product", productId)),
        }),
    ),
  );
}

/** Topics with what is published of them, or will be: what was taken back is not content. */
async function topicRows({ db, orgId, uids }: Reading): Promise<Row[]> {
  const topics = await inOrg(db, orgId).selectFrom("topics").selectAll().execute();
  const updates = await inOrg(db, orgId)
    .selectFrom("topicUpdates")
    .selectAll()
    .where("unpublishedAt", "is", null)
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
  const products = await inOrg(db, orgId)
    .selectFrom("topicProducts")
    .select(["topicId", "productId"])
    .execute();
  const about = grouped(
    products,
    ({ topicId }) => topicId,
    ({ productId }) => uids.uidOf("product", productId),
  );
  const told = new Set(updates.map(({ topicId }) => topicId));
  const kept = topics.filter(({ id }) => told.has(id));
  const subjects = new Map(kept.map(({ id, subject }) => [id, subject]));
  return [
    ...byKey(
      kept.map((row) => {
        const { subject, category, hiddenAt, pinnedAt, effectiveOn, objectionDays } = row;
        return topicRow({
          uid: uids.uidOf("topic", row.id),
          subject,
          category,
          hidden: hiddenAt !== null,
          pinned: pinnedAt !== null,
          products: about.get(row.id) ?? [],
          effectiveOn,
          objectionDays,
        });
      }),
    ),
    ...updates.map((row) =>
      topicUpdateRow(uids.uidOf("topic", row.topicId), subjects.get(row.topicId) ?? "", {
        uid: uids.uidOf("topic-update", row.id),
        message: row.message,
        audience: row.audience,
        email: row.channelEmail === 1,
        portal: row.channelStatusPage === 1,
        at: row.createdAt,
      }),
    ),
  ];
}

async function profileRows({ db, orgId, uids }: Reading): Promise<Row[]> {
  const rows = await inOrg(db, orgId).selectFrom("permissionProfiles").selectAll().execute();
  const items = await inOrg(db, orgId).selectFrom("profileItems").selectAll().execute();
  return byKey(
    rows.map((row) => {
      const own = items.filter(({ profileId }) => profileId === row.id);
      const chosen = Object.fromEntries(
        grouped(
          own,
          ({ productId }) => uids.uidOf("product", productId),
          ({ itemUid }) => itemUid,
        ),
      );
      return profileRow({
        uid: uids.uidOf("profile", row.id),
        name: row.name,
        allItems: row.allItems === 1,
        items: chosen,
      });
    }),
  );
}

async function ndaRows({ db, orgId, uids }: Reading): Promise<Row[]> {
  const settings = await inOrg(db, orgId).selectFrom("ndaSettings").selectAll().executeTakeFirst();
  const versions = await inOrg(db, orgId)
    .selectFrom("ndaVersions")
    .selectAll()
    .orderBy("publishedAt")
    .orderBy("id")
    .execute();
  return [
    ndaRow({ provider: settings?.provider ?? "none", accountWide: settings?.accountWide === 1 }),
    ...versions.map(({ id, title, body, publishedAt }) =>
      ndaVersionRow({ uid: uids.uidOf("nda-version", id), title, body, publishedAt }),
    ),
  ];
}
