import path from "node:path/posix";

/** The text of a part of an office file: UTF-8, or UTF-16 with its mark. */
export function partText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isWide = first === 0xff && second === 0xfe;
  const isTurned = first === 0xfe && second === 0xff;
  return new TextDecoder(isWide ? "utf-16le" : isTurned ? "utf-16be" : "utf-8").decode(bytes);
}

/**
 * The name of the part that a relation of another part leads to.
 * @param dir where that other part lies
 */
export function partNamed(dir: string, target: string): string {
  const plain = unescaped(target);
  return plain.startsWith("/") ? plain.slice(1) : path.join(dir, plain);
}

/** Targets are addresses, names of parts are not. */
function unescaped(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}

/** How a part of this name is found, since some programs write names and what refers to them in different cases. */
export function partFinder(names: Iterable<string>): (name: string) => string | null {
  const exact = new Set(names);
  const byName = new Map([...exact].map((name) => [name.toLowerCase(), name]));
  return (name) => (exact.has(name) ? name : (byName.get(name.toLowerCase()) ?? null));
}
