import { Link } from "react-router";
import { Icon } from "#web/ui/icon.tsx";
import { useFrame, useProductHref } from "#web/portal/links.ts";

/** Shows while a topic has an update from the last day; leads to that topic on the page. */
export function UpdatesBar({ inert }: { inert: boolean }) {
  const { recentTopic, org } = useFrame();
  const href = useProductHref();
  if (recentTopic === null) return null;
  const text =
    recentTopic.subject === ""
      ? `Click here to see ${org.name}'s latest trust updates`
      : recentTopic.subject;
  return (
    <aside
      inert={inert}
      aria-label="Latest trust update"
      data-screen-only
      className="bg-brand text-on-brand"
    >
      <Link
        to={href("", { tcuUid: recentTopic.id }, `topic-${recentTopic.id}`)}
        className="mx-auto flex min-h-10 max-w-6xl items-center gap-2 px-4 py-2 text-sm font-medium no-underline hover:underline sm:px-6"
      >
        <Icon name="bell" size={18} />
        <span className="truncate max-sm:sr-only">{text}</span>
        <span className="before:content-['Recent_trust_updates_available'] sm:hidden" />
        <Icon name="arrowRight" size={16} className="ms-auto" />
      </Link>
    </aside>
  );
}
