import type { Route } from "./+types/entry";
import { baseOf, snapshotOf } from "../../../../db/changes/changing.ts";
import { trustedCompanyIn, type TrustedBySnapshot } from "../../../../db/changes/trusted-by.ts";
import { companyOptions } from "../../../../db/company-choice.ts";
import { EditDialog, editMeta } from "../edit-dialog.tsx";
import { editRequest, type EditRequest } from "../edit-request.ts";
import { CompanyLink } from "../company/company-link.tsx";
import { noSuchEntry } from "../lists/change-list.ts";
import { TRUSTED_FIELD_IDS, TrustedFields } from "./fields.tsx";
import { saveTrustedCompany } from "./save.ts";

export const handle = { dialog: true };

async function storedEntry({ scope, org, product }: EditRequest, id: string) {
  const key = { orgId: org.id, productId: product.id, subjectId: "" };
  const stored = trustedCompanyIn(id)((await snapshotOf(scope.db, "trusted-by", key)) as TrustedBySnapshot);
  if (stored === null) throw noSuchEntry();
  return { stored, base: await baseOf(scope.db, "trusted-by", key, trustedCompanyIn(id)) };
}

export async function loader(args: Route.LoaderArgs) {
  const edit = await editRequest(args);
  const { stored, base } = await storedEntry(edit, args.params.entryId);
  const suggestions = (await companyOptions(edit.scope.db, edit.org.id, "", 200)).map(({ name }) => name);
  return { page: { ...edit.page, closeHref: edit.href("/edit/trusted-by") }, stored, base, suggestions, companyHref: edit.staff.permissions.has("assets:edit") ? edit.href(`/edit/companies/${stored.companyId}`) : null };
}

export async function action(args: Route.ActionArgs) {
  const edit = await editRequest(args);
  const { stored } = await storedEntry(edit, args.params.entryId);
  return saveTrustedCompany({ request: args.request, context: args.context, edit, stored });
}

export function meta({ loaderData }: Route.MetaArgs) {
  return editMeta(loaderData?.page, "Edit company");
}

export default function EditTrustedCompany({ loaderData: { page, stored, base, suggestions, companyHref }, actionData }: Route.ComponentProps) {
  return (
    <EditDialog page={page} title="Edit company" base={base} answer={actionData} fields={TRUSTED_FIELD_IDS} more={<CompanyLink href={companyHref} />}>
      <TrustedFields key={stored.id} result={actionData?.result} stored={stored} suggestions={suggestions} />
    </EditDialog>
  );
}
