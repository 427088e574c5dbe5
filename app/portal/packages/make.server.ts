import type { RouterContextProvider } from "react-router";
import type { BulkScope } from "#content/bulk-download/gather.ts";
import { gatherFiles, type FileFault } from "#content/bulk-download/gather.ts";
import { filesOfLink } from "#content/bulk-download/link.ts";
import { bulkViewerKey } from "#content/bulk-download/store/bulk-download.server.ts";
import { memberActor } from "#company/partners/sending.server.ts";
import { signText } from "#company/signing-keys/signing.server.ts";
import type { Archive } from "#content/bulk-download/gather.ts";
import { isoNow, newId } from "#db/ids.ts";
import { MAX_BULK_FILES } from "#model/bulk-download.ts";
import { hostContext, servicesContext } from "#platform/context.ts";
import { recordAudit } from "#tenancy/audit/store/audit.server.ts";
import { recordVisitorEvent } from "#tenancy/visitor-events/store/visitor-events.server.ts";
import { bulkFileOf, loadBulkCandidates, oncePerFile } from "#visibility/store/bulk.server.ts";
import { contentsOf, packageArchive, type PackageRequest } from "./contents.server.ts";
import type { LeftOut } from "./rules/manifest.ts";
import { readManifest } from "./rules/manifest.ts";
import { keepPackage, type KeptPackage } from "./store/packages.server.ts";

type Context = Readonly<RouterContextProvider>;

const REASONS: Readonly<Record<FileFault, LeftOut["reason"]>> = {
  unmarkable: "watermark",
  busy: "busy",
  damaged: "damaged",
};

/** Why there is no package. */
export const TOO_MANY_DOCUMENTS = `You can download more than ${MAX_BULK_FILES} documents here. Download them in parts with Download all.`;
export const CHANGED_MEANWHILE =
  "The portal changed while your package was being made. Please try again.";

/** A package that was made: where it is, and what is missing in it. */
export interface MadePackage {
  token: string;
  fewer: LeftOut[];
}

/**
 * Makes a member's package: opens every document that they may take, and signs what it holds.
 * @returns why there is none
 */
export async function makePackage(
  context: Context,
  request: PackageRequest,
  signal: AbortSignal,
): Promise<MadePackage | string> {
  const { portal, viewer } = request;
  const { org, product, scope } = portal;
  const { store, key, now, limits } = context.get(servicesContext);
  await limits.consume("bulk-download", viewer.member.id);
  const wanted = oncePerFile(await loadBulkCandidates(scope)).map(bulkFileOf);
  if (wanted.length > MAX_BULK_FILES) return TOO_MANY_DOCUMENTS;
  const { ready, failed } = await gatherFiles(bulkOf(context, request), wanted, signal);
  const moment = now();
  const made = {
    id: newId(),
    revision: org.revision,
    createdAt: isoNow(moment),
    leftOut: failed.map(({ itemUid, fileId, generated, fault }) => ({
      itemUid,
      fileId,
      generated,
      reason: REASONS[fault ?? "damaged"],
    })),
  };
  const contents = await contentsOf(request, made, ready);
  if (contents === null) return CHANGED_MEANWHILE;
  const files = ready.map(({ itemUid, fileId, generated, hash }) => ({
    itemUid,
    fileId,
    generated,
    hash,
  }));
  const token = await store.write(async (trx) => {
    const write = { trx, orgId: org.id, by: memberActor(context, viewer), now: moment };
    const signed = await signText(trx, key, moment, contents.manifest);
    const detail = { files: files.length };
    await recordVisitorEvent(write, {
      name: "evidence package",
      viewer,
      productId: product.id,
      detail,
    });
    await recordAudit(write, {
      action: "package.issued",
      subject: made.id,
      detail: { product: product.name, files: files.length, manifest: contents.hash },
    });
    return keepPackage(write, {
      id: made.id,
      productId: product.id,
      viewerKey: bulkViewerKey(viewer) ?? "",
      revision: made.revision,
      files,
      leftOut: made.leftOut,
      manifestHash: contents.hash,
      ...signed,
    });
  });
  return { token, fewer: readManifest(contents.manifest)?.leftOut ?? [] };
}

/**
 * The archive of a package, judged and written again now.
 * @returns `changed` when it is not what was signed: something was taken back, or is another one
 */
export async function archiveOfPackage(
  context: Context,
  request: PackageRequest,
  made: KeptPackage,
): Promise<Archive | "changed"> {
  const files = made.files.length === 0 ? [] : await filesOfLink(bulkOf(context, request), made);
  if (typeof files === "string") return "changed";
  const contents = await contentsOf(request, made, files);
  if (contents === null || contents.hash !== made.manifestHash) return "changed";
  return (await packageArchive(request, contents, made)) ?? "changed";
}

/** For whom the documents of a package are opened. */
export function bulkOf(context: Context, { portal }: PackageRequest): BulkScope {
  return {
    services: context.get(servicesContext),
    org: portal.org,
    scope: portal.scope,
    ip: context.get(hostContext).ip,
  };
}
