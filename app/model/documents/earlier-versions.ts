/** What readers of a document have of its earlier versions. */
export const EARLIER_VERSIONS = ["none", "listed", "open"] as const;
export type EarlierVersions = (typeof EARLIER_VERSIONS)[number];

export const EARLIER_VERSIONS_WORDS: Readonly<Record<EarlierVersions, string>> = {
  none: "Not shared",
  listed: "Listed with date, size and checksum",
  open: "Open to everyone who can open the document",
};

/** Said where an earlier version is asked for and may not be had. */
export const VERSIONS_NOT_SHARED = "Earlier versions of this document are not shared.";

/**
 * 'Report (version 2).pdf': what an earlier version is called. The name is the document's own, as
 * staff let it be read today; what its file was called when it came stays theirs, but for its kind.
 */
export function versionName(documentName: string, fileName: string, number: number): string {
  const { base } = parted(documentName);
  const { extension } = parted(fileName);
  return `${base} (version ${number})${extension}`;
}

/** A file's name, and its extension with the point; none where it is no short word. */
function parted(name: string): { base: string; extension: string } {
  const point = name.lastIndexOf(".");
  const extension = name.slice(point);
  return point > 0 && /^\.[A-Za-z0-9]{1,8}$/.test(extension)
    ? { base: name.slice(0, point), extension }
    : { base: name, extension: "" };
}
