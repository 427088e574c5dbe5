import { type FieldMetadata, getFormProps, useForm } from "@conform-to/react";
import { Link } from "react-router";
import type { Route } from "./+types/keep-document";
import { requireStaff } from "#auth/current-staff.ts";
import { placeHref } from "#content/documents/rules/placing.ts";
import { ACCESS_WORDS, endingFault } from "#model/documents/library.ts";
import { DOCUMENT_ACCESS_TYPES } from "#model/items/items.ts";
import { QUESTIONNAIRES_PAGE } from "#model/questionnaires.ts";
import { TELLS_READERS } from "#model/questionnaires/sources.ts";
import { servicesContext } from "#platform/context.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { contentTypeOfKind } from "#values/file-types.ts";
import { pageTitle } from "#values/page-title.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { choiceField, selectField, textField } from "#web/forms/fields.ts";
import { formAction, formFailed, notFound } from "#web/forms/form.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Choice, FieldGroup } from "#web/ui/choice-field.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { OnceField } from "#web/ui/once-field.tsx";
import { keepDocumentSchema } from "../forms/standing-forms.ts";
import { keepAsDocument, keepingFault, standingFormat } from "../standing.server.ts";
import { internalAnswers } from "../store/internal-sources.server.ts";
import { TellsInternal } from "../store/question-rows.server.ts";
import { findQuestionnaire } from "../store/questionnaires.server.ts";

const TITLE = "Keep as a document";
/** So many answers that tell something internal are named. */
const MOST_NAMED = 20;

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle(TITLE, loaderData?.failed) }];
}

/** Who may both answer questionnaires and add documents. @throws the missing page */
async function keeperOf(context: Route.LoaderArgs["context"], id: string) {
  await requireStaff(context, "accounts:review");
  const staff = await requireStaff(context, "files:edit");
  const { read } = context.get(servicesContext).store;
  const questionnaire = await findQuestionnaire(read, staff.org.id, id);
  if (questionnaire === null) throw notFound();
  return { staff, questionnaire };
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const { staff, questionnaire } = await keeperOf(context, params.questionnaireId);
  const { read } = context.get(servicesContext).store;
  const fault = keepingFault(questionnaire, staff.org);
  const [products, internal] = await Promise.all([
    listProducts(read, staff.org.id),
    fault === null ? internalAnswers(read, staff.org.id, questionnaire.id) : [],
  ]);
  return {
    failed: formFailed(context),
    constraint: formConstraint(keepDocumentSchema),
    page: `${QUESTIONNAIRES_PAGE}/${questionnaire.id}`,
    fileName: questionnaire.fileName,
    fault,
    internal: { count: internal.length, first: internal.slice(0, MOST_NAMED) },
    product: products.find(({ id }) => id === questionnaire.productId)?.slug ?? "",
    products: products.map(({ slug, name }) => ({ value: slug, label: name })),
    access: ACCESS_WORDS[staff.org.customization.documentAccessType],
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const { staff, questionnaire } = await keeperOf(context, params.questionnaireId);
  return formAction(
    { request, context },
    keepDocumentSchema,
    async ({ value, refuse }) => {
      const { name, accessType, product, told: isTold } = value;
      const fault = endingFault(name, contentTypeOfKind(standingFormat(questionnaire.format)));
      if (fault !== null) return refuse({ fields: { name: [fault] } });
      const kept = { name, accessType, isTold };
      const id = await keepAsDocument(context, staff, questionnaire, kept);
      const { permissions } = await requireStaff(context, "files:edit");
      const to = permissions.has("statuspage:edit")
        ? placeHref([id], product === "" ? null : product)
        : `/documents/${id}`;
      return redirectWithFlash(context, to, `“${name}” was added to your documents.`);
    },
    {
      answers(error, { refuse }) {
        if (!(error instanceof TellsInternal)) return undefined;
        return refuse({
          fields: { told: ["Confirm this, or reopen the questionnaire and change these answers"] },
        });
      },
    },
  );
}

interface Fields {
  name: string;
  accessType: string;
  product: string;
  told: string;
}

export default function KeepDocument({ loaderData, actionData }: Route.ComponentProps) {
  const { page, fileName, fault, products, internal } = loaderData;
  const [form, fields] = useForm<Fields>({
    id: "keep-document",
    lastResult: actionData?.result ?? null,
    constraint: loaderData.constraint,
    defaultValue: { name: fileName, product: loaderData.product },
  });
  const { name, accessType, product, told } = fields;
  return (
    <>
      <p className="mb-2 text-sm">
        <Link to={page} className="inline-block py-0.5 text-accent underline">
          {fileName}
        </Link>
      </p>
      <h1 className="text-2xl font-semibold tracking-tight">{TITLE}</h1>
      <p className="mt-2 mb-6 max-w-[44rem] text-muted">
        The answered file becomes a document of type Questionnaire. If an FAQ entry or control that
        it quotes changes, you can refresh its answers. Everyone who can open the document reads all
        answers, including those meant for one account.
      </p>
      {fault === null ? (
        <form
          method="post"
          action={`${page}/document`}
          className="max-w-[36rem] space-y-6"
          {...getFormProps(form, { ariaAttributes: false })}
        >
          <OnceField />
          <ErrorSummary errors={form.errors} fields={[name, accessType, product, told]} />
          <TextField {...textField(name)} label="Name" autoComplete="off" />
          <SelectField
            {...selectField(accessType)}
            label="Access"
            options={[
              { value: "default", label: `Default (${loaderData.access})` },
              ...DOCUMENT_ACCESS_TYPES.map((value) => ({ value, label: ACCESS_WORDS[value] })),
            ]}
          />
          {products.length < 2 ? null : (
            <SelectField
              {...selectField(product)}
              label="Product"
              hint="Next, you choose where its visitors find the document."
              options={products}
            />
          )}
          {internal.count === 0 && told.errors === undefined ? null : (
            <InternalContent page={page} internal={internal} told={told} />
          )}
          <div className="flex flex-wrap gap-3">
            <Button>Keep as a document</Button>{" "}
            <ButtonLink to={page} look="secondary">
              Cancel
            </ButtonLink>
          </div>
        </form>
      ) : (
        <>
          <ErrorSummary errors={form.errors} fields={[]} />
          <p className="text-muted">{fault}</p>
        </>
      )}
    </>
  );
}

/** Which answers tell something internal, with the way to each, and whether that is meant. */
function InternalContent({
  page,
  internal: { count, first },
  told,
}: {
  page: string;
  internal: Route.ComponentProps["loaderData"]["internal"];
  told: FieldMetadata<string>;
}) {
  return (
    <FieldGroup
      id={told.id}
      legend="Internal content"
      hint={
        count === 1
          ? "1 answer tells something internal:"
          : `${count} answers tell something internal:`
      }
      errors={told.errors}
    >
      <ul className="list-disc ps-5 text-sm">
        {first.map(({ place, question }) => (
          <li key={place}>
            <Link to={`${page}/questions/${place}`} className="break-words text-accent underline">
              {question}
            </Link>
          </li>
        ))}
        {count > first.length ? <li>{count - first.length} more</li> : null}
      </ul>
      <Choice {...choiceField(told, "yes", "checkbox")} label={TELLS_READERS} />
    </FieldGroup>
  );
}
