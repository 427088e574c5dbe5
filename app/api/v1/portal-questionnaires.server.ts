import type { RouterContextProvider } from "react-router";
import {
  findSent,
  sentQuestionnaires,
  type SentQuestionnaire,
} from "#access/questionnaires/store/sent-questionnaires.server.ts";
import type { OpenedMemberKey } from "#auth/access-keys/open-member-key.server.ts";
import { maySendQuestionnaires } from "#model/questionnaires/uploads.ts";
import { servicesContext } from "#platform/context.ts";
import { problem } from "#web/api/json-body.ts";
import type { PortalQuestionnaire } from "./rules/portal.ts";

type Context = Readonly<RouterContextProvider>;

/** What a questionnaire that members sent is called by programs. */
export const QUESTIONNAIRES = "/api/v1/portal/questionnaires";

/** @throws a problem where the organization takes no questionnaires, or none of this member's */
export function mustTake({ org, viewer }: OpenedMemberKey): void {
  if (org.customization.questionnaireUploads === "off") throw problem(404, "Not found");
  if (!maySendQuestionnaires(viewer)) throw problem(403, "You don’t have access to this.");
}

/** What members of the key's account sent about its products, the newest first. */
export async function sentBy(
  context: Context,
  opened: OpenedMemberKey,
): Promise<PortalQuestionnaire[]> {
  mustTake(opened);
  const { store } = context.get(servicesContext);
  const all = await sentQuestionnaires(store.read, opened.org.id, opened.viewer.account.id);
  return all.filter((one) => isOf(opened, one)).map(told);
}

/** One of them, with what was released of it. @throws a problem */
export async function oneSentBy(context: Context, opened: OpenedMemberKey, id: string) {
  mustTake(opened);
  const { store } = context.get(servicesContext);
  const found = await findSent(store.read, opened.org.id, opened.viewer.account.id, id);
  if (found === null || !isOf(opened, found.sent)) throw problem(404, "Not found");
  return { entry: told(found.sent), releases: found.releases };
}

function isOf({ key }: OpenedMemberKey, { productId }: SentQuestionnaire): boolean {
  return key.productIds === null || (productId !== null && key.productIds.has(productId));
}

function told(sent: SentQuestionnaire): PortalQuestionnaire {
  const { id, fileName, productId, state, questions, answered, dueOn, createdAt, finishedAt } =
    sent;
  const content = state === "released" ? `${QUESTIONNAIRES}/${id}/content` : null;
  return {
    id,
    fileName,
    productId,
    state,
    questions,
    answered,
    dueOn,
    createdAt,
    finishedAt,
    content,
  };
}
