import { inSlices } from "#db/pace.ts";
import { wordsAsked } from "#values/names.ts";
import { synonymsWith } from "#content/search/store/synonyms.server.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import {
  foldedEntry,
  matches,
  meaningsOf,
  type EntryTexts,
  type FoldedEntry,
} from "#model/knowledge-base/meaning.ts";

/** Characters of folded entries that a process keeps, and that one company has of them. */
const MOST_CHARACTERS = 12_000_000;
const MOST_OF_A_COMPANY = 4_000_000;

interface Kept {
  orgId: string;
  /** What was folded: an entry that says something else is folded anew. */
  texts: EntryTexts;
  folded: FoldedEntry;
}

/** Entries as they are compared, folded once: until they say something else, or room is needed. */
export class FoldedEntries {
  /** By the entry, the one that was used longest ago first. */
  readonly #kept = new Map<string, Kept>();
  readonly #ofCompany = new Map<string, number>();
  #characters = 0;

  /** How many characters are kept, texts and folded texts together. */
  get characters(): number {
    return this.#characters;
  }

  /** An entry's texts to compare; it yields every few hundred words. */
  *of(
    orgId: string,
    { id, question, shortAnswer = null, answer, comment }: EntryTexts & { id: string },
  ): Generator<undefined, FoldedEntry, void> {
    const key = `${orgId}/${id}`;
    const known = this.#kept.get(key);
    if (known !== undefined) {
      const { texts: before } = known;
      this.#forget(key, known);
      if (
        before.question === question &&
        before.shortAnswer === shortAnswer &&
        before.answer === answer &&
        before.comment === comment
      ) {
        this.#keep(key, known);
        return known.folded;
      }
    }
    const texts = { question, shortAnswer, answer, comment };
    const folded = yield* foldedEntry(texts);
    const meanwhile = this.#kept.get(key);
    if (meanwhile !== undefined) this.#forget(key, meanwhile);
    this.#keep(key, { orgId, texts, folded });
    return folded;
  }

  #keep(key: string, made: Kept): void {
    const size = sizeOf(made);
    const own = (this.#ofCompany.get(made.orgId) ?? 0) + size;
    // One company's many texts don't push those of all others out.
    if (own > MOST_OF_A_COMPANY) return;
    this.#kept.set(key, made);
    this.#ofCompany.set(made.orgId, own);
    this.#characters += size;
    for (const [oldest, entry] of this.#kept) {
      if (this.#characters <= MOST_CHARACTERS) return;
      this.#forget(oldest, entry);
    }
  }

  #forget(key: string, entry: Kept): void {
    const size = sizeOf(entry);
    const own = (this.#ofCompany.get(entry.orgId) ?? 0) - size;
    this.#kept.delete(key);
    this.#characters -= size;
    if (own > 0) this.#ofCompany.set(entry.orgId, own);
    else this.#ofCompany.delete(entry.orgId);
  }
}

const foldedEntries = new FoldedEntries();

/**
 * The entries that a search finds, in their order: by its words, or by what they mean. All of them
 * where nothing is asked. Others have their turn meanwhile.
 */
export async function foundEntries<Entry extends EntryTexts & { id: string }>(
  { id: orgId, customization }: Pick<Org, "id" | "customization">,
  entries: readonly Entry[],
  search: string,
): Promise<Entry[]> {
  const words = wordsAsked(search);
  if (words.length === 0) return [...entries];
  const meant = meaningsOf(search, await synonymsWith(customization.searchSynonyms));
  return inSlices(finding());

  function* finding(): Generator<undefined, Entry[], void> {
    const found: Entry[] = [];
    for (const entry of entries) {
      const folded = yield* foldedEntries.of(orgId, entry);
      if (yield* matches(folded, { words, meant })) found.push(entry);
      yield;
    }
    return found;
  }
}

function sizeOf({ texts: { question, answer, comment }, folded: { lower, words } }: Kept): number {
  return question.length + answer.length + (comment?.length ?? 0) + lower.length + words.length;
}
