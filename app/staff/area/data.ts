import type { RouterContextProvider } from "react-router";
import { badgesOf } from "#staff/home/store/home.server.ts";
import { documentsEndingSoon } from "#staff/home/waiting.server.ts";
import { unfinishedStart } from "#content/setup-guide/store/setup-guide.server.ts";
import { hasInstallationOwner } from "#staff/installation/store/installation-owners.server.ts";
import { countFaults } from "#platform/files/store/markdown.server.ts";
import { mailHealth } from "#platform/mail/store/mail-health.server.ts";
import { findOrg } from "#tenancy/orgs/store/orgs.server.ts";
import { servicesContext } from "#platform/context.ts";
import { START_PAGE } from "#model/setup-guide.ts";
import { PLAIN_TEXTS } from "#values/markdown.ts";
import { formatMoment } from "#values/moments.ts";
import {
  pagesFor,
  pagesUnder,
  privatePageOf,
  type PrivatePage,
} from "#model/staff/private-area.ts";
import { permissionsOf } from "#model/auth/permissions.ts";
import { transportName } from "#platform/mail/transports/open-transport.ts";
import { backupNotice } from "#model/backup.ts";
import { readNightly } from "#platform/backup/nightly-state.server.ts";
import { askedOnce } from "#platform/http/request/asked-once.ts";
import { takeFlash } from "#platform/http/request/flash.ts";
import { ownLooks, requireSession } from "#auth/current-staff.ts";
import { VERSION } from "#platform/version.ts";
import type { OldBackup } from "./backup-notice.tsx";
import type { AreaData, AreaPage } from "./area-data.ts";

/** What the header of the private area shows to the person behind the request. */
export async function areaData(
  context: Readonly<RouterContextProvider>,
  url: URL,
): Promise<AreaData> {
  const session = requireSession(context);
  const { read } = context.get(servicesContext).store;
  const current = session.roles.find((role) => role.orgId === session.orgId);
  const pages = current === undefined ? [] : pagesFor(permissionsOf(current.role));
  const orgs = [...session.roles, ...session.closed];
  const shown = orgs.find(({ orgId }) => orgId === session.orgId);
  const here = privatePageOf(url.pathname);
  const mayFinish =
    current !== undefined &&
    permissionsOf(current.role).has("settings:edit") &&
    !url.pathname.startsWith(START_PAGE);
  const org = current === undefined ? null : await askedOnce(context, findOrg, current.orgId);
  const runsInstallation = session.onlyOrgId === null && session.ownsInstallation;
  const badges: Readonly<Record<string, number>> =
    current === undefined ? {} : await askedOnce(context, badgesOf, current.orgId, current.role);
  const waiting = Object.values(badges).reduce((sum, count) => sum + count, 0);
  const ending =
    org !== null && current !== undefined && permissionsOf(current.role).has("files:edit")
      ? (await documentsEndingSoon(context, org)).length
      : 0;
  const looks = await ownLooks(context, session);
  // Who is shut out of an org gets no picture of an unpublished one.
  const logoOf = (orgId: string) =>
    session.roles.some((role) => role.orgId === orgId) ? (looks.get(orgId)?.logo ?? null) : null;
  return {
    staffName: session.staff.name,
    org:
      shown === undefined
        ? null
        : { id: shown.orgId, slug: shown.slug, name: shown.name, logo: logoOf(shown.orgId) },
    otherOrgs: orgs
      .filter((role) => role.orgId !== session.orgId)
      .map(({ orgId, name }) => ({ id: orgId, name, logo: logoOf(orgId) })),
    runsInstallation,
    pages:
      current === undefined || org === null
        ? []
        : entriesFor(pages, {
            slug: org.slug,
            edits: permissionsOf(current.role).has("statuspage:edit"),
            // All that waits for a decision stands in the inbox, whatever page it is of.
            waiting: { inbox: waiting, documents: ending },
          }),
    afterSwitch: here === null ? null : `/${here.segment}`,
    flash: takeFlash(context),
    start: mayFinish && org !== null ? await unfinishedStart(read, org) : null,
    suspended:
      org === null || org.suspended === null
        ? null
        : { since: formatMoment(org.suspended.at, org.timeZone), reason: org.suspended.reason },
    plainTexts:
      current !== undefined &&
      permissionsOf(current.role).has("statuspage:edit") &&
      url.pathname !== PLAIN_TEXTS
        ? await countFaults(read, current.orgId)
        : 0,
    mailIsStuck:
      here?.segment !== "mail" &&
      pages.some(({ segment }) => segment === "mail") &&
      !(await mailLeaves(context)),
    oldBackup:
      // Where nobody runs the installation, every company's owners are told.
      runsInstallation || (current?.role === "owner" && !(await hasInstallationOwner(read)))
        ? await oldBackup(context)
        : null,
    version: VERSION,
  };
}

/** The sign of each page in the navigation, by its first path segment. */
const ICONS: Readonly<Partial<Record<string, AreaPage["icon"]>>> = {
  home: "home",
  inbox: "inbox",
  documents: "files",
  "knowledge-base": "question",
  controls: "checkCircle",
  updates: "feed",
  subscribers: "bell",
  accounts: "building",
  questionnaires: "clipboard",
  profiles: "key",
  rules: "bolt",
  nda: "fileCheck",
  traces: "search",
  audit: "clipboard",
  history: "refresh",
  settings: "sliders",
};

/**
 * The entries of the navigation: the pages that the person may open, and the two of the portal that
 * are edited in place. The settings' own pages and tabs of others have none.
 */
function entriesFor(
  pages: readonly PrivatePage[],
  {
    slug,
    edits,
    waiting,
  }: { slug: string; edits: boolean; waiting: Readonly<Record<string, number>> },
): AreaPage[] {
  const portal = (path: string, label: string, icon: AreaPage["icon"]): AreaPage => ({
    to: `/${slug}${path}`,
    label,
    icon,
    group: "Trust center",
    segments: [],
    waiting: 0,
  });
  const entries = pages.flatMap(({ segment, label, group, tabOf, also = [] }): AreaPage[] =>
    group === null || pages.some((page) => page.segment === tabOf)
      ? []
      : [
          {
            to: `/${segment}`,
            label,
            icon: ICONS[segment] ?? "circle",
            group,
            segments: [segment, ...also, ...pagesUnder(segment)],
            waiting: waiting[segment] ?? 0,
          },
        ],
  );
  if (!edits) return entries;
  const documents = entries.findIndex(({ to }) => to === "/documents");
  return [
    ...entries.slice(0, documents),
    portal("", "Page", "laptop"),
    ...entries.slice(documents, documents + 1),
    portal("/edit/subprocessors", "Subprocessors", "network"),
    ...entries.slice(documents + 1),
  ];
}

async function mailLeaves(context: Readonly<RouterContextProvider>): Promise<boolean> {
  const { store, config, now } = context.get(servicesContext);
  return (await mailHealth(store.read, transportName(config), now())).ok;
}

/** How the nightly backups are behind; null while all is well, or none are asked for. */
async function oldBackup(context: Readonly<RouterContextProvider>): Promise<OldBackup | null> {
  const { config, now } = context.get(servicesContext);
  if (config.backups === null) return null;
  const { lastGood, fault } = await readNightly(config.dataDir);
  const notice = backupNotice(now(), {
    lastGood: lastGood === null ? null : new Date(lastGood),
    fault,
  });
  if (notice === null) return null;
  return {
    since: notice.since === null ? null : formatMoment(notice.since.toISOString(), "UTC"),
    fault: notice.fault,
  };
}
