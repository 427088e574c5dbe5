import {
  BEFORE_SEARCH,
  NOTHING_FOUND,
  resultsLabel,
  SEARCH_FAILED,
  SEARCH_LABEL,
  TRY_ANOTHER,
} from "#model/search.ts";
import { ASK_LABEL } from "#model/answers.ts";
import { el, empty } from "./elements.ts";
import type { Hit } from "./search-details.ts";
import { searchFrame } from "./search-frame.ts";
import { SearchNote } from "./search-note.ts";
import { SearchResults } from "./search-results.ts";
import { Refused, SearchSource } from "./search-source.ts";
import type { AnswerPanel } from "./search-answer.ts";
import { Timers } from "./timers.ts";

/** A search that finds nothing is reported once the reader has stayed with it for so long. */
const NOTHING_MS = 2_000;

const WAY = "inline-flex min-h-8 items-center text-sm font-medium text-accent underline";

let dialog: SearchDialog | null = null;

/** Opens the dialog over the page, with what stands in the form's field. */
export function openSearch(form: HTMLFormElement): void {
  if (dialog === null) {
    customElements.define("search-dialog", SearchDialog);
    dialog = document.createElement("search-dialog") as SearchDialog;
  }
  if (!dialog.isConnected) document.body.append(dialog);
  dialog.open(form);
}

/**
 * The search over the page: one field, groups of results, and beside them what the active one says.
 */
class SearchDialog extends HTMLElement {
  #answers: AnswerPanel | null = null;
  #isAsking = false;
  /** What the field holds in the other mode. */
  #otherText = "";

