import type { StartStep } from "#model/setup-guide.ts";
import type { Flash } from "#platform/http/request/flash.ts";
import type { IconName } from "#web/ui/icon.tsx";
import type { AreaGroup } from "#model/staff/private-area.ts";
import type { OldBackup } from "./backup-notice.tsx";

/** An entry of the navigation. */
export interface AreaPage {
  to: string;
  label: string;
  icon: IconName;
  group: AreaGroup;
  /** The first path segments of the pages that are its; none where it leads to the portal. */
  segments: readonly string[];
  /** How many things wait there. */
  waiting: number;
}

/** An org as the switch between them shows it. */
export interface AreaOrg {
  id: string;
  name: string;
  /** The address of its logo; null when it has none. */
  logo: string | null;
}

/** What the frame of the private area tells its parts. */
export interface AreaData {
  staffName: string;
  /** The org that the area shows; null for someone who has no role anywhere. */
  org: (AreaOrg & { slug: string }) | null;
  otherOrgs: readonly AreaOrg[];
  /** The person runs the installation, and goes to the list of all companies. */
  runsInstallation: boolean;
  pages: readonly AreaPage[];
  /** Where a switch of org leads: this page, in the other org. */
  afterSwitch: string | null;
  flash: Flash | null;
  /** The step of an unfinished setup guide, for those who can finish it. */
  start: StartStep | null;
  /** The org is out of service. */
  suspended: { since: string; reason: string } | null;
  /** Stored texts that pages show plain, for those who can write them otherwise. */
  plainTexts: number;
  /** Mail can't leave, and this person may see why. */
  mailIsStuck: boolean;
  /** The nightly backups are behind, and this person runs the installation. */
  oldBackup: OldBackup | null;
  version: string;
}
