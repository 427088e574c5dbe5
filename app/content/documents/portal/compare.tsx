import type { MiddlewareFunction } from "react-router";
import type { Route } from "./+types/compare";
import { servicesContext } from "#platform/context.ts";
import { Busy } from "#platform/jobs/semaphore.ts";
import { refusePrefetch } from "#platform/http/request/prefetch.ts";
import { isShownAsPages } from "#model/visibility/file-rights.ts";
import type { FoundFile } from "#visibility/store/files.server.ts";
import { listedVersions } from "#visibility/store/versions.server.ts";
import { markFor } from "#content/files/watermark/marks.ts";
import { notFound } from "#web/forms/form.ts";
import { unlistedHead } from "#web/portal/head.ts";
import { useDialogOpen, useFileHref } from "#web/portal/links.ts";
import { ChangedWords } from "#web/ui/changed-words.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { PageChange } from "#values/page-changes.ts";
import { comparedTexts, type Compared } from "../texts/compared.ts";
import { countPage } from "./counting.ts";
import { requireFile, refusal, type FileRequest } from "./document-request.ts";
import { markScope } from "./download-blob.ts";
import { FileRefused } from "./refused.tsx";
import { hasMarkedPages, watermarkText } from "./shown-pages.ts";

export const middleware: MiddlewareFunction<Response>[] = [refusePrefetch];

/** What a page says that has no words to show. */
const WITHOUT_WORDS: Readonly<Record<Exclude<Compared["is"], "compared"> | "unshown", string>> = {
  "no-text": "These versions hold no text to compare.",
  unread: "The text of these versions isn’t available yet. Reload the page in a moment.",
  "too-much": "These versions are too different or too long to compare.",
  unshown: "This kind of file can’t be shown as pages, so its versions can’t be compared.",
};

/**
 * The words that changed between two versions of a document, for a viewer who may open both. It is a
 * reading of both of them, and counts as one.
 */
export async function loader({ context, params, request, url }: Route.LoaderArgs) {
  const current = await requireFile(context, request, params, "view", null);
  const { scope, org } = current.portal;
  if (scope.settings.earlierVersions !== "open") throw refusal("earlier-version");
  const [from, to] = [url.searchParams.get("from") ?? "", url.searchParams.get("to") ?? ""];
  const before = await requireFile(context, request, params, "view", from);
  const after = await requireFile(context, request, params, "view", to);
  if (from === to) throw notFound();
  const services = context.get(servicesContext);
  const pair = [before.file, after.file] as const;
  const isReadable = pair.every(showsText);
  const compared: Compared | { is: "unshown" } = isReadable
    ? await comparedTexts(services, org.id, [unreadOf(before), unreadOf(after)]).catch(
        (error: unknown) => {
          throw error instanceof Busy ? refusal("busy") : error;
        },
      )
    : { is: "unshown" };
  let mark: string | null = null;
  if (compared.is === "compared") {
    const bytes = Buffer.byteLength(JSON.stringify(compared.pages));
    const marked = [before, after].find(hasMarkedPages);
    if (marked !== undefined)
      mark = watermarkText(
        (await markFor(markScope(context, marked, request), marked.file.document)).mark,
      );
    for (const one of [before, after]) await countPage(context, request, one, bytes);
  }
  const { document, item } = current.file;
  return {
    file: { id: document.id, name: document.originalName, itemUid: item.uid },
    from: Number(from),
    to: Number(to),
    newest: (await listedVersions(scope, current.file))[0]?.number ?? null,
    compared,
    mark,
  };
}

/** Who reads the file itself, or its pages with their text, may read its words. */
function showsText({ download, document }: FoundFile): boolean {
  return download === null || isShownAsPages(document);
}

function unreadOf({ portal, file: { document } }: FileRequest) {
  const { blobHash, contentType, size } = document;
  return { orgId: portal.org.id, blobHash, contentType, size };
}

export function meta({ loaderData, matches, params }: Route.MetaArgs) {
  // A refused file has a title of its own (refused.tsx).
  if (loaderData === undefined) return [];
  const { file, from, to } = loaderData;
  return unlistedHead(matches, {
    title: `${file.name}, versions ${from} and ${to}`,
    path: `/documents/${params.fileId}/compare`,
    namesProduct: true,
  });
}

export default function Compare({ loaderData }: Route.ComponentProps) {
  const { file, from, to, newest, compared, mark } = loaderData;
  const inert = useDialogOpen();
  const href = useFileHref();
  const view = (version: number | null) =>
    href({ fileId: file.id, itemUid: file.itemUid, access: "view", source: "view_modal" }, "", {
      version: version === newest ? null : version,
    });
  return (
    <main id="content" inert={inert} tabIndex={-1} className="outline-none">
      <div className="mx-auto max-w-4xl px-4 pb-16 pt-6 sm:px-6">
        <a
          href={view(null)}
          className="inline-flex min-h-8 items-center gap-1 text-sm font-medium text-accent no-underline hover:underline"
        >
          <Icon name="arrowLeft" size={16} />
          {file.name}
        </a>
        <h1 className="mt-2 text-xl font-semibold tracking-tight sm:text-2xl">
          What changed between versions {from} and {to}
        </h1>
        <p className="mb-6 mt-2 text-sm text-muted">
          <a href={view(from)} className="inline-flex min-h-6 items-center text-accent">
            Version {from}
          </a>{" "}
          ·{" "}
          <a href={view(to)} className="inline-flex min-h-6 items-center text-accent">
            Version {to}
          </a>
        </p>
        {compared.is === "compared" ? (
          <Changes compared={compared} from={from} />
        ) : (
          <p className="rounded-lg border border-line bg-surface px-6 py-12 text-center text-muted">
            {WITHOUT_WORDS[compared.is]}
          </p>
        )}
        {mark === null ? null : <p className="mt-6 text-sm text-muted">Shown to {mark}</p>}
      </div>
    </main>
  );
}

function Changes({
  compared: { pages, count, isPart },
  from,
}: {
  compared: Extract<Compared, { is: "compared" }>;
  from: number;
}) {
  const notes = [
    ...(isPart
      ? ["Parts of these versions are too long or can’t be read, so they aren’t compared."]
      : []),
    ...(count > pages.length
      ? [`These are the first ${pages.length} of ${count} pages that changed.`]
      : []),
    "Only text is compared, not pictures or layout.",
  ];
  return (
    <>
      <ul className="mb-6 space-y-1 border-l-2 border-line pl-4 text-sm text-muted">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      {pages.length === 0 ? <p>No words changed.</p> : null}
      {pages.map((change) => (
        <ChangedPage key={change.page} change={change} from={from} />
      ))}
    </>
  );
}

function ChangedPage({
  change: { page, pageBefore, parts },
  from,
}: {
  change: PageChange;
  from: number;
}) {
  return (
    <section className="mb-6 rounded-lg border border-line bg-surface p-4">
      {page === null ? null : (
        <h2 className="mb-2 text-sm font-medium text-muted">
          Page {page}
          {pageBefore === null || pageBefore === page
            ? null
            : ` (page ${pageBefore} in version ${from})`}
        </h2>
      )}
      <p className="[overflow-wrap:anywhere]">
        <ChangedWords parts={parts} />
      </p>
    </section>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FileRefused error={error} />;
}
