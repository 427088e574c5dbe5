import type { RouterContextProvider } from "react-router";
import { readQuestionnaire, type SentForm } from "#access/questionnaires/reading.server.ts";
import {
  addQuestionnaire,
  openQuestionnaireOf,
  type Questionnaire,
} from "#access/questionnaires/store/questionnaires.server.ts";
import { sentQuestionnaire } from "#access/questionnaires/upload.server.ts";
import type { OpenedKey } from "#auth/access-keys/open-key.server.ts";
import { staffViewer } from "#auth/viewer.ts";
import { PUBLIC_VIEWER } from "#model/visibility/viewer.ts";
import { servicesContext } from "#platform/context.ts";
import { MAX_FORM_BYTES } from "#platform/files/questionnaires/forms.ts";
import { UnreadableTable } from "#platform/files/tables/csv-table.ts";
import { isMultipart } from "#platform/files/upload/multipart.ts";
import { fieldsProblem, problem } from "#web/api/json-body.ts";
import { keyCall, type KeyNeed } from "#web/api/key-call.ts";
import { doneOnce } from "#web/api/named-call.ts";
import { countImport } from "#web/table-import/staff/import-limit.ts";
import { NOUNS } from "./nouns.ts";
import { foundEntry, stampOf } from "./pages.server.ts";
import {
  questionnaireFields,
  type QuestionnaireAnswer,
  type QuestionnaireFields,
} from "./rules/questionnaires.ts";
import { refusedAtField } from "./write-call.server.ts";
import { mustBeOfKey, mustBeProduct } from "./writes/verb.ts";

type Context = Readonly<RouterContextProvider>;

const NEED: KeyNeed = { scope: "questionnaires:write", permission: "accounts:review" };

/**
 * Takes the questionnaire of a call as the page does. The same file for the same account and product
 * adds nothing as long as the first is open, so a call can be sent again.
 */
export function questionnaireCall({
  context,
  request,
}: {
  context: Context;
  request: Request;
}): Promise<Response> {
  return keyCall({ context, request }, NEED, async (opened) => {
    if (!isMultipart(request)) throw problem(415, "Send the file as multipart/form-data.");
    const work = async (sentRequest: Request) => {
      const { limits } = context.get(servicesContext);
      await countImport(limits, opened.org.id, sentRequest, MAX_FORM_BYTES);
      const { form, sent, fault } = await sentQuestionnaire(
        context,
        opened.org.id,
        sentRequest,
        async () => undefined,
      );
      const parsed = questionnaireFields.safeParse(Object.fromEntries(form));
      if (!parsed.success) throw fieldsProblem(parsed.error);
      if (fault !== null) throw atField("file", fault.message, fault.status);
      if (sent === null) throw atField("file", "The request has no file.");
      await mustBeOpenTo(context, opened, parsed.data);
      return taken(context, opened, sent, parsed.data);
    };
    return doneOnce({ context, request }, "staff", opened, work, MAX_FORM_BYTES);
  });
}

function atField(field: string, words: string, status = 400): Response {
  return problem(status, words, { errors: { [field]: [words] } });
}

/** @throws the problem of an account or a product that this key doesn't know, or may not name */
async function mustBeOpenTo(
  context: Context,
  opened: OpenedKey,
  { accountId, productId }: QuestionnaireFields,
): Promise<void> {
  const services = context.get(servicesContext);
  if (productId !== null) await mustBeProduct({ services, opened }, productId);
  mustBeOfKey(opened, productId === null ? null : [productId]);
  if (accountId === null) return;
  const account = await foundEntry(services.store.read, opened, NOUNS.accounts, accountId);
  if (account === null || !account.isOpen)
    throw atField("accountId", "There is no account with this ID.");
}

async function taken(
  context: Context,
  opened: OpenedKey,
  sent: SentForm,
  said: QuestionnaireFields,
): Promise<Response> {
  const services = context.get(servicesContext);
  const { store, now } = services;
  const { org, by, staff } = opened;
  const { accountId, productId } = said;
  const same = { hash: sent.blob.hash, accountId, productId };
  const before = await openQuestionnaireOf(store.read, org.id, same);
  if (before !== null) return asBefore(context, opened, before, said);
  const viewer =
    accountId === null
      ? PUBLIC_VIEWER
      : await staffViewer(services, org, staff, new URLSearchParams({ accountId }));
  const { format, fingerprint, read } = await readQuestionnaire(context, { org, viewer }, sent, {
    accountId,
    productId,
  }).catch((error: unknown) => {
    if (error instanceof UnreadableTable) throw atField("file", error.message);
    throw error;
  });
  const outcome = await store
    .write(async (trx) => {
      // The same call may have been sent twice at a time.
      const first = await openQuestionnaireOf(trx, org.id, same);
      if (first !== null) return first;
      return addQuestionnaire(
        { trx, orgId: org.id, by, now: now() },
        { ...sent, ...said, memberId: null, format, fingerprint },
        read,
      );
    })
    .catch(refusedAtField);
  return typeof outcome === "string"
    ? answerOf(context, opened, outcome, "created")
    : asBefore(context, opened, outcome, said);
}

/** @throws the problem of a field that says something else than the questionnaire that is there */
function asBefore(
  context: Context,
  opened: OpenedKey,
  before: Questionnaire,
  said: QuestionnaireFields,
): Promise<Response> {
  for (const name of ["dueOn", "note"] as const)
    if (said[name] !== null && said[name] !== before[name])
      throw atField(name, "This questionnaire is there already, and says otherwise.", 409);
  return answerOf(context, opened, before.id, "unchanged");
}

async function answerOf(
  context: Context,
  opened: OpenedKey,
  id: string,
  status: QuestionnaireAnswer["status"],
): Promise<Response> {
  const { store } = context.get(servicesContext);
  const found = await foundEntry(store.read, opened, NOUNS.questionnaires, id);
  if (found === null) throw problem(404, "Not found");
  return Response.json(
    { status, questionnaire: found.shown },
    {
      status: status === "created" ? 201 : 200,
      headers: {
        ETag: `"${stampOf(found.shown)}"`,
        ...(status === "created" ? { Location: `/api/v1/questionnaires/${id}` } : {}),
      },
    },
  );
}
