import { Form, Link } from "react-router";
import type { Route } from "./+types/list";
import { hasFeature } from "../../../../db/orgs.ts";
import { listState } from "../../../../db/list-items.ts";
import {
  isArranged,
  listSubprocessors,
  unlistSubprocessor,
} from "../../../../db/subprocessor-edits.ts";
import { arrangeSubprocessors } from "../../../../db/subprocessors.ts";
import { mayRename } from "../../../domain/item-capabilities.ts";
import { listChangeSchema, moved, MOVES } from "../../../domain/list-order.ts";
import { readSubmission } from "../../../middleware/form.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorSummary } from "../../../ui/error-summary.tsx";
import { EmptyState } from "../../../ui/screens.tsx";
import { editMeta } from "../edit-dialog.tsx";
import { editRequest } from "../edit-request.ts";
import { refusedChange } from "../lists/change-list.ts";
import { EntryList, NotEnabledNote } from "../lists/entry-list.tsx";

export const handle = { dialog: true };

const TITLE = "Edit subprocessors";

/** The subprocessors of a product as staff arrange them. */
export async function loader(args: Route.LoaderArgs) {
  const { page, scope, org, product, href } = await editRequest(args);
  const rows = await listSubprocessors(scope.db, org.id, product.id);
  const state = await listState(scope.db, org.id, product.id, "Subprocessors");
  return {
    page,
    rows,
    state: rows.length === 0 ? null : state,
    arranged: await isArranged(scope.db, org.id, product.id),
    here: href("/edit/subprocessors"),
    itemHref: href("/edit/cards/Subprocessors/items/Subprocessors.subprocessors"),
    nameHref: mayRename("Subprocessors", hasFeature(org, "cardRenaming"))
      ? href("/edit/cards/Subprocessors/name")
      : null,
  };
}

export async function action(args: Route.ActionArgs) {
  const edit = await editRequest(args);
  const submitted = await readSubmission(args, listChangeSchema);
  if (!submitted.ok) return submitted.answer;
  const change = submitted.value;
  const { org, product, by, now } = edit;
  const here = edit.href("/edit/subprocessors");
  const rows = await listSubprocessors(edit.scope.db, org.id, product.id);
  try {
    if (change.intent === "remove") {
      const { changeId } = await edit.change(
        { subject: "subprocessor", subjectId: change.id },
        (trx) =>
          unlistSubprocessor(
            trx,
            { orgId: org.id, productId: product.id, by, now, draft: null },
            change.id,
          ),
      );
      return edit.done(
        `${rows.find(({ id }) => id === change.id)?.company ?? "Subprocessor"} removed`,
        changeId,
        here,
      );
    }
    const order =
      change.intent === "move"
        ? moved(
            rows.map(({ id }) => id),
            change.id,
            change.move,
          )
        : null;
    const { changeId } = await edit.change({ subject: "subprocessors", subjectId: "" }, (trx) =>
      arrangeSubprocessors(trx, org.id, product.id, order),
    );
    return edit.done("Updated the order of subprocessors", changeId, here);
  } catch (error) {
    return refusedChange(submitted, error);
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return editMeta(loaderData?.page, TITLE);
}

export default function SubprocessorList({
  loaderData: { page, rows, state, arranged, here, itemHref, nameHref },
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
        {rows.length === 0 ? null : (
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
          <Form method="post" preventScrollReset>
            <Button look="secondary" name="intent" value="sort-by-name">
              Sort by name
            </Button>
          </Form>
        ) : null}
      </div>
      {rows.length === 0 ? (
        <EmptyState icon="layers" title="No subprocessors are listed" />
      ) : (
        <EntryList
          moves={MOVES}
          entries={rows.map(({ id, company, purpose, location }) => ({
            id,
            name: company,
            href: `${here}/${id}`,
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
    </Dialog>
  );
}
