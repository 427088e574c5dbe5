import type { Route } from "./+types/questionnaire-content";
import { answeredBytes, formAnswer } from "#access/questionnaires/answered.server.ts";
import { answeredName } from "#access/questionnaires/rules/filling.ts";
import {
  findQuestionnaire,
  noteDownload,
} from "#access/questionnaires/store/questionnaires.server.ts";
import { servicesContext } from "#platform/context.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { problem } from "#web/api/json-body.ts";
import { keyCall } from "#web/api/key-call.ts";
import { NOUNS } from "./nouns.ts";
import { entryOf } from "./pages.server.ts";

export const handle: RouteHandle = { methods: ["GET"], keyCall: true };

/**
 * GET /api/v1/questionnaires/{id}/content: the file with its answers, once it is finished. The audit
 * log has each download before anything leaves.
 */
export function loader({ context, request, params }: Route.LoaderArgs): Promise<Response> {
  return keyCall({ context, request }, NOUNS.questionnaires.need, async (opened) => {
    const services = context.get(servicesContext);
    const { store, now } = services;
    const { org, by } = opened;
    await entryOf(services, opened, NOUNS.questionnaires, params.id);
    const found = await findQuestionnaire(store.read, org.id, params.id);
    if (found === null) throw problem(404, "Not found");
    if (found.finishedAt === null)
      throw problem(409, "This questionnaire isn’t finished yet.", {
        members: { code: "not_finished" },
      });
    const bytes = await answeredBytes(context, org, found);
    const answer = formAnswer(answeredName(found), bytes);
    if (request.method === "HEAD") return new Response(null, answer);
    await store.write((trx) => noteDownload({ trx, orgId: org.id, by, now: now() }, found));
    return answer;
  });
}
