import type { Route } from "./+types/entry";
import { baseOf, snapshotOf } from "../../../../db/changes/changing.ts";
import { lastKnown } from "../../../../db/changes/last-known.ts";
import { gradeIn, type GradesSnapshot } from "../../../../db/changes/grades.ts";
import { servicesContext } from "../../../context.ts";
import { GRADE_PROVIDER_NAMES } from "../../../domain/grades.ts";
import { scorecardOf } from "../../../integrations/security-scorecard.ts";
import { EditDialog, editMeta } from "../edit-dialog.tsx";
import { editRequest, type EditRequest } from "../edit-request.ts";
import { noSuchEntry } from "../lists/change-list.ts";
import { GRADE_FIELD_IDS, GradeFields } from "./fields.tsx";
import { saveGrade } from "./save.ts";

export const handle = { dialog: true };

/** @param sent it is for a form that somebody filled in: a grade that was removed since is found all the same */
async function storedGrade({ scope, org, product }: EditRequest, id: string, sent: boolean) {
  const key = { orgId: org.id, productId: product.id, subjectId: "" };
  const there = gradeIn(id)((await snapshotOf(scope.db, "grades", key)) as GradesSnapshot);
  const stored =
    there ?? (sent ? await lastKnown(scope.db, key, id, { grades: gradeIn(id) }) : null);
  if (stored === null) throw noSuchEntry();
  return {
    stored,
    removed: there === null,
    base: await baseOf(scope.db, "grades", key, gradeIn(id)),
  };
}

export async function loader(args: Route.LoaderArgs) {
  const edit = await editRequest(args);
  const { stored, base } = await storedGrade(edit, args.params.entryId, edit.page.failed);
  return {
    page: { ...edit.page, closeHref: edit.href("/edit/grades") },
    stored,
    base,
    connected: scorecardOf(args.context.get(servicesContext).config) !== null,
  };
}

export async function action(args: Route.ActionArgs) {
  const edit = await editRequest(args);
  const { stored, removed } = await storedGrade(edit, args.params.entryId, true);
  return saveGrade({ request: args.request, context: args.context, edit, stored, removed });
}

export function meta({ loaderData }: Route.MetaArgs) {
  return editMeta(loaderData?.page, "Edit grade");
}

export default function EditGrade({
  loaderData: { page, stored, base, connected },
  actionData,
}: Route.ComponentProps) {
  return (
    <EditDialog
      page={page}
      title="Edit grade"
      base={base}
      answer={actionData}
      fields={GRADE_FIELD_IDS}
    >
      <p>
        <span className="block text-sm font-medium">Provider</span>{" "}
        {GRADE_PROVIDER_NAMES[stored.provider]}
      </p>
      <GradeFields
        key={stored.id}
        provider={stored.provider}
        result={actionData?.result}
        stored={stored}
        connected={connected}
      />
    </EditDialog>
  );
}
