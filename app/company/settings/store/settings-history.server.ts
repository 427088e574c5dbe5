import { settingLines, settingsView, type SettingsView } from "../rules/view.ts";
import { findAsset } from "#platform/files/store/assets.server.ts";
import { isoNow } from "#db/ids.ts";
import { contentChanged } from "#tenancy/orgs/store/org-changes.server.ts";
import { NotFound } from "#db/refusals.ts";
import type { CustomizationsTable, OrgsTable } from "#db/schema.ts";
import type { Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { subject } from "#tenancy/history/store/subject.server.ts";
import { fieldLine } from "#web/history/store/words.server.ts";

type Pictures = Pick<
  CustomizationsTable,
  "logoAssetId" | "logoDarkAssetId" | "bannerAssetId" | "faviconAssetId"
>;

export interface SettingsSnapshot extends Pick<OrgsTable, "name" | "websiteUrl" | "timeZone"> {
  /** What was ever set; the rest has its default. */
  customization: object;
  pictures: Pictures;
  switchedOff: string[];
}

const PICTURES = [
  "logoAssetId",
  "logoDarkAssetId",
  "bannerAssetId",
  "faviconAssetId",
] as const satisfies readonly (keyof Pictures)[];
const PICTURE_WORDS = {
  logoAssetId: "Logo",
  logoDarkAssetId: "Logo on dark pages",
  bannerAssetId: "Banner image",
  faviconAssetId: "Favicon",
} as const;

/**
 * All settings of an org, with the pictures of its portal: the org's own, so without product and
 * id.
 */
export const settingsSubject = subject<SettingsSnapshot>({
  name: "settings",
  permission: "settings:edit",
  title: () => "Settings",
  async read(db, { orgId }) {
    const org = await db
      .selectFrom("orgs")
      .select(["name", "websiteUrl", "timeZone"])
      .where("id", "=", orgId)
      .executeTakeFirst();
    const row = await inOrg(db, orgId)
      .selectFrom("customizations")
      .select(["settingsJson", ...PICTURES])
      .executeTakeFirst();
    if (org === undefined || row === undefined) return null;
    const { settingsJson, ...pictures } = row;
    const off = await inOrg(db, orgId)
      .selectFrom("switchedOffFeatures")
      .select("feature")
      .orderBy("feature")
      .execute();
    return {
      ...org,
      customization: JSON.parse(settingsJson) as object,
      pictures,
      switchedOff: off.map(({ feature }) => feature),
    };
  },
  async write(trx, { orgId }, snapshot, { now }) {
    // An org has settings from its beginning to its end.
    if (snapshot === null) throw new NotFound("org");
    const { name, websiteUrl, timeZone, customization, switchedOff } = snapshot;
    await trx
      .updateTable("orgs")
      .set({ name, websiteUrl, timeZone })
      .where("id", "=", orgId)
      .execute();
    await inOrg(trx, orgId)
      .updateTable("customizations")
      .set({
        settingsJson: JSON.stringify(customization),
        ...(await picturesThatAreThere(trx, orgId, snapshot.pictures)),
        updatedAt: isoNow(now),
      })
      .set((eb) => ({ revision: eb("revision", "+", 1) }))
      .execute();
    await inOrg(trx, orgId).deleteFrom("switchedOffFeatures").execute();
    for (const feature of switchedOff)
      await trx
        .insertInto("switchedOffFeatures")
        .values({ orgId, feature, switchedOffAt: isoNow(now) })
        .execute();
    await contentChanged(trx, orgId);
  },
  entries(_, __, before, after) {
    const [was, is] = [before, after].map((one) => (one === null ? {} : viewOf(one))) as [
      Readonly<Record<string, unknown>>,
      Readonly<Record<string, unknown>>,
    ];
    const names = Object.keys(is).filter(
      (name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]),
    );
    return { noun: "settings", ids: names };
  },
  words(_, __, before, after) {
    if (before === null || after === null) return [];
    const old = new Map(settingLines(viewOf(before)).map(({ name, text }) => [name, text]));
    const pictures = PICTURES.filter((name) => before.pictures[name] !== after.pictures[name]).map(
      (name) => `${PICTURE_WORDS[name]} ${after.pictures[name] === null ? "removed" : "changed"}`,
    );
    return [
      ...settingLines(viewOf(after)).flatMap(({ name, label, text }) =>
        fieldLine(label, old.get(name), text),
      ),
      ...pictures,
    ];
  },
  // A default that somebody saved is the same setting.
  compared: (snapshot) => ({ view: viewOf(snapshot), pictures: snapshot.pictures }),
});

/** A snapshot as the pages of the settings know it. */
export function viewOf({ customization, switchedOff, ...org }: SettingsSnapshot): SettingsView {
  return settingsView({ ...org, customization, switchedOff: new Set(switchedOff) });
}

async function picturesThatAreThere(
  trx: Writer,
  orgId: string,
  pictures: Pictures,
): Promise<Pictures> {
  const there = { ...pictures };
  for (const name of PICTURES) {
    const id = pictures[name];
    if (id !== null && (await findAsset(trx, orgId, id)) === null) there[name] = null;
  }
  return there;
}
