import { NavLink } from "react-router";
import type { Permission } from "#model/auth/permissions.ts";
import { classNames } from "#web/ui/class-names.ts";

/** Whether somebody opens both parts of the record, and so gets tabs between them. */
export function seesWholeRecord(permissions: ReadonlySet<Permission>): boolean {
  return permissions.has("audit:view") && permissions.has("statuspage:edit");
}

const TABS = [
  { to: "/audit", label: "Audit log" },
  { to: "/history", label: "Change history" },
];

/** What people did, and what changed on the portal: two pages of one record. */
export function RecordTabs() {
  return (
    <nav aria-label="Record" className="mb-6 border-b border-line">
      <ul className="-mb-px flex flex-wrap gap-x-6">
        {TABS.map(({ to, label }) => (
          <li key={to}>
            <NavLink
              to={to}
              className={({ isActive }) =>
                classNames(
                  "inline-flex min-h-11 items-center border-b-2 text-sm no-underline",
                  isActive
                    ? "border-accent font-medium text-accent"
                    : "border-transparent text-muted hover:text-ink",
                )
              }
            >
              {label}
            </NavLink>{" "}
          </li>
        ))}
      </ul>
    </nav>
  );
}
