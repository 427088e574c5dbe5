import { Link } from "react-router";
import { factsInWords } from "#model/documents/facts.ts";
import { documentStatus } from "#content/documents/rules/document-list.ts";
import { formatMonth } from "#values/dates.ts";
import type { LatestReport } from "#model/visibility/page.ts";
import type { CertificationTile, DocumentTile, ProductPage } from "#model/visibility/page.ts";
import { Icon } from "#web/ui/icon.tsx";
import { ItemBadge } from "#web/portal/item-badge.tsx";
import { ItemLink } from "#web/portal/item-parts.tsx";
import { useFrame, usePortalHref, useProductQuery } from "#web/portal/links.ts";

/** Documents that the first screen has room to name. */
const MOST_NAMED = 3;

/**
 * The strongest certifications, the latest report and the way to the documents, on the first
 * screen.
 */
export function AtAGlance({ page }: { page: ProductPage }) {
  const { certifications, report } = page.atAGlance;
  const href = usePortalHref();
  const product = useProductQuery();
  const documents = page.documents.length;
  const named = page.documents.filter(({ uid }) => uid !== report?.item.uid).slice(0, MOST_NAMED);
  if (certifications.length === 0 && report === null && documents === 0) return null;
  return (
    <section
      aria-label="At a glance"
      className="self-start rounded-lg border border-line bg-surface text-sm"
    >
      {certifications.length === 0 ? null : (
        <ul className="grid grid-cols-5 gap-x-0 gap-y-1 px-1 py-3 sm:gap-x-1 sm:px-3">
          {certifications.map((tile) => (
            <li key={tile.uid}>
              <Certification tile={tile} />
            </li>
          ))}
        </ul>
      )}
      {report === null ? null : <Report report={report} />}
      {documents === 0 ? null : (
        <ul aria-label="Documents" className="border-t border-line px-4 py-2 first:border-t-0">
          {named.map((tile) => (
            <li key={tile.uid}>
              <NamedDocument tile={tile} />
            </li>
          ))}
          <li>
            <Link
              to={href("/documents", product)}
              className="inline-flex min-h-7 items-center gap-2 font-medium text-accent"
            >
              <Icon name="files" size={18} />
              All documents ({documents})
            </Link>
          </li>
        </ul>
      )}
    </section>
  );
}

/** A document's name, and whether it can be opened at once. */
function NamedDocument({ tile }: { tile: DocumentTile }) {
  const { viewer } = useFrame();
  const status = viewer.mode === "main" ? null : documentStatus(tile);
  return (
    <span className="flex flex-wrap items-baseline justify-between gap-x-4">
      <ItemLink
        item={tile}
        source="documents"
        className="min-w-0 py-0.5 text-accent [overflow-wrap:anywhere]"
      >
        {tile.title}
      </ItemLink>{" "}
      {status === null ? null : <span className="text-xs text-muted">{status}</span>}
    </span>
  );
}

function Certification({ tile }: { tile: CertificationTile }) {
  return (
    <ItemLink
      item={tile}
      source="certifications"
      className="flex h-full flex-col items-center gap-1 rounded-md px-0.5 py-2 text-center text-xs sm:px-1 no-underline hover:bg-sunken"
    >
      <ItemBadge item={tile} size={40} />{" "}
      <span className="font-medium [overflow-wrap:anywhere]">{tile.title}</span>{" "}
      {tile.expiry === null ? null : (
        <span className="text-muted max-sm:text-[0.6875rem]">
          <span className="block sm:whitespace-nowrap">Valid until</span>{" "}
          <time dateTime={tile.expiry} className="block whitespace-nowrap">
            {formatMonth(tile.expiry)}
          </time>
        </span>
      )}
    </ItemLink>
  );
}

function Report({ report: { item, facts } }: { report: LatestReport }) {
  const { org } = useFrame();
  return (
    <p className="border-t border-line px-4 py-3 first:border-t-0">
      <span className="text-muted">Latest report</span>{" "}
      <ItemLink item={item} className="inline-flex min-h-6 items-center font-medium text-accent">
        {item.title}
      </ItemLink>{" "}
      <span className="block text-muted">
        {factsInWords({ ...facts, type: null }, org.timeZone).join("\u00a0· ")}
      </span>
    </p>
  );
}
