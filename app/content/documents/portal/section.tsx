import { Link } from "react-router";
import type { DocumentTile, ProductPage } from "#model/visibility/page.ts";
import { ButtonLink, buttonClass } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { EmptyState } from "#web/ui/screens.tsx";
import { useFrame, useProductHref } from "#web/portal/links.ts";
import { chosenDocuments, toldTypes, type DocumentChoice } from "../rules/document-list.ts";
import { DocumentFilters, OnlyOpen, type ChangeChoice } from "./document-filters.tsx";
import { Tile } from "./document-tile.tsx";
import { CardMenu } from "#web/portal/editing/card-menu.tsx";
import { SectionFrame } from "#web/portal/home/section.tsx";

const TAB_NAMES: Readonly<Record<DocumentChoice["tab"], string>> = {
  all: "All",
  public: "Public",
  private: "Private",
};

/** Tiles before the list is expanded: 12 on wide screens, 9 on narrow ones. */
const TILES_WIDE = 12;
const TILES_NARROW = 9;

/** Where the two ways lead that fold the list: the styles move what one came for (tokens.css). */
const UNFOLDED = "documents-all";
const FOLDED = "documents-folded";

/** The documents of all cards: featured ones first, then the rest behind an expand link. */
export function DocumentsSection({
  page,
  hidden,
  choice,
  showAll,
  bulk,
}: {
  page: ProductPage;
  hidden: boolean;
  choice: DocumentChoice;
  showAll: boolean;
  bulk: boolean;
}) {
  const { viewer, hasGrant } = useFrame();
  const href = useProductHref();
  const card = page.ownCards.Documents;
  if (card === undefined) return null;
  if (page.documents.length === 0) {
    if (viewer.mode !== "main") return null;
    return (
      <SectionFrame
        id="documents"
        title={card.title}
        lead={card.displayText}
        hidden={hidden || card.hidden}
        aside={<CardMenu card={card} />}
      >
        <EmptyState icon="files" title="Uploaded documents from all cards will appear here" />
      </SectionFrame>
    );
  }
  const hasPublic = page.documents.some((tile) => tile.isPublic);
  const hasPrivate = page.documents.some((tile) => !tile.isPublic);
  const tabs = hasPublic && hasPrivate;
  const chosen: DocumentChoice = { ...choice, tab: tabs ? choice.tab : "all" };
  const inTab = chosenDocuments(page.documents, chosen);
  const narrows = hasGrant && page.documents.some((tile) => !tile.unlocked);
  const featured = inTab.filter((tile) => tile.featured);
  const rest = inTab.filter((tile) => !tile.featured);
  const external = viewer.mode !== "main" && page.documents.some((tile) => !tile.unlocked);
  const query = (made: DocumentChoice, show: boolean, part: string) =>
    href(
      "",
      {
        documents: made.tab === "all" ? null : made.tab,
        documentType: made.type,
        documentSort: made.sort,
        show: show ? "documents" : null,
        open: made.onlyOpen ? "true" : null,
      },
      part,
    );
  const to: ChangeChoice = ({ show = showAll, ...change }) =>
    query({ ...chosen, ...change }, show, "documents");
  return (
    <SectionFrame
      id="documents"
      title={card.title}
      lead={card.displayText}
      hidden={hidden || card.hidden}
      aside={
        <>
          <Link
            to={href("/card/Documents")}
            preventScrollReset
            data-drawer-link=""
            className={buttonClass("quiet")}
          >
            Browse by topic
          </Link>{" "}
          {bulk ? (
            <>
              <Link
                to={href("/bulk-download")}
                preventScrollReset
                data-drawer-link=""
                className={buttonClass("secondary")}
              >
                Bulk download
              </Link>{" "}
            </>
          ) : null}
          {external ? <AccessButton /> : null} <CardMenu card={card} />
        </>
      }
    >
      {tabs ? (
        <nav aria-label="Documents" className="mb-4 flex gap-1 border-b border-line">
          {(["all", "public", "private"] as const).map((name) => (
            <Link
              key={name}
              to={to({ tab: name })}
              preventScrollReset
              aria-current={name === chosen.tab ? "true" : undefined}
              className="-mb-px min-h-10 border-b-2 border-transparent px-3 py-2 text-sm font-medium text-muted no-underline hover:text-ink aria-[current]:border-accent aria-[current]:text-ink"
            >
              {TAB_NAMES[name]}{" "}
            </Link>
          ))}
        </nav>
      ) : null}
      {narrows || chosen.onlyOpen ? (
        <div className="mb-4">
          <OnlyOpen isChosen={chosen.onlyOpen} to={to({ onlyOpen: !chosen.onlyOpen })} />
        </div>
      ) : null}
      {page.documents.length > 2 ? (
        <DocumentFilters types={toldTypes(page.documents)} choice={chosen} to={to} />
      ) : null}
      {inTab.length > 0 ? null : (
        <p className="text-muted">
          {chosen.type === null
            ? "You can’t open any of these documents yet."
            : `No documents of type “${chosen.type}”.`}
        </p>
      )}
      <div id={FOLDED}>
        {featured.length > 0 ? (
          <>
            <h3 className="mb-3 text-sm font-semibold text-muted">Featured Documents</h3>
            <ul className={classNames("grid gap-3", featured.length > 1 && "md:grid-cols-2")}>
              {featured.map((tile) => (
                <li key={tile.uid}>
                  <Tile tile={tile} featured />
                </li>
              ))}
            </ul>
          </>
        ) : null}
        <Tiles
          tiles={rest}
          hasFeatured={featured.length > 0}
          showAll={showAll}
          moreHref={query(chosen, true, UNFOLDED)}
          lessHref={query(chosen, false, FOLDED)}
        />
      </div>
    </SectionFrame>
  );
}

