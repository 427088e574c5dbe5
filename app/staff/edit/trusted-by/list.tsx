import { Link } from "react-router";
import type { Route } from "./+types/list";
import { loadTrustedBy } from "../../../../db/pages/companies.ts";
import { listState, touchListItem } from "../../../../db/list-items.ts";
import { arrangeTrustedCompanies, removeTrustedCompany } from "../../../../db/trusted-companies.ts";
import { listChangeSchema, moved, MOVES } from "../../../domain/list-order.ts";
import { readSubmission } from "../../../middleware/form.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorSummary } from "../../../ui/error-summary.tsx";
import { EmptyState } from "../../../ui/screens.tsx";
import { editMeta } from "../edit-dialog.tsx";
import { editRequest } from "../edit-request.ts";
import { refusedChange } from "../lists/change-list.ts";
import { EntryList, NotEnabledNote } from "../lists/entry-list.tsx";

export const handle = { dialog: true };

const TITLE = "Edit trusted by";

/** The customers that a product names, in their order (spec/2 'Trusted-by card'). */
export async function loader(args: Route.LoaderArgs) {
  const { page, scope, org, product, href } = await editRequest(args);
  const rows = (await loadTrustedBy(scope)).map(({ id, name, href: link }) => ({ id, name, link }));
  const state = await listState(scope.db, org.id, product.id, "TrustedBy");
  return { page, rows, state: rows.length === 0 ? null : state, here: href("/edit/trusted-by") };
}

export async function action(args: Route.ActionArgs) {
  const edit = await editRequest(args);
  const submitted = await readSubmission(args, listChangeSchema);
  if (!submitted.ok) return submitted.answer;
  const change = submitted.value;
  const { org, product, by, now } = edit;
  const here = edit.href("/edit/trusted-by");
  try {
    const rows = await loadTrustedBy(edit.scope);
    const name =
      change.intent === "sort-by-name"
        ? null
        : (rows.find(({ id }) => id === change.id)?.name ?? null);
    const { changeId } = await edit.change(
      { subject: "trusted-by", subjectId: "" },
      async (trx) => {
        if (change.intent === "remove")
          await removeTrustedCompany(trx, org.id, product.id, change.id);
        else if (change.intent === "move")
          await arrangeTrustedCompanies(
            trx,
            org.id,
            product.id,
            moved(
              rows.map(({ id }) => id),
              change.id,
              change.move,
            ),
          );
        await touchListItem(trx, org.id, product.id, "TrustedBy", { by: by.actorName, on: now });
      },
    );
    return edit.done(
      change.intent === "remove"
        ? `${name ?? "Company"} removed`
        : "Updated the order of companies",
      changeId,
      here,
    );
  } catch (error) {
    return refusedChange(submitted, error);
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return editMeta(loaderData?.page, TITLE);
}

export default function TrustedByList({
  loaderData: { page, rows, state, here },
  actionData,
}: Route.ComponentProps) {
  return (
    <Dialog variant="drawer" closeHref={page.closeHref} title={TITLE}>
      <NotEnabledNote state={state} noun="companies" />
      <div className="mb-6 space-y-6 empty:hidden">
        <ErrorSummary errors={actionData?.result.error?.[""] ?? undefined} fields={[]} />
      </div>
      <p className="mb-6">
        <Link to={`${here}/new`} preventScrollReset className={buttonClass()}>
          Add company
        </Link>
      </p>
      {rows.length === 0 ? (
        <EmptyState icon="star" title="You haven't selected any companies yet" />
      ) : (
        <EntryList
          moves={MOVES}
          entries={rows.map(({ id, name, link }) => ({
            id,
            name,
            href: `${here}/${id}`,
            content: (
              <>
                <p className="font-medium break-words">{name}</p>
                <p className="text-sm break-all text-muted empty:hidden">{link}</p>
              </>
            ),
          }))}
        />
      )}
    </Dialog>
  );
}
