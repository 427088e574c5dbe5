/** Links that view and download documents: every part has its place in the address. */

/** Where a file was opened from. */
export const FILE_SOURCES = ["file_row", "view_modal", "letter_row", "letter_view_modal"] as const;
export type FileSource = (typeof FILE_SOURCES)[number];

export interface FileLink {
  /** The portal's base: the org's slug on the default host, nothing on its own domain. */
  prefix: string;
  fileId: string;
  access: "view" | "download";
  source: FileSource;
  itemUid: string;
  productId: string;
  /** As whom staff preview: the query that keeps the preview going. */
  previewingAs?: string;
}

/** The address of a file. */
export function fileAddress(
  { prefix, fileId, access, source, itemUid, productId, previewingAs = "" }: FileLink,
  below = "",
): string {
  const query = new URLSearchParams(previewingAs);
  query.set("itemUid", itemUid);
  query.set("productId", productId);
  query.set("source", source);
  return `${prefix}/documents/${fileId}/${access}${below}?${query}`;
}

/** What an address says of where the file was opened; anything else is nothing. */
export function fileSource(text: string | null): FileSource | null {
  return FILE_SOURCES.find((source) => source === text) ?? null;
}
