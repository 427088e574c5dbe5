import { redirect } from "react-router";
import { searchAnswer, searchRefusal } from "#web/search/counting.server.ts";
import { inSlices } from "#db/pace.ts";
import { MAX_TERM } from "#model/search.ts";
import type { Route } from "./+types/control-page";
import { pageOf } from "#visibility/store/publications.server.ts";
import { anything, pageNumber, type RouteHandle } from "#values/page-query.ts";
import { FilterLinks } from "#web/portal/frame/filter-links.tsx";
import { PlainPage } from "#web/portal/frame/plain-page.tsx";
import { SearchForm } from "#web/portal/frame/search-form.tsx";
import { headOf } from "#web/portal/head.ts";
import { usePortalHref } from "#web/portal/links.ts";
import { cacheForEveryone, portalRequest, sameAddress } from "#web/portal/scope.ts";
import { Pager } from "#web/ui/pager.tsx";
import { EmptyState } from "#web/ui/screens.tsx";
import { ControlEntry } from "./control-entry.tsx";
import { CONTROLS_PER_PAGE, CONTROLS_TITLE, frameworksOf } from "../rules/controls.ts";
import { loadControls, shownControls, wantedControls } from "../store/shown.server.ts";

const aFramework = (value: string) => value !== "" && value.length <= 100;
export const handle: RouteHandle = {
  query: { kept: { page: pageNumber, framework: aFramework }, own: { q: anything } },
};

/** Every control that the viewer may read, by reference, narrowed to a framework and to words. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const portal = await portalRequest(context, request, {});
  const query = new URL(request.url).searchParams;
  const search = (query.get("q") ?? "").slice(0, MAX_TERM);
  const framework = query.get("framework") || null;
  const page = query.get("page") ?? "";
  const asked = /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1;
  const refused = await searchRefusal(context, portal.viewer, search);
  const all = await loadControls(portal.scope);
  const frameworks = await inSlices(frameworksOf(all));
  const known = framework === null || frameworks.some(({ name }) => name === framework);
  const found = pageOf(
    refused === null ? await wantedControls(portal.scope, { search, framework }) : [],
    refused === null ? asked : 1,
    CONTROLS_PER_PAGE,
  );
  // A framework that no control of theirs answers, or a page behind the last, leads to what there
  // is.
  if (!known) throw redirect(sameAddress(context, portal.org, request, NARROWED_BY_NOTHING));
  if (refused === null && asked > found.pages)
    throw redirect(
      sameAddress(context, portal.org, request, {
        page: found.pages === 1 ? null : String(found.pages),
      }),
    );
  cacheForEveryone(context, portal);
  const shown = {
    all: all.length,
    found: { ...found, entries: await shownControls(portal.scope, found.entries) },
    frameworks,
    framework,
    search,
    product: portal.product.isDefault ? null : portal.product.slug,
    /** Why nothing was searched, in words. */
    failed: refused?.message ?? null,
  };
  return searchAnswer(shown, refused);
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

const NARROWED_BY_NOTHING = { framework: null, page: null };

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { entries = [], count = 0 } = loaderData?.found ?? {};
  const { framework = null, failed = null } = loaderData ?? {};
  return headOf(matches, {
    title: `${failed === null ? "" : "Error: "}${framework === null ? CONTROLS_TITLE : `${CONTROLS_TITLE} for ${framework}`}`,
    lists: { what: CONTROLS_TITLE, names: entries.map(({ title }) => title), count },
    path: "/controls",
    twin: true,
  });
}

export default function Controls({ loaderData }: Route.ComponentProps) {
  const { all, found, frameworks, framework, search, product, failed } = loaderData;
  const href = usePortalHref();
  return (
    <PlainPage
      title={CONTROLS_TITLE}
      lead={
        all === 0 ? null : (
          <>
            <SearchForm
              label="Search by reference, title or description"
              query={search}
              hidden={{ product, framework }}
            />
            <Frameworks
              frameworks={frameworks}
              chosen={framework}
              all={all}
              hrefOf={(name) => href("/controls", { product, q: search, framework: name })}
            />
          </>
        )
      }
    >
      <p role="status" className="mb-3 text-sm text-muted">
        {found.count === 0
          ? ""
          : `${found.count} ${found.count === 1 ? "control" : "controls"}${framework === null ? "" : ` for ${framework}`}`}
      </p>
      {failed !== null ? (
        <p role="alert">{failed}</p>
      ) : found.count === 0 ? (
        <EmptyState
          icon="clipboard"
          title={all === 0 ? "No controls to show" : "No results match this criteria"}
          clear={all === 0 ? null : href("/controls", { product })}
        />
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {found.entries.map((control) => (
            <li key={control.id}>
              <ControlEntry control={control} />
            </li>
          ))}
        </ul>
      )}
      <Pager
        page={found.page}
        pages={found.pages}
        label="Pages of controls"
        href={(page) =>
          href("/controls", { product, q: search, framework, page: page === 1 ? null : page })
        }
      />
    </PlainPage>
  );
}

/** The frameworks that controls answer, each a link that narrows the list to its own. */
function Frameworks({
  frameworks,
  chosen,
  all,
  hrefOf,
}: {
  frameworks: readonly { name: string; count: number }[];
  chosen: string | null;
  all: number;
  hrefOf: (name: string | null) => string;
}) {
  if (frameworks.length === 0) return null;
  const choices = [{ name: null, count: all }, ...frameworks];
  return (
    <div className="mb-6 text-sm" data-screen-only>
      <FilterLinks
        label="Framework"
        links={choices.map(({ name, count }) => ({
          text: name ?? "All",
          count,
          to: hrefOf(name),
          current: name === chosen,
        }))}
      />
    </div>
  );
}
