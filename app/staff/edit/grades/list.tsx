import { Link } from "react-router";
import type { Route } from "./+types/list";
import { loadGrades } from "../../../../db/pages/companies.ts";
import { listState, touchListItem } from "../../../../db/list-items.ts";
import { arrangeGrades, removeGrade } from "../../../../db/security-grades.ts";
import { GRADE_PROVIDER_NAMES } from "../../../domain/grades.ts";
import { listChangeSchema, moved } from "../../../domain/list-order.ts";
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

const TITLE = "Edit security grades";

/** The grades of a product in their order (spec/2 'Security grades card'). */
export async function loader(args: Route.LoaderArgs) {
  const { page, scope, org, product, href } = await editRequest(args);
  const rows = await loadGrades(scope);
  const state = await listState(scope.db, org.id, product.id, "SecurityGrades");
  return { page, rows, state: rows.length === 0 ? null : state, here: href("/edit/grades") };
}

export async function action(args: Route.ActionArgs) {
  const edit = await editRequest(args);
  const submitted = await readSubmission(args, listChangeSchema);
  if (!submitted.ok) return submitted.answer;
  const change = submitted.value;
  const { org, product, by, now } = edit;
  const here = edit.href("/edit/grades");
  try {
    const rows = await loadGrades(edit.scope);
    const name =
      change.intent === "sort-by-name"
        ? null
        : (rows.find(({ id }) => id === change.id)?.label ?? null);
    const { changeId } = await edit.change({ subject: "grades", subjectId: "" }, async (trx) => {
      if (change.intent === "remove") await removeGrade(trx, org.id, product.id, change.id);
      else if (change.intent === "move")
        await arrangeGrades(
          trx,
          org.id,
          product.id,
          moved(
            rows.map(({ id }) => id),
            change.id,
            change.move,
          ),
        );
      await touchListItem(trx, org.id, product.id, "SecurityGrades", { by: by.actorName, on: now });
    });
    return edit.done(
      change.intent === "remove"
        ? `${name ?? "Grade"} removed`
        : "Updated the order of security grades",
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

export default function GradeList({
  loaderData: { page, rows, state, here },
  actionData,
}: Route.ComponentProps) {
  return (
    <Dialog variant="drawer" closeHref={page.closeHref} title={TITLE}>
      <NotEnabledNote state={state} noun="grades" />
      <div className="mb-6 space-y-6 empty:hidden">
        <ErrorSummary errors={actionData?.result.error?.[""] ?? undefined} fields={[]} />
      </div>
      <p className="mb-6">
        <Link to={`${here}/new`} preventScrollReset className={buttonClass()}>
          Add grade
        </Link>
      </p>
      {rows.length === 0 ? (
        <EmptyState icon="shieldCheck" title="No grades are listed" />
      ) : (
        <EntryList
          moves={["up", "down"]}
          entries={rows.map(({ id, label, provider, grade, url }) => ({
            id,
            name: label,
            href: `${here}/${id}`,
            content: (
              <>
                <p className="font-medium break-words">
                  {label}{" "}
                  {grade === null ? null : (
                    <span className="ms-1 inline-block rounded-sm bg-sunken px-2 tabular-nums">
                      {grade}
                    </span>
                  )}
                </p>
                <p className="text-sm break-all text-muted">
                  {[GRADE_PROVIDER_NAMES[provider], url].filter(Boolean).join(" · ")}
                </p>
              </>
            ),
          }))}
        />
      )}
    </Dialog>
  );
}
