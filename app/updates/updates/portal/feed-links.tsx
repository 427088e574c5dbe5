import { Link } from "react-router";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import { useFrame, usePortalHref, useProductQuery } from "#web/portal/links.ts";

/** Where feed readers find the portal's updates; nothing where the public sees none. */
export function FeedLinks({ className }: { className?: string }) {
  const { base, feeds } = useFrame();
  const href = usePortalHref();
  const product = useProductQuery();
  if (!feeds) return null;
  return (
    <p
      className={classNames(
        "flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted",
        className,
      )}
    >
      <a
        href={`${base}/feed.xml`}
        type="application/atom+xml"
        className="inline-flex min-h-6 items-center gap-1.5 hover:text-ink"
      >
        <Icon name="feed" size={16} />
        Atom feed
      </a>{" "}
      <a
        href={`${base}/feed.json`}
        type="application/feed+json"
        className="inline-flex min-h-6 items-center hover:text-ink"
      >
        JSON Feed
      </a>{" "}
      <Link
        to={href("/dates", product)}
        className="inline-flex min-h-6 items-center hover:text-ink"
      >
        Dates
      </Link>
    </p>
  );
}
