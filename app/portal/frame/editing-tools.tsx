import { Link } from "react-router";
import { LOCKED_FEATURE } from "../../features/cards/rules/editing.ts";
import { PUBLICATION_PAGE } from "../../staff/rules/private-area.ts";
import { AreaLink, useMayOpen } from "../editing/area-link.tsx";
import { useFrame, useProductHref } from "../links.ts";

const TOOL =
  "inline-flex min-h-8 cursor-pointer items-center rounded-sm px-2 font-medium text-accent no-underline hover:bg-accent-soft";

/** The owner's tools beside 'Preview as': orders, publication, history, settings; each where it is there and may be used. */
export function EditingTools() {
  const { editing, product } = useFrame();
  const mayOpen = useMayOpen();
  const href = useProductHref();
  if (editing === null) return null;
  return (
    <ul aria-label="Editing" className="-mx-2 flex flex-wrap items-center gap-x-1">
      <li>
        {editing.sections ? (
          <Link to={href("/edit/sections")} preventScrollReset className={TOOL}>
            Re-order sections
          </Link>
        ) : (
          <LockedTool>Re-order sections</LockedTool>
        )}
      </li>
      <li>
        <Link to={href("/edit/card-order")} preventScrollReset className={TOOL}>
          Re-order cards
        </Link>
      </li>
      {mayOpen("settings") ? (
        <li>
          <AreaLink segment="settings" path={PUBLICATION_PAGE} className={TOOL}>
            Publication
          </AreaLink>
        </li>
      ) : null}
      {mayOpen("history") ? (
        <li>
          <AreaLink segment="history" path={`/history?product=${product.id}`} className={TOOL}>
            History
          </AreaLink>
        </li>
      ) : null}
      {mayOpen("settings") ? (
        <li>
          <AreaLink segment="settings" className={TOOL}>
            Settings
          </AreaLink>
        </li>
      ) : null}
    </ul>
  );
}

/** A tool that the org's plan does not have: there, disabled, and saying why. */
function LockedTool({ children }: { children: string }) {
  return (
    <span className="relative inline-block">
      <button
        type="button"
        aria-disabled="true"
        aria-describedby="locked-sections"
        className="inline-flex min-h-8 cursor-not-allowed items-center rounded-sm px-2 font-medium text-muted"
      >
        {children}
      </button>{" "}
      <span id="locked-sections" role="tooltip" className="tooltip">
        {LOCKED_FEATURE}
      </span>
    </span>
  );
}
