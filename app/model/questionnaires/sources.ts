import type { AnswerSource, Proposal } from "#model/questionnaires.ts";

/** What answers are made of. */

export const NO_SOURCE: AnswerSource = { entryId: null, controlId: null };

/**
 * What a proposal is made of; an earlier answer is made of what that answer was, and a draft of the
 * first entry and the first control that it cites.
 */
export function sourceOf(proposal: Proposal): AnswerSource {
  const { kind, to, source } = proposal;
  if (source !== undefined) return source;
  if (kind === "draft") {
    const cited = citedBy(proposal);
    return {
      entryId: cited.find(({ entryId }) => entryId !== null)?.entryId ?? null,
      controlId: cited.find(({ controlId }) => controlId !== null)?.controlId ?? null,
    };
  }
  const id = to?.split("/").at(-1) ?? null;
  if (kind === "faq") return { ...NO_SOURCE, entryId: id };
  return kind === "requirement" ? { ...NO_SOURCE, controlId: id } : NO_SOURCE;
}

/** All entries and controls that a draft cites. */
export function citedBy({ sources = [] }: Proposal): AnswerSource[] {
  return sources.flatMap(({ to }) => {
    const [, page, id = null] = to?.split("/") ?? [];
    if (page === "knowledge-base") return [{ ...NO_SOURCE, entryId: id }];
    return page === "controls" ? [{ ...NO_SOURCE, controlId: id }] : [];
  });
}

/** All that a proposal tells of. */
export function sourcesOf(proposal: Proposal): AnswerSource[] {
  return [sourceOf(proposal), ...citedBy(proposal)];
}

/** What related content is, by its name in the search: of an entry `question:` and its id. */
export function sourceNamed(thing: string): AnswerSource {
  const [kind, id = null] = thing.split(":", 2);
  if (kind === "question") return { ...NO_SOURCE, entryId: id };
  return kind === "control" ? { ...NO_SOURCE, controlId: id } : NO_SOURCE;
}

/** Whether an answer that was made of one text is made of another now. */
export function isSameSource(one: AnswerSource, other: AnswerSource): boolean {
  return one.entryId === other.entryId && one.controlId === other.controlId;
}

/** Entries and controls by their ids, such as those that are internal. */
export interface SourceIds {
  entries: ReadonlySet<string>;
  controls: ReadonlySet<string>;
}

/** Whether what an answer is made of is among these. */
export function isAmong({ entryId, controlId }: AnswerSource, ids: SourceIds): boolean {
  return (
    (entryId !== null && ids.entries.has(entryId)) ||
    (controlId !== null && ids.controls.has(controlId))
  );
}

const KEPT_INTERNAL = "something the portal keeps internal.";

/** What is asked before answers that tell something internal become a document. */
export const TELLS_READERS = `This tells everyone who can open the document ${KEPT_INTERNAL}`;

/** What is asked once before something internal goes into an answer. */
export function tellsInternal(account: string | null): string {
  return `This tells ${account ?? "whoever gets the file"} ${KEPT_INTERNAL}`;
}
