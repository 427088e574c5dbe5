import type { Route } from "./+types/page";
import { requireSession } from "#auth/current-staff.ts";
import { VERSION } from "#platform/version.ts";
import { pageTitle } from "#values/page-title.ts";
import { Markdown } from "#web/ui/markdown.tsx";
import { EmptyState } from "#web/ui/screens.tsx";
import { readChanges } from "../changes.server.ts";

export function meta() {
  return [{ title: pageTitle("What changed") }];
}

/** What the version that runs brings. Everyone on a team may read it. */
export async function loader({ context }: Route.LoaderArgs) {
  requireSession(context);
  return { version: VERSION, changes: await readChanges() };
}

export default function Changes({ loaderData: { version, changes } }: Route.ComponentProps) {
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">What changed</h1>
      <p className="mt-2 mb-6 text-muted">This installation runs Open Trust Center {version}.</p>
      {changes === null ? (
        <EmptyState icon="clipboard" title="This installation came without its list of changes" />
      ) : (
        <Markdown tree={changes} isDocument className="max-w-[44rem]" />
      )}
    </>
  );
}
