import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { MiddlewareFunction } from "react-router";
import type { Route } from "./+types/answers";
import { servicesContext } from "#platform/context.ts";
import { refusePrefetch } from "#platform/http/request/prefetch.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { notFound } from "#web/forms/form.ts";
import { findStanding, standingAnswers } from "../store/standing-answers.server.ts";
import { isDataRequest, refusal, requireFile } from "./document-request.ts";
import { serveFile } from "./serve.ts";

export const middleware: MiddlewareFunction<Response>[] = [refusePrefetch];

export const handle: RouteHandle = { unqueued: true };

/** What the names mean; it changes when one of them means another thing. */
const SCHEMA = "open-trust-center/answers/1";

/**
 * The answers of a document that is a questionnaire, as data, with the ids that its file gives its
 * questions. Whoever may download the file gets them, and it counts as its download.
 */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  // Programs read the current version.
  const found = await requireFile(context, request, params, "download", null);
  if (isDataRequest(request)) throw notFound();
  const { portal, file } = found;
  const { id, originalName, blobHash } = file.document;
  const { read } = context.get(servicesContext).store;
  const [standing, answers] = await Promise.all([
    findStanding(read, portal.org.id, id),
    standingAnswers(read, portal.org.id, id, blobHash),
  ]);
  if (standing === null || answers.length === 0) throw notFound();
  const told = {
    schema: SCHEMA,
    document: { id, name: originalName },
    questionnaire: standing.shape,
    answers: answers.map(({ externalId, section, question, answer, comment }) => ({
      id: externalId === "" ? null : externalId,
      section: section === "" ? null : section,
      question,
      answer,
      comment: comment === "" ? null : comment,
    })),
  };
  const bytes = Buffer.from(JSON.stringify(told), "utf8");
  const hash = createHash("sha256").update(bytes).digest("hex");
  const blob = {
    hash,
    size: bytes.length,
    open: ({ start, end }: { start: number; end: number }) =>
      Promise.resolve(Readable.from([bytes.subarray(start, end)])),
  };
  const answer = await serveFile(context, request, found, blob, {
    access: "download",
    disposition: "inline",
    contentType: "application/json",
  });
  if (answer === null) throw refusal("failed");
  return answer;
}
