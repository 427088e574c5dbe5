import { getFormProps, useForm } from "@conform-to/react";
import { data, Link } from "react-router";
import type { Route } from "./+types/send-page";
import {
  maySendQuestionnaires,
  progressWords,
  SENT_STATES,
  UPLOADS_PAGE,
} from "#model/questionnaires/uploads.ts";
import { servicesContext } from "#platform/context.ts";
import { MAX_FORM_BYTES } from "#platform/files/questionnaires/forms.ts";
import { UnreadableTable } from "#platform/files/tables/csv-table.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { formatDate } from "#values/dates.ts";
import { sizeInWords } from "#values/file-size.ts";
import { momentOf } from "#values/moments.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { areaField, selectField, textField } from "#web/forms/fields.ts";
import { answering, formFailed, parseForm } from "#web/forms/form.ts";
import { PlainPage } from "#web/portal/frame/plain-page.tsx";
import { unlistedHead } from "#web/portal/head.ts";
import { useFrame, usePortalHref } from "#web/portal/links.ts";
import { portalBase } from "#web/portal/scope.ts";
import { Button } from "#web/ui/button.tsx";
import { AreaField } from "#web/ui/choice-field.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { FileField } from "#web/ui/file-field.tsx";
import { OnceField } from "#web/ui/once-field.tsx";
import { Tag } from "#web/ui/tag.tsx";
import { When } from "#web/ui/when.tsx";
import { FORM_FILES, sendQuestionnaireSchema } from "../forms/questionnaire-forms.ts";
import { countUpload, sendQuestionnaire } from "../sending.server.ts";
import { sentQuestionnaires } from "../store/sent-questionnaires.server.ts";
import { sentQuestionnaire } from "../upload.server.ts";
import { LOCKED, senderOf } from "./own-sender.server.ts";
import { NoAccess } from "./no-access.tsx";
import { SENT_TONES } from "./sent-tones.ts";

export const handle: RouteHandle = { takesFiles: true };

/** What members of the account sent, and the form for another one. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { org, viewer } = senderOf(context, request);
  const shown = {
    failed: formFailed(context),
    constraint: formConstraint(sendQuestionnaireSchema),
  };
  if (!maySendQuestionnaires(viewer))
    return data({ ...shown, isLocked: true, products: [], sent: [], hint: "" }, LOCKED);
  const { store, now } = context.get(servicesContext);
  const [products, sent] = await Promise.all([
    listProducts(store.read, org.id),
    sentQuestionnaires(store.read, org.id, viewer.account.id),
  ]);
  return data({
    ...shown,
    isLocked: false,
    products: products
      .filter(({ id }) => viewer.grants.some(({ productId }) => productId === id))
      .map(({ id, name }) => ({ value: id, label: name })),
    hint: `XLSX, DOCX, PDF, CSV or VSAQ’s JSON, up to ${sizeInWords(MAX_FORM_BYTES)}. The answers to a PDF come back as a workbook. If the form shows an error, choose the file again.`,
    sent: sent.map(({ id, fileName, createdAt, dueOn, answered, questions, state }) => ({
      id,
      fileName,
      state,
      at: momentOf(createdAt, now(), org.timeZone),
      progress: progressWords(
        { answered, questions },
        dueOn === null ? null : formatDate(dueOn, org.timeZone),
      ),
    })),
  });
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const title = `${loaderData?.failed ? "Error: " : ""}Questionnaires`;
  return unlistedHead(matches, { title, path: UPLOADS_PAGE });
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

/** Takes a file that a member sends. */
export async function action({ context, request }: Route.ActionArgs) {
  const { org, viewer } = senderOf(context, request);
  if (!maySendQuestionnaires(viewer)) return data({ result: null }, LOCKED);
  const sender = { context, org, viewer };
  const { form, sent, fault } = await sentQuestionnaire(context, org.id, request, () =>
    countUpload(sender),
  );
  const submitted = parseForm(context, form, sendQuestionnaireSchema);
  return answering(
    submitted,
    async ({ value, refuse }) => {
      if (fault !== null)
        return refuse({ fields: { file: [fault.message] } }, { status: fault.status });
      if (sent === null) return refuse({ fields: { file: ["Choose a file"] } });
      const id = await sendQuestionnaire(sender, sent, value);
      const page = `${portalBase(context, org)}${UPLOADS_PAGE}/${id}`;
      return redirectWithFlash(context, page, `${sent.fileName} was sent to ${org.name}.`);
    },
    {
      answers: (error, { refuse }) =>
        error instanceof UnreadableTable
          ? refuse({ fields: { file: [error.message] } })
          : undefined,
    },
  );
}

