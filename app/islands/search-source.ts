import { SearchIndex } from "../features/search/rules/matching.ts";
import {
  SEARCH_FAILED,
  type BrowserAnswer,
  type BrowserIndex,
  type BrowserRecord,
} from "../features/search/rules.ts";
import { THESAURUS } from "../features/search/rules/thesaurus.ts";
import type { Hit } from "./search-details.ts";

/** The server said in words why it does not answer. */
export class Refused extends Error {}

/** Where hits come from: the index that the browser holds, or the server where it is too large. */
export class SearchSource {
  readonly #address: (what: string, more?: Record<string, string>) => string;
  #index: SearchIndex<BrowserRecord> | null = null;
  /** Milliseconds before the server is asked; null while the index answers. */
  #wait: number | null = null;
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
      this.#wait = null;
      if ("wait" in index) this.#wait = index.wait;
      else {
        this.#index = new SearchIndex<BrowserRecord>([...THESAURUS, ...index.synonyms]);
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

  /**
   * @param waiting called when the answer is not there at once
   * @throws Refused with the server's words; whatever a request throws
   */
  async find(term: string, signal: AbortSignal, waiting: () => void): Promise<Hit[]> {
    if (this.#index !== null)
      return this.#index.search(term, (record) => (record.locked === true ? "title" : "open"));
    waiting();
    await new Promise((resolve) => setTimeout(resolve, this.#wait ?? 0));
    if (signal.aborted) return [];
    const response = await fetch(this.#address("results.json", { q: term }), {
      signal,
      credentials: "same-origin",
    });
    if (response.status === 429) {
      const { detail, title } = (await response.json()) as { detail?: string; title?: string };
      throw new Refused(detail ?? title ?? SEARCH_FAILED);
    }
    if (!response.ok) throw new Error(String(response.status));
    const { results } = (await response.json()) as BrowserAnswer;
    return results.map(({ record, found }) => ({ record, found: new Set(found) }));
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
