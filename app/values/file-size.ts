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
