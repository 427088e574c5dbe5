import type { Route } from "./+types/entry";
import { baseOf, snapshotOf } from "../../../../db/changes/changing.ts";
import { lastKnown } from "../../../../db/changes/last-known.ts";
import { trustedCompanyIn, type TrustedBySnapshot } from "../../../../db/changes/trusted-by.ts";
import { companyOptions } from "../../../../db/company-choice.ts";
import { EditDialog, editMeta } from "../edit-dialog.tsx";
import { editRequest, type EditRequest } from "../edit-request.ts";
import { CompanyLink } from "../company/company-link.tsx";
import { noSuchEntry } from "../lists/change-list.ts";
import { TRUSTED_FIELD_IDS, TrustedFields } from "./fields.tsx";
import { saveTrustedCompany } from "./save.ts";

export const handle = { dialog: true };

/** @param sent it is for a form that somebody filled in: a company that was removed since is found all the same */
async function storedEntry({ scope, org, product }: EditRequest, id: string, sent: boolean) {
  const key = { orgId: org.id, productId: product.id, subjectId: "" };
  const there = trustedCompanyIn(id)(
    (await snapshotOf(scope.db, "trusted-by", key)) as TrustedBySnapshot,
  );
  const stored =
    there ??
    (sent ? await lastKnown(scope.db, key, id, { "trusted-by": trustedCompanyIn(id) }) : null);
  if (stored === null) throw noSuchEntry();
  return {
    stored,
    removed: there === null,
    base: await baseOf(scope.db, "trusted-by", key, trustedCompanyIn(id)),
  };
}

export async function loader(args: Route.LoaderArgs) {
  const edit = await editRequest(args);
  const { stored, base } = await storedEntry(edit, args.params.entryId, edit.page.failed);
  const suggestions = (await companyOptions(edit.scope.db, edit.org.id, "", 200)).map(
    ({ name }) => name,
  );
  return {
    page: { ...edit.page, closeHref: edit.href("/edit/trusted-by") },
    stored,
    base,
    suggestions,
    companyHref: edit.staff.permissions.has("assets:edit")
      ? edit.href(`/edit/companies/${stored.companyId}`)
      : null,
  };
}

export async function action(args: Route.ActionArgs) {
  const edit = await editRequest(args);
  const { stored, removed } = await storedEntry(edit, args.params.entryId, true);
  return saveTrustedCompany({
    request: args.request,
    context: args.context,
    edit,
    stored,
    removed,
  });
}

export function meta({ loaderData }: Route.MetaArgs) {
  return editMeta(loaderData?.page, "Edit company");
}

export default function EditTrustedCompany({
  loaderData: { page, stored, base, suggestions, companyHref },
  actionData,
}: Route.ComponentProps) {
  return (
    <EditDialog
      page={page}
      title="Edit company"
      base={base}
      answer={actionData}
      fields={TRUSTED_FIELD_IDS}
      more={<CompanyLink href={companyHref} />}
    >
      <TrustedFields
        key={stored.id}
        result={actionData?.result}
        stored={stored}
        suggestions={suggestions}
      />
    </EditDialog>
  );
}
