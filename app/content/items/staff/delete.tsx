import { data, Link } from "react-router";
import type { Route } from "./+types/delete";
import { NotFound } from "#db/refusals.ts";
import { baseOf, EditConflict } from "#web/history/store/record-change.server.ts";
import { deleteCustomItem } from "../store/item-edits.server.ts";
import { servicesContext } from "#platform/context.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { BASE_FIELD } from "#model/cards/editing.ts";
import { notFound } from "#web/forms/form.ts";
import { readForm } from "#platform/http/request/read-form.ts";
import { shownAction } from "#web/forms/shown.ts";
import { editMeta } from "#web/staff/editing/edit-dialog.tsx";
import { editRequest } from "#web/staff/editing/edit-request.ts";
import { editableItem, editableItemInForm } from "./item-form-state.ts";
import { OnceField } from "#web/ui/once-field.tsx";
import { itemSubject } from "../store/item-history.server.ts";

export const handle = { dialog: true };

/** 'Delete item', for items of the org's own. */
export async function loader(args: Route.LoaderArgs) {
  const edit = await editRequest(args);
  // The question stays on the page that answers it, also when the item is gone by then.
  const find = edit.page.failed ? editableItemInForm : editableItem;
  const { item, isCustom, kind, uid } = await find(edit, args.params);
  if (!isCustom || uid === null) throw notFound();
  const base = await baseOf(edit.scope.db, itemSubject, {
    orgId: edit.org.id,
    productId: edit.product.id,
    subjectId: uid,
  });
  return {
    page: { ...edit.page, closeHref: edit.href(`/edit/cards/${kind}/items/${uid}`) },
    title: item.title,
    cardHref: edit.href(`/card/${kind}?edit=true`),
    base,
  };
}

/** Why nothing was deleted: it failed, it was done before, or somebody changed it meanwhile. */
type Undone = { what: "failed" } | { what: "gone" } | { what: "changed"; by: string };

export async function action(args: Route.ActionArgs) {
  const edit = await editRequest(args);
  const { item, isCustom, kind, uid, goneFrom } = await editableItemInForm(edit, args.params);
  if (!isCustom || uid === null) throw notFound();
  const { store } = args.context.get(servicesContext);
  const base = String((await readForm(args.request)).get(BASE_FIELD) ?? "");
  const show = (undone: Undone, status: number) => data({ undone }, { status });
  const remove = async () => {
    if (goneFrom?.what === "deleted") throw new NotFound("item");
    const changeId = await store.write((trx) =>
      deleteCustomItem(
        { trx, orgId: edit.org.id, by: edit.by, now: edit.now },
        edit.product.id,
        uid,
        { base },
      ),
    );
    return edit.done(`“${item.title}” was deleted`, changeId, edit.href(`/card/${kind}`));
  };
  return shownAction(args.context, ({ status }) => show({ what: "failed" }, status), remove, {
    failed: "a custom item was not deleted",
    answers(error) {
      if (error instanceof NotFound) return show({ what: "gone" }, 404);
      if (!(error instanceof EditConflict)) return undefined;
      return error.current === null
        ? show({ what: "gone" }, 404)
        : show({ what: "changed", by: error.saved?.by ?? "Someone else" }, error.status);
    },
  });
}

export function meta({ loaderData }: Route.MetaArgs) {
  return editMeta(loaderData?.page, "Delete item");
}

export default function DeleteItem({ loaderData, actionData }: Route.ComponentProps) {
  const { page, title, cardHref, base } = loaderData;
  const undone = actionData?.undone ?? null;
  return undone === null || undone.what === "changed" ? (
    <Confirmation
      closeHref={page.closeHref}
      title={title}
      base={base}
      changed={undone?.by ?? null}
    />
  ) : (
    <DeleteError href={cardHref} title={title} gone={undone.what === "gone"} />
  );
}

/**
 * @param changed who saved it since it was opened: the question is asked again, of what is there
 * now
 */
function Confirmation({
  closeHref,
  title,
  base,
  changed,
}: {
  closeHref: string;
  title: string;
  base: string;
  changed: string | null;
}) {
  return (
    <Dialog closeHref={closeHref} title="Delete item">
      <form method="post" noValidate className="space-y-6">
        <OnceField />
        <input type="hidden" name={BASE_FIELD} value={base} />
        {changed === null ? null : (
          <p
            role="alert"
            className="rounded-md border border-yellow bg-yellow-soft p-4 text-sm text-yellow"
          >
            {changed} changed this item while you were looking at it. Nothing was deleted. Review
            it, or delete the current version.
          </p>
        )}
        <p className="font-medium [overflow-wrap:anywhere]">{title}</p>
        <p>
          If you delete this item, it will be removed from your Trust Center. You can undo this on
          the page that follows, or later in its history.
        </p>
        <div className="flex flex-wrap gap-3">
          <Button look="danger">Delete item</Button>{" "}
          <Link to={closeHref} preventScrollReset className={buttonClass("secondary")}>
            Cancel
          </Link>
        </div>
      </form>
    </Dialog>
  );
}

/** Nothing was deleted, or nothing was left to delete; OK loads the card as it is. */
function DeleteError({ href, title, gone }: { href: string; title: string; gone: boolean }) {
  return (
    <Dialog closeHref={href} title="Delete Error">
      <p role="alert" className="[overflow-wrap:anywhere]">
        {gone
          ? `“${title}” has already been deleted. Nothing was changed.`
          : `There was an unexpected error while deleting "${title}".`}
      </p>
      <p className="mt-6">
        <Link to={href} reloadDocument className={buttonClass()}>
          OK
        </Link>
      </p>
    </Dialog>
  );
}
