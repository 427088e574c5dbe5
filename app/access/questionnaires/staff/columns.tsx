import { redirect } from "react-router";
import type { Route } from "./+types/columns";
import { actorOf, requireStaff, type StaffInOrg } from "#auth/current-staff.ts";
import { QUESTIONNAIRES_PAGE } from "#model/questionnaires.ts";
import { servicesContext } from "#platform/context.ts";
import { findBlob } from "#platform/files/store/blobs.server.ts";
import { UnreadableTable } from "#platform/files/tables/csv-table.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { pageTitle } from "#values/page-title.ts";
import { allMessages } from "#web/forms/fields.ts";
import { formAction, formFailed, notFound } from "#web/forms/form.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { OnceField } from "#web/ui/once-field.tsx";
import { chosenBlocks, columnsSchema } from "../forms/columns-form.ts";
import { readQuestionnaire } from "../reading.server.ts";
import {
  findQuestionnaire,
  setLayout,
  type Questionnaire,
} from "../store/questionnaires.server.ts";
import { SheetColumns } from "./sheet-columns.tsx";
import type { RouterContextProvider } from "react-router";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Choose the columns", loaderData?.failed) }];
}

/** Finds a questionnaire whose columns are still to be chosen, with its file. */
async function unread(
  context: Readonly<RouterContextProvider>,
  { org }: StaffInOrg,
  id: string,
): Promise<{ questionnaire: Questionnaire; blob: { hash: string; size: number } }> {
  const { read } = context.get(servicesContext).store;
  const questionnaire = await findQuestionnaire(read, org.id, id);
  if (questionnaire === null) throw notFound();
  if (questionnaire.layoutJson !== null)
    throw redirect(`${QUESTIONNAIRES_PAGE}/${id}`, { status: 303 });
  const { blobHash } = questionnaire;
  const blob = blobHash === null ? null : await findBlob(read, org.id, blobHash);
  if (blob === null) throw notFound();
  return { questionnaire, blob };
}

function formOf({ questionnaire: { fileName }, blob }: Awaited<ReturnType<typeof unread>>) {
  return { fileName, blob };
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const staff = await requireStaff(context, "accounts:review");
  const found = await unread(context, staff, params.questionnaireId);
  const { heads } = await readQuestionnaire(context, staff, formOf(found), found.questionnaire);
  return {
    failed: formFailed(context),
    fileName: found.questionnaire.fileName,
    page: `${QUESTIONNAIRES_PAGE}/${found.questionnaire.id}/columns`,
    heads,
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const staff = await requireStaff(context, "accounts:review");
  const { org, session } = staff;
  const { store, now } = context.get(servicesContext);
  const found = await unread(context, staff, params.questionnaireId);
  const { questionnaire } = found;
  return formAction(
    { request, context },
    columnsSchema,
    async ({ value, refuse }) => {
      const form = formOf(found);
      const { heads } = await readQuestionnaire(context, staff, form, questionnaire);
      const chosen = chosenBlocks(
        value.sheets,
        heads.map(({ name }) => name),
      );
      if ("fault" in chosen) return refuse({ form: [chosen.fault] });
      const layout = { shape: "own" as const, blocks: chosen.blocks };
      const { read } = await readQuestionnaire(context, staff, form, questionnaire, layout);
      if (read === null)
        return refuse({ form: ["There are no questions in these columns. Choose other columns."] });
      await store.write((trx) =>
        setLayout(
          { trx, orgId: org.id, by: actorOf(context, session), now: now() },
          questionnaire.id,
          read,
        ),
      );
      return redirectWithFlash(
        context,
        `${QUESTIONNAIRES_PAGE}/${questionnaire.id}`,
        `Found ${read.questions.length} questions.`,
      );
    },
    {
      answers: (error, { refuse }) =>
        error instanceof UnreadableTable ? refuse({ form: [error.message] }) : undefined,
    },
  );
}

export default function Columns({ loaderData, actionData }: Route.ComponentProps) {
  const { fileName, heads, page } = loaderData;
  const sent = actionData?.result.initialValue;
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Choose the columns</h1>
      <p className="mt-2 mb-6 max-w-[44rem] text-muted">
        Choose the columns that hold the questions and answers of {fileName}. The next file with the
        same layout is read the same way.
      </p>
      <div className="mb-6 max-w-[44rem] empty:hidden">
        <ErrorSummary errors={allMessages(actionData)} fields={[]} />
      </div>
      <form method="post" noValidate action={page} className="space-y-8">
        <OnceField />
        {heads.map((head, at) => (
          <SheetColumns key={head.name} head={head} at={at} sent={sent} />
        ))}
        <div className="flex flex-wrap gap-3">
          <Button>Read the questions</Button>{" "}
          <ButtonLink to={QUESTIONNAIRES_PAGE} look="secondary">
            Cancel
          </ButtonLink>
        </div>
      </form>
    </>
  );
}
