import type { RouterContextProvider } from "react-router";
import type { Route } from "./+types/portal-questionnaires";
import { countUpload, sendQuestionnaire } from "#access/questionnaires/sending.server.ts";
import { sentQuestionnaire } from "#access/questionnaires/upload.server.ts";
import type { OpenedMemberKey } from "#auth/access-keys/open-member-key.server.ts";
import { MAX_FORM_BYTES } from "#platform/files/questionnaires/forms.ts";
import { UnreadableTable } from "#platform/files/tables/csv-table.ts";
import { isMultipart } from "#platform/files/upload/multipart.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { fieldsProblem, problem } from "#web/api/json-body.ts";
import { memberKeyCall } from "#web/api/key-call.ts";
import { doneOnce } from "#web/api/named-call.ts";
import { tagged } from "./pages.server.ts";
import { mustTake, oneSentBy, QUESTIONNAIRES, sentBy } from "./portal-questionnaires.server.ts";
import { noQuerySchema, portalQuestionnaireFields } from "./rules/portal.ts";
import { refusedAtField } from "./write-call.server.ts";

export const handle: RouteHandle = { methods: ["GET", "POST"], keyCall: true, takesFiles: true };

interface Asked {
  context: Readonly<RouterContextProvider>;
  request: Request;
}

/** GET /api/v1/portal/questionnaires: what members of the account sent, the newest first. */
export function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  return memberKeyCall({ context, request }, "questionnaires:write", async (opened) => {
    const query = noQuerySchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
    if (!query.success) throw fieldsProblem(query.error);
    return tagged(request, { data: await sentBy(context, opened) });
  });
}

/** POST /api/v1/portal/questionnaires: sends one as the page does: 201 with its state. */
export function action({ context, request }: Route.ActionArgs): Promise<Response> {
  return memberKeyCall({ context, request }, "questionnaires:write", async (opened) => {
    mustTake(opened);
    if (!isMultipart(request)) throw problem(415, "Send the file as multipart/form-data.");
    return doneOnce(
      { context, request },
      "member",
      opened,
      (sent) => received({ context, request: sent }, opened),
      MAX_FORM_BYTES,
    );
  });
}

async function received({ context, request }: Asked, opened: OpenedMemberKey): Promise<Response> {
  const { org, viewer } = opened;
  const sender = { context, org, viewer };
  const { form, sent, fault } = await sentQuestionnaire(context, org.id, request, () =>
    countUpload(sender),
  );
  if (fault !== null) throw atFile(fault.message, fault.status);
  const fields = portalQuestionnaireFields.safeParse(Object.fromEntries(form));
  if (!fields.success) throw fieldsProblem(fields.error);
  if (sent === null) throw atFile("The request has no file.", 400);
  const id = await sendQuestionnaire(sender, sent, fields.data).catch((error: unknown) => {
    if (error instanceof UnreadableTable) throw atFile(error.message, 400);
    return refusedAtField(error);
  });
  const { entry } = await oneSentBy(context, opened, id);
  return Response.json(entry, { status: 201, headers: { Location: `${QUESTIONNAIRES}/${id}` } });
}

const atFile = (words: string, status: number) =>
  problem(status, words, { errors: { file: [words] } });
