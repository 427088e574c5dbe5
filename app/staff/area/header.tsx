import { Fragment } from "react";
import { NavLink } from "react-router";
import type { StartStep } from "../../features/guided-start/rules.ts";
import type { Flash } from "../../http/request/flash.ts";
import { classNames } from "../../ui/class-names.ts";
import type { OldBackup } from "./backup-notice.tsx";
import { Icon } from "../../ui/icon.tsx";

export interface AreaData {
  staffName: string;
  /** The org that the area shows; null for someone who has no role anywhere. */
  org: { id: string; slug: string; name: string } | null;
  otherOrgs: readonly { id: string; name: string }[];
  pages: readonly { segment: string; label: string }[];
  /** Where a switch of org leads: this page, in the other org. */
  afterSwitch: string | null;
  flash: Flash | null;
  /** The step of an unfinished guided start, for those who can finish it. */
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

/** Words beside an icon: where the page is narrow they are for screen readers and text browsers alone, so that the header stays two lines. */
const WIDE_ONLY = "sr-only sm:not-sr-only";

const ITEM =
  "inline-flex min-h-10 items-center gap-2 rounded-md px-2 text-sm no-underline sm:px-3 hover:bg-sunken";

/** The header of the private area: which org, its pages, the way to the portal, the own account. */
export function AreaHeader({ area }: { area: AreaData }) {
  const { org, otherOrgs, pages, staffName, afterSwitch } = area;
  return (
    <header className="border-b border-line bg-surface">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-surface focus:p-3"
      >
        Skip to content
      </a>
      <div className="mx-auto flex max-w-[80rem] items-center gap-x-2 px-4 py-2 sm:gap-x-4 sm:px-8 sm:py-3">
        <div className="flex min-w-0 grow items-center gap-2 font-semibold">
          <Icon name="shieldCheck" className="shrink-0 text-accent" />
          {otherOrgs.length === 0 || org === null ? (
            <span className="min-w-0 truncate">{org?.name ?? "Open Trust Center"}</span>
          ) : (
            <OrgSwitcher current={org} others={otherOrgs} afterSwitch={afterSwitch} />
          )}
        </div>{" "}
        <div className="-me-2 flex shrink-0 items-center sm:-me-3 sm:gap-x-1">
          {org === null ? null : (
            <a href={`/${org.slug}`} className={ITEM} title="Portal">
              <Icon name="globe" />
              <span className={WIDE_ONLY}>Portal</span>
            </a>
          )}{" "}
          <NavLink to="/account" className={linkClass} title={staffName}>
            <Icon name="user" />
            <span className={WIDE_ONLY}>
              <span className="block max-w-[14rem] truncate">{staffName}</span>
            </span>
          </NavLink>{" "}
          <form method="post" noValidate action="/sign-out">
            <button
              type="submit"
              name="intent"
              value="sign-out"
              className={classNames(ITEM, "cursor-pointer whitespace-nowrap")}
            >
              Sign out
            </button>
          </form>
        </div>
      </div>
      {pages.length === 0 ? null : (
        <nav aria-label="Private area" className="mx-auto max-w-[80rem] px-4 sm:px-8">
          <ul className="-mx-3 flex gap-1 overflow-x-auto p-1 whitespace-nowrap sm:-mx-4 sm:flex-wrap">
            {pages.map(({ segment, label }) => (
              <li key={segment}>
                <NavLink to={`/${segment}`} className={linkClass}>
                  {label}
                </NavLink>{" "}
              </li>
            ))}
          </ul>
        </nav>
      )}
    </header>
  );
}

function OrgSwitcher({
  current,
  others,
  afterSwitch,
}: {
  current: { name: string };
  others: AreaData["otherOrgs"];
  afterSwitch: string | null;
}) {
  return (
    <details className="relative min-w-0">
      <summary className="inline-flex min-h-10 max-w-full items-center gap-2 rounded-md px-2 hover:bg-sunken">
        <span className="min-w-0 truncate">{current.name}</span>{" "}
        <Icon name="chevronDown" size={16} className="shrink-0" />
        <span className="sr-only">Switch organisation</span>
      </summary>
      <form
        method="post"
        noValidate
        action="/account/org"
        className="absolute start-0 z-20 mt-1 w-max max-w-[18rem] min-w-[12rem] rounded-md border border-line bg-surface p-2 font-normal shadow-panel"
      >
        {afterSwitch === null ? null : (
          <input type="hidden" name="redirectTo" value={afterSwitch} />
        )}
        {others.map((org) => (
          <Fragment key={org.id}>
            <button
              type="submit"
              name="orgId"
              value={org.id}
              className={classNames(ITEM, "w-full cursor-pointer text-start")}
            >
              {org.name}
            </button>{" "}
          </Fragment>
        ))}
      </form>
    </details>
  );
}

function linkClass({ isActive }: { isActive: boolean }): string {
  return classNames(ITEM, isActive && "bg-accent-soft font-medium text-accent");
}
