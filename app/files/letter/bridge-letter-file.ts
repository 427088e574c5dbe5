import { createHash } from "node:crypto";
import { letterDate, letterTitle } from "../../domain/bridge-letter.ts";
import { dayIn } from "../../domain/dates.ts";
import type { BridgeLetter } from "../../domain/items.ts";
import { letterPdf, type LetterParts } from "./letter-pdf.ts";

/** A letter's PDF, and the SHA-256 by which its bytes are known. */
export interface LetterFile {
  bytes: Buffer;
  hash: string;
}

/** Letters made before: a day's letter is the same for everyone, and making one takes a tenth of a second. */
const made = new Map<string, Promise<LetterFile>>();
const MAX_MADE = 50;

/** The bridge letter of an org as it goes out today. */
export function bridgeLetterFile(
  org: { name: string; timeZone: string; customization: { accentColour: string } },
  letter: BridgeLetter,
  now: Date,
): Promise<LetterFile> {
  const { letterContent, signerName, signerTitle } = letter;
  const parts: LetterParts = {
    orgName: org.name,
    title: letterTitle(letter),
    date: letterDate(now, org.timeZone),
    day: dayIn(now, org.timeZone),
    accentColour: org.customization.accentColour,
    letter: { letterContent, signerName, signerTitle },
  };
  const key = createHash("sha256").update(JSON.stringify(parts)).digest("hex");
  let file = made.get(key);
  if (file === undefined) {
    file = letterPdf(parts).then((bytes) => ({ bytes, hash: createHash("sha256").update(bytes).digest("hex") }));
    file.catch(() => made.delete(key));
    const [oldest] = made.keys();
    if (made.size >= MAX_MADE && oldest !== undefined) made.delete(oldest);
    made.set(key, file);
  }
  return file;
}
