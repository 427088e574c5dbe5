import { getFormProps, useForm } from "@conform-to/react";
import type { Route } from "./+types/new-questionnaire";
import { accountOptions } from "#auth/accounts/store/account-options.server.ts";
import { accountsNamed } from "#auth/accounts/store/accounts.server.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import { QUESTIONNAIRES_PAGE } from "#model/questionnaires.ts";
import { servicesContext } from "#platform/context.ts";
import { MAX_FORM_BYTES } from "#platform/files/questionnaires/forms.ts";
import { UnreadableTable } from "#platform/files/tables/csv-table.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { sizeInWords } from "#values/file-size.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { pageTitle } from "#values/page-title.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { areaField, selectField, textField } from "#web/forms/fields.ts";
import { answering, formFailed, parseForm } from "#web/forms/form.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { AreaField } from "#web/ui/choice-field.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { FileField } from "#web/ui/file-field.tsx";
import { OnceField } from "#web/ui/once-field.tsx";
import { countImport } from "#web/table-import/staff/import-limit.ts";
import { FORM_FILES, newQuestionnaireSchema } from "../forms/questionnaire-forms.ts";
import { readQuestionnaire } from "../reading.server.ts";
import { addQuestionnaire } from "../store/questionnaires.server.ts";
import { sentQuestionnaire } from "../upload.server.ts";

export const handle: RouteHandle = { takesFiles: true };

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Add questionnaire", loaderData?.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "accounts:review");
  const { read } = context.get(servicesContext).store;
  const [products, accounts] = await Promise.all([
    listProducts(read, org.id),
    accountOptions(read, org.id, ""),
  ]);
  return {
    failed: formFailed(context),
    constraint: formConstraint(newQuestionnaireSchema),
    products: products.map(({ id, name }) => ({ value: id, label: name })),
    accounts: accounts.options.map(({ name }) => name),
    hint: `XLSX, DOCX, PDF, CSV or VSAQ’s JSON, up to ${sizeInWords(MAX_FORM_BYTES)}. You’ll get the same file back, or an answer sheet for a PDF.`,
  };
}

/** Takes the file, reads its questions, and finds what answers them. */
export async function action({ request, context }: Route.ActionArgs) {
  const staff = await requireStaff(context, "accounts:review");
  const { org, session } = staff;
  const { store, limits, now } = context.get(servicesContext);
  const { form, sent, fault } = await sentQuestionnaire(context, org.id, request, () =>
    countImport(limits, org.id, request, MAX_FORM_BYTES),
  );
  const submitted = parseForm(context, form, newQuestionnaireSchema);
  return answering(
    submitted,
    async ({ value: { account, ...values }, refuse }) => {
      if (fault !== null)
        return refuse({ fields: { file: [fault.message] } }, { status: fault.status });
      if (sent === null) return refuse({ fields: { file: ["Choose a file"] } });
      const named = account === null ? [] : await accountsNamed(store.read, org.id, account);
      const [found = null, other] = named;
      if (account !== null && found === null)
        return refuse({ fields: { account: ["There is no account with this name"] } });
      if (other !== undefined)
        return refuse({ fields: { account: ["Two accounts have this name. Rename one."] } });
      const about = { accountId: found?.id ?? null, productId: values.productId };
      const { format, fingerprint, read } = await readQuestionnaire(context, staff, sent, about);
      const id = await store.write((trx) =>
        addQuestionnaire(
          { trx, orgId: org.id, by: actorOf(context, session), now: now() },
          { ...sent, ...values, ...about, memberId: null, format, fingerprint },
          read,
        ),
      );
      const page = `${QUESTIONNAIRES_PAGE}/${id}`;
      return read === null
        ? redirectWithFlash(
            context,
            `${page}/columns`,
            "The file was saved. Choose the columns that hold its questions.",
          )
        : redirectWithFlash(context, page, `Found ${read.questions.length} questions.`);
    },
    {
      answers: (error, { refuse }) =>
        error instanceof UnreadableTable
          ? refuse({ fields: { file: [error.message] } })
          : undefined,
    },
  );
}

interface Fields {
  file: string;
  account: string;
  productId: string;
  dueOn: string;
  note: string;
}

export default function NewQuestionnaire({ loaderData, actionData }: Route.ComponentProps) {
  const { products, accounts, hint, constraint } = loaderData;
  const [form, fields] = useForm<Fields>({
    id: "questionnaire",
    lastResult: actionData?.result ?? null,
    constraint,
  });
  const { file, account, productId, dueOn, note } = fields;
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Add questionnaire</h1>
      <p className="mt-2 mb-8 max-w-[44rem] text-muted">
        We match its questions with your FAQ, your controls and your earlier answers. Only the
        answers in the file change.
      </p>
      <form
        method="post"
        encType="multipart/form-data"
        className="max-w-[36rem] space-y-6"
        {...getFormProps(form, { ariaAttributes: false })}
      >
        <OnceField />
        <ErrorSummary errors={form.errors} fields={[file, account, productId, dueOn, note]} />
        <TextField
          {...textField(account)}
          label="Account (optional)"
          hint="Answers come only from what this account can see. Leave empty to use only public content."
          list="accounts"
          autoComplete="off"
        />
        <datalist id="accounts">
          {accounts.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </datalist>
        {products.length < 2 ? null : (
          <SelectField {...selectField(productId)} label="Product" options={products} />
        )}
        <TextField {...textField(dueOn)} label="Due (optional)" type="date" />
        <AreaField
          {...areaField(note)}
          label="Note (optional)"
          hint="Only your team sees it."
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
        <div className="flex flex-wrap gap-3">
          <Button>Add questionnaire</Button>{" "}
          <ButtonLink to={QUESTIONNAIRES_PAGE} look="secondary">
            Cancel
          </ButtonLink>
        </div>
      </form>
    </>
  );
}
