import type { Route } from "./+types/page";
import { requireSession } from "#auth/current-staff.ts";
import { VERSION } from "#platform/version.ts";
import { pageTitle } from "#values/page-title.ts";
import { Markdown } from "#web/ui/markdown.tsx";
import { EmptyState } from "#web/ui/screens.tsx";
import { inParts, readChanges, type ChangesPart } from "../changes.server.ts";

export function meta() {
  return [{ title: pageTitle("What changed") }];
}

/** What the version that runs brings. Everyone on a team may read it. */
export async function loader({ context }: Route.LoaderArgs) {
  requireSession(context);
  const changes = await readChanges();
  return { version: VERSION, changes: changes === null ? null : inParts(changes) };
}

export default function Changes({ loaderData: { version, changes } }: Route.ComponentProps) {
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">What changed</h1>
      <p className="mt-2 mb-6 text-muted">This installation runs Open Trust Center {version}.</p>
      {changes === null ? (
        <EmptyState icon="clipboard" title="This installation came without its list of changes" />
      ) : (
        <div className="max-w-[44rem] space-y-4 [&_h2]:text-xl [&_h2]:font-semibold [&_h3]:font-semibold">
          {changes.map((part, at) => (
            <Part key={`${at} ${part.heading}`} part={part} isOpen={at === 0} />
          ))}
        </div>
      )}
    </>
  );
}

/** What people see of the newest version is open; what administrators and programs need, and older versions, unfold. */
function Part({ part: { heading, isPart, tree }, isOpen }: { part: ChangesPart; isOpen: boolean }) {
  const title = isPart ? <h3>{heading}</h3> : <h2>{heading}</h2>;
  const text = <Markdown tree={tree} isDocument className="mt-3" />;
  return isOpen ? (
    <section>
      {title}
      {text}
    </section>
  ) : (
    <details className="border-t border-line pt-3">
      <summary className="cursor-pointer py-1 [&_h2]:inline [&_h3]:inline">{title}</summary>
      {text}
    </details>
  );
}
