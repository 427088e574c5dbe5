import { SearchIndex } from "#model/search/matching.ts";
import {
  SEARCH_FAILED,
  SEMANTIC_WAIT_MS,
  type BrowserAnswer,
  type BrowserIndex,
  type BrowserRecord,
} from "#model/search.ts";
import { widened } from "#model/search/thesaurus.ts";
import type { Hit } from "./search-details.ts";

/** The server has so long to answer. */
const ANSWER_MS = 15_000;

/** What the server found, and what it says that it did not search to its end. */
interface Found {
  hits: Hit[];
  partly: string | null;
}

/** The server said in words why it does not answer. */
export class Refused extends Error {}

/**
 * Where hits come from: the index that the browser holds, completed by the server where it has the
 * beginnings of texts alone; or the server, where there is no such index.
 */
export class SearchSource {
  readonly #address: (what: string, more?: Record<string, string>) => string;
  #index: SearchIndex<BrowserRecord> | null = null;
  /** The index has all of every text and all terms: the server knows no more. */
  #isWhole = false;
  /** Milliseconds after the last key before the server is asked. */
  #wait = 0;
  #loaded: { address: string; tag: string } | null = null;
  #loading: Promise<void> | null = null;
  #reported = "";

  /** @param address the address of something below the search, with what its form keeps */
  constructor(address: (what: string, more?: Record<string, string>) => string) {
    this.#address = address;
  }

  /** The index is on its way; null when it is there, or won't come. */
  get loading(): Promise<void> | null {
    return this.#loading;
  }

  /** Gets the index; one that is there already is only asked for what changed. */
  open(): void {
    this.#loading = this.#load().finally(() => {
      this.#loading = null;
    });
  }

  async #load(): Promise<void> {
    const address = this.#address("index.json");
    try {
      const response = await fetch(address, { credentials: "same-origin", cache: "no-cache" });
      if (!response.ok) throw new Error(String(response.status));
      const tag = response.headers.get("etag") ?? "";
      if (tag !== "" && this.#loaded?.address === address && this.#loaded.tag === tag) return;
      const index = (await response.json()) as BrowserIndex;
      this.#index = null;
      if ("wait" in index) this.#wait = index.wait;
      else {
        this.#wait = SEMANTIC_WAIT_MS;
        this.#isWhole = index.isWhole;
        const terms = widened(new Map(index.paraphrases));
        this.#index = new SearchIndex<BrowserRecord>([...terms, ...index.synonyms]);
        for (const record of index.records) this.#index.put(record);
      }
      this.#loaded = { address, tag };
    } catch {
      // The server may still answer.
      this.#index = null;
      this.#wait = 0;
      this.#loaded = null;
    }
  }

  /** What the browser itself finds, and whether that is all there is; null without an index. */
  atOnce(term: string): { hits: Hit[]; isAll: boolean } | null {
    const hits = this.#index?.search(term, ({ locked }) => (locked === true ? "title" : "open"));
    // What nothing is found for is asked of the server, which notes it.
    return hits === undefined ? null : { hits, isAll: this.#isWhole && hits.length > 0 };
  }

  /**
   * All that the server finds, asked once typing rests; nothing where it was given up before.
   * @throws Refused with the server's words; whatever a request throws
   */
  async ask(term: string, signal: AbortSignal): Promise<Found> {
    await new Promise((resolve) => setTimeout(resolve, this.#wait));
    if (signal.aborted) return { hits: [], partly: null };
    const late = new AbortController();
    const giveUp = () => late.abort();
    signal.addEventListener("abort", giveUp);
    const timer = setTimeout(giveUp, ANSWER_MS);
    try {
      return await this.#answer(term, late.signal);
    } finally {
      clearTimeout(timer);
    }
  }

  async #answer(term: string, signal: AbortSignal): Promise<Found> {
    const response = await fetch(this.#address("results.json", { q: term }), {
      signal,
      credentials: "same-origin",
    });
    if (response.status === 429) {
      const { detail, title } = (await response.json()) as { detail?: string; title?: string };
      throw new Refused(detail ?? title ?? SEARCH_FAILED);
    }
    if (!response.ok) throw new Error(String(response.status));
    const { results, partly } = (await response.json()) as BrowserAnswer;
    return {
      hits: results.map(({ record, found }) => ({ record, found: new Set(found) })),
      partly,
    };
  }

  /**
   * What was searched for in the end is told once: when a hit is opened, or nothing was found for a
   * while.
   */
  report(term: string): void {
    if (term === "" || term === this.#reported) return;
    this.#reported = term;
    const address = this.#address("results.json", { q: term, report: "true" });
    fetch(address, { keepalive: true, credentials: "same-origin" }).catch(() => undefined);
  }

  /** The next search is another one, whatever its words. */
  forget(): void {
    this.#reported = "";
  }
}
