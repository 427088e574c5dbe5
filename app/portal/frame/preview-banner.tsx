import { Link } from "react-router";
import { START_PAGE, startPath, stepWords } from "#model/setup-guide.ts";
import { Tag } from "#web/ui/tag.tsx";
import { PreviewMenu } from "./preview-chooser.tsx";
import type { PreviewPart } from "./preview-choices.server.ts";
import { AreaLink, useMayOpen } from "#web/portal/editing/area-link.tsx";
import { useFrame, useProductHref } from "#web/portal/links.ts";
import { LOCKED_FEATURE } from "#model/cards/editing.ts";
import { PUBLICATION_PAGE } from "#model/staff/private-area.ts";

/**
 * Where there is room the bar stays in sight, above the header: its one row is as high as `--bar`
 * in the frame says. Narrow screens have no height to give away.
 */
const BAR = "z-40 border-b lg:sticky lg:top-0 lg:h-11";
const ROW =
  "mx-auto flex h-full max-w-6xl flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1 text-sm sm:px-6 lg:flex-nowrap";

/**
 * What staff see of the page and do about it: view it as visitors do or edit it, whether it is
 * public, take the last change back, and preview it as an account, a permission profile or both. A
 * preview is a GET form: the choice is the address.
 */
export function PreviewBanner({ inert }: { inert: boolean }) {
  const { viewer, preview, base, productBase, mayEdit, start, areaIsHere } =
    useFrame<PreviewPart>();
  if (preview === null || (viewer.mode !== "preview" && viewer.mode !== "main")) return null;
  const path = `${base}${productBase}` || "/";
  if (viewer.mode === "main") {
    return (
      <section
        inert={inert}
        aria-label="Preview"
        className={`${BAR} border-line bg-sunken`}
        data-screen-only
      >
        <div className={ROW}>
          {mayEdit ? <Modes path={path} mode="edit" /> : null}
          <PageState />
          <p className="whitespace-nowrap text-muted lg:sr-only">
            Signed in as <span className="font-medium text-ink">{viewer.name}</span>
          </p>
          <EditingTools />
          <UnfinishedStart />
          <PreviewMenu path={path} choices={preview} accountId="" profileId="" />
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
      className={`${BAR} border-yellow bg-yellow-soft text-ink`}
      data-screen-only
    >
      <div className={ROW}>
        {mayEdit ? <Modes path={path} mode="view" /> : null}
        <p className="min-w-0 truncate max-lg:basis-full max-lg:whitespace-normal">
          {preview.nobody ? "That account or permission profile isn’t available. " : null}Previewing
          as <strong>{whom === "" ? "the public" : whom}</strong>
          {preview.sees === null ? null : <Sees {...preview.sees} />}
        </p>
        {/* The menu ends the row, so that it opens within a narrow window. */}
        <div className="ms-auto flex flex-none items-center gap-4">
          {start === null || !areaIsHere ? null : (
            <a
              href={startPath("publish")}
              className="inline-flex min-h-8 items-center font-medium underline"
            >
              Back to the setup guide
            </a>
          )}{" "}
          {mayEdit ? null : (
            <Link
              to={path}
              reloadDocument
              className="inline-flex min-h-8 items-center font-medium underline"
            >
              Exit preview
            </Link>
          )}{" "}
          <PreviewMenu
            onColor
            path={path}
            choices={preview}
            accountId={viewer.account?.id ?? ""}
            profileId={viewer.profile?.id ?? ""}
          />
        </div>
      </div>
    </section>
  );
}

/** What of the product's documents opens to whom one looks as. */
function Sees({ open, afterNda, all }: { open: number; afterNda: number; all: number }) {
  return (
    <span>
      {" "}
      sees {open} of {all} documents
      {afterNda === 0 ? null : <>, {afterNda} more after the NDA</>}
    </span>
  );
}

const MODE = "inline-flex min-h-8 items-center px-3 font-medium no-underline";

/** The page as visitors have it, or with what edits it: a switch between two addresses. */
function Modes({ path, mode }: { path: string; mode: "view" | "edit" }) {
  const of = (mine: "view" | "edit") => ({
    "aria-current": mode === mine ? ("page" as const) : undefined,
    className: `${MODE} ${mode === mine ? "bg-ink text-page" : "bg-surface text-ink hover:bg-accent-soft"}`,
  });
  return (
    <nav
      aria-label="View or edit"
      className="flex flex-none overflow-hidden rounded-md border border-edge"
    >
      <a href={`${path}?view=public`} {...of("view")}>
        View
      </a>{" "}
      <a href={path} {...of("edit")}>
        Edit
      </a>
    </nav>
  );
}

/** Whether visitors find the portal, for those who see it either way. */
function PageState() {
  const { published } = useFrame();
  return published ? <Tag tone="green">Public</Tag> : <Tag tone="yellow">Not public</Tag>;
}

/** The quiet way back to a setup guide that is not finished. */
function UnfinishedStart() {
  const { start } = useFrame();
  if (start === null) return null;
  return (
    <AreaLink
      segment="settings"
      path={START_PAGE}
      className="inline-flex min-h-8 cursor-pointer items-center rounded-sm px-2 whitespace-nowrap text-muted underline hover:text-ink"
    >
      Setup guide: {stepWords(start).toLowerCase()}
    </AreaLink>
  );
}

const TOOL =
  "inline-flex min-h-8 cursor-pointer items-center rounded-sm px-2 font-medium whitespace-nowrap text-accent no-underline hover:bg-accent-soft";

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
    <ul
      aria-label="Editing"
      className="flex flex-wrap items-center gap-x-1 max-lg:-mx-2 max-lg:basis-full lg:flex-nowrap"
    >
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
      {editing.undo === null ? null : (
        <li>
          <Link
            to={href(`/edit/changes/${editing.undo}/undo`)}
            preventScrollReset
            className={TOOL}
            title="Undo your last save"
          >
            Undo
          </Link>
        </li>
      )}
      {mayOpen("home") ? (
        <li>
          <AreaLink segment="home" className={TOOL}>
            Home
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
