import type { Customization } from "#model/settings/customization.ts";
import type { DocumentAccessType } from "#model/items/items.ts";
import type { Viewer } from "./viewer.ts";
import type { FileAccess } from "./who-sees-what.ts";

/**
 * What a viewer may do with one file, once the item's own rule has spoken. The item's rule is
 * `itemAccess`; this adds what the document and the staff's permissions say.
 */

/**
 * Why something is refused:
 * - `locked`: the viewer's profile does not include the item
 * - `nda`: it does, and the NDA is not signed yet
 * - `view-only`: the document may be looked at, not taken along
 * - `no-permission`: the staff member's role lacks files:view or files:download
 * - `earlier-version`: it is an earlier version of a document, and those are not shared
 */
export type FileRefusal = "locked" | "nda" | "view-only" | "no-permission" | "earlier-version";

/** null: allowed. */
export interface FileRights {
  view: FileRefusal | null;
  download: FileRefusal | null;
  /**
   * What pages say. It differs from the rights in a preview alone: that shows what its visitor
   * would be offered, also where the role of the staff member behind it refuses.
   */
  offered: { view: FileRefusal | null; download: FileRefusal | null };
  /** Shown as watermarked page images alone; the original bytes never leave. */
  viewOnly: boolean;
}

/** What the rule needs to know of a document. */
export interface FileFacts {
  contentType: string;
  accessType: DocumentAccessType | null;
  encryptedType: string | null;
  /** It was tried, and can't be shown as pages. */
  unshowable?: boolean;
}

export type FileSettings = Pick<Customization, "documentAccessType" | "viewOnlyFallback">;

/**
 * Whether a document is view-only for this viewer: by itself, or by the org's default outside Main.
 */
export function isViewOnly(
  viewer: Viewer,
  accessType: DocumentAccessType | null,
  settings: Pick<Customization, "documentAccessType">,
): boolean {
  if (accessType !== null) return accessType === "view-only";
  return viewer.mode !== "main" && settings.documentAccessType === "view-only";
}

/**
 * The rights in a file whose item gives `access`; an item that is absent has no file, and is not
 * asked about here.
 */
export function fileRights(
  viewer: Viewer,
  access: Exclude<FileAccess, "none">,
  document: FileFacts,
  settings: FileSettings,
): FileRights {
  const viewOnly = isViewOnly(viewer, document.accessType, settings);
  if (access !== "open")
    return {
      view: access,
      download: access,
      viewOnly,
      offered: { view: access, download: access },
    };
  // What can't be shown as page images is offered unmarked, where the org chose so.
  const unmarked = viewOnly && settings.viewOnlyFallback === "offer" && !isShownAsPages(document);
  const asVisitor = { view: null, download: viewOnly && !unmarked ? ("view-only" as const) : null };
  const own = {
    view: lacksPermission(viewer, "files:view") ? ("no-permission" as const) : asVisitor.view,
    download: lacksPermission(viewer, "files:download")
      ? ("no-permission" as const)
      : asVisitor.download,
  };
  return { ...own, viewOnly, offered: viewer.mode === "preview" ? asVisitor : own };
}

/**
 * Whether the viewer is staff without a permission. A preview shows what a visitor would see; what
 * its staff member may take along stays what their own role says.
 */
export function lacksPermission(
  viewer: Viewer,
  permission: "files:view" | "files:download",
): boolean {
  return (
    (viewer.mode === "main" || viewer.mode === "preview") &&
    !viewer.staff.permissions.has(permission)
  );
}

/**
 * Kinds of files that a view-only document can be shown as: page images, a marked picture, or text.
 */
export function isShownAsPages({
  contentType,
  encryptedType,
  unshowable = false,
}: Pick<FileFacts, "contentType" | "encryptedType" | "unshowable">): boolean {
  return (
    encryptedType === null &&
    !unshowable &&
    (contentType === PDF || isPicture(contentType) || isText(contentType))
  );
}

/** Kinds of files that have a first page to be drawn: text is shown as text. */
export function hasFirstPage({
  contentType,
  encryptedType,
}: Pick<FileFacts, "contentType" | "encryptedType">): boolean {
  return encryptedType === null && (contentType === PDF || isPicture(contentType));
}

export const PDF = "application/pdf";

/** What a document's `encryptedType` says when it asks its reader for a password. */
export const PASSWORD = "password";

/** Pictures that are shown inline; SVG is none of them: it can hold scripts. */
export function isPicture(contentType: string): boolean {
  return contentType === "image/png" || contentType === "image/jpeg";
}

/** Text that is shown on a page of the portal. */
export function isText(contentType: string): boolean {
  return ["text/plain", "text/markdown", "text/csv"].includes(contentType.split(";")[0] ?? "");
}

/** Text that is laid out as Markdown, by its type or by what the file is called. */
export function isMarkdownFile({
  contentType,
  originalName,
}: {
  contentType: string;
  originalName: string;
}): boolean {
  return (
    contentType.startsWith("text/markdown") ||
    (isText(contentType) && /\.(?:md|markdown)$/i.test(originalName))
  );
}

/** The tooltip and the message of a download that a view-only document refuses. */
export function viewOnlyMessage(portalTitle: string): string {
  return `This file is view-only and not downloadable in the ${portalTitle}`;
}

export const ENCRYPTED_NOTICE = "This file is encrypted so viewing may take a moment";
export const DOWNLOAD_FAILED =
  "Failed to download the document. If the problem persists, please contact support.";
