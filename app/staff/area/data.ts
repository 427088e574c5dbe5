import type { RouterContextProvider } from "react-router";
import { badgesFor } from "../../features/home/store.server.ts";
import { unfinishedStart } from "../../features/guided-start/store.server.ts";
import {
  hasInstallationOwner,
  isInstallationOwner,
} from "../../features/installation/store/installation-owners.server.ts";
import { countFaults } from "../../files/store/markdown.server.ts";
import { mailHealth } from "../../mail/store/mail-health.server.ts";
import { findOrg } from "../../features/orgs/store/orgs.server.ts";
import { servicesContext } from "../../context.ts";
import { START_PAGE } from "../../features/guided-start/rules.ts";
import { PLAIN_TEXTS } from "../../values/markdown.ts";
import { formatMoment } from "../../values/moments.ts";
import { pagesFor, privatePageOf } from "../rules/private-area.ts";
import { permissionsOf } from "../../auth/rules/permissions.ts";
import { transportName } from "../../mail/transports/open-transport.ts";
import { backupNotice } from "../../features/backup/rules.ts";
import { readNightly } from "../../features/backup/nightly-state.server.ts";
import { takeFlash } from "../../http/request/flash.ts";
import { requireSession } from "../../auth/current-staff.ts";
import { VERSION } from "../../version.ts";
import type { OldBackup } from "./backup-notice.tsx";
import type { AreaData } from "./header.tsx";

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
  const org = current === undefined ? null : await findOrg(read, current.orgId);
  const runsInstallation = await isInstallationOwner(read, session.staff.id);
  const badges: Readonly<Record<string, number>> =
    current === undefined ? {} : await badgesFor(read, current.orgId, permissionsOf(current.role));
  const waiting = Object.values(badges).reduce((sum, count) => sum + count, 0);
  const own = pages.map(({ segment, label, group, also = [] }) => ({
    segment,
    label,
    group,
    also,
    // All that waits stands in the inbox, whatever page it is of.
    waiting: segment === "inbox" ? waiting : 0,
  }));
  return {
    staffName: session.staff.name,
    org: shown === undefined ? null : { id: shown.orgId, slug: shown.slug, name: shown.name },
    otherOrgs: orgs
      .filter((role) => role.orgId !== session.orgId)
      .map(({ orgId, name }) => ({ id: orgId, name })),
    pages: runsInstallation
      ? [
          ...own,
          {
            segment: "installation",
            label: "Installation",
            group: "Setup" as const,
            also: [],
            waiting: 0,
          },
        ]
      : own,
    afterSwitch: here === null ? null : `/${here.segment}`,
    flash: takeFlash(context),
    start: mayFinish ? await unfinishedStart(read, current.orgId) : null,
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
