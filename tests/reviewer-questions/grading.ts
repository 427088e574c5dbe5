import { recordsFor, type AskingViewer, type DemoRecords } from "./demo-records.ts";
import type { AskedQuestion } from "./index.ts";
import type { RecordName } from "./question.ts";

/** What a viewer was told: the text, and the records that it was made from, the first first. */
export interface Told {
  answer: string | null;
  /** The title of the first source, which stands below the text. */
  title: string;
  sources: readonly (RecordName | null)[];
}

/**
 * `missed`: silent where an answer stands. `guessed`: answered where nothing stands that this
 * viewer may read. `silent`: rightly so.
 */
export type Grade = "right" | "wrong" | "missed" | "guessed" | "silent";

/**
 * Whether what a viewer was told is right. An answer is, when it has one of the words that a right one has, or where
 * none are named, when its first source is a named record. One that begins with the wrong 'yes' or 'no', or that has
 * words that it must not have, never is.
 */
export function gradeOf(
  demo: DemoRecords,
  viewer: AskingViewer,
  { verdict, records, says, never }: AskedQuestion,
  { answer, title, sources }: Told,
): Grade {
  const standing = recordsFor(demo, viewer, records);
  if (answer === null) return standing.length > 0 ? "missed" : "silent";
  if (standing.length === 0) return "guessed";
  const text = plain(answer);
  const has = (words: readonly string[]) => words.some((word) => text.includes(plain(word)));
  if (has(never) || contradicts(verdict, text)) return "wrong";
  const [first] = sources;
  const isNamed = first != null && standing.includes(first);
  // What a record is called is said, too: 'are you certified' by a certificate's title.
  const isSaid = has(says) || (isNamed && says.some((word) => plain(title).includes(plain(word))));
  const isRight = says.length > 0 ? isSaid : isNamed;
  return isRight ? "right" : "wrong";
}

/** Whether one of the first five is a record that answers. */
export function isCandidate(
  demo: DemoRecords,
  viewer: AskingViewer,
  { records }: AskedQuestion,
  given: readonly (RecordName | null)[],
): boolean {
  const standing = recordsFor(demo, viewer, records);
  return given.slice(0, 5).some((name) => name !== null && standing.includes(name));
}

function contradicts(verdict: AskedQuestion["verdict"], text: string): boolean {
  const opening = /^(yes|no)\b/.exec(text)?.[1];
  return (verdict === "yes" && opening === "no") || (verdict === "no" && opening === "yes");
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll("’", "'").replaceAll(/\s+/g, " ");
}
