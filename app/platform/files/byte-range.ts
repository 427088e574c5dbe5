/** Part of a file, from `start` up to but without `end`. */
export interface ByteRange {
  start: number;
  end: number;
}

const SPEC = /^(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/;
const MAX_RANGES = 16;

/**
 * What a Range header asks of a file of `size` bytes (RFC 9110 §14). Several ranges are served as
 * the one that they make together where they touch; else, and for what can't be read, the whole is
 * the answer.
 * @returns null: the whole; `unsatisfiable`: 416
 */
export function byteRange(header: string | null, size: number): ByteRange | "unsatisfiable" | null {
  const specs = header === null ? undefined : /^bytes=(.*)$/i.exec(header.trim())?.[1]?.split(",");
  if (specs === undefined || specs.length > MAX_RANGES) return null;
  const ranges: ByteRange[] = [];
  for (const spec of specs) {
    const found = SPEC.exec(spec.trim());
    if (found === null) return null;
    const [, first, last, suffix] = found;
    if (suffix !== undefined) {
      if (Number(suffix) > 0 && size > 0)
        ranges.push({ start: Math.max(0, size - Number(suffix)), end: size });
      continue;
    }
    if (last !== "" && Number(last) < Number(first)) return null;
    if (Number(first) < size)
      ranges.push({
        start: Number(first),
        end: last === "" ? size : Math.min(size, Number(last) + 1),
      });
  }
  if (ranges.length === 0) return "unsatisfiable";
  return together(ranges);
}

function together(ranges: ByteRange[]): ByteRange | null {
  ranges.sort((a, b) => a.start - b.start);
  let joined: ByteRange | null = null;
  for (const range of ranges) {
    if (joined === null) joined = { ...range };
    else if (range.start <= joined.end) joined.end = Math.max(joined.end, range.end);
    else return null;
  }
  return joined;
}
