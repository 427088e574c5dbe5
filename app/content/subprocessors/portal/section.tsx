import { Link } from "react-router";
import type { ProductPage } from "#model/visibility/page.ts";
import { Icon } from "#web/ui/icon.tsx";
import { EmptyState } from "#web/ui/screens.tsx";
import { LogoStack } from "#content/companies/portal/company-logo.tsx";
import { StateIcon } from "#web/portal/item-parts.tsx";
import { useFrame, usePortalHref, useProductQuery } from "#web/portal/links.ts";
import { AddItems } from "#web/portal/editing/add-items.tsx";
import { CardMenu } from "#web/portal/editing/card-menu.tsx";
import { SectionFrame } from "#web/portal/home/section.tsx";

/**
 * The list of subprocessors as one row: enabled indicator, title, up to five logos; the table is a
 * page of its own.
 */
export function SubprocessorsSection({ page, hidden }: { page: ProductPage; hidden: boolean }) {
  const { viewer } = useFrame();
  const href = usePortalHref();
  const productQuery = useProductQuery();
  const card = page.ownCards.Subprocessors;
  const list = page.subprocessors;
  if (card === undefined || ((list === null || list.count === 0) && viewer.mode !== "main"))
    return null;
  return (
    <SectionFrame
      id="subprocessors"
      title={card.title}
      lead={card.displayText}
      hidden={hidden || card.hidden}
      aside={<CardMenu card={card} />}
    >
      {list === null || list.count === 0 ? (
        <EmptyState
          icon="layers"
          title="You haven’t added any subprocessors yet"
          actions={<AddItems card={card} />}
        />
      ) : (
        <Link
          to={href("/subprocessors", productQuery)}
          className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-line bg-surface px-5 py-4 no-underline hover:border-edge"
        >
          <StateIcon state={card.items[0]?.state ?? "Enabled"} />
          <span className="grow font-medium">
            {card.items[0]?.title ?? card.title}{" "}
            <span className="font-normal text-muted">({list.count})</span>
          </span>{" "}
          <LogoStack companies={list.logos} />
          <span className="inline-flex items-center gap-1 text-sm font-medium text-accent">
            View list
            <Icon name="arrowRight" size={16} />
          </span>
        </Link>
      )}
    </SectionFrame>
  );
}
