import type { Route } from "./+types/new";
import { companyOptions } from "../../../../db/company-choice.ts";
import { EditDialog, editMeta } from "../edit-dialog.tsx";
import { editRequest } from "../edit-request.ts";
import { TRUSTED_FIELD_IDS, TrustedFields } from "./fields.tsx";
import { saveTrustedCompany } from "./save.ts";

export const handle = { dialog: true };

export async function loader(args: Route.LoaderArgs) {
  const { page, scope, org, href } = await editRequest(args);
  const suggestions = (await companyOptions(scope.db, org.id, "", 200)).map(({ name }) => name);
  return { page: { ...page, closeHref: href("/edit/trusted-by") }, suggestions };
}

export async function action(args: Route.ActionArgs) {
  const edit = await editRequest(args);
  return saveTrustedCompany({
    request: args.request,
    context: args.context,
    edit,
    stored: null,
    removed: false,
  });
}

export function meta({ loaderData }: Route.MetaArgs) {
  return editMeta(loaderData?.page, "Add company");
}

export default function NewTrustedCompany({
  loaderData: { page, suggestions },
  actionData,
}: Route.ComponentProps) {
  return (
    <EditDialog page={page} title="Add company" answer={actionData} fields={TRUSTED_FIELD_IDS}>
      <TrustedFields result={actionData?.result} stored={null} suggestions={suggestions} />
    </EditDialog>
  );
}
