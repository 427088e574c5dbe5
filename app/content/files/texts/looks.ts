import type { HiddenPart } from "#model/documents/hidden-parts.ts";
import { attributeOf } from "./xml-tokens.ts";

/**
 * What lies behind words: a color as `RRGGBB`, or `some` for what is not known and may be anything.
 */
export type Ground = string;
export const SOME = "some";
export const WHITE = "FFFFFF";
export const BLACK = "000000";

/** A stretch of a slide, in the units of its file. */
export interface Place {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** How something looks, as far as it says so itself. */
export interface Look {
  /** Its words are hidden. */
  vanish: boolean | null;
  /** `RRGGBB`; `auto` stands off from its ground. */
  color: string | null;
  /** Its letters have no ink. */
  isInkless: boolean;
  /** Of its letters, in points. */
  size: number | null;
  /** What it puts behind its words. */
  ground: Ground | null;
  /** It does so with a marker, on which words of no color of their own stay black. */
  isMarked: boolean;
}

/** Something that words stand in, within others: a paragraph, a run, a shape. */
export interface Layer {
  name: string;
  /** It is hidden as a whole, and as what. */
  hidden: HiddenPart | null;
  look: Look;
  /** The style that it names. */
  style: string | null;
  /** Where it stands; null where that is not said. */
  place: Place | null;
}

export function newLook(): Look {
  return { vanish: null, color: null, isInkless: false, size: null, ground: null, isMarked: false };
}

export function newLayer(name: string): Layer {
  return { name, hidden: null, look: newLook(), style: null, place: null };
}

/** The elements that a token stands in, from the outermost. */
export type Within = readonly string[];

/** Whether the innermost elements are these. */
export function endsWith(within: Within, ...names: readonly string[]): boolean {
  return names.every((name, at) => within[within.length - names.length + at] === name);
}

export interface OpenToken {
  open: string;
  attributes: string;
  isEmpty: boolean;
}

/** How a kind of file says what its words look like. */
export interface LookReader {
  /** Notes what an element says of the innermost layers that it stands in. */
  note(layers: readonly Layer[], within: Within, token: OpenToken): void;
  /** Something that stands on the page ends here. */
  end?(layer: Layer): void;
  /** As what words that stand in these layers are hidden; null for those that are seen. */
  hiddenAs(layers: readonly Layer[]): HiddenPart | null;
}

/** Letters of so many points are a line at best. */
const TOO_SMALL = 2;

export function isTooSmall({ size }: Pick<Look, "size">): boolean {
  return size !== null && size < TOO_SMALL;
}

/** By how much the parts of two colors differ, of 255, before an eye can tell: as in PDFs. */
const TOLD_APART = 14;

/** Whether words of a color can't be told from their ground. */
export function isSameColor(color: string, ground: Ground): boolean {
  const [one, other] = [partsOf(color), partsOf(ground)];
  return (
    one !== null &&
    other !== null &&
    one.every((part, at) => Math.abs(part - (other[at] ?? 0)) < TOLD_APART)
  );
}

function partsOf(color: string): number[] | null {
  if (!/^[\dA-Fa-f]{6}$/.test(color)) return null;
  return [0, 2, 4].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

/** Whether a switch says no; one that says nothing says yes. */
export function isOff(value: string | null): boolean {
  return value === "0" || value === "false" || value === "off";
}

export function numberOf(attributes: string, name: string): number | null {
  const said = attributeOf(attributes, name);
  const value = said === null || said.trim() === "" ? Number.NaN : Number(said);
  return Number.isFinite(value) ? value : null;
}
