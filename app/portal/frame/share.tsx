import type { ReactNode } from "react";
import { Link } from "react-router";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import { useFrame, useProductHref } from "#web/portal/links.ts";

/**
 * Share and subscribe: a bar at the left edge where the screen leaves room beside the page, a card
 * before the footer elsewhere. A disclosure and plain links; nothing is asked of others before
 * somebody follows one.
 */
export function ShareBar({ inert }: { inert: boolean }) {
  const { portalTitle, viewer, subscribe, path } = useFrame();
  const href = useProductHref();
  if (!isWorthSharing(path)) return null;
  return (
    <aside
      inert={inert}
      aria-label={subscribe ? "Share and subscribe" : "Share"}
      data-screen-only
      className="mx-auto w-full max-w-6xl px-4 pb-12 sm:px-6 min-[85rem]:fixed min-[85rem]:start-2 min-[85rem]:top-1/3 min-[85rem]:z-20 min-[85rem]:m-0 min-[85rem]:w-[4.5rem] min-[85rem]:p-0"
    >
      <div className="flex flex-wrap items-start gap-3 rounded-lg border border-line bg-surface p-4 min-[85rem]:flex-col min-[85rem]:gap-1 min-[85rem]:p-1">
        <p className="w-full text-sm font-medium min-[85rem]:sr-only">
          {subscribe ? `Share this ${portalTitle} or get its updates` : `Share this ${portalTitle}`}
        </p>
        <details data-menu className="group relative max-[84.99rem]:open:w-full min-[85rem]:w-full">
          <summary className={ENTRY}>
            <Icon name="share" size={18} />
            Share
          </summary>
          <div className="mt-3 max-w-xl min-[85rem]:absolute min-[85rem]:start-full min-[85rem]:top-0 min-[85rem]:ms-3 min-[85rem]:mt-0 min-[85rem]:w-72 min-[85rem]:rounded-md min-[85rem]:border min-[85rem]:border-line min-[85rem]:bg-surface min-[85rem]:p-3 min-[85rem]:shadow-panel">
            <ShareLinks />
          </div>
        </details>{" "}
        {subscribe ? (
          <Link
            to={href("", { subscribe: "true" })}
            preventScrollReset
            data-drawer-link
            className={`${ENTRY} ${viewer.mode === "accountExternal" ? "max-md:hidden" : ""}`}
          >
            <Icon name="mail" size={18} />
            Subscribe
          </Link>
        ) : null}
      </div>
    </aside>
  );
}

/**
 * What somebody else would be sent: a product's page with its drawers, and the lists. Nobody shares
 * their own account, an agreement that they sign, a file that they read, or a page that isn't
 * there.
 * @param path below the portal's base
 */
function isWorthSharing(path: string): boolean {
  return /^(?:$|\/(?:product|card|item|updates|documents|subprocessors|faq|controls)(?:\/|$))/.test(
    path,
  );
}

const ENTRY =
  "inline-flex min-h-10 list-none items-center gap-2 rounded-md border border-edge bg-surface px-4 text-sm font-medium text-ink no-underline hover:bg-sunken min-[85rem]:flex min-[85rem]:min-h-14 min-[85rem]:w-full min-[85rem]:flex-col min-[85rem]:justify-center min-[85rem]:gap-1 min-[85rem]:border-transparent min-[85rem]:px-0 min-[85rem]:text-xs";

/**
 * Copy, a professional network, mail: each with the public link, which is the company's own domain
 * where it has one.
 */
function ShareLinks() {
  const { org, portalTitle, publicLink } = useFrame();
  if (publicLink === null)
    return (
      <p className="text-sm text-muted">
        Share links will be disabled until a public portal is published
      </p>
    );
  const link = encodeURIComponent(publicLink);
  return (
    <>
      <p className="rounded-sm bg-sunken px-2 py-1.5 font-mono text-xs break-all select-all">
        {publicLink}
      </p>
      <ul className="mt-2 text-sm">
        <ShareLink href={publicLink} icon="copy" copies>
          Copy link
        </ShareLink>
        <ShareLink
          href={`https://www.linkedin.com/sharing/share-offsite/?url=${link}`}
          icon="external"
        >
          Share on LinkedIn
        </ShareLink>
        <ShareLink
          href={`mailto:?subject=${encodeURIComponent(`${org.name} ${portalTitle}`)}&body=${link}`}
          icon="mail"
        >
          Send by email
        </ShareLink>
      </ul>
    </>
  );
}

/**
 * One way to share. Copying needs a script: without one the text above can be selected, and the
 * entry is not there.
 */
function ShareLink({
  href,
  icon,
  copies = false,
  children,
}: {
  href: string;
  icon: IconName;
  copies?: boolean;
  children: ReactNode;
}) {
  return (
    <li className={copies ? "noscript:hidden" : undefined}>
      <a
        href={href}
        rel="noopener noreferrer"
        data-copy-link={copies ? "" : undefined}
        className="flex min-h-9 items-center gap-2 rounded-sm px-2 no-underline hover:bg-sunken"
      >
        <Icon name={icon} size={16} className="text-muted" />
        <span data-copy-text={copies ? "" : undefined} aria-live={copies ? "polite" : undefined}>
          {children}
        </span>
      </a>
    </li>
  );
}
