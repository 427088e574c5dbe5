import * as z from "zod";

/** What a visitor's page tells of what was done on it, where no address of ours was asked. */

/** The body of a call, in bytes. */
export const MAX_EVENT_BYTES = 1_024;

const id = z.string().min(1).max(64);

/**
 * Names from a fixed list, each with the id of what it is about: one that this viewer's pages show.
 */
export const visitorEventSchema = z.discriminatedUnion("name", [
  z.strictObject({ name: z.literal("trusted-by link clicked"), id }),
  z.strictObject({ name: z.literal("more details toggled"), id, open: z.boolean() }),
]);
export type VisitorEventCall = z.output<typeof visitorEventSchema>;

/** A member took a questionnaire that was released to their account. */
export const RELEASE_TAKEN = "questionnaire downloaded";

/** The file that such an event is of; null of other events. */
export function releasedFile({ name, detail }: Pick<EventFacts, "name" | "detail">): string | null {
  if (name !== RELEASE_TAKEN || !detail) return null;
  return (JSON.parse(detail) as { file?: string }).file ?? null;
}

interface EventFacts {
  name: string;
  /** As the record has it: JSON. */
  detail?: string | null;
  access: string | null;
  documentName: string | null;
  itemTitle: string | null;
  /** More than one: what left in one archive. */
  documents?: number;
}

/** By which key a member's program did it; nothing where they did it themselves. */
function byKey(detail: string | null): string {
  const { key } = JSON.parse(detail ?? "{}") as { key?: string };
  return key === undefined ? "" : ` (key: ${key})`;
}

/** What an event says to staff: 'Downloaded soc-2.pdf', 'Downloaded 28 documents (ZIP)'. */
export function eventWords({
  name,
  detail = null,
  access,
  documentName,
  itemTitle,
  documents = 1,
}: EventFacts): string {
  if (documents > 1) return `Downloaded ${documents} documents (ZIP)`;
  const what = documentName ?? itemTitle ?? "a file that was removed";
  if (name === "file engaged")
    return `${access === "download" ? "Downloaded" : "Viewed"} ${what}${byKey(detail)}`;
  if (name === RELEASE_TAKEN)
    return `Downloaded ${releasedFile({ name, detail }) ?? "a questionnaire"}${byKey(detail)}`;
  if (name === "file damaged") return `Could not open ${what}`;
  const words = name.replace(/[-_.]/g, " ");
  const beside = documentName ?? itemTitle;
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${beside === null ? "" : `: ${beside}`}`;
}
