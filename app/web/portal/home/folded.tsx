import type { ReactNode } from "react";

/**
 * What visitors don't see, folded below what they see, so that editors meet their page first.
 * @param title how many of what, such as '20 empty cards'
 */
export function Folded({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="mt-4" data-screen-only>
      <summary className="inline-flex min-h-8 cursor-pointer items-center rounded-md font-medium text-accent hover:underline">
        {title}
      </summary>
      <div className="mt-3">{children}</div>
    </details>
  );
}
