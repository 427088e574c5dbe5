import type { RouterContextProvider } from "react-router";
import * as z from "zod";
import { findDocument } from "../store/documents.server.ts";
import { deleteDocument, editDocument, restoreVersion } from "../store/library.server.ts";
import type { Writer } from "#db/store.ts";
import { servicesContext } from "#platform/context.ts";
import { editDocumentSchema, endingFault, versionSchema } from "#model/documents/library.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { buttonAction, goneBefore } from "#web/forms/button.ts";
import { parseForm, formAction, type FormAnswer } from "#web/forms/form.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import { noSuchDocument } from "./document-shown.ts";

interface Change {
  context: Readonly<RouterContextProvider>;
  request: Request;
  documentId: string;
}

const intentSchema = z.object({
  intent: z.enum(["edit", "restore", "delete"], {
    error: "Something went wrong with this form. Reload the page and try again.",
  }),
});

/** The plain forms of a document's page. */
export async function changeDocument(change: Change): Promise<Response | FormAnswer> {
  const { org } = await requireStaff(change.context, "files:edit");
  const { read } = change.context.get(servicesContext).store;
  const found = await findDocument(read, org.id, change.documentId);
  return formAction(change, intentSchema, async (submitted) => {
    if (found === null) {
      if (submitted.value.intent === "delete") throw GONE;
      throw noSuchDocument();
    }
    const work = { edit, restore, delete: remove }[submitted.value.intent];
    return await work(change, submitted.form);
  });
}

async function edit(change: Change, form: FormData): Promise<Response | FormAnswer> {
  const submitted = parseForm(change.context, form, editDocumentSchema);
  if (!submitted.ok) return submitted.answer;
  const { name, ...rest } = submitted.value;
  const { write, org, by, now } = await verbs(change);
  const document = await findDocument(
    change.context.get(servicesContext).store.read,
    org.id,
    change.documentId,
  );
  const fault = document === null ? null : endingFault(name, document.contentType);
  if (fault !== null) return submitted.refuse({ fields: { name: [fault] } });
  await write((trx) =>
    editDocument({ trx, orgId: org.id, by, now }, change.documentId, {
      originalName: name,
      ...rest,
    }),
  );
  return redirectWithFlash(
    change.context,
    `/documents/${change.documentId}`,
    "Your changes have been saved.",
  );
}

async function restore(change: Change, form: FormData): Promise<Response | FormAnswer> {
  const submitted = parseForm(change.context, form, versionSchema);
  if (!submitted.ok) return submitted.answer;
  const { write, org, by, now } = await verbs(change);
  const number = await write((trx) =>
    restoreVersion({ trx, orgId: org.id, by, now }, change.documentId, submitted.value.version),
  );
  return redirectWithFlash(
    change.context,
    `/documents/${change.documentId}`,
    `Version ${submitted.value.version} restored as version ${number}.`,
  );
}

async function remove(change: Change): Promise<Response> {
  const { write, org, by, now } = await verbs(change);
  const deletion = async () => {
    const { originalName } = await write((trx) =>
      deleteDocument({ trx, orgId: org.id, by, now }, change.documentId),
    );
    return redirectWithFlash(
      change.context,
      "/documents",
      `“${originalName.slice(0, 200)}” has been deleted.`,
    );
  };
  return buttonAction(change.context, `/documents/${change.documentId}`, deletion, GONE);
}

const GONE = goneBefore("This document", "/documents");

async function verbs({ context }: Change) {
  const { org, session } = await requireStaff(context, "files:edit");
  const { store, now } = context.get(servicesContext);
  return {
    org,
    by: actorOf(context, session),
    now: now(),
    write: <T>(work: (trx: Writer) => Promise<T>) => store.write(work),
  };
}
