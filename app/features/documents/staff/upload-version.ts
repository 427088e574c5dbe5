import type { RouterContextProvider } from "react-router";
import { findDocument } from "../store/documents.server.ts";
import { NotFound } from "../../../../db/refusals.ts";
import { servicesContext } from "../../../context.ts";
import { takeVersion } from "../../../files/upload/take.ts";
import { redirectWithFlash } from "../../../http/request/flash.ts";
import { shownAction, type Refusal } from "../../../forms/shown.ts";
import { actorOf, requireStaff } from "../../../auth/current-staff.ts";
import { noSuchDocument } from "./document-shown.ts";

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
  const show = ({ said, status, headers }: Refusal): Answer => ({ errors: said, status, headers });
  const take = async (refuse: (message: string, status?: number) => Answer) => {
    const outcome = await takeVersion(
      services,
      org,
      documentId,
      request,
      actorOf(context, session),
    );
    if (outcome === null) return refuse("Choose a file");
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
  };
  return shownAction(context, show, take, {
    answers(error) {
      if (error instanceof NotFound) throw noSuchDocument();
      return undefined;
    },
  });
}