  #form: HTMLFormElement | null = null;
  readonly #timers = new Timers();
  readonly #results = new SearchResults(this.#timers, {
    shown: () => this.#dressFooter(),
    follow: (hit) => this.#follow(hit),
    followed: (href) => {
      this.#source.report(this.#frame.input.value.trim());
      if (new URL(href, location.href).pathname === location.pathname) this.#frame.box.close();
    },
  });
  readonly #source = new SearchSource((what, more) => this.#address(what, more));
  readonly #note = new SearchNote(() => this.#dressFooter());
  readonly #frame = searchFrame(
    (asks) => void this.#turnTo(asks),
    this.#note.element,
    this.#results.list,
    this.#results.panel,
  );
  #asked: AbortController | null = null;

  constructor() {
    super();
    const { box, field, input, area } = this.#frame;
    field.addEventListener("submit", (event) => {
      event.preventDefault();
      const question = input.value.trim();
      if (!this.#isAsking) {
        if (this.#results.active !== null) this.#follow(this.#results.active);
      } else if (question !== "") void this.#answers?.ask(this.#address("answer.json"), question);
    });
    input.addEventListener("input", () => {
      if (!this.#isAsking) void this.#search();
    });
    box.addEventListener("keydown", (event) => this.#key(event));
    area.addEventListener("click", () => {
      const typed = new URLSearchParams({ q: input.value.trim() });
      area.setAttribute("href", `${this.#form?.dataset.find ?? ""}?${typed}`);
    });
    box.addEventListener("close", () => this.#reset());
  }

  connectedCallback(): void {
    this.append(this.#frame.box);
  }

  open(form: HTMLFormElement): void {
    if (this.#frame.box.open) return;
    this.#form = form;
    const title = form.dataset.search ?? "";
    this.#frame.box.setAttribute("aria-label", `Search ${title}`);
    this.#frame.modes.hidden = form.dataset.asks === undefined;
    this.#frame.modes.classList.toggle("flex", !this.#frame.modes.hidden);
    this.#frame.area.hidden = form.dataset.find === undefined;
    this.#frame.area.setAttribute("href", form.dataset.find ?? "");
    const logo = document.querySelector("body > div header picture, header picture");
    this.#frame.brand.replaceChildren(
      ...(logo === null ? [] : [logo.cloneNode(true)]),
      el("span", { class: "truncate font-medium" }, title),
    );
    const typed = form.querySelector<HTMLInputElement>("input[name=q]");
    this.#frame.input.value = typed?.value ?? "";
    if (typed !== null) typed.value = "";
    this.#frame.box.showModal();
    this.#frame.input.focus();
    this.#source.open();
    void this.#search();
  }

  /** Below the form's own address, with what it keeps: a preview, a product. */
  #address(what: string, more: Record<string, string> = {}): string {
    const form = this.#form;
    if (form === null) return "";
    const query = new URLSearchParams();
    for (const [name, value] of new FormData(form))
      if (name !== "q" && typeof value === "string") query.set(name, value);
    for (const [name, value] of Object.entries(more)) query.set(name, value);
    return `${new URL(form.action).pathname}/${what}${query.size === 0 ? "" : `?${query}`}`;
  }

  /** Turns to searching or to asking; what the other mode holds stays as it is. */
  async #turnTo(asks: boolean): Promise<void> {
    if (asks === this.#isAsking) return;
    if (this.#answers === null) {
      const { AnswerPanel } = await import("./search-answer.ts");
      this.#answers = new AnswerPanel(() => this.#frame.box.close());
    }
    if (asks === this.#isAsking || !this.#frame.box.open) return;
    const text = this.#otherText;
    this.#otherText = this.#frame.input.value;
    this.#setMode(asks ? this.#answers : null);
    // What was searched for may be what one wants to ask.
    this.#frame.input.value = text === "" && asks ? this.#otherText : text;
    this.#frame.input.focus();
  }

  /** @param answers where answers stand; null for searching */
  #setMode(answers: AnswerPanel | null): void {
    const asks = answers !== null;
    this.#isAsking = asks;
    for (const [place, mode] of [...this.#frame.modes.children].entries())
      mode.setAttribute("aria-pressed", String((place === 1) === asks));
    this.#frame.input.placeholder = asks ? ASK_LABEL : SEARCH_LABEL;
    this.#frame.input.setAttribute("aria-label", asks ? ASK_LABEL : SEARCH_LABEL);
    this.#frame.input.classList.toggle("pe-24", asks);
    if (asks) this.#frame.field.append(this.#frame.ask);
    else this.#frame.ask.remove();
    this.#frame.body.replaceChildren(
      ...(asks ? [answers.element] : [this.#results.list, this.#results.panel]),
    );
    this.#dressFooter();
  }

  async #search(): Promise<void> {
    this.#asked?.abort();
    const asked = new AbortController();
    this.#asked = asked;
    const term = this.#frame.input.value.trim();
    this.#timers.stop("nothing");
    this.#note.clear();
    if (term === "") {
      this.#timers.stop("stalled");
      this.#results.show([], empty("search", BEFORE_SEARCH));
      return;
    }
    if (this.#source.loading !== null) {
      this.#results.showWaiting();
      await this.#source.loading;
    }
    if (asked.signal.aborted) return;
    const own = this.#source.atOnce(term);
    if (own?.isAll === true) this.#showAll(term, own.hits);
    else {
      if (own !== null && own.hits.length > 0) this.#show(own.hits);
      await this.#askServer(term, asked.signal, own?.hits ?? null);
    }
  }

  /**
   * Asks the server for all that there is. Nothing moves under the hand of somebody who is at the
   * results already, and what the browser found stays where the server can't say.
   * @param own what the browser found; null where it has no index
   */
  async #askServer(term: string, signal: AbortSignal, own: readonly Hit[] | null): Promise<void> {
    const hasOwn = own !== null && own.length > 0;
    if (hasOwn) this.#note.searching();
    else this.#results.showWaiting();
    try {
      const { hits, partly } = await this.#source.ask(term, signal);
      if (signal.aborted) return;
      this.#note.searched(partly);
      if (!hasOwn || !this.#results.isTouched) this.#showAll(term, hits);
      else if (!this.#results.holds(hits))
        this.#note.offer(hits.length, () => {
          this.#note.searched(partly);
          this.#showAll(term, hits);
          this.#frame.input.focus();
        });
    } catch (error) {
      if (signal.aborted) return;
      const why = error instanceof Refused ? error.message : "";
      if (own === null) {
        this.#timers.stop("stalled");
        const said = el("p", { role: "alert", class: "py-6 text-sm" }, why || SEARCH_FAILED);
        this.#results.show([], said);
        return;
      }
      if (!hasOwn) this.#show([]);
      this.#note.failed(why, () => {
        this.#frame.input.focus();
        this.#note.clear();
        void this.#askServer(term, signal, own);
      });
    }
  }

  /** Shows all that there is; that it is nothing is reported after a while. */
  #showAll(term: string, hits: readonly Hit[]): void {
    this.#show(hits);
    if (hits.length === 0)
      this.#timers.after("nothing", NOTHING_MS, () => this.#source.report(term));
  }

  #show(hits: readonly Hit[]): void {
    this.#timers.stop("stalled");
    if (hits.length > 0) this.#results.show(hits);
    else this.#results.show([], this.#nothing());
  }

  /** Nothing was found: the same ways to ask and to read as on the page of results, which the form knows. */
  #nothing(): HTMLElement {
    const [words, ...ways] = JSON.parse(this.#form?.dataset.ways ?? "[null]") as (string | null)[];
    const said = empty("search", NOTHING_FOUND, TRY_ANOTHER);
    if (words != null) said.append(el("p", { class: "text-sm text-muted" }, words));
    const links = el("p", { class: "mt-2 flex flex-wrap justify-center gap-x-5" });
    for (let at = 0; at < ways.length; at += 2) {
      const link = el("a", { href: ways[at + 1] ?? "", class: WAY }, ways[at] ?? "");
      link.addEventListener("click", () => this.#frame.box.close());
      links.append(link);
    }
    if (ways.length > 0) said.append(links);
    return said;
  }

  /** The footer stands where there are results, or something is to be said of them. */
  #dressFooter(): void {
    const { count } = this.#results;
    const { footer } = this.#frame;
    this.#frame.count.textContent = count === 0 ? "" : resultsLabel(count);
    footer.hidden = this.#isAsking || (count === 0 && this.#note.isEmpty);
    footer.classList.toggle("flex", !footer.hidden);
  }

  #follow({ record }: Hit): void {
    this.#source.report(this.#frame.input.value.trim());
    this.#frame.box.close();
    location.assign(record.href);
  }

  #key(event: KeyboardEvent): void {
    if (event.key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      if (!this.#frame.area.hidden) {
        this.#frame.area.click();
        return;
      }
      this.#frame.input.focus();
      this.#frame.input.select();
      return;
    }
    if (this.#isAsking || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
    const hits = this.#results.links();
    if (hits.length === 0) return;
    event.preventDefault();
    const at = hits.findIndex((hit) => hit === document.activeElement);
    const next = event.key === "ArrowDown" ? at + 1 : at - 1;
    if (next < 0) this.#frame.input.focus();
    else hits[Math.min(next, hits.length - 1)]?.focus();
  }

  #reset(): void {
    this.#answers?.clear();
    this.#otherText = "";
    if (this.#isAsking) this.#setMode(null);
    this.#asked?.abort();
    this.#timers.stopAll();
    this.#frame.input.value = "";
    this.#source.forget();
    this.#note.clear();
    this.#results.show([], empty("search", BEFORE_SEARCH));
  }
}
