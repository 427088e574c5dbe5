import type { Route } from "./+types/control";
import { baseOf, recordChange, EditConflict } from "#web/history/store/record-change.server.ts";
import { NotFound } from "#db/refusals.ts";
import { servicesContext } from "#platform/context.ts";
import { formatDate } from "#values/dates.ts";
import { FAQ_ACCESS_WORDS } from "#model/knowledge-base/forms/faq-forms.ts";
import { pageTitle } from "#values/page-title.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { buttonAction, goneBefore } from "#web/forms/button.ts";
import { answering, formFailed, notFound, parseForm, readSubmission } from "#web/forms/form.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { entryEdit } from "#web/staff/editing/entry-edit.ts";
import {
  conflictAnswer,
  type ConflictField,
  type ShownConflict,
} from "#web/staff/editing/conflict.tsx";
import { Button } from "#web/ui/button.tsx";
import {
  controlIntentSchema,
  controlSchema,
  type ControlForm as Values,
} from "../forms/controls.ts";
import { ControlForm } from "./control-form.tsx";
import { givenToForm, PRODUCT_GONE } from "./given.ts";
import { findControl, removeControl, updateControl } from "../store/controls.server.ts";
import type { ControlSnapshot } from "../store/subject.server.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Edit control", loaderData?.failed) }];
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "kb:edit");
  const { read } = context.get(servicesContext).store;
  const control = await findControl(read, org.id, params.controlId);
  if (control === null) throw notFound();
  const day = (iso: string) => ({ iso, text: formatDate(iso, org.timeZone) });
  const { reference, title, description, requirements, itemUid, access, productIds } = control;
  return {
    failed: formFailed(context),
    given: await givenToForm(context, org.id),
    values: {
      reference,
      title,
      description: description ?? "",
      requirements: requirements.join("\n"),
      itemUid: itemUid ?? "",
      access,
      productIds,
    },
    base: await baseOf(read, "control", {
      orgId: org.id,
      productId: null,
      subjectId: params.controlId,
    }),
    added: day(control.createdAt),
    modified: day(control.modifiedAt),
  };
}

const GONE = goneBefore("This control", "/controls");

/** Saves the control, or deletes it. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const { org, session } = await requireStaff(context, "kb:edit");
  const { store, now } = context.get(servicesContext);
  const found = await findControl(store.read, org.id, params.controlId);
  const asked = await readSubmission({ request, context }, controlIntentSchema);
  if (found === null) {
    if (asked.ok && asked.value.intent === "delete") throw GONE;
    throw notFound();
  }
  if (!asked.ok) return asked.answer;
  const edit = entryEdit(context, { org, session }, "control", params.controlId);
  if (asked.value.intent === "delete")
    return buttonAction(
      context,
      "/controls",
      async () => {
        await store.write((trx) =>
          recordChange(trx, edit, () => removeControl(trx, org.id, params.controlId)),
        );
        return redirectWithFlash(context, "/controls", "The control was deleted.");
      },
      GONE,
    );
  return answering(
    parseForm(context, asked.form, controlSchema),
    async ({ value }) => {
      await store.write((trx) =>
        recordChange(trx, { ...edit, base: asked.value.base }, () =>
          updateControl(trx, org.id, params.controlId, value, now()),
        ),
      );
      return redirectWithFlash(context, "/controls", `${value.reference} was saved.`);
    },
    {
      answers: (error, submitted) => {
        if (error instanceof EditConflict)
          return conflictAnswer(
            submitted.refuse({ form: [error.message] }, { status: error.status }),
            error,
            org.timeZone,
            bothVersions(submitted.value, error.current as ControlSnapshot | null),
          );
        if (error instanceof NotFound)
          return submitted.refuse({ fields: { productIds: [PRODUCT_GONE] } }, { status: 409 });
        return undefined;
      },
    },
  );
}

/** Both versions of a control that two people edit, field by field. */
function bothVersions(yours: Values, theirs: ControlSnapshot | null): ConflictField[] {
  return [
    { label: "Reference", yours: yours.reference, theirs: theirs?.reference ?? null },
    { label: "Title", yours: yours.title, theirs: theirs?.title ?? null },
    { label: "Description", yours: yours.description, theirs: theirs?.description ?? null },
    {
      label: "Framework references",
      yours: yours.requirements.join("\n"),
      theirs: theirs?.requirements.join("\n") ?? null,
    },
    { label: "Linked item", yours: yours.itemUid, theirs: theirs?.itemUid ?? null },
    {
      label: "Access",
      yours: FAQ_ACCESS_WORDS[yours.access],
      theirs: theirs === null ? null : FAQ_ACCESS_WORDS[theirs.access],
    },
  ];
}

export default function EditControl({ loaderData, actionData }: Route.ComponentProps) {
  const { values, given, base, added, modified } = loaderData;
  const conflict =
    actionData !== undefined && "conflict" in actionData
      ? (actionData.conflict as ShownConflict)
      : null;
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Edit control</h1>
      <p className="mt-2 mb-8 text-sm text-muted">
        Added <time dateTime={added.iso}>{added.text}</time>, last modified{" "}
        <time dateTime={modified.iso}>{modified.text}</time>.
      </p>
      <ControlForm
        values={values}
        result={actionData?.result ?? null}
        given={given}
        base={base}
        conflict={conflict}
      >
        <details className="relative">
          <summary className="inline-flex min-h-10 cursor-pointer items-center rounded-md px-3 text-sm font-medium text-red hover:bg-red-soft">
            Delete
          </summary>
          <p className="mt-2 text-sm text-muted">
            It leaves the portal immediately. You can restore it from the history.
          </p>
          <Button look="danger" name="intent" value="delete" className="mt-2" formNoValidate>
            Delete this control
          </Button>
        </details>
      </ControlForm>
    </>
  );
}
