import type { RouterContextProvider } from "react-router";
import type { OpenedKey } from "#auth/access-keys/open-key.server.ts";
import { UPLOAD_NAMES, VERSION_NAMES } from "#content/documents/rules/document-calls.ts";
import { SAME_FILE } from "#content/documents/store/document-versions.server.ts";
import { maxUploadBytes, takeUploads, takeVersion } from "#content/documents/upload/take.ts";
import { isMultipart } from "#platform/files/upload/multipart.ts";
import { servicesContext, type Services } from "#platform/context.ts";
import { callEntry, entryCalled } from "#tenancy/history/store/external-ids.server.ts";
import { fieldsProblem, problem } from "#web/api/json-body.ts";
import { keyCall } from "#web/api/key-call.ts";
import { doneOnce } from "#web/api/named-call.ts";
import { fieldsRefused } from "#web/api/staff.ts";
import { NOUNS } from "./nouns.ts";
import { foundEntry, stampOf } from "./pages.server.ts";
import type { DocumentEntry } from "./rules/entries.ts";
import { uploadQuerySchema, type UploadAnswer } from "./rules/uploads.ts";
import { documentWrites } from "./writes/document-writes.server.ts";
import { mustBeOfKey } from "./writes/verb.ts";

/** What a call that brings a file knows. */
interface Upload {
  services: Services;
  opened: OpenedKey;
  request: Request;
}

/**
 * Takes the file of a call into the library, or behind a document as its next version, as the pages
 * do. The file that a document has already changes nothing, so a call can be sent again.
 * @param id the document of the address; null for the library
 */
export function uploadCall(
  { context, request }: { context: Readonly<RouterContextProvider>; request: Request },
  id: string | null,
): Promise<Response> {
  return keyCall({ context, request }, documentWrites.need, async (opened) => {
    if (!isMultipart(request)) throw problem(415, "Send the file as multipart/form-data.");
    const services = context.get(servicesContext);
    return doneOnce(
      { context, request },
      "staff",
      opened,
      (sent) => received({ services, opened, request: sent }, id),
      maxUploadBytes(opened.org),
    );
  });
}

async function received(upload: Upload, id: string | null): Promise<Response> {
  const { services, opened, request } = upload;
  try {
    if (id !== null) return await asVersion(upload, id, VERSION_NAMES);
    const externalId = askedName(request);
    const { store } = services;
    const known =
      externalId === null
        ? null
        : await entryCalled(store.read, opened.org.id, "documents", externalId);
    const isThere =
      known !== null && (await foundEntry(store.read, opened, NOUNS.documents, known)) !== null;
    return await (isThere
      ? asVersion(upload, known, [...VERSION_NAMES, ...UPLOAD_NAMES])
      : asDocument(upload, externalId));
  } catch (error) {
    const answer = fieldsRefused(error);
    if (answer === undefined) throw error;
    return answer;
  }
}

function askedName(request: Request): string | null {
  const parsed = uploadQuerySchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!parsed.success) throw fieldsProblem(parsed.error);
  return parsed.data.externalId ?? null;
}

/** A new document. @throws a problem */
async function asDocument(
  { services, opened, request }: Upload,
  externalId: string | null,
): Promise<Response> {
  mustBeOfKey(opened, null);
  const { added, refused, notes } = await takeUploads(services, opened.org, request, opened.by, {
    maxFiles: 1,
    names: UPLOAD_NAMES,
    also: async ({ trx, orgId }, [id]) => {
      if (externalId !== null && id !== undefined)
        await callEntry(trx, orgId, { noun: "documents", id, externalId });
    },
  });
  const [document, fault] = [added[0], refused[0]];
  if (fault !== undefined)
    throw problem(fault.status, fault.message, {
      members: fault.sameAs === undefined ? {} : { code: "same_file", sameAs: fault.sameAs },
    });
  if (document === undefined) throw noFile();
  return answerOf({ services, opened, request }, document.id, { status: "created", notes });
}

/**
 * The next version of a document.
 * @param names the fields that the call takes
 * @throws a problem; NotFound
 */
async function asVersion(
  { services, opened, request }: Upload,
  id: string,
  names: readonly string[],
): Promise<Response> {
  const found = await foundEntry(services.store.read, opened, NOUNS.documents, id);
  if (found === null || !found.isOpen) throw problem(404, "Not found");
  mustBeOfKey(opened, found.about);
  const taken = await takeVersion(services, opened.org, request, {
    documentId: id,
    by: opened.by,
    names,
    judge: (fields) => mustBeAsBefore(found.shown as unknown as Called, fields),
  });
  const upload = { services, opened, request };
  if ("version" in taken) return answerOf(upload, id, { status: "replaced", notes: taken.notes });
  if (taken.refused === null) throw noFile();
  if (taken.refused.message === SAME_FILE)
    return answerOf(upload, id, { status: "unchanged", notes: [] });
  throw problem(taken.refused.status, taken.refused.message);
}

type Called = Pick<DocumentEntry, "type" | "accessType">;

/**
 * What only a new document says can be sent again with its next file, but not otherwise.
 * @throws the problem of a field that says something else
 */
function mustBeAsBefore({ type, accessType }: Called, fields: ReadonlyMap<string, string>): void {
  const stored = { type, accessType, documentAccessType: accessType };
  for (const [name, value] of Object.entries(stored)) {
    const sent = fields.get(name);
    if (sent === undefined || sent === (value ?? "default")) continue;
    const words = "This document is there already, and says otherwise. Change it with PATCH.";
    throw problem(409, words, { errors: { [name]: [words] } });
  }
}

const noFile = () => problem(400, "The request has no file.");

async function answerOf(
  { services, opened }: Upload,
  id: string,
  said: Pick<UploadAnswer, "status" | "notes">,
): Promise<Response> {
  const found = await foundEntry(services.store.read, opened, NOUNS.documents, id);
  if (found === null) throw problem(404, "Not found");
  return Response.json(
    { ...said, document: found.shown },
    {
      status: said.status === "created" ? 201 : 200,
      headers: {
        ETag: `"${stampOf(found.shown)}"`,
        ...(said.status === "created" ? { Location: `/api/v1/documents/${id}` } : {}),
      },
    },
  );
}
