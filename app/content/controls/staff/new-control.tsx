import type { Route } from "./+types/new-control";
import { recordChange } from "#web/history/store/record-change.server.ts";
import { newId } from "#db/ids.ts";
import { NotFound } from "#db/refusals.ts";
import { servicesContext } from "#platform/context.ts";
import { pageTitle } from "#values/page-title.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { formAction, formFailed } from "#web/forms/form.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { entryEdit } from "#web/staff/editing/entry-edit.ts";
import { controlSchema } from "../forms/controls.ts";
import { ControlForm } from "./control-form.tsx";
import { givenToForm, PRODUCT_GONE } from "./given.ts";
import { addControl } from "../store/controls.server.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Add control", loaderData?.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "kb:edit");
  return { failed: formFailed(context), given: await givenToForm(context, org.id) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { org, session } = await requireStaff(context, "kb:edit");
  return formAction(
    { request, context },
    controlSchema,
    async ({ value }) => {
      const { store, now } = context.get(servicesContext);
      const id = newId();
      const edit = entryEdit(context, { org, session }, "control", id);
      await store.write((trx) =>
        recordChange(trx, edit, () => addControl(trx, org.id, { ...value, id }, now())),
      );
      return redirectWithFlash(context, "/controls", `${value.reference} was added.`);
    },
    {
      answers: (error, submitted) =>
        error instanceof NotFound
          ? submitted.refuse({ fields: { productIds: [PRODUCT_GONE] } }, { status: 409 })
          : undefined,
    },
  );
}

export default function NewControl({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <h1 className="mb-8 text-2xl font-semibold tracking-tight">Add control</h1>
      <ControlForm
        values={{ reference: "", title: "", access: "public", productIds: [] }}
        result={actionData?.result ?? null}
        given={loaderData.given}
        base={null}
      />
    </>
  );
}
