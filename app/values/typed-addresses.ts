import { addedAlready, bareAddress, notAnEmail, readTypedEmail } from "./email-address.ts";

/**
 * Addresses out of a text that somebody is typing: one is taken when it is finished, and what is
 * refused stays as it was typed, with what separates it from the next. So no address is made that
 * nobody typed.
 */

/** What stands between separators. */
const PART = /[^\s,]+/g;

interface TypedPart {
  text: string;
  start: number;
  end: number;
  /** A separator follows it. */
  isEnded: boolean;
}

function partsOf(text: string): TypedPart[] {
  return Array.from(text.matchAll(PART), ({ 0: part, index }) => {
    const end = index + part.length;
    return { text: part, start: index, end, isEnded: end < text.length };
  });
}

/**
 * Adds an address to those that are there, by its key: a person is there once, however the address
 * is tagged.
 * @returns what is wrong with it; null where it was added
 */
function add(part: string, keys: Set<string>): string | null {
  const address = readTypedEmail(part);
  if (address === null) return notAnEmail(part);
  if (keys.has(address.key)) return addedAlready(part);
  keys.add(address.key);
  return null;
}

/** What became of a text. */
export interface Typed {
  /** The addresses that were taken out of it, in their order. */
  taken: string[];
  /** What stays in the field, and where its caret stands. */
  left: string;
  caret: number;
  /** What is said of the first part that was refused; empty where none was. */
  fault: string;
}

/**
 * Takes the finished addresses out of a text: those that a separator follows and the caret is not
 * in. `all` takes every part as finished.
 * @param known the addresses that are there already
 */
export function takeTyped(
  text: string,
  known: readonly string[],
  { caret, all = false }: { caret: number; all?: boolean },
): Typed {
  const keys = new Set<string>();
  for (const address of known) add(address, keys);
  const typed: Typed = { taken: [], left: "", caret: 0, fault: "" };
  for (const { text: part, start, end, isEnded } of partsOf(text)) {
    const isInWork = !all && (!isEnded || (caret >= start && caret <= end));
    const fault = isInWork ? "" : add(part, keys);
    if (fault === null) {
      typed.taken.push(bareAddress(part).toLowerCase());
      continue;
    }
    typed.fault ||= fault;
    if (caret >= start) typed.caret = typed.left.length + Math.min(caret, end) - start;
    typed.left += part;
    // What is finished keeps a separator behind it.
    if (!isEnded && !all) continue;
    if (caret > end) typed.caret = typed.left.length + 1;
    typed.left += " ";
  }
  return typed;
}

/**
 * Why a text and the addresses beside it can't be sent as they are; null where they can.
 * @param most so many addresses at most
 */
export function whyNotSent(
  text: string,
  known: readonly string[],
  most: number,
): "none" | "faulty" | "many" | null {
  const { taken, fault } = takeTyped(text, known, { caret: text.length, all: true });
  const count = known.length + taken.length;
  if (fault !== "") return "faulty";
  return count === 0 ? "none" : count > most ? "many" : null;
}
