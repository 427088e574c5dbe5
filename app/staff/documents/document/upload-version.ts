import type { RouterContextProvider } from "react-router";
import { findDocument } from "../../../../db/documents.ts";
import { NotFound, Refused } from "../../../../db/refusals.ts";
import { StorageUnavailable } from "../../../../db/store.ts";
import { servicesContext } from "../../../context.ts";
import { UploadUnreadable } from "../../../files/upload/multipart.ts";
import { takeVersion } from "../../../files/upload/take.ts";
import { UploadFault } from "../../../files/upload/upload-fault.ts";
import { redirectWithFlash } from "../../../middleware/flash.ts";
import { markFormFailed } from "../../../forms/form.ts";
import { actorOf, requireStaff } from "../../../middleware/staff.ts";
import { noSuchDocument } from "./shown.ts";

interface Answer {
  errors: string[];
  status: number;
  headers?: HeadersInit;
}

/** Takes the form 'Upload new version'. */
export async function uploadNewVersion({
  context,
  request,
  documentId,
}: {
  context: Readonly<RouterContextProvider>;
  request: Request;
  documentId: string;
}): Promise<Response | Answer> {
  const { org, session } = await requireStaff(context, "files:edit");
  const services = context.get(servicesContext);
  if ((await findDocument(services.store.read, org.id, documentId)) === null)
    throw noSuchDocument();
  const refuse = (message: string, status: number, headers?: HeadersInit): Answer => {
    markFormFailed(context);
    return { errors: [message], status, headers };
  };
  try {
    const outcome = await takeVersion(
      services,
      org,
      documentId,
      request,
      actorOf(context, session),
    );
    if (outcome === null) return refuse("Choose a file", 400);
    if ("refused" in outcome)
      return refuse(
        `${outcome.refused.sentName}: ${outcome.refused.message}`,
        outcome.refused.status,
      );
    return redirectWithFlash(
      context,
      `/documents/${documentId}`,
      `Version ${outcome.version} has been added.`,
    );
  } catch (error) {
    if (error instanceof NotFound) throw noSuchDocument();
    if (
      error instanceof Refused ||
      error instanceof UploadFault ||
      error instanceof UploadUnreadable
    )
      return refuse(error.message, error.status);
    if (error instanceof StorageUnavailable)
      return refuse(error.message, error.status, {
        "Retry-After": String(error.retryAfterSeconds),
      });
    throw error;
  }
}
