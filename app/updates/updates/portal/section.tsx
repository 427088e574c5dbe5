import type { ProductPage } from "#model/visibility/page.ts";
import { EmptyState } from "#web/ui/screens.tsx";
import { Pager } from "#web/ui/pager.tsx";
import { FeedLinks } from "./feed-links.tsx";
import { useFrame, useProductHref } from "#web/portal/links.ts";
import { SubscribeButton } from "#updates/subscribers/portal/subscribe-button.tsx";
import { NewUpdateLink, Topic } from "./topic-view.tsx";
import { SectionFrame } from "#web/portal/home/section.tsx";

/**
 * '{portal title} Updates', five topics a page, pinned first; the one that the address names is
 * marked.
 */
export function UpdatesSection({
  page,
  hidden,
  topicId,
}: {
  page: ProductPage;
  hidden: boolean;
  topicId: string | null;
}) {
  const { portalTitle, viewer, productBase } = useFrame();
  const href = useProductHref();
  const { entries, count, pages } = page.topics;
  if (count === 0 && viewer.mode !== "main") return null;
  return (
    <SectionFrame
      id="updates"
      title={`${portalTitle} Updates`}
      hidden={hidden}
      aside={
        <>
          <NewUpdateLink /> <FeedLinks /> <SubscribeButton path={productBase} />
        </>
      }
    >
      {count === 0 ? (
        <EmptyState icon="bell" title="No updates yet" />
      ) : (
        <ol className="space-y-3">
          {entries.map((topic) => (
            <li key={topic.id}>
              <Topic
                topic={topic}
                today={page.today}
                highlighted={topic.id === topicId}
                headingLevel={3}
              />
            </li>
          ))}
        </ol>
      )}
      <Pager
        page={page.topics.page}
        pages={pages}
        label="Pages of updates"
        href={(number) => href("", { page: number === 1 ? null : number }, "updates")}
      />
    </SectionFrame>
  );
}
