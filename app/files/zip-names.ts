/** Bytes of one name, well below what file systems take. */
const MAX_BYTES = 180;

/** What Windows refuses in a name, and what does not show or turns the text around it: controls, bidi marks, zero-width characters. */
const REFUSED = /[<>:"/\\|?*]|\p{Cc}/gu;
const UNSEEN = /\p{Cf}|[\u2028\u2029\ufffe\uffff]|\p{Cs}/gu;

/** Names that are devices on Windows, whatever their ending. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\.|$)/i;

/**
 * A name that every system can unpack: one path segment, no dots that lead elsewhere, no character that a
 * file system refuses or a reader can't see, at most 180 bytes with its ending kept.
 */
export function safeName(name: string, otherwise: string): string {
  const plain = name
    .normalize("NFC")
    .replace(UNSEEN, "")
    .replace(REFUSED, "_")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[. ]+$/, "")
    .replace(/^\.+/, (dots) => "_".repeat(dots.length));
  if (plain === "") return otherwise;
  const { stem, ending } = parts(DEVICE.test(plain) ? `_${plain}` : plain);
  return cut(stem, MAX_BYTES - Buffer.byteLength(ending)).replace(/[. ]+$/, "") + ending;
}

/**
 * Paths inside an archive: a folder a card, in it the files by name. The same name twice in one folder gets
 * a number, and so do names that differ in case alone, which are one file on many systems.
 */
export function archivePaths(files: readonly { folder: string; name: string }[]): string[] {
  const taken = new Set<string>();
  const folders = new Map<string, string>();
  return files.map(({ folder, name }) => {
    const within = folders.get(folder) ?? safeName(folder, "Documents");
    folders.set(folder, within);
    const { stem, ending } = parts(safeName(name, "document"));
    for (let number = 1; ; number += 1) {
      const mark = number === 1 ? "" : ` (${number})`;
      const path = `${within}/${stem}${mark}${ending}`;
      const key = path.normalize("NFKC").toLowerCase();
      if (taken.has(key)) continue;
      taken.add(key);
      return path;
    }
  });
}

/** The name before its ending, and the ending with its dot: 'report', '.pdf'. */
function parts(name: string): { stem: string; ending: string } {
  const ending = /(?<=.)\.[^.\s]{1,10}$/u.exec(name)?.[0] ?? "";
  return { stem: name.slice(0, name.length - ending.length), ending };
}

/** The text without what goes beyond so many bytes; no character is cut in two. */
function cut(text: string, bytes: number): string {
  let size = 0;
  let kept = "";
  for (const character of text) {
    size += Buffer.byteLength(character);
    if (size > bytes) break;
    kept += character;
  }
  return kept;
}
