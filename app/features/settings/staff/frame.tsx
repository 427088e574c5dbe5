import { NavLink, Outlet } from "react-router";
import type { Route } from "./+types/frame";
import { settingsPagesFor } from "../rules/pages.ts";
import { requireStaff } from "../../../auth/current-staff.ts";
import { classNames } from "../../../ui/class-names.ts";

/** What stands beside every page of the settings. Each page checks its own permission. */
export async function loader({ context }: Route.LoaderArgs) {
  const { org, permissions } = await requireStaff(context, "settings:edit");
  return {
    pages: settingsPagesFor(permissions).map(({ path, label }) => ({ path, label })),
    previewHref: `/${org.slug}?view=public`,
  };
}

export default function SettingsFrame({ loaderData }: Route.ComponentProps) {
  const { pages, previewHref } = loaderData;
  return (
    <div className="gap-12 lg:grid lg:grid-cols-[13rem_minmax(0,1fr)]">
      <nav aria-label="Settings" className="mb-8 lg:mb-0">
        <ul className="-mx-2 flex flex-wrap gap-1 lg:sticky lg:top-6 lg:flex-col">
          <li>
            <NavLink to="/settings" end className={linkClass}>
              All settings
            </NavLink>{" "}
          </li>
          {pages.map(({ path, label }) => (
            <li key={path}>
              <NavLink to={`/settings/${path}`} className={linkClass}>
                {label}
              </NavLink>{" "}
            </li>
          ))}
          <li className="lg:mt-3 lg:border-t lg:border-line lg:pt-3">
            <a href={previewHref} className={linkClass({ isActive: false })}>
              Preview as the public
            </a>
          </li>
        </ul>
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
