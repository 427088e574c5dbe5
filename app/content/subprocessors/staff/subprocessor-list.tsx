import { Form, Link } from "react-router";
import { MAX_TERM } from "#model/search.ts";
import type { Route } from "./+types/subprocessor-list";
import { hasFeature } from "#tenancy/orgs/store/orgs.server.ts";
import { listState } from "#content/items/store/item-state.server.ts";
import { mapInSlices } from "#db/pace.ts";
import type { Reader } from "#db/store.ts";
import { findSubprocessorRows, isArranged } from "../store/subprocessor-edits.server.ts";
import { subprocessorIds } from "../store/subprocessors.server.ts";
import { mayRename } from "#model/items/item-capabilities.ts";
import { MOVES } from "#values/list-order.ts";
import { subprocessorEditor } from "../editor.server.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { Pager } from "#web/ui/pager.tsx";
import { EmptyState } from "#web/ui/screens.tsx";
import { editMeta } from "#web/staff/editing/edit-dialog.tsx";
import { editRequest } from "#web/staff/editing/edit-request.ts";
import { EntryList, NotEnabledNote } from "#web/staff/editing/entry-list.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

export const handle = { dialog: true };

const TITLE = "Edit subprocessors";

/** Rows of one page: each is three forms. */
const PAGE_ROWS = 50;

/**
 * The subprocessors of a product as staff arrange them, those that hold the searched words, page by
 * page.
 */
export async function loader(args: Route.LoaderArgs) {
  const { page, scope, org, product, href } = await editRequest(args);
  const query = new URL(args.request.url).searchParams;
  const search = (query.get("q") ?? "").slice(0, MAX_TERM);
  const asked = Number(query.get("page") ?? 1);
  const ids = await subprocessorIds(scope.db, org.id, product.id);
  const found = await matching(scope.db, org.id, product.id, ids, search);
  const pages = Math.max(1, Math.ceil(found.length / PAGE_ROWS));
  const current = Math.min(Math.max(1, Math.trunc(asked) || 1), pages);
  const rows = await findSubprocessorRows(
    scope.db,
    org.id,
    product.id,
    found.slice((current - 1) * PAGE_ROWS, current * PAGE_ROWS),
  );
  const places = new Map(ids.map((id, place) => [id, place]));
  const state = await listState(scope.db, org.id, product.id, "Subprocessors");
  return {
    page,
    rows: rows.map(({ id, company, purpose, location }) => ({
      id,
      company,
      purpose,
      location,
      place: places.get(id) ?? 0,
    })),
    list: { total: ids.length, found: found.length, search, current, pages },
    state: ids.length === 0 ? null : state,
    arranged: await isArranged(scope.db, org.id, product.id),
    here: href("/edit/subprocessors"),
    itemHref: href("/edit/cards/Subprocessors/items/Subprocessors.subprocessors"),
    nameHref: mayRename("Subprocessors", hasFeature(org, "cardRenaming"))
      ? href("/edit/cards/Subprocessors/name")
      : null,
  };
}

/** Those of the ids whose rows hold the searched words. */
async function matching(
  db: Reader,
  orgId: string,
  productId: string,
  ids: string[],
  search: string,
): Promise<string[]> {
  const needle = search.trim().toLowerCase();
  if (needle === "") return ids;
  const rows = await findSubprocessorRows(db, orgId, productId, ids);
  const found = await mapInSlices(rows, ({ id, company, purpose, location, additionalDetails }) =>
    [company, purpose, location, additionalDetails].some((text) =>
      text?.toLowerCase().includes(needle),
    )
      ? [id]
      : [],
  );
  return found.flat();
}

export async function action(args: Route.ActionArgs) {
  return subprocessorEditor.changeList(args, await editRequest(args));
}

export function meta({ loaderData }: Route.MetaArgs) {
  return editMeta(loaderData?.page, TITLE);
}

export default function SubprocessorList({
  loaderData: { page, rows, list, state, arranged, here, itemHref, nameHref },
  actionData,
}: Route.ComponentProps) {
  return (
    <Dialog variant="drawer" closeHref={page.closeHref} title={TITLE}>
      <NotEnabledNote state={state} noun="subprocessors" />
      <div className="mb-6 space-y-6 empty:hidden">
        <ErrorSummary errors={actionData?.result.error?.[""] ?? undefined} fields={[]} />
      </div>
      <div className="mb-6 flex flex-wrap gap-3">
        <Link to={`${here}/new`} preventScrollReset className={buttonClass()}>
          Add subprocessor
        </Link>{" "}
        <Link to={`${here}/import`} preventScrollReset className={buttonClass("secondary")}>
          Import
        </Link>{" "}
        {list.total === 0 ? null : (
          <a href={`${here}/export.csv`} className={buttonClass("secondary")}>
            Export
          </a>
        )}{" "}
        <Link to={itemHref} preventScrollReset className={buttonClass("secondary")}>
          Access and state
        </Link>{" "}
        {nameHref === null ? null : (
          <Link to={nameHref} preventScrollReset className={buttonClass("secondary")}>
            Card name
          </Link>
        )}{" "}
        {arranged ? (
          <Form method="post" noValidate preventScrollReset>
            <OnceField />
            <Button look="secondary" name="intent" value="sort-by-name">
              Sort by name
            </Button>
          </Form>
        ) : null}
      </div>
      {list.total > PAGE_ROWS || list.search !== "" ? (
        <Search search={list.search} found={list.found} />
      ) : null}
      {rows.length === 0 ? (
        <EmptyState
          icon="layers"
          title={
            list.search === "" ? "No subprocessors are listed" : "No results match this criteria"
          }
        />
      ) : (
        <EntryList
          moves={MOVES}
          length={list.total}
          entries={rows.map(({ id, company, purpose, location, place }) => ({
            id,
            name: company,
            href: `${here}/${id}`,
            place,
            content: (
              <>
                <p className="font-medium break-words">{company}</p>
                <p className="line-clamp-2 text-sm break-words text-muted empty:hidden">
                  {[purpose, location].filter(Boolean).join(" · ")}
                </p>
              </>
            ),
          }))}
        />
      )}
      <Pager
        page={list.current}
        pages={list.pages}
        label="Pages of subprocessors"
        href={(target) =>
          `${here}?${new URLSearchParams({ ...(list.search === "" ? {} : { q: list.search }), page: String(target) })}`
        }
      />
    </Dialog>
  );
}

/** Finds rows in a list that has more than one page. */
function Search({ search, found }: { search: string; found: number }) {
  return (
    <>
      <Form
        method="get"
        noValidate
        role="search"
        preventScrollReset
        className="mb-4 flex flex-wrap gap-2"
      >
        <label htmlFor="list-search" className="sr-only">
          Search by subprocessor name or information
        </label>
        <input
          id="list-search"
          type="search"
          name="q"
          defaultValue={search}
          maxLength={MAX_TERM}
          placeholder="Search by subprocessor name or information"
          className="block min-h-10 min-w-0 grow basis-56 rounded-md border border-edge bg-surface px-3 py-2 text-base placeholder:text-muted"
        />
        <Button look="secondary">Search</Button>
      </Form>
      <p role="status" className="mb-4 text-sm text-muted">
        {search === "" ? "" : found === 1 ? "1 result" : `${found.toLocaleString("en")} results`}
      </p>
    </>
  );
}
