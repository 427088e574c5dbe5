import { Form, Link } from "react-router";
import { MAX_TERM } from "#model/search.ts";
import type { Route } from "./+types/subprocessor-list";
import { hasFeature } from "#tenancy/orgs/store/orgs.server.ts";
import { listState } from "#content/items/store/item-state.server.ts";
import { isArranged } from "../store/subprocessor-edits.server.ts";
import { subprocessorPage } from "../store/subprocessor-page.server.ts";
import { mayRename } from "#model/items/capabilities.ts";
import { MOVES, SORTED_ROW_BUTTONS } from "#values/list-order.ts";
import { pageAsked, type RouteHandle } from "#values/page-query.ts";
import { subprocessorEditor } from "../editor.server.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { useButtonAddresses } from "#web/ui/button-form.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { Pager, pagesOf } from "#web/ui/pager.tsx";
import { EmptyState } from "#web/ui/screens.tsx";
import { editMeta } from "#web/staff/editing/edit-dialog.tsx";
import { editRequest } from "#web/staff/editing/edit-request.ts";
import { EntryList, NotEnabledNote } from "#web/staff/editing/entry-list.tsx";
import { OnceField } from "#web/ui/once-field.tsx";
import { SubprocessorSearch } from "./subprocessor-search.tsx";

export const handle: RouteHandle = { dialog: true, button: SORTED_ROW_BUTTONS };

const TITLE = "Edit subprocessors";

/**
 * The subprocessors of a product as staff arrange them, those that hold the searched words, page by
 * page.
 */
export async function loader(args: Route.LoaderArgs) {
  const { page, scope, org, product, href } = await editRequest(args);
  const query = new URL(args.request.url).searchParams;
  const search = (query.get("q") ?? "").slice(0, MAX_TERM);
  const asked = pageAsked(query.get("page"));
  const { rows, ...list } = await subprocessorPage(scope.db, org.id, product.id, search, asked);
  const state = await listState(scope.db, org.id, product.id, "Subprocessors");
  return {
    page,
    rows,
    list: { ...list, search },
    state: list.total === 0 ? null : state,
    arranged: await isArranged(scope.db, org.id, product.id),
    here: href("/edit/subprocessors"),
    itemHref: href("/edit/cards/Subprocessors/items/Subprocessors.subprocessors"),
    nameHref: mayRename("Subprocessors", hasFeature(org, "cardRenaming"))
      ? href("/edit/cards/Subprocessors/name")
      : null,
  };
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
  const { of: sortAt } = useButtonAddresses();
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
          <Form method="post" action={sortAt("sort-by-name")} noValidate preventScrollReset>
            <OnceField />
            <Button look="secondary">Sort by name</Button>
          </Form>
        ) : null}
      </div>
      {list.isLong || list.search !== "" ? (
        <SubprocessorSearch search={list.search} found={list.found} />
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
        page={list.page}
        pages={list.pages}
        label="Pages of subprocessors"
        href={pagesOf(here, [], list.search === "" ? {} : { q: list.search })}
      />
    </Dialog>
  );
}
