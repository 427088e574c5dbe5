import { Link } from "react-router";
import type { ProductPage } from "#model/visibility/page.ts";
import { dialogQuery } from "#model/knowledge-base.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { EmptyState } from "#web/ui/screens.tsx";
import { FaqEntry } from "./faq-entry.tsx";
import { useFrame, usePortalHref, useProductHref, useProductQuery } from "#web/portal/links.ts";
import { SectionFrame } from "#web/portal/home/section.tsx";

/**
 * Questions and answers, favourites first; 'View more' opens all of them in a dialog. Controls
 * stand on a page of their own.
 */
export function KnowledgeBaseSection({ page, hidden }: { page: ProductPage; hidden: boolean }) {
  const { viewer } = useFrame();
  const href = usePortalHref();
  const productHref = useProductHref();
  const productQuery = useProductQuery();
  const { faq, controls } = page;
  if (faq.count + controls === 0 && viewer.mode !== "main") return null;
  return (
    <SectionFrame id="knowledge-base" title="Knowledge Base (FAQs)" hidden={hidden}>
      {faq.count === 0 ? (
        viewer.mode === "main" ? (
          <EmptyState icon="question" title="No entries to show" />
        ) : null
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {faq.entries.map((entry) => (
            <li key={entry.id}>
              <FaqEntry entry={entry} headingLevel={3} star />
            </li>
          ))}
        </ul>
      )}
      <p className="mt-4 flex flex-wrap gap-3 empty:hidden">
        {faq.count === 0 ? null : (
          <>
            <Link
              to={productHref("", dialogQuery({}))}
              preventScrollReset
              data-drawer-link=""
              className={buttonClass("secondary")}
            >
              View more
              <span className="sr-only"> questions </span>
              <span className="text-muted">({faq.count})</span>
              <Icon name="arrowRight" size={16} />
            </Link>{" "}
          </>
        )}
        {controls === 0 ? null : (
          <Link to={href("/controls", productQuery)} className={buttonClass("secondary")}>
            View controls <span className="text-muted">({controls})</span>
            <Icon name="arrowRight" size={16} />
          </Link>
        )}
      </p>
    </SectionFrame>
  );
}
