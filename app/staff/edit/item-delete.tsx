import { data, Link } from "react-router";
import type { Route } from "./+types/item-delete";
import { deleteCustomItem } from "../../../db/item-edits.ts";
import { NotFound } from "../../../db/refusals.ts";
import { servicesContext } from "../../context.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { markFormFailed } from "../../middleware/form.ts";
import { editMeta } from "./edit-dialog.tsx";
import { editRequest, notThere } from "./edit-request.ts";
import { itemInHand } from "./item/edited-item.ts";

export const handle = { dialog: true };

/** 'Delete item', for items of the org's own (spec/2 §2). */
export async function loader(args: Route.LoaderArgs) {
  const edit = await editRequest(args);
  const { item, isCustom, kind, uid } = await itemInHand(edit, args.params);
  if (!isCustom || uid === null) throw notThere();
  return { page: { ...edit.page, closeHref: edit.href(`/edit/cards/${kind}/items/${uid}`) }, title: item.title, cardHref: edit.href(`/card/${kind}?edit=true`) };
}

export async function action(args: Route.ActionArgs) {
  const edit = await editRequest(args);
  const { item, isCustom, kind, uid } = await itemInHand(edit, args.params);
  if (!isCustom || uid === null) throw notThere();
  const { store, log } = args.context.get(servicesContext);
  try {
    const changeId = await store.write((trx) => deleteCustomItem(trx, edit.org.id, edit.product.id, uid, { by: edit.by, now: edit.now }));
    return edit.done(`“${item.title}” was deleted`, changeId, edit.href(`/card/${kind}`));
  } catch (error) {
    if (error instanceof NotFound) throw notThere();
    if (!(error instanceof Error)) throw error;
    log.error({ error: error.stack ?? error.message }, "a custom item was not deleted");
    markFormFailed(args.context);
    return data({ failed: true }, { status: "status" in error && typeof error.status === "number" ? error.status : 500 });
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return editMeta(loaderData?.page, "Delete item");
}

export default function DeleteItem({ loaderData, actionData }: Route.ComponentProps) {
  const { page, title, cardHref } = loaderData;
  return actionData === undefined ? <Confirmation closeHref={page.closeHref} title={title} /> : <DeleteError href={cardHref} title={title} />;
}

function Confirmation({ closeHref, title }: { closeHref: string; title: string }) {
  return (
    <Dialog closeHref={closeHref} title="Delete item">
      <form method="post" className="space-y-6">
        <p className="font-medium [overflow-wrap:anywhere]">{title}</p>
        <p>If you delete this item, it will be removed from your Trust Center. This action cannot be undone</p>
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

/** It is still there; OK loads what is (spec/2 §8). */
function DeleteError({ href, title }: { href: string; title: string }) {
  return (
    <Dialog closeHref={href} title="Delete Error">
      <p role="alert" className="[overflow-wrap:anywhere]">
        There was an unexpected error while deleting "{title}".
      </p>
      <p className="mt-6">
        <Link to={href} reloadDocument className={buttonClass()}>
          OK
        </Link>
      </p>
    </Dialog>
  );
}
