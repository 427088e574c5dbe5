import type { Store } from "#db/store.ts";
import { keepAll } from "./keep-markdown.ts";

/** Keys of history's snapshots whose value is Markdown. */
const KEYS: ReadonlySet<string> = new Set(["explanation", "letterContent", "answer", "comment"]);

/**
 * Lays out what a change brings back that is taken back. What can't be laid out comes back all the
 * same, and is shown plain: it was there before.
 * @param changes rows of history
 * @throws MarkdownBusy; StorageUnavailable
 */
export async function keepRestored(
  parts: { store: Store; now: () => Date },
  orgId: string,
  changes: readonly { beforeJson: string | null }[],
): Promise<void> {
  const texts = changes.flatMap(({ beforeJson }) =>
    beforeJson === null ? [] : textsOf(beforeJson),
  );
  await keepAll(parts, orgId, texts);
}

/** The Markdown in a snapshot; a bridge letter is JSON within it. */
function textsOf(json: string): string[] {
  const texts: string[] = [];
  JSON.parse(json, (key, value: unknown) => {
    if (typeof value === "string" && KEYS.has(key)) texts.push(value);
    if (key === "bridgeLetterJson" && typeof value === "string") texts.push(...textsOf(value));
    return value;
  });
  return texts;
}
