import type { RouterContextProvider } from "react-router";
import { archiveAnswer } from "#content/bulk-download/archive-answer.ts";
import { archiveName } from "#content/bulk-download/gather.ts";
import { ARCHIVE_SOURCES } from "#model/bulk-download.ts";
import { afterAnswerContext } from "#platform/context.ts";
import type { PackageRequest } from "./contents.server.ts";
import { archiveOfPackage, bulkOf } from "./make.server.ts";
import type { KeptPackage } from "./store/packages.server.ts";

/**
 * The archive of a package as an answer, whole or the part that is asked for.
 * @returns `changed` when it is not what was signed
 */
export async function packageAnswer(
  context: Readonly<RouterContextProvider>,
  request: Request,
  own: PackageRequest,
  made: KeptPackage,
): Promise<Response | "changed"> {
  const archive = await archiveOfPackage(context, own, made);
  if (archive === "changed") return archive;
  return archiveAnswer(
    bulkOf(context, own),
    own.viewer,
    request,
    {
      id: made.id.slice(0, 16),
      name: archiveName(own.portal.org).replace(/\.zip$/, "-Evidence.zip"),
      source: ARCHIVE_SOURCES.package,
      ...archive,
    },
    (work) => context.get(afterAnswerContext).push(work),
  );
}
