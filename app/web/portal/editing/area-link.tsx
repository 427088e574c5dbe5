import type { ReactNode } from "react";
import { isAt, mayOpen as opensFor, PRIVATE_PAGES } from "#model/staff/private-area.ts";
import { useFrame } from "../links.ts";

/** Whether the viewer is staff who may open a page of the private area, and the page is there. */
export function useMayOpen(): (segment: string) => boolean {
  const { viewer } = useFrame();
  return (segment) =>
    viewer.mode === "main" &&
    PRIVATE_PAGES.some(
      (page) =>
        isAt(page, segment) &&
        opensFor(page, (permission) => viewer.permissions.includes(permission)),
    );
}

/**
 * A way into the private area of the org whose portal this is. The area shows one org at a time:
 * where that is another one, the way switches first. Without the right to go there it is the words
 * alone.
 */
export function AreaLink({
  segment,
  path = `/${segment}`,
  label,
  className,
  children,
}: {
  segment: string;
  path?: string;
  label?: string;
  className: string;
  children: ReactNode;
}) {
  const mayOpen = useMayOpen();
  if (!mayOpen(segment)) return <>{children}</>;
  return (
    <AreaWay path={path} label={label} className={className}>
      {children}
    </AreaWay>
  );
}

/** The same for somebody of whom the server has said that they may go there. */
export function AreaWay({
  path,
  label,
  className,
  children,
}: {
  path: string;
  label?: string | undefined;
  className: string;
  children: ReactNode;
}) {
  const { areaIsHere, orgId } = useFrame();
  if (areaIsHere) {
    return (
      <a href={path} aria-label={label} className={className}>
        {children}
      </a>
    );
  }
  return (
    <form method="post" noValidate action="/account/org" className="inline">
      <input type="hidden" name="orgId" value={orgId} />
      <button type="submit" name="redirectTo" value={path} aria-label={label} className={className}>
        {children}
      </button>
    </form>
  );
}
