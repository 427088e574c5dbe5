import type { ReactNode } from "react";

/** A table that scrolls inside itself where the page is narrow; the label names it for those who tab into it. */
export function TableFrame({
  label,
  head,
  children,
}: {
  label: string;
  head: readonly string[];
  children: ReactNode;
}) {
  return (
    <section
      aria-label={label}
      tabIndex={0}
      className="relative overflow-x-auto rounded-lg border border-line bg-surface"
    >
      <table className="w-full border-collapse text-start text-sm">
        <thead>
          <tr className="border-b border-line">
            {head.map((title) => (
              <th
                key={title}
                scope="col"
                className="px-4 py-3 text-start font-medium whitespace-nowrap text-muted"
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line [&_a]:inline-block [&_a]:py-1 [&_td]:px-4 [&_td]:py-3 [&_td]:align-top">
          {children}
        </tbody>
      </table>
    </section>
  );
}
