import { Fragment } from "react";
import { Link } from "react-router";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import type { AreaData, AreaOrg } from "./area-data.ts";

/** The product's own name, where somebody has a role in no company. */
const NOBODYS = "Open Trust Center";

const ROW =
  "flex min-h-10 w-full cursor-pointer items-center gap-3 rounded-md px-2 text-start text-sm no-underline hover:bg-sunken";

/**
 * Which company the area shows, with its logo; a menu of the others for those who have several, and
 * of all companies for those who run the installation.
 */
export function OrgPlace({ area }: { area: AreaData }) {
  const { org, otherOrgs, afterSwitch, runsInstallation } = area;
  const name = org?.name ?? NOBODYS;
  // The logo stands for the name, which it usually says itself.
  const nameClass = classNames("min-w-0 truncate", org?.logo && "sr-only");
  if (otherOrgs.length === 0 && !runsInstallation)
    return (
      <span title={name} className="flex min-h-10 min-w-0 items-center gap-2.5">
        <OrgLogo org={org} />
        <span className={nameClass}>{name}</span>
      </span>
    );
  return (
    <details className="relative min-w-0">
      <summary
        title={name}
        className="-ms-2 inline-flex min-h-10 max-w-full items-center gap-1.5 rounded-md px-2 sm:gap-2.5 hover:bg-sunken"
      >
        <OrgLogo org={org} />
        <span className={nameClass}>{name}</span>{" "}
        <Icon name="chevronDown" size={16} className="shrink-0" />
        <span className="sr-only">Switch organization</span>
      </summary>
      <div className="absolute start-0 z-20 mt-1 w-max max-w-[18rem] min-w-[14rem] rounded-md border border-line bg-surface p-2 font-normal shadow-panel">
        {otherOrgs.length === 0 ? null : (
          <form method="post" noValidate action="/account/org">
            {afterSwitch === null ? null : (
              <input type="hidden" name="redirectTo" value={afterSwitch} />
            )}
            {otherOrgs.map((other) => (
              <Fragment key={other.id}>
                <button type="submit" name="orgId" value={other.id} className={ROW}>
                  <OrgLogo org={other} />
                  <span className="min-w-0 break-words">{other.name}</span>
                </button>{" "}
              </Fragment>
            ))}
          </form>
        )}
        {runsInstallation ? (
          <Link to="/installation" className={ROW}>
            <Icon name="server" className="shrink-0 text-muted" />
            All organizations
          </Link>
        ) : null}
      </div>
    </details>
  );
}

/** A company's logo beside its name, on a ground that both of its versions are made for. */
function OrgLogo({ org }: { org: AreaOrg | null }) {
  return org === null || org.logo === null ? (
    <Icon name="shieldCheck" className="shrink-0 text-accent" />
  ) : (
    <img
      src={org.logo}
      alt=""
      className="block h-7 w-auto min-w-8 max-w-24 rounded-sm bg-[#ffffff] object-contain px-1 py-0.5"
    />
  );
}
