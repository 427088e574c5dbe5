import { NavLink, Outlet } from "react-router";
import type { Route } from "./+types/frame";
import { settingsGroupsFor } from "#company/settings/rules/pages.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { classNames } from "#web/ui/class-names.ts";

/** What stands beside every page of the settings. Each page checks its own permission. */
export async function loader({ context }: Route.LoaderArgs) {
  const { org, permissions } = await requireStaff(context, "settings:edit");
  return {
    groups: settingsGroupsFor(permissions).map(({ title, pages }) => ({
      title,
      pages: pages.map(({ to, label }) => ({ to, label })),
    })),
    previewHref: `/${org.slug}?view=public`,
  };
}

export default function SettingsFrame({ loaderData }: Route.ComponentProps) {
  const { groups, previewHref } = loaderData;
  return (
    <div className="gap-12 lg:grid lg:grid-cols-[13rem_minmax(0,1fr)]">
      <nav aria-label="Settings" className="mb-8 flex flex-wrap justify-between lg:mb-0 lg:block">
        <p className="-mx-2 mb-2 lg:mb-3">
          <NavLink to="/settings" end className={linkClass}>
            All settings
          </NavLink>
        </p>{" "}
        {/* Where there is no room beside the page, the overview is the list. */}
        <div className="-mx-2 max-lg:hidden">
          {groups.map(({ title, pages }) => (
            <div key={title} className="mb-4">
              <h2 className="px-2 pb-1 text-xs font-medium tracking-wide text-muted uppercase">
                {title}
              </h2>
              <ul>
                {pages.map(({ to, label }) => (
                  <li key={to}>
                    <NavLink to={to} className={linkClass}>
                      {label}
                    </NavLink>{" "}
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
        <p className="-mx-2 lg:border-t lg:border-line lg:pt-3">
          <a href={previewHref} className={linkClass({ isActive: false })}>
            Preview as the public
          </a>
        </p>
      </nav>
      <div className="min-w-0">
        <Outlet />
      </div>
    </div>
  );
}

function linkClass({ isActive }: { isActive: boolean }): string {
  return classNames(
    "inline-flex min-h-9 items-center rounded-md px-2 text-sm no-underline hover:bg-sunken lg:w-full",
    isActive && "bg-accent-soft font-medium text-accent",
  );
}
