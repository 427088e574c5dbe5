/** Sizes of files as people read them. */
const UNITS = ["bytes", "KB", "MB", "GB", "TB"] as const;

/** '1 byte', '512 bytes', '1.5 MB', '2 GB': steps of 1,024, one decimal below ten. */
export function sizeInWords(bytes: number): string {
  if (bytes === 1) return "1 byte";
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  if (unit > 0 && value < 9.95) return `${trimmed(value.toFixed(1))} ${UNITS[unit]}`;
  // 1,023.7 KB would read '1024 KB'.
  if (Math.round(value) >= 1024 && unit < UNITS.length - 1) return `1 ${UNITS[unit + 1]}`;
  return `${Math.round(value)} ${UNITS[unit]}`;
}

function trimmed(text: string): string {
  return text.replace(/\.0$/, "");
}
