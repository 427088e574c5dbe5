import type { ReactNode } from "react";

/** A form that opens where it is needed, so that the decision stays near. */
export function Folded({
  title,
  isOpen,
  children,
}: {
  title: string;
  isOpen: boolean;
  children: ReactNode;
}) {
  return (
    <details className="rounded-lg border border-line bg-surface" open={isOpen}>
      <summary className="min-h-10 cursor-pointer px-4 py-2.5 text-sm font-medium">{title}</summary>
      <div className="border-t border-line p-4">{children}</div>
    </details>
  );
}
