import type { Route } from "./+types/section-show";
import { loadConfig } from "#visibility/store/config.server.ts";
import { showSection } from "#content/products/store/product-order.server.ts";
import { shownSchema } from "#model/cards/forms/edit-forms.ts";
import { SECTION_TITLES } from "#model/cards/sections.ts";
import { formAction, notFound } from "#web/forms/form.ts";
import { EditDialog, editMeta } from "#web/staff/editing/edit-dialog.tsx";
import { editRequest, type EditRequest } from "#web/staff/editing/edit-request.ts";
import { sectionsSubject } from "#content/products/store/order-history.server.ts";

export const handle = { dialog: true };

/** Shows a hidden section again. The address of one that isn't hidden is nowhere. */
async function hiddenSection({ scope }: EditRequest, wanted: string) {
  const { sections } = await loadConfig(scope);
  const section = sections.find(({ id, hidden }) => id === wanted && hidden);
  if (section === undefined) throw notFound();
  return section.id;
}

export async function loader(args: Route.LoaderArgs) {
  const edit = await editRequest(args);
  const id = await hiddenSection(edit, args.params.section);
  return { page: edit.page, title: SECTION_TITLES[id] };
}

export async function action(args: Route.ActionArgs) {
  const edit = await editRequest(args);
  const id = await hiddenSection(edit, args.params.section);
  return formAction(args, shownSchema, async () => {
    const { changeId } = await edit.change({ subject: sectionsSubject, subjectId: "" }, (trx) =>
      showSection(trx, edit.org.id, edit.product.id, id),
    );
    return edit.done(`Section shown in Trust Center: ${SECTION_TITLES[id]}`, changeId);
  });
}

export function meta({ loaderData }: Route.MetaArgs) {
  return editMeta(loaderData?.page, "Show section");
}

export default function ShowSection({ loaderData, actionData }: Route.ComponentProps) {
  const { page, title } = loaderData;
  return (
    <EditDialog page={page} title="Show section" answer={actionData} submit="Show section">
      <p>
        Visitors will see <strong>{title}</strong> again, including everything they have access to.
      </p>
    </EditDialog>
  );
}
