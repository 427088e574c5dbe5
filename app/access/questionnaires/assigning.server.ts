import type { RouterContextProvider } from "react-router";
import { actorOf, type StaffInOrg } from "#auth/current-staff.ts";
import { mutedKinds } from "#company/notifications/store/notifications.server.ts";
import { headerText } from "#model/mail/mail.ts";
import { ASSIGNED_TO_ME, ASSIGNED_TO_NOBODY, QUESTIONNAIRES_PAGE } from "#model/questionnaires.ts";
import { servicesContext } from "#platform/context.ts";
import { brandOf } from "#platform/mail/brand.ts";
import { renderMail } from "#platform/mail/render.tsx";
import { queueMail } from "#platform/mail/store/outbox.server.ts";
import type { QuestionFilter } from "./forms/questionnaire-query.ts";
import { questionsAssigned } from "./mail/questions-assigned.tsx";
import { assignQuestions, type AssignedQuestions } from "./store/question-work.server.ts";

type Staff = Pick<StaffInOrg, "org" | "session">;

/** A filter whose `me` is whoever looks at the list. */
export function filterFor({ session }: Staff, filter: QuestionFilter): QuestionFilter {
  return filter.assignee === ASSIGNED_TO_ME ? { ...filter, assignee: session.staff.id } : filter;
}

/**
 * Says who answers questions, and tells that person by one mail; nobody is told of what they took
 * themselves, or when they want no such mail.
 * @param assignee the id of somebody of the team, or one of the words for them
 * @throws NotFound; Refused as the verb of the store says
 */
export async function assignTo(
  context: Readonly<RouterContextProvider>,
  { org, session }: Staff,
  questionnaireId: string,
  which: Parameters<typeof assignQuestions>[2],
  assignee: string,
): Promise<AssignedQuestions> {
  const { store, config, now } = context.get(servicesContext);
  const me = session.staff;
  const staffId =
    assignee === ASSIGNED_TO_NOBODY ? null : assignee === ASSIGNED_TO_ME ? me.id : assignee;
  const brand = await brandOf(store.read, org, config);
  return store.write(async (trx) => {
    const write = { trx, orgId: org.id, by: actorOf(context, session), now: now() };
    const assigned = await assignQuestions(write, questionnaireId, which, staffId);
    const { reviewer, count, fileName } = assigned;
    const isTold =
      reviewer !== null &&
      count > 0 &&
      reviewer.id !== me.id &&
      !(await mutedKinds(trx, org.id, reviewer.id)).has("questionnaire");
    if (isTold)
      await queueMail(trx, org.id, {
        to: { email: reviewer.email, name: reviewer.name },
        mail: renderMail(brand, questionsAssigned, {
          by: me.name,
          count,
          fileName: headerText(fileName, LINE),
          path: `${QUESTIONNAIRES_PAGE}/${questionnaireId}?assigned=${ASSIGNED_TO_ME}`,
        }),
        now: write.now,
      });
    return assigned;
  });
}

/** What was done, in words. */
export function assignedWords(
  { reviewer, count }: AssignedQuestions,
  { session }: Pick<StaffInOrg, "session">,
): string {
  const questions = `${count} ${count === 1 ? "question" : "questions"}`;
  if (reviewer === null) return `${questions} unassigned.`;
  return `${questions} assigned to ${reviewer.id === session.staff.id ? "you" : reviewer.name}.`;
}

/** Words of others are one short line in mail. */
const LINE = 200;