/** What the first tiles take, about. */
const FOLDED_HEIGHT = "[--folded:240px]";

/**
 * With featured documents the others start folded away; without, the first twelve (or nine) show.
 */
function Tiles({
  tiles,
  hasFeatured,
  showAll,
  moreHref,
  lessHref,
}: {
  tiles: DocumentTile[];
  hasFeatured: boolean;
  showAll: boolean;
  moreHref: string;
  lessHref: string;
}) {
  const folded = hasFeatured ? tiles.length > 0 : tiles.length > TILES_NARROW;
  const shown = showAll ? tiles : hasFeatured ? [] : tiles.slice(0, TILES_WIDE);
  const onlyNarrow =
    !showAll && !hasFeatured && tiles.length > TILES_NARROW && tiles.length <= TILES_WIDE;
  return (
    <>
      {hasFeatured && shown.length > 0 ? (
        <h3 className="mt-6 mb-3 text-sm font-semibold text-muted">Other documents</h3>
      ) : null}
      {shown.length > 0 ? (
        <div
          className={classNames(
            "grid gap-3 md:grid-cols-2 lg:grid-cols-3",
            showAll && "folds-out max-h-[600px] overflow-y-auto overscroll-contain rounded-lg",
            !hasFeatured && FOLDED_HEIGHT,
          )}
          {...(showAll
            ? { id: UNFOLDED, tabIndex: 0, role: "group", "aria-label": "All documents" }
            : {})}
        >
          {shown.map((tile, i) => (
            <div
              key={tile.uid}
              className={classNames(!showAll && i >= TILES_NARROW && "max-md:hidden")}
            >
              <Tile tile={tile} />
            </div>
          ))}
        </div>
      ) : null}
      {folded && !showAll ? (
        <div aria-hidden className={classNames("folds-away", !hasFeatured && FOLDED_HEIGHT)} />
      ) : null}
      {folded ? (
        <p className={classNames("mt-4", onlyNarrow && "md:hidden")}>
          <Link
            to={showAll ? lessHref : moreHref}
            // The target of an address is the browser's to know: for a document that it loaded.
            reloadDocument
            className={buttonClass("secondary")}
          >
            {showAll
              ? hasFeatured
                ? "View featured documents"
                : "View less"
              : "View all documents"}
          </Link>
        </p>
      ) : null}
    </>
  );
}

/**
 * Asking for what is locked: 'Get access' where one may ask, the login where one may only be
 * invited.
 */
export function AccessButton() {
  const { accessRequestsEnabled, hasGrant } = useFrame();
  const href = useProductHref();
  if (hasGrant) return null;
  return (
    <ButtonLink
      to={href("", { loginRequest: "true", source: "documents" })}
      preventScrollReset
      look="secondary"
    >
      {accessRequestsEnabled ? "Get access" : "Sign in"}
    </ButtonLink>
  );
}
