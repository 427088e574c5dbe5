import type { ProductPage } from "#model/visibility/page.ts";
import { Markdown } from "#web/ui/markdown.tsx";
import { useFrame } from "../../links.ts";
import { CardMenu } from "../../editing/card-menu.tsx";
import { SectionFrame } from "../section.tsx";

/** What the company says of itself, or the welcome that every portal begins with. */
export function OverviewSection({ page, hidden }: { page: ProductPage; hidden: boolean }) {
  const { org, portalTitle } = useFrame();
  const card = page.ownCards.Overview;
  if (card === undefined) return null;
  return (
    <SectionFrame
      id="overview"
      title={card.title}
      lead={card.displayText}
      hidden={hidden || card.hidden}
      aside={<CardMenu card={card} />}
    >
      <div className="max-w-3xl">
        {page.overview === null ? (
          <p>
            Welcome to {org.name}&apos;s {portalTitle}. Use this {portalTitle} to learn about our
            security posture and request access to our security documentation.
          </p>
        ) : (
          <Markdown tree={page.overview} />
        )}
      </div>
    </SectionFrame>
  );
}
