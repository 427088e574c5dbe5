import { redirect, type RouterContextProvider } from "react-router";
import { bulkFileOf, loadBulkCandidates, mayTakeBulk } from "../../visibility/store/bulk.server.ts";
import { servicesContext } from "../../context.ts";
import {
  BULK_NOT_YOURS,
  fileOfChoice,
  MAX_BULK_FILES,
  NOTHING_SELECTED,
  TOO_MANY_SELECTED,
  type BulkFile,
} from "./rules.ts";
import { gatherFiles } from "../../files/bulk/gather.ts";
import { linkTo } from "../../files/bulk/link.ts";
import { readForm } from "../../forms/form.ts";
import { attempt } from "../../forms/shown.ts";
import { portalBase } from "../../portal/scope.ts";
import { keptQuery, type BulkOutcome, type BulkRequest } from "./portal.request.ts";

/**
 * The plain form of the dialog: it leads to the archive itself when everything that was chosen can be had, else
 * what the page says then. The archive is at an address, so whatever loads it can resume.
 */
export async function submitted(
  context: Readonly<RouterContextProvider>,
  request: Request,
  { portal, bulk }: BulkRequest,
): Promise<Response | BulkOutcome> {
  const form = await readForm(request);
  const chosen = form.getAll("file").filter((value): value is string => typeof value === "string");
  const all = form.get("all") === "on";
  const candidates = await loadBulkCandidates(portal.scope);
  const files = all
    ? candidates.map(bulkFileOf)
    : chosen.map(fileOfChoice).filter((file): file is BulkFile => file !== null);
  const refuse = (message: string, status = 400): BulkOutcome => ({
    kind: "refused",
    status,
    message,
    chosen,
    all,
  });
  if (!mayTakeBulk(portal.viewer)) return refuse(BULK_NOT_YOURS, 403);
  if (files.length === 0) return refuse(NOTHING_SELECTED);
  if (files.length > MAX_BULK_FILES) return refuse(TOO_MANY_SELECTED);
  const { limits } = context.get(servicesContext);
  const counted = await attempt(() =>
    limits.consume(
      "bulk-download",
      portal.viewer.mode === "accountExternal" ? portal.viewer.member.id : keptQuery(portal),
    ),
  );
  if ("refusal" in counted) return refuse(counted.refusal.said.join(" "));
  const gathered = await gatherFiles(bulk, files, request.signal);
  const fileUrl = await linkTo(bulk, portal.viewer, gathered, {
    base: portalBase(context, portal.org),
    keep: keptQuery(portal),
    selectAllUsed: all,
  });
  if (gathered.failed.length === 0 && fileUrl !== null) return redirect(fileUrl, 303);
  const names = new Map(
    candidates.map((candidate) => [
      bulkFileOf(candidate).fileId,
      candidate.file?.document.originalName ?? candidate.letter?.fileName ?? "",
    ]),
  );
  return {
    kind: "partial",
    fileUrl,
    ready: gathered.ready.length,
    failed: gathered.failed.map(({ fileId }) => names.get(fileId) ?? "(Unknown)"),
  };
}
