import type { PdfFile } from "./pdf-file.ts";
import { BrokenPdf, numberOf, referenceOf, type PdfDictionary } from "./pdf-syntax.ts";

/** What a page takes over from the tree above it. */
const INHERITED = ["Resources", "MediaBox", "CropBox", "Rotate"] as const;
const MAX_DEPTH = 64;
const MAX_PAGES = 20_000;
/** What a page is where it does not say. */
const USUAL: Box = { x: 0, y: 0, width: 612, height: 792 };
/** Beyond this no program draws anything. */
const FARTHEST = 1e9;

/** A rectangle, in the page's own units. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A page of a file. */
export interface PdfPage {
  number: number;
  generation: number;
  /** Its dictionary, with what it takes over. */
  entries: PdfDictionary;
  /** What of it is seen: the CropBox, cut to the MediaBox. */
  box: Box;
  /** By how many quarters it is shown turned, clockwise. */
  quarters: number;
  /** Whether its CropBox lies beside it: some readers show nothing of it, others all. */
  isBeside: boolean;
}

/** The pages of a file, in their order; each of them once. @throws BrokenPdf */
export function pagesOf(file: PdfFile): PdfPage[] {
  const pages: PdfPage[] = [];
  const seen = new Set<number>();
  const visit = (value: string, above: PdfDictionary, depth: number) => {
    const reference = referenceOf(value);
    if (reference === null || depth > MAX_DEPTH) throw new BrokenPdf("no tree of pages");
    const entries = file.dictionary(value);
    // A page that is gone leaves a gap in the tree, which readers pass over.
    if (entries === null) return;
    const kids = file.array(entries.get("Kids"));
    if (seen.has(reference.number)) {
      if (kids !== null) throw new BrokenPdf("a circle of pages");
      return;
    }
    seen.add(reference.number);
    const own = new Map(above);
    for (const name of INHERITED) {
      const given = entries.get(name);
      if (given !== undefined && file.look(given) !== "null") own.set(name, given);
    }
    if (kids === null) pages.push(pageOf(file, reference, new Map([...entries, ...own])));
    else for (const kid of kids) visit(kid, own, depth + 1);
    if (pages.length > MAX_PAGES) throw new BrokenPdf("too many pages");
  };
  const root = file.dictionary(file.trailer.get("Root"));
  visit(root?.get("Pages") ?? "", new Map(), 0);
  return pages;
}

function pageOf(
  file: PdfFile,
  reference: { number: number; generation: number },
  entries: PdfDictionary,
): PdfPage {
  const media = boxOf(file, entries.get("MediaBox")) ?? USUAL;
  const crop = boxOf(file, entries.get("CropBox"));
  const turned = numberOf(file.look(entries.get("Rotate") ?? "0")) ?? 0;
  const seen = crop === null ? media : cut(crop, media);
  const quarters = ((Math.trunc(turned / 90) % 4) + 4) % 4;
  return { ...reference, entries, box: seen ?? media, quarters, isBeside: seen === null };
}

/** A box as it is meant, whichever of its corners come first; null when it has no area. */
function boxOf(file: PdfFile, value: string | undefined): Box | null {
  const sides = (file.array(value) ?? []).map((side) => numberOf(file.look(side)));
  const [a, b, c, d] = sides.map((side) => Math.max(-FARTHEST, Math.min(FARTHEST, side ?? 0)));
  if (a === undefined || b === undefined || c === undefined || d === undefined) return null;
  const box = {
    x: Math.min(a, c),
    y: Math.min(b, d),
    width: Math.abs(c - a),
    height: Math.abs(d - b),
  };
  return box.width > 0 && box.height > 0 ? box : null;
}

/** What two boxes have in common; null when that is nothing. */
function cut(one: Box, other: Box): Box | null {
  const [x, y] = [Math.max(one.x, other.x), Math.max(one.y, other.y)];
  const width = Math.min(one.x + one.width, other.x + other.width) - x;
  const height = Math.min(one.y + one.height, other.y + other.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}
