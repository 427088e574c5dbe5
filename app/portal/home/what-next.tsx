import type { NextStep } from "#model/setup-guide.ts";
import { Icon } from "#web/ui/icon.tsx";
import { AreaWay } from "#web/portal/editing/area-link.tsx";
import { useFrame, usePortalHref } from "#web/portal/links.ts";

/**
 * For whoever has just published the portal by the setup guide: it is public, and what to do next.
 * @param steps null for everyone else
 */
export function WhatNext({ steps }: { steps: readonly NextStep[] | null }) {
  const { canonicalBase } = useFrame();
  const href = usePortalHref();
  if (steps === null) return null;
  return (
    <section
      aria-labelledby="what-next"
      className="rounded-lg border border-line bg-surface p-5 sm:p-6"
      data-screen-only
    >
      <h2 id="what-next" className="flex items-center gap-2 text-lg font-semibold">
        <Icon name="checkCircle" className="text-green" /> Your trust center is public
      </h2>
      <p className="mt-1 break-words text-muted">
        It’s live at {canonicalBase}. Below is what visitors see. Next steps:
      </p>
      <ul className="mt-5 grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
        {steps.map(({ to, label, about }) => (
          <li key={to}>
            <AreaWay
              path={to}
              className="inline-block cursor-pointer py-0.5 font-medium text-accent underline"
            >
              {label}
            </AreaWay>
            <p className="text-sm text-muted">{about}</p>
          </li>
        ))}
      </ul>
      <p className="mt-5 flex flex-wrap gap-x-6 border-t border-line pt-4 text-sm">
        <a
          href={href("")}
          className="inline-flex min-h-6 items-center font-medium text-accent underline"
        >
          Edit the page
        </a>{" "}
        <a
          href={href("", { view: "public" })}
          className="inline-flex min-h-6 items-center text-muted underline"
        >
          Close
        </a>
      </p>
    </section>
  );
}
