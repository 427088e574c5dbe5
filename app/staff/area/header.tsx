import { Fragment, useEffect, useRef } from "react";
import { Form, NavLink, useLocation } from "react-router";
import type { StartStep } from "../../features/guided-start/rules.ts";
import type { Flash } from "../../http/request/flash.ts";
import { classNames } from "../../ui/class-names.ts";
import type { OldBackup } from "./backup-notice.tsx";
import { Icon } from "../../ui/icon.tsx";
import { FIND_PAGE } from "../../features/home/rules.ts";
import { AREA_GROUPS, type AreaGroup } from "../rules/private-area.ts";

/** An entry of the navigation. */
export interface AreaPage {
  segment: string;
  label: string;
  group: AreaGroup;
  /** First path segments of further pages that belong to it. */
  also: readonly string[];
  /** How many things wait there. */
  waiting: number;
}

export interface AreaData {
  staffName: string;
  /** The org that the area shows; null for someone who has no role anywhere. */
  org: { id: string; slug: string; name: string } | null;
  otherOrgs: readonly { id: string; name: string }[];
  pages: readonly AreaPage[];
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

/**
 * Words beside an icon: where the page is narrow they are for screen readers and text browsers
 * alone, so that the header stays two lines.
 */
const WIDE_ONLY = "sr-only sm:not-sr-only";

const ITEM =
  "inline-flex min-h-10 items-center gap-2 rounded-md px-2 text-sm no-underline sm:px-3 hover:bg-sunken";

/** The header of the private area: which org, its pages, the way to the portal, the own account. */
export function AreaHeader({ area }: { area: AreaData }) {
  const { org, otherOrgs, pages, staffName, afterSwitch } = area;
  const waiting = pages.reduce((sum, page) => sum + page.waiting, 0);
  return (
    <header className="border-b border-line bg-surface">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-surface focus:p-3"
      >
        Skip to content
      </a>
      <div className="flex items-center gap-x-2 px-4 py-2 sm:gap-x-4 sm:px-8 sm:py-3">
        {pages.length === 0 ? null : (
          <button
            type="button"
            popoverTarget={NAVIGATION}
            className={classNames(
              ITEM,
              "-ms-2 shrink-0 cursor-pointer border border-line lg:hidden",
            )}
          >
            Menu
            {waiting === 0 ? null : <Waiting count={waiting} />}
          </button>
        )}{" "}
        <div className="flex min-w-0 grow items-center gap-2 font-semibold">
          <Icon name="shieldCheck" className="shrink-0 text-accent" />
          {otherOrgs.length === 0 || org === null ? (
            <span className="min-w-0 truncate">{org?.name ?? "Open Trust Center"}</span>
          ) : (
            <OrgSwitcher current={org} others={otherOrgs} afterSwitch={afterSwitch} />
          )}
        </div>{" "}
        {pages.length === 0 ? null : <FindField />}{" "}
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
    </header>
  );
}

/**
 * Leads to anything that this person may open, by its name. Ctrl or Cmd with K goes there from
 * everywhere.
 */
function FindField() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return (
    <Form
      action={FIND_PAGE}
      role="search"
      aria-label="Everything"
      noValidate
      className="hidden shrink sm:flex"
    >
      <label className="min-w-0">
        <span className="sr-only">Find a page, account, request, document or item</span>
        <input
          ref={field}
          type="text"
          name="q"
          placeholder="Find …"
          aria-keyshortcuts="Control+K Meta+K"
          autoComplete="off"
          className="min-h-10 w-full max-w-[14rem] rounded-s-md border border-e-0 border-edge bg-surface px-3 text-sm"
        />
      </label>
      <button
        type="submit"
        aria-label="Go"
        className="inline-flex min-h-10 cursor-pointer items-center rounded-e-md border border-edge bg-surface px-2.5 hover:bg-sunken"
      >
        <Icon name="search" size={16} />
      </button>
    </Form>
  );
}

/** The navigation's id: the button in the header opens it where the page is narrow. */
const NAVIGATION = "area-pages";

/**
 * The pages of the private area in their groups: a column beside the page, and where there is no
 * room for one a sheet that the header's button opens, without scripts. A browser that knows no
 * popovers shows the list in its place.
 */
export function AreaNavigation({ pages }: { pages: AreaData["pages"] }) {
  const sheet = useRef<HTMLElement>(null);
  const first = useLocation().pathname.split("/")[1] ?? "";
  if (pages.length === 0) return null;
  return (
    <nav
      ref={sheet}
      id={NAVIGATION}
      popover="auto"
      aria-label="Private area"
      className="m-0 max-h-none overflow-y-auto border-0 border-line bg-surface p-4 text-ink open:fixed open:inset-0 open:h-dvh open:w-72 open:max-w-[85vw] open:border-e open:shadow-panel lg:sticky lg:top-0 lg:block lg:h-auto lg:max-h-dvh lg:w-58 lg:shrink-0 lg:self-start lg:border-e-0 lg:bg-transparent lg:py-8 lg:shadow-none"
    >
      <p className="mb-2 sm:hidden">
        <NavLink
          to={FIND_PAGE}
          onClick={() => sheet.current?.hidePopover()}
          className="flex min-h-9 items-center gap-2 rounded-md px-3 text-sm no-underline hover:bg-sunken"
        >
          <Icon name="search" size={16} /> Find
        </NavLink>
      </p>
      {AREA_GROUPS.map((group) => {
        const own = pages.filter((page) => page.group === group);
        return own.length === 0 ? null : (
          <div key={group} className="mb-4">
            {group === "" ? null : (
              <h2 className="px-3 pb-1 text-xs font-medium tracking-wide text-muted uppercase">
                {group}
              </h2>
            )}
            <ul>
              {own.map(({ segment, label, waiting, also }) => (
                <li key={segment}>
                  <NavLink
                    to={`/${segment}`}
                    onClick={() => sheet.current?.hidePopover()}
                    className={({ isActive }) =>
                      classNames(
                        "flex min-h-9 items-center justify-between gap-2 rounded-md px-3 text-sm no-underline hover:bg-sunken",
                        (isActive || also.includes(first)) &&
                          "bg-accent-soft font-medium text-accent",
                      )
                    }
                  >
                    {label}
                    {waiting === 0 ? null : <Waiting count={waiting} />}
                  </NavLink>{" "}
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}

function Waiting({ count }: { count: number }) {
  return (
    <>
      {" "}
      <span className="rounded-full bg-accent px-2 text-xs font-medium text-on-accent tabular-nums">
        {count}
        <span className="sr-only"> waiting</span>
      </span>
    </>
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
        <span className="sr-only">Switch organization</span>
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
