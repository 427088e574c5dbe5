import { NavLink } from "react-router";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import type { AreaData } from "./area-data.ts";
import { FindField } from "./find-field.tsx";
import { NAVIGATION, Waiting } from "./navigation.tsx";
import { OrgPlace } from "./org-place.tsx";

/**
 * Words beside an icon: where the page is narrow they are for screen readers and text browsers
 * alone, so that the header stays two lines.
 */
const WIDE_ONLY = "sr-only sm:not-sr-only";

const ITEM =
  "inline-flex min-h-10 items-center gap-2 rounded-md px-2 text-sm no-underline sm:px-3 hover:bg-sunken";

/** The header of the private area: which org, its pages, the way to the portal, the own account. */
export function AreaHeader({ area }: { area: AreaData }) {
  const { org, pages, staffName } = area;
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
              "-ms-2 shrink-0 cursor-pointer border border-line md:hidden",
            )}
          >
            Menu
            {waiting === 0 ? null : <Waiting count={waiting} />}
          </button>
        )}{" "}
        <div className="min-w-0 grow font-semibold md:min-w-36">
          <OrgPlace area={area} />
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
              title="Sign out"
              className={classNames(ITEM, "cursor-pointer whitespace-nowrap")}
            >
              <Icon name="signOut" className="sm:hidden" />
              <span className={WIDE_ONLY}>Sign out</span>
            </button>
          </form>
        </div>
      </div>
    </header>
  );
}

function linkClass({ isActive }: { isActive: boolean }): string {
  return classNames(ITEM, isActive && "bg-accent-soft font-medium text-accent");
}
