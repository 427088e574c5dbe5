import { Link } from "react-router";
import { START_PAGE, stepWords } from "../../features/guided-start/rules.ts";
import { Button } from "../../ui/button.tsx";
import { AreaLink, useMayOpen } from "../editing/area-link.tsx";
import { useFrame, useProductHref } from "../links.ts";
import { LOCKED_FEATURE } from "../../features/cards/rules/editing.ts";
import { PUBLICATION_PAGE } from "../../staff/rules/private-area.ts";

/**
 * Says through whose eyes staff are looking, and lets them choose: an account, a permission
 * profile, both, or the public. A GET form: the choice is the address.
 */
export function PreviewBanner({ inert }: { inert: boolean }) {
  const { viewer, preview, base, productBase } = useFrame();
  if (preview === null || (viewer.mode !== "preview" && viewer.mode !== "main")) return null;
  const path = `${base}${productBase}` || "/";
  if (viewer.mode === "main") {
    return (
      <section
        inert={inert}
        aria-label="Preview"
        className="border-b border-line bg-sunken"
        data-screen-only
      >
        <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-4 gap-y-1 px-4 py-1.5 text-sm sm:px-6">
          <p className="text-muted">
            Signed in as <span className="font-medium text-ink">{viewer.name}</span>. Visitors see
            less than you.
          </p>
          <EditingTools />
          <UnfinishedStart />
          <details className="relative ms-auto" data-menu>
            <summary className="inline-flex min-h-8 list-none items-center rounded-sm px-2 font-medium text-accent hover:bg-accent-soft">
              Preview as …
            </summary>
            <div className="absolute end-0 top-full z-40 mt-1 w-80 max-w-[calc(100vw-2rem)] rounded-md border border-line bg-surface p-4 shadow-panel">
              <Chooser path={path} accountId="" profileId="" />
            </div>
          </details>
        </div>
      </section>
    );
  }
  const whom = [
    viewer.account === null ? null : `${viewer.account.name} (${viewer.account.reviewStatus})`,
    viewer.profile === null ? null : `profile ${viewer.profile.name}`,
  ]
    .filter(Boolean)
    .join(", ");
  return (
    <section
      inert={inert}
      aria-label="Preview"
      className="border-b border-yellow bg-yellow-soft text-ink"
      data-screen-only
    >
      <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-6 gap-y-2 px-4 py-2 text-sm sm:px-6">
        <p className="min-h-8 py-1.5">
          Previewing as <strong>{whom === "" ? "the public" : whom}</strong>
        </p>
        <Chooser
          path={path}
          accountId={viewer.account?.id ?? ""}
          profileId={viewer.profile?.id ?? ""}
          inline
        />
        <p className="ms-auto flex gap-4">
          <a href={`${path}?view=public`} className="inline-flex min-h-8 items-center underline">
            As the public
          </a>{" "}
          <Link
            to={path}
            reloadDocument
            className="inline-flex min-h-8 items-center font-medium underline"
          >
            Exit preview
          </Link>
        </p>
      </div>
    </section>
  );
}

/** The quiet way back to a guided start that is not finished. */
function UnfinishedStart() {
  const { start } = useFrame();
  if (start === null) return null;
  return (
    <AreaLink
      segment="settings"
      path={START_PAGE}
      className="inline-flex min-h-8 cursor-pointer items-center rounded-sm px-2 text-muted underline hover:text-ink"
    >
      Guided start: {stepWords(start).toLowerCase()}
    </AreaLink>
  );
}

function Chooser({
  path,
  accountId,
  profileId,
  inline = false,
}: {
  path: string;
  accountId: string;
  profileId: string;
  inline?: boolean;
}) {
  const { preview } = useFrame();
  const select =
    "min-h-8 w-full rounded-sm border border-edge bg-surface px-2 py-1 text-sm text-ink";
  return (
    <form
      method="get"
      noValidate
      action={path}
      className={inline ? "flex flex-wrap items-center gap-2" : "space-y-3"}
    >
      <label className={inline ? "flex items-center gap-2" : "block space-y-1"}>
        <span>Account</span>
        <select name="accountId" defaultValue={accountId} className={select}>
          <option value="">None</option>
          {preview?.accounts.map((account) => (
            <option key={account.id} value={account.id}>
              {account.name}
            </option>
          ))}
        </select>
      </label>
      <label className={inline ? "flex items-center gap-2" : "block space-y-1"}>
        <span>{inline ? "Profile" : "Permission profile"}</span>
        <select name="permissionProfileId" defaultValue={profileId} className={select}>
          <option value="">The account’s own</option>
          {preview?.profiles.map((profile) => (
            <option key={profile.id} value={profile.id}>
              {profile.name}
            </option>
          ))}
        </select>
      </label>
      <div className={inline ? "" : "flex items-center justify-between gap-2"}>
        <Button look="secondary" size="small">
          Preview
        </Button>{" "}
        {inline ? null : (
          <a
            href={`${path}?view=public`}
            className="inline-flex min-h-8 items-center text-accent underline"
          >
            As the public
          </a>
        )}
      </div>
    </form>
  );
}

const TOOL =
  "inline-flex min-h-8 cursor-pointer items-center rounded-sm px-2 font-medium text-accent no-underline hover:bg-accent-soft";

/**
 * The owner's tools beside 'Preview as': orders, publication, history, settings; each where it is
 * there and may be used.
 */
function EditingTools() {
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
