import { Link } from "react-router";
import type { ProductPage } from "../../../domain/page.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { EmptyState } from "../../../ui/screens.tsx";
import { FaqEntry } from "../../faq/entry.tsx";
import { useFrame, usePortalHref, useProductQuery } from "../../links.ts";
import { SectionFrame } from "../section.tsx";

/** Questions and answers, favourites first; all of them stand on a page of their own (spec/2 'Knowledge Base (FAQ) panel'). */
export function KnowledgeBaseSection({ page, hidden }: { page: ProductPage; hidden: boolean }) {
  const { viewer } = useFrame();
  const href = usePortalHref();
  const productQuery = useProductQuery();
  if (page.faq.count === 0 && viewer.mode !== "main") return null;
  return (
    <SectionFrame id="knowledge-base" title="Knowledge Base (FAQs)" hidden={hidden}>
      {page.faq.count === 0 ? (
        <EmptyState icon="question" title="No entries to show" />
      ) : (
        <>
          <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
            {page.faq.entries.map((entry) => (
              <li key={entry.id}>
                <FaqEntry entry={entry} headingLevel={3} />
              </li>
            ))}
          </ul>
          <p className="mt-4">
            <Link to={href("/faq", productQuery)} className={buttonClass("secondary")}>
              View more
              <span className="sr-only"> questions </span>
              <span className="text-muted">({page.faq.count})</span>
              <Icon name="arrowRight" size={16} />
            </Link>
          </p>
        </>
      )}
    </SectionFrame>
  );
}
