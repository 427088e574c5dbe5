import type { ReactNode } from "react";
import { Link } from "react-router";
import type { AreaData } from "./area-data.ts";
import { AreaHeader } from "./header.tsx";
import { AreaNavigation } from "./navigation.tsx";

interface Around {
  area: AreaData;
  /** A dialog is open: what is around the page can't be reached. */
  inert?: boolean;
  children: ReactNode;
}

/**
 * What stands around every page of the private area: header, navigation, and which version this is.
 */
export function AreaShell({ area, inert = false, children }: Around) {
  return (
    <AreaFrame area={area} inert={inert}>
      <main
        id="content"
        className="relative max-w-[80rem] px-4 pt-5 pb-8 sm:px-8 md:min-h-[70dvh] lg:px-10"
      >
        {children}
      </main>
    </AreaFrame>
  );
}

/** The same around a screen that brings its own main. */
export function AreaFrame({ area, inert = false, children }: Around) {
  return (
    <>
      <div inert={inert}>
        <AreaHeader area={area} />
      </div>
      <div className="mx-auto max-w-[94rem] md:flex md:min-h-[calc(100dvh-4.5rem)]">
        <div inert={inert} className="md:flex md:border-e md:border-line">
          <AreaNavigation pages={area.pages} />
        </div>
        <div className="min-w-0 grow">
          {children}
          <footer
            inert={inert}
            className="max-w-[80rem] px-4 pb-8 text-sm text-muted sm:px-8 lg:px-10"
          >
            Open Trust Center {area.version}{" "}
            <Link to="/account/changes" className="ms-2 inline-block py-0.5 underline">
              What changed
            </Link>
          </footer>
        </div>
      </div>
    </>
  );
}
