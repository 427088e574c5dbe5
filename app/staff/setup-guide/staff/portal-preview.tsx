import { auditorKey, badgeOf } from "#model/cards/catalogue/badges.ts";
import type { CertificationTile } from "#model/visibility/page.ts";
import { CertificationBadge } from "#web/ui/certification-badge.tsx";
import { Icon } from "#web/ui/icon.tsx";

/** What the first screen of a portal shows to the public. */
export interface FirstScreen {
  org: { id: string; name: string };
  portalTitle: string;
  showPortalTitle: boolean;
  description: string | null;
  logo: string | null;
  logoDark: string | null;
  banner: string | null;
  certifications: readonly CertificationTile[];
  report: string | null;
  documents: number;
  cards: readonly string[];
}

/**
 * The first screen of the portal, drawn small from what the public gets: nothing in it can be
 * pressed, and nothing leads away. Its colors are those of the page around it, which are the
 * company's.
 */
export function PortalPreview({ screen }: { screen: FirstScreen }) {
  const { org, portalTitle, description, banner, certifications, report, documents, cards } =
    screen;
  return (
    <figure className="overflow-hidden rounded-lg border border-line bg-page shadow-panel">
      <div className="flex items-center justify-between gap-3 border-b border-line bg-surface px-4 py-2.5">
        <span className="flex min-w-0 items-center gap-2.5">
          <Logo screen={screen} />
          {screen.showPortalTitle ? (
            <span className="truncate text-xs text-muted">{portalTitle}</span>
          ) : null}
        </span>
        <span className="flex-none rounded-md bg-brand px-2.5 py-1 text-xs font-medium text-on-brand">
          Get access
        </span>
      </div>
      {banner === null ? (
        <div className="h-1.5 bg-brand" />
      ) : (
        <img src={banner} alt="" className="block h-16 w-full object-cover object-bottom" />
      )}
      <div className="grid gap-4 p-4 sm:grid-cols-2">
        <div className="min-w-0">
          <p className="text-lg font-semibold tracking-tight [overflow-wrap:anywhere]">
            {org.name} {portalTitle}
          </p>
          {description === null ? null : (
            <p className="mt-1 line-clamp-3 text-sm text-muted">{description}</p>
          )}
        </div>
        {certifications.length === 0 && report === null && documents === 0 ? null : (
          <div className="self-start rounded-md border border-line bg-surface text-xs">
            {certifications.length === 0 ? null : (
              <ul
                aria-label="Certifications on the first screen"
                className="grid grid-cols-3 gap-1 p-2"
              >
                {certifications.map((tile) => (
                  <li key={tile.uid} className="flex flex-col items-center gap-1 text-center">
                    <CertificationBadge
                      badge={badgeOf(tile)}
                      auditor={auditorKey(tile.auditor)}
                      picture={
                        tile.badgePicture === null
                          ? null
                          : `/api/share/${org.id}/assets/${tile.badgePicture.id}?v=${tile.badgePicture.revision}`
                      }
                      size={32}
                      state={tile.state}
                    />
                    <span className="[overflow-wrap:anywhere]">{tile.title}</span>
                  </li>
                ))}
              </ul>
            )}
            {report === null ? null : (
              <p className="border-t border-line px-3 py-2 first:border-t-0">
                <span className="text-muted">Latest report</span> {report}
              </p>
            )}
            {documents === 0 ? null : (
              <p className="flex items-center gap-2 border-t border-line px-3 py-2 font-medium text-accent first:border-t-0">
                <Icon name="files" size={18} /> All documents ({documents})
              </p>
            )}
          </div>
        )}
      </div>
      {cards.length === 0 ? null : (
        <ul
          aria-label="Cards"
          className="flex flex-wrap gap-2 border-t border-line px-4 py-3 text-xs"
        >
          {cards.map((title) => (
            <li key={title} className="rounded-md border border-line bg-surface px-2 py-1">
              {title}
            </li>
          ))}
        </ul>
      )}
      <figcaption className="sr-only">
        Preview of the first screen of your trust center, as the public sees it
      </figcaption>
    </figure>
  );
}

function Logo({ screen: { org, logo, logoDark } }: { screen: FirstScreen }) {
  if (logo === null) return <span className="truncate text-sm font-semibold">{org.name}</span>;
  return (
    <picture>
      {logoDark === null ? null : <source srcSet={logoDark} media="(prefers-color-scheme: dark)" />}
      <img src={logo} alt={org.name} className="block h-6 w-auto max-w-32 object-contain" />
    </picture>
  );
}
