import { createHash } from "node:crypto";
import { CLOSING, letterDate, letterTitle, SALUTATION } from "#model/bridge-letters.ts";
import { dayIn } from "#values/dates.ts";
import type { BridgeLetter } from "#model/items/items.ts";
import type { MarkdownTree } from "#values/markdown.ts";
import { marking, NotMarkable } from "../watermark/marking.ts";
import type { LetterParts } from "./pdf.ts";

/** A letter's PDF, and the SHA-256 by which its bytes are known. */
export interface LetterFile {
  bytes: Buffer;
  hash: string;
}

/**
 * Letters made before: a day's letter is the same for everyone, and making one takes a tenth of a
 * second.
 */
const made = new Map<string, Promise<LetterFile>>();
const MAX_MADE = 50;

/** What of an org stands on its letters. */
export interface LetterOrg {
  id: string;
  name: string;
  timeZone: string;
  customization: { accentColour: string };
}

/** Which letter it is that goes out today: the same words, date and looks have the same version. */
export function letterVersion(org: LetterOrg, letter: BridgeLetter, now: Date): string {
  return versionOf(partsOf(org, letter, now));
}

/**
 * The bridge letter of an org as it goes out today, its content laid out, made in a process beside
 * the server. Words that take too much are not tried again until they change, or others have been
 * asked for since.
 * @throws NotMarkable
 */
export function bridgeLetterFile(
  org: LetterOrg,
  letter: BridgeLetter,
  tree: MarkdownTree,
  now: Date,
): Promise<LetterFile> {
  const parts = { ...partsOf(org, letter, now), tree };
  const version = versionOf(parts);
  let file = made.get(version);
  if (file === undefined) {
    file = make(org.id, parts);
    file.catch((error: unknown) => {
      const isLasting = error instanceof NotMarkable && error.fault === "too-complex";
      if (!isLasting) made.delete(version);
    });
    const [oldest] = made.keys();
    if (made.size >= MAX_MADE && oldest !== undefined) made.delete(oldest);
    made.set(version, file);
  }
  return file;
}

async function make(orgId: string, parts: LetterParts): Promise<LetterFile> {
  const { buffer, byteOffset, byteLength } = await marking.letter(orgId, parts);
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  return { bytes, hash: createHash("sha256").update(bytes).digest("hex") };
}

function versionOf(parts: Omit<LetterParts, "tree">): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

function partsOf(org: LetterOrg, letter: BridgeLetter, now: Date): Omit<LetterParts, "tree"> {
  const { letterContent, signerName, signerTitle } = letter;
  return {
    orgName: org.name,
    title: letterTitle(letter),
    date: letterDate(now, org.timeZone),
    day: dayIn(now, org.timeZone),
    salutation: SALUTATION,
    closing: CLOSING,
    accentColour: org.customization.accentColour,
    letter: { letterContent, signerName, signerTitle },
  };
}
