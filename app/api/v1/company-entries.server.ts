import { pickSettings, settingsView } from "#company/settings/rules/view.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { SETTINGS_FORMS, type SettingsFormName } from "#staff/settings/staff/page-forms.ts";
import { notedEntries } from "#tenancy/history/store/entry-changes.server.ts";
import { findOrg, foundedAt } from "#tenancy/orgs/store/orgs.server.ts";
import type { SettingsEntry, TeamEntry } from "./rules/company-entries.ts";
import { latest } from "./store/content-entries.server.ts";
import type { IdPage } from "./store/entry-ids.server.ts";

const PAGES = Object.keys(SETTINGS_FORMS).sort() as SettingsFormName[];

/** The pages of the settings behind one. */
export function settingsIds(
  _db: Reader,
  _orgId: string,
  { after, count }: IdPage,
): Promise<{ id: string }[]> {
  const behind = PAGES.filter((page) => page > after).slice(0, count);
  return Promise.resolve(behind.map((id) => ({ id })));
}

/** Pages of the settings, each with what its form says. */
export async function settingsEntries(
  db: Reader,
  orgId: string,
  ids: readonly string[],
): Promise<SettingsEntry[]> {
  const org = await findOrg(db, orgId);
  const pages = PAGES.filter((page) => ids.includes(page));
  if (org === null || pages.length === 0) return [];
  const fields = pages.flatMap((page) => SETTINGS_FORMS[page].fields);
  const [founded, noted] = await Promise.all([
    foundedAt(db, orgId),
    notedEntries(db, orgId, "settings", fields),
  ]);
  const view = settingsView(org);
  return pages.map((page) => {
    const own = SETTINGS_FORMS[page].fields;
    return {
      id: page,
      values: pickSettings(view, own),
      updatedAt: latest([founded, ...own.map((name) => noted.get(name))]),
    };
  });
}

/** The people of the team behind one. */
export async function teamIds(
  db: Reader,
  orgId: string,
  { after, count }: IdPage,
): Promise<{ id: string }[]> {
  return inOrg(db, orgId)
    .selectFrom("staffRoles")
    .select("staffId as id")
    .where("staffId", ">", after)
    .orderBy("staffId")
    .limit(count)
    .execute();
}

/** The people of the team, with their roles. */
export async function teamEntries(
  db: Reader,
  orgId: string,
  ids: readonly string[],
): Promise<TeamEntry[]> {
  const rows = await inOrg(db, orgId)
    .selectFrom("staffRoles as r")
    .innerJoin("staff as s", "s.id", "r.staffId")
    .select(["s.id", "s.name", "s.email", "r.role", "r.grantedBy", "r.grantedAt"])
    .where("s.id", "in", ids)
    .execute();
  return rows.map(({ grantedAt, ...person }) => ({ ...person, updatedAt: grantedAt }));
}
