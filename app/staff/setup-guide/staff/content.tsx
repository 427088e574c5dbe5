import { data, useRevalidator } from "react-router";
import { useEffect } from "react";
import type { Route } from "./+types/content";
import { setupGuideOf } from "#content/setup-guide/store/setup-guide.server.ts";
import { placingOf, placingProduct } from "#content/items/placing.server.ts";
import { MAX_PLACED } from "#content/documents/rules/placing.ts";
import { FileField } from "#content/documents/staff/file-field.tsx";
import { PlacingForm } from "#content/items/staff/placing-form.tsx";
import { requirePlacing, savePlacing } from "#content/items/staff/place-changes.ts";
import { RefusedFiles } from "#content/documents/staff/refused-files.tsx";
import { UploadList } from "#content/documents/staff/upload-list.tsx";
import { uploadFiles } from "#content/documents/staff/document-upload.ts";
import { useUploader } from "#content/documents/staff/uploader.ts";
import { listUnplaced } from "#content/items/store/place-documents.server.ts";
import { pathAfter, startPath } from "#model/setup-guide.ts";
import { servicesContext } from "#platform/context.ts";
import { maxUploadBytes } from "#content/documents/upload/take.ts";
import { isMultipart } from "#platform/files/upload/multipart.ts";
import { formFailed, notFound } from "#web/forms/form.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { ACCEPTED_WORDS } from "#values/file-types.ts";
import { sizeInWords } from "#values/file-size.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Step, stepTitle } from "./step.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

export const handle: RouteHandle = { takesFiles: true };

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: stepTitle("content", loaderData?.failed) }];
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

/** What was uploaded and stands under no item yet, with a place proposed for each. */
export async function loader({ context }: Route.LoaderArgs) {
  await requireStaff(context, "settings:edit");
  const { org } = await requirePlacing(context);
  const services = context.get(servicesContext);
  const { product } = await placingProduct(services, org.id, null);
  if (product === null) throw notFound();
  const unplaced = await listUnplaced(services.store.read, org.id, MAX_PLACED);
  const ids = unplaced.map(({ id }) => id);
  const { steps } = await setupGuideOf(services.store.read, org);
  return {
    failed: formFailed(context),
    placing: await placingOf(services, org, product.id, ids),
    isDone: steps.some(({ step, state }) => step === "content" && state === "done"),
    maxBytes: maxUploadBytes(org),
  };
}

/** Takes files, or the form that says where they belong. */
export async function action({ request, context }: Route.ActionArgs) {
  await requireStaff(context, "settings:edit");
  const { org } = await requirePlacing(context);
  if (isMultipart(request)) {
    const answer = await uploadFiles({ context, request }, () => startPath("content"));
    return answer instanceof Response
      ? answer
      : data({ upload: answer.refused, form: null }, answer);
  }
  const { product } = await placingProduct(context.get(servicesContext), org.id, null);
  if (product === null) throw notFound();
  const answer = await savePlacing({ request, context }, product.id, () => pathAfter("content"));
  return answer instanceof Response
    ? answer
    : data({ upload: null, form: answer.data }, answer.init ?? undefined);
}

export default function ContentStep({ loaderData, actionData }: Route.ComponentProps) {
  const { placing, isDone, maxBytes } = loaderData;
  const { revalidate } = useRevalidator();
  const { entries, sending, add, remove, send } = useUploader({
    to: "/api/documents",
    maxBytes,
    onSame: () => undefined,
  });
  const isWaiting = entries.some(({ state }) => state === "waiting");
  // Each file goes at once, and the table shows what has come.
  useEffect(() => {
    if (!isWaiting || sending) return;
    void send(new FormData()).then(() => revalidate());
  }, [isWaiting, sending, send, revalidate]);
  const left = entries.filter(({ state, notes }) => state !== "done" || notes.length > 0);
  const refused = actionData?.upload ?? null;
  return (
    <Step
      step="content"
      title="What do you already have?"
      about="Drop reports, certificates, policies and questionnaires. We suggest a type and place for each file from its name and first page. Review and save."
    >
      <div className="space-y-8">
        <form method="post" noValidate encType="multipart/form-data" className="space-y-4">
          <OnceField />
          {refused === null ? null : <RefusedFiles refused={refused} />}
          <FileField
            id="upload-files"
            label="Files"
            hint={`Several at once: ${ACCEPTED_WORDS}, at most ${sizeInWords(maxBytes)} each.`}
            errors={refused?.fieldErrors.files}
            multiple
            hasFiles={left.length > 0}
            onFiles={add}
          />
          <UploadList entries={left} onRemove={remove} />
          <p role="status" className="sr-only">
            {sending ? `Uploading ${left.length === 1 ? "1 file" : `${left.length} files`}` : ""}
          </p>
          {/* Where scripts run files go at once, and it is not there from the first paint. */}
          <div className="hidden noscript:block">
            <Button look={placing.rows.length === 0 ? "primary" : "secondary"}>Upload</Button>
          </div>
        </form>
        {placing.rows.length === 0 ? null : (
          <section aria-labelledby="places">
            <h2 id="places" className="mb-1 text-lg font-semibold">
              Where should visitors find it?
            </h2>
            <p className="mb-4 text-sm text-muted">
              Restricted documents are listed with a lock until you give access. Nothing is public
              before the last step.
            </p>
            <PlacingForm
              data={placing}
              result={actionData?.form?.result}
              submit="Save and continue"
            />
          </section>
        )}
        {isDone && placing.rows.length === 0 ? (
          <ButtonLink to={pathAfter("content")}>Continue</ButtonLink>
        ) : null}
      </div>
    </Step>
  );
}
