import { useRef } from "react";
import { Link, NavLink, useLocation } from "react-router";
import { FIND_PAGE } from "#model/home.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import { AREA_GROUPS } from "#model/staff/private-area.ts";
import type { AreaData, AreaPage } from "./area-data.ts";

/** The navigation's id: the button in the header opens it where the page is narrow. */
export const NAVIGATION = "area-pages";

/**
 * The pages of the private area in their groups: a column beside the page, of signs alone where it
 * is narrow, and where there is no room for one a sheet that the header's button opens, without scripts. A browser that knows no
 * popovers shows the list in its place.
 */
export function AreaNavigation({ pages }: { pages: AreaData["pages"] }) {
  const sheet = useRef<HTMLElement>(null);
  if (pages.length === 0) return null;
  return (
    <nav
      ref={sheet}
      id={NAVIGATION}
      popover="auto"
      aria-label="Private area"
      className="m-0 max-h-none overflow-y-auto border-0 border-line bg-surface p-4 text-ink open:fixed open:inset-0 open:h-dvh open:w-72 open:max-w-[85vw] open:border-e open:shadow-panel md:sticky md:top-0 md:block md:h-auto md:max-h-dvh md:w-58 md:shrink-0 md:self-start md:border-e-0 md:bg-transparent md:py-8 md:shadow-none rail:w-17 rail:px-3 rail:py-6"
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
          <div
            key={group}
            className={classNames(
              "mb-4",
              group === "Setup" && "border-t border-line pt-4",
              group !== "" && "rail:border-t rail:border-line rail:pt-4",
            )}
          >
            {group === "" || group === "Setup" ? null : (
              <h2 className="px-3 pb-1 text-xs font-medium tracking-wide text-muted uppercase rail:sr-only">
                {group}
              </h2>
            )}
            <ul>
              {own.map((page) => (
                <li key={page.to}>
                  <Entry page={page} onOpen={() => sheet.current?.hidePopover()} />{" "}
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}

const ENTRY =
  "relative flex min-h-9 items-center gap-2.5 rounded-md px-3 text-sm no-underline hover:bg-sunken rail:min-h-10";

/** A way to a page; one to the portal, which is edited in place, leaves the area. */
function Entry({ page, onOpen }: { page: AreaPage; onOpen: () => void }) {
  const { to, label, icon, segments, waiting } = page;
  const here = segments.includes(useLocation().pathname.split("/")[1] ?? "");
  const inside = (
    <>
      <Icon name={icon} size={18} className={classNames("shrink-0", !here && "text-muted")} />
      <span className="min-w-0 grow rail:sr-only">{label}</span>
      {waiting === 0 ? null : (
        <Waiting count={waiting} className="rail:absolute rail:-end-1.5 rail:-top-1 rail:px-1.5" />
      )}
    </>
  );
  return segments.length === 0 ? (
    <a href={to} title={label} className={ENTRY}>
      {inside}
    </a>
  ) : (
    <Link
      to={to}
      title={label}
      onClick={onOpen}
      aria-current={here ? "page" : undefined}
      className={classNames(ENTRY, here && "bg-accent-soft font-medium text-accent")}
    >
      {inside}
    </Link>
  );
}

/** How many things wait behind an entry. */
export function Waiting({ count, className }: { count: number; className?: string }) {
  return (
    <>
      {" "}
      <span
        className={classNames(
          "rounded-full bg-brand px-2 text-xs font-medium text-on-brand tabular-nums",
          className,
        )}
      >
        {count}
        <span className="sr-only"> waiting</span>
      </span>
    </>
  );
}
