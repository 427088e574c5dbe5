/** How the letters of a file can be encoded: what `TextDecoder` calls it, and what people do. */
export const ENCODINGS = {
  "utf-8": { words: "Unicode (UTF-8)" },
  "windows-1252": { words: "Western European (Windows-1252)" },
  "windows-1250": { words: "Central European (Windows-1250)" },
  "windows-1251": { words: "Cyrillic (Windows-1251)" },
  "windows-1253": { words: "Greek (Windows-1253)" },
  "windows-1254": { words: "Turkish (Windows-1254)" },
  "windows-1255": { words: "Hebrew (Windows-1255)" },
  "windows-1256": { words: "Arabic (Windows-1256)" },
  "windows-1257": { words: "Baltic (Windows-1257)" },
  "windows-1258": { words: "Vietnamese (Windows-1258)" },
  "windows-874": { words: "Thai (Windows-874)" },
  shift_jis: { words: "Japanese (Shift_JIS)" },
  "euc-jp": { words: "Japanese (EUC-JP)" },
  "iso-2022-jp": { words: "Japanese (ISO-2022-JP)" },
  gb18030: { words: "Simplified Chinese (GB18030)" },
  big5: { words: "Traditional Chinese (Big5)" },
  "euc-kr": { words: "Korean (EUC-KR)" },
  macintosh: { words: "Western European (Macintosh)" },
  "utf-16le": { words: "Unicode (UTF-16, little-endian)" },
  "utf-16be": { words: "Unicode (UTF-16, big-endian)" },
} as const;

export type Encoding = keyof typeof ENCODINGS;

/** The encoding of this name; null for anything else. */
export function encodingNamed(name: string | null): Encoding | null {
  return name !== null && Object.hasOwn(ENCODINGS, name) ? (name as Encoding) : null;
}