export default function SendQuestionnaire({ loaderData, actionData }: Route.ComponentProps) {
  const { org } = useFrame();
  const { isLocked, sent } = loaderData;
  return (
    <PlainPage
      title="Questionnaires"
      back={{ path: "/my-account", label: "My account" }}
      lead={
        isLocked ? undefined : (
          <p className="text-muted">
            Send {org.name} the security questionnaire you use. You’ll get the same file back with
            their answers.
          </p>
        )
      }
    >
      {isLocked ? (
        <NoAccess what="send questionnaires" />
      ) : (
        <>
          <SendForm shown={loaderData} result={actionData?.result ?? null} />
          {sent.length === 0 ? null : <SentList sent={sent} />}
        </>
      )}
    </PlainPage>
  );
}

interface Fields {
  file: string;
  productId: string;
  dueOn: string;
  note: string;
}

type Shown = Route.ComponentProps["loaderData"];

function SendForm({
  shown: { products, hint, constraint },
  result,
}: {
  shown: Shown;
  result: NonNullable<Route.ComponentProps["actionData"]>["result"];
}) {
  const { org } = useFrame();
  const href = usePortalHref();
  const [form, fields] = useForm<Fields>({ id: "send", lastResult: result, constraint });
  const { file, productId, dueOn, note } = fields;
  return (
    <form
      method="post"
      action={href(UPLOADS_PAGE)}
      encType="multipart/form-data"
      className="mt-6 max-w-xl space-y-6"
      {...getFormProps(form, { ariaAttributes: false })}
    >
      <OnceField />
      <ErrorSummary errors={form.errors} fields={[file, productId, dueOn, note]} />
      {products.length < 2 ? null : (
        <SelectField {...selectField(productId)} label="Product" options={products} />
      )}
      <TextField {...textField(dueOn)} label="Due (optional)" type="date" />
      <AreaField
        {...areaField(note)}
        label="Message (optional)"
        hint={`${org.name} sees it.`}
        rows={3}
      />
      <FileField
        id={file.id}
        name={file.name}
        label="File"
        hint={hint}
        errors={file.errors}
        accept={FORM_FILES}
      />
      <Button>Send questionnaire</Button>
    </form>
  );
}

function SentList({ sent }: { sent: Shown["sent"] }) {
  const href = usePortalHref();
  return (
    <section aria-labelledby="sent" className="mt-10">
      <h2 id="sent" className="mb-3 scroll-mt-24 text-lg font-semibold">
        Sent by your company
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {sent.map(({ id, fileName, at, progress, state }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5"
          >
            <span className="min-w-0 flex-1 basis-56">
              <Link
                to={href(`${UPLOADS_PAGE}/${id}`)}
                className="inline-block py-0.5 text-accent underline underline-offset-2 [overflow-wrap:anywhere]"
              >
                {fileName}
              </Link>
              <span className="block text-sm text-muted">{progress}</span>
            </span>{" "}
            <span className="flex flex-wrap items-center gap-2 text-sm text-muted">
              <Tag tone={SENT_TONES[state]}>{SENT_STATES[state]}</Tag> <When at={at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
