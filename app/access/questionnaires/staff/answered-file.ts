import { redirect } from "react-router";
import type { Route } from "./+types/answered-file";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import { Refused } from "#db/refusals.ts";
import { QUESTIONNAIRES_PAGE } from "#model/questionnaires.ts";
import { servicesContext } from "#platform/context.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { notFound } from "#web/forms/form.ts";
import { readForm } from "#platform/http/request/read-form.ts";
import { answeredBytes, formAnswer } from "../answered.server.ts";
import { answeredFileSchema } from "../forms/questionnaire-forms.ts";
import { answeredName } from "../rules/filling.ts";
import { sourcesFor } from "../sources.server.ts";
import { findQuestionnaire, noteDownload } from "../store/questionnaires.server.ts";

export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  await requireStaff(context, "accounts:review");
  return redirect(QUESTIONNAIRES_PAGE, { status: 303 });
}

/**
 * The same file with the answers that are accepted or edited. A POST, because the record notes who
 * took it along.
 */
export async function action({ context, params, request }: Route.ActionArgs): Promise<Response> {
  const { org, session } = await requireStaff(context, "accounts:review");
  const { store, now } = context.get(servicesContext);
  const found = await findQuestionnaire(store.read, org.id, params.questionnaireId);
  if (found === null) throw notFound();
  const form = answeredFileSchema.safeParse(Object.fromEntries(await readForm(request)));
  const page = `${QUESTIONNAIRES_PAGE}/${found.id}`;
  const refuse = (text: string) => redirectWithFlash(context, page, { text, tone: "error" });
  if (!form.success) return refuse("Something went wrong with this form. Try again.");
  const { sources: withSources, kind } = form.data;
  let bytes: Buffer;
  try {
    const sources = withSources
      ? await sourcesFor(context, { org, session }, found, kind)
      : undefined;
    bytes = await answeredBytes(context, org, found, { sources, kind });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return refuse(error.message);
  }
  // Written before anything leaves: what can't be recorded is not handed over.
  await store.write((trx) =>
    noteDownload({ trx, orgId: org.id, by: actorOf(context, session), now: now() }, found),
  );
  return formAnswer(answeredName(found, kind), bytes);
}
