const UNITS = ["bytes", "KB", "MB", "GB"];

/** '1.4 MB': bytes as people read them, in steps of 1,000. */
export function formatSize(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1_000 && unit < UNITS.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}`;
}

/** 'PDF', 'XLSX': the badge that a file's name gives. */
export function fileType(name: string): string | null {
  const ending = /\.([A-Za-z0-9]{1,5})$/.exec(name)?.[1];
  return ending === undefined ? null : ending.toUpperCase();
}

/** Sizes of files as people read them. */
const SIZES_UNITS = ["bytes", "KB", "MB", "GB", "TB"] as const;

/** '1 byte', '512 bytes', '1.5 MB', '2 GB': steps of 1,024, one decimal below ten. */
export function sizeInWords(bytes: number): string {
  if (bytes === 1) return "1 byte";
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < SIZES_UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  if (unit > 0 && value < 9.95) return `${trimmed(value.toFixed(1))} ${SIZES_UNITS[unit]}`;
  // 1,023.7 KB would read '1024 KB'.
  if (Math.round(value) >= 1024 && unit < SIZES_UNITS.length - 1)
    return `1 ${SIZES_UNITS[unit + 1]}`;
  return `${Math.round(value)} ${SIZES_UNITS[unit]}`;
}

function trimmed(text: string): string {
  return text.replace(/\.0$/, "");
}
