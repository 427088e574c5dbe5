import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { inSlices, Pace } from "#db/pace.ts";
import type { Store } from "#db/store.ts";
import type { PageScope } from "#visibility/store/scope.server.ts";
import { SearchIndex } from "#model/search/matching.ts";
import { sizeOf } from "#model/search/word-index.ts";
import type { GatedRecord } from "#model/search/gates.ts";
import { recordsOf, type FileText, type TextsOf } from "./records.server.ts";
import { synonymsWith } from "./synonyms.server.ts";

/** A company has at most so many records; beyond that texts of the oldest files are left out. */
export const MAX_RECORDS = 20_000;
/** An index is forgotten when nobody asked it for this long. */
const IDLE_MS = 600_000;
/** The memory of all indexes of a process together, in bytes. */
const MAX_BYTES = 256 * 2 ** 20;
/**
 * What a record and a character of its texts take at most, in bytes: `npm run bench` measures it.
 */
const BYTES_PER_RECORD = 4_000;
const BYTES_PER_CHARACTER = 16;

interface Kept {
  index: SearchIndex<GatedRecord>;
  /** The org's revision that the records were read after; what was saved since is read anew. */
  revision: number;
  validUntil: string | null;
  /** Grows with each question: the lowest is the one to forget first. */
  used: number;
  /** The reading that is going on. */
  reading: Promise<void> | null;
  timer: NodeJS.Timeout | null;
  /** The texts of files that are in it, which are opened once. */
  texts: ReadonlyMap<string, FileText>;
  /** Records that found no room. */
  leftOut: number;
}

/** The search indexes of one process: one a company, made when it is asked for. */
export class SearchIndexes {
  readonly #kept = new Map<string, Kept>();
  readonly #textsOf: TextsOf;
  #questions = 0;

  /** @param textsOf what files say */
  constructor(textsOf: TextsOf) {
    this.#textsOf = textsOf;
  }

  /**
   * The index of an org, at least as new as `org` itself: what was saved before the request began
   * is in it.
   * @param asker the scope that is asked for; its moment decides which scheduled updates are out
   */
  async of(asker: PageScope, org: Org): Promise<SearchIndex<GatedRecord>> {
    let kept = this.#kept.get(org.id);
    if (kept === undefined) {
      kept = {
        index: new SearchIndex(),
        revision: -1,
        validUntil: null,
        used: 0,
        reading: null,
        timer: null,
        texts: new Map(),
        leftOut: 0,
      };
      this.#kept.set(org.id, kept);
    }
    kept.used = ++this.#questions;
    this.#keepAwake(org.id, kept);
    while (isOld(kept, org, asker.now)) {
      kept.reading ??= this.#read(asker, org, kept).finally(() => (kept.reading = null));
      await kept.reading;
    }
    this.#makeRoom(org.id);
    return kept.index;
  }

  /**
   * How many records of an org found no room when it was last asked; 0 for one that has no index
   * now.
   */
  leftOut(orgId: string): number {
    return this.#kept.get(orgId)?.leftOut ?? 0;
  }

  /** Brings an index up to date in place: what is as it was stays, slice by slice. */
  async #read(asker: PageScope, org: Org, kept: Kept): Promise<void> {
    const { records, validUntil, texts } = await recordsOf(asker, org, this.#textsOf, kept.texts);
    const chosen = fitting(records);
    const pace = new Pace();
    const ids = new Set(chosen.map(({ id }) => id));
    for (const id of kept.index.ids()) {
      if (!ids.has(id)) kept.index.remove(id);
      if (pace.isDue) await pace.breathe();
    }
    for (const record of chosen) {
      const known = kept.index.get(record.id);
      if (known === record) continue;
      if (known === undefined || JSON.stringify(known) !== JSON.stringify(record))
        await inSlices(kept.index.putting(record));
      if (pace.isDue) await pace.breathe();
    }
    kept.index.setSynonyms(await synonymsWith(org.customization.searchSynonyms));
    // What found no room is not held here either.
    kept.texts = new Map(
      [...texts].filter(([, text]) => text.records.every(({ id }) => ids.has(id))),
    );
    kept.leftOut = records.length - chosen.length;
    kept.validUntil = validUntil;
    kept.revision = org.revision;
  }

  #keepAwake(orgId: string, kept: Kept): void {
    if (kept.timer !== null) {
      kept.timer.refresh();
      return;
    }
    kept.timer = setTimeout(() => {
      if (this.#kept.get(orgId) === kept) this.#kept.delete(orgId);
    }, IDLE_MS);
    kept.timer.unref();
  }

  /**
   * Forgets the indexes that were asked longest ago while all together are too much; never the one
   * in use.
   */
  #makeRoom(inUse: string): void {
    const others = [...this.#kept].filter(([id]) => id !== inUse);
    others.sort(([, a], [, b]) => a.used - b.used);
    let bytes = [...this.#kept.values()].reduce((sum, { index }) => sum + bytesOf(index), 0);
    for (const [id, { index, timer }] of others) {
      if (bytes <= MAX_BYTES) return;
      bytes -= bytesOf(index);
      if (timer !== null) clearTimeout(timer);
      this.#kept.delete(id);
    }
  }
}

/** The first records, as many as a company may have and as all indexes together may hold. */
function fitting(records: readonly GatedRecord[]): readonly GatedRecord[] {
  let bytes = 0;
  const over = records.findIndex((record) => {
    bytes += BYTES_PER_RECORD + sizeOf(record) * BYTES_PER_CHARACTER;
    return bytes > MAX_BYTES;
  });
  return records.slice(0, over < 0 ? MAX_RECORDS : Math.min(over, MAX_RECORDS));
}

function isOld({ revision, validUntil }: Kept, org: Org, now: Date): boolean {
  return revision < org.revision || (validUntil !== null && validUntil <= now.toISOString());
}

function bytesOf(index: SearchIndex<GatedRecord>): number {
  return index.count * BYTES_PER_RECORD + index.characters * BYTES_PER_CHARACTER;
}

/** One set of indexes a store: a process has one, tests have many. */
const ofStores = new WeakMap<Store, SearchIndexes>();

/** The indexes over a store. @param textsOf what its files say */
export function indexesOf(store: Store, textsOf: TextsOf): SearchIndexes {
  let indexes = ofStores.get(store);
  if (indexes === undefined) {
    indexes = new SearchIndexes(textsOf);
    ofStores.set(store, indexes);
  }
  return indexes;
}

/** How many records of an org found no room when it was last asked; 0 where nobody asked. */
export function leftOutOf(store: Store, orgId: string): number {
  return ofStores.get(store)?.leftOut(orgId) ?? 0;
}
