import type { ReactNode } from "react";
import { Icon } from "#web/ui/icon.tsx";
import { Tag } from "#web/ui/tag.tsx";

/**
 * A section of the page: its heading, the owner's mark when visitors don't see it, and what belongs
 * beside the heading.
 */
export function SectionFrame({
  id,
  title,
  lead,
  hidden,
  aside,
  children,
}: {
  id: string;
  title: string;
  lead?: ReactNode;
  hidden?: boolean;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="scroll-mt-[calc(7rem+var(--bar,0px))]"
    >
      <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id={`${id}-title`} className="text-xl font-semibold tracking-tight">
          {title}
        </h2>
        {hidden ? <HiddenMark /> : null}
        {aside === undefined ? null : (
          <div className="ms-auto flex flex-wrap items-center gap-2 empty:hidden">{aside}</div>
        )}
        {lead === undefined || lead === null ? null : (
          <div className="w-full">
            <p className="max-w-2xl text-muted">{lead}</p>
          </div>
        )}
      </div>
      {children}
    </section>
  );
}

/** Says to the owner that visitors don't see this. */
export function HiddenMark() {
  return (
    <Tag>
      <Icon name="eyeOff" size={14} />
      Hidden
    </Tag>
  );
}
