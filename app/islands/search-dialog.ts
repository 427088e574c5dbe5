import { SearchIndex } from "../features/search/rules/matching.ts";
import {
  BEFORE_SEARCH,
  FIRST_PAGE,
  GROUP_ICONS,
  GROUP_LABELS,
  hostOf,
  MAX_TERM,
  NEXT_PAGES,
  NOTHING_FOUND,
  resultsLabel,
  SEARCH_FAILED,
  SEARCH_LABEL,
  SEARCH_TYPES,
  SHOWN_PER_GROUP,
  TOP_MATCH,
  TRY_ANOTHER,
  type BrowserAnswer,
  type BrowserIndex,
  type BrowserRecord,
  type SearchType,
} from "../features/search/rules.ts";
import { THESAURUS } from "../features/search/rules/thesaurus.ts";
import { snippetOf } from "../features/search/rules/words.ts";
import { ASK_AI, ASK_LABEL } from "../features/answers/rules.ts";
import { el, empty, icon } from "./elements.ts";
import { detailsOf, marked, relOf, type Hit } from "./search-details.ts";
import type { AnswerPanel } from "./search-answer.ts";

/** The time that loading may take before the reader is told of it. */
const STALLED_MS = 300;
/** More of a long group follows its end into view after this. */
const MORE_MS = 500;
/** A search that finds nothing is reported once the reader has stayed with it for so long. */
const NOTHING_MS = 2_000;
const SKELETONS = 3;

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
  readonly #box = el("dialog", {
    class:
      "m-0 contain-content h-dvh max-h-none w-screen max-w-none flex-col overflow-hidden bg-surface p-0 text-ink open:flex backdrop:bg-black/50 sm:mx-auto sm:my-[6vh] sm:h-[84vh] sm:w-[calc(100vw-3rem)] sm:max-w-5xl sm:rounded-lg sm:border sm:border-line",
  });
  readonly #brand = el("div", { class: "flex min-w-0 items-center gap-3 text-sm text-muted" });
  readonly #input = el("input", {
    id: "dialog-search",
    type: "text",
    role: "searchbox",
    name: "q",
    placeholder: SEARCH_LABEL,
    maxlength: String(MAX_TERM),
    autocomplete: "off",
    spellcheck: "false",
    enterkeyhint: "search",
    class:
      "block min-h-11 w-full rounded-md border border-edge bg-surface py-2 pe-3 ps-10 text-base placeholder:text-muted",
  });
  /** What stands in the place of results, said to who can't see it. */
  readonly #message = el("div", { role: "status" });
  readonly #groups = el("div", {});
  readonly #list = el(
    "div",
    { class: "min-w-0 grow overflow-y-auto overscroll-contain px-4 py-3 sm:px-5" },
    this.#message,
    this.#groups,
  );
  readonly #panel = el("section", {
    "aria-label": "Details",
    class:
      "hidden w-2/5 shrink-0 overflow-y-auto overscroll-contain border-s border-line bg-page p-5 lg:block",
  });
  readonly #count = el("span", { role: "status", class: "me-auto font-medium text-ink" });
  readonly #footer = el(
    "footer",
    {
      class:
        "flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-2 text-xs text-muted sm:px-5",
    },
    this.#count,
    hint("Enter", "to select"),
    hint("↑ ↓", "to navigate"),
    hint("Esc", "to close"),
  );

  /** Whether words are searched for, or a question is asked; the other one keeps what it found. */
  readonly #modes = el("div", {
    role: "group",
    "aria-label": "Mode",
    class: "mt-2 flex gap-2",
  });
  /** The way on for staff: what the portal's search does not hold is found in their own area. */
  readonly #area = el(
    "a",
    {
      class:
        "mt-2 flex min-h-8 w-max max-w-full items-center gap-2 text-sm text-accent underline [&[hidden]]:hidden",
    },
    "Find accounts, requests and settings instead",
    el(
      "kbd",
      { "aria-hidden": "true", class: "rounded-sm border border-line px-1 text-xs text-muted" },
      /Mac|iP/.test(navigator.platform) ? "Cmd+K" : "Ctrl+K",
    ),
  );
  readonly #ask = el(
    "button",
    {
      type: "submit",
      class:
        "absolute end-1 top-1/2 inline-flex min-h-9 -translate-y-1/2 items-center rounded-md border border-accent bg-brand px-3 text-sm font-medium text-on-brand",
    },
    ASK_AI,
  );
  readonly #field: HTMLFormElement;
  readonly #body: HTMLElement;
  #answers: AnswerPanel | null = null;
  #isAsking = false;
  /** What the field holds in the other mode. */
  #otherText = "";

  #form: HTMLFormElement | null = null;
  #hits: readonly Hit[] = [];
  #active: Hit | null = null;
  /** How many entries of a group show, where it is not the first three. */
  readonly #shown = new Map<SearchType, number>();
  readonly #closed = new Set<SearchType>();
  #index: SearchIndex<BrowserRecord> | null = null;
  /** Milliseconds before the server is asked; null while the index answers. */
  #wait: number | null = null;
  #loaded: { address: string; tag: string } | null = null;
  #loading: Promise<void> | null = null;
  #reported = "";
  #asked: AbortController | null = null;
  #timers = new Map<string, ReturnType<typeof setTimeout>>();

  constructor() {
    super();
    const close = el("button", {
      type: "button",
      "aria-label": "Close",
      class: "ms-auto inline-flex size-9 shrink-0 items-center justify-center rounded-md",
    });
    close.append(icon("close"));
    close.addEventListener("click", () => this.#box.close());
    const field = el(
      "form",
      { role: "search", "aria-label": SEARCH_LABEL, class: "relative mt-2" },
      el("label", { for: "dialog-search", class: "sr-only" }, SEARCH_LABEL),
      icon("search", "pointer-events-none absolute start-3 top-1/2 -translate-y-1/2 text-muted"),
      this.#input,
    );
    field.addEventListener("submit", (event) => {
      event.preventDefault();
      const question = this.#input.value.trim();
      if (!this.#isAsking) {
        if (this.#active !== null) this.#follow(this.#active);
      } else if (question !== "") void this.#answers?.ask(this.#address("answer.json"), question);
    });
    this.#input.addEventListener("input", () => {
      if (!this.#isAsking) void this.#search();
    });
    this.#field = field;
    this.#body = el("div", { class: "flex min-h-0 grow" }, this.#list, this.#panel);
    for (const [label, asks] of [
      ["Search", false],
      [ASK_AI, true],
    ] as const) {
      const mode = el(
        "button",
        {
          type: "button",
          "aria-pressed": String(!asks),
          class:
            "inline-flex min-h-9 items-center rounded-md border border-edge px-3 text-sm font-medium aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent",
        },
        label,
      );
      mode.addEventListener("click", () => void this.#turnTo(asks));
      this.#modes.append(mode);
    }
    this.#box.append(
      el(
        "header",
        { class: "border-b border-line px-4 pb-3 pt-2 sm:px-5" },
        el("div", { class: "flex items-center gap-3" }, this.#brand, close),
        this.#modes,
        field,
        this.#area,
      ),
      this.#body,
      this.#footer,
    );
    this.#box.addEventListener("keydown", (event) => this.#key(event));
    this.#area.addEventListener("click", () => {
      const typed = new URLSearchParams({ q: this.#input.value.trim() });
      this.#area.setAttribute("href", `${this.#form?.dataset.find ?? ""}?${typed}`);
    });
    this.#box.addEventListener("close", () => this.#reset());
    this.#box.addEventListener("click", ({ target }) => {
      if (target === this.#box) this.#box.close();
    });
  }

  connectedCallback(): void {
    this.append(this.#box);
  }

  open(form: HTMLFormElement): void {
    if (this.#box.open) return;
    this.#form = form;
    const title = form.dataset.search ?? "";
    this.#box.setAttribute("aria-label", `Search ${title}`);
    this.#modes.hidden = form.dataset.asks === undefined;
    this.#modes.classList.toggle("flex", !this.#modes.hidden);
    this.#area.hidden = form.dataset.find === undefined;
    this.#area.setAttribute("href", form.dataset.find ?? "");
    const logo = document.querySelector("body > div header picture, header picture");
    this.#brand.replaceChildren(
      ...(logo === null ? [] : [logo.cloneNode(true)]),
      el("span", { class: "truncate font-medium" }, title),
    );
    const typed = form.querySelector<HTMLInputElement>("input[name=q]");
    this.#input.value = typed?.value ?? "";
    if (typed !== null) typed.value = "";
    this.#box.showModal();
    this.#input.focus();
    this.#loading = this.#load().finally(() => {
      this.#loading = null;
    });
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
      this.#answers = new AnswerPanel(() => this.#box.close());
    }
    if (asks === this.#isAsking || !this.#box.open) return;
    const text = this.#otherText;
    this.#otherText = this.#input.value;
    this.#setMode(asks ? this.#answers : null);
    // What was searched for may be what one wants to ask.
    this.#input.value = text === "" && asks ? this.#otherText : text;
    this.#input.focus();
  }

  /** @param answers where answers stand; null for searching */
  #setMode(answers: AnswerPanel | null): void {
    const asks = answers !== null;
    this.#isAsking = asks;
    for (const [place, mode] of [...this.#modes.children].entries())
      mode.setAttribute("aria-pressed", String((place === 1) === asks));
    this.#input.placeholder = asks ? ASK_LABEL : SEARCH_LABEL;
    this.#input.setAttribute("aria-label", asks ? ASK_LABEL : SEARCH_LABEL);
    this.#input.classList.toggle("pe-24", asks);
    if (asks) this.#field.append(this.#ask);
    else this.#ask.remove();
    this.#body.replaceChildren(...(asks ? [answers.element] : [this.#list, this.#panel]));
    this.#footer.hidden = asks || this.#hits.length === 0;
    this.#footer.classList.toggle("flex", !this.#footer.hidden);
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

  async #search(): Promise<void> {
    this.#asked?.abort();
    const asked = new AbortController();
    this.#asked = asked;
    const term = this.#input.value.trim();
    this.#stop("nothing");
    if (term === "") {
      this.#stop("stalled");
      this.#show([], empty("search", BEFORE_SEARCH));
      return;
    }
    if (this.#loading !== null) {
      this.#showWaiting();
      await this.#loading;
    }
    if (asked.signal.aborted) return;
    try {
      const hits =
        this.#index === null ? await this.#askServer(term, asked.signal) : this.#find(term);
      if (asked.signal.aborted) return;
      this.#stop("stalled");
      this.#shown.clear();
      this.#closed.clear();
      if (hits.length > 0) this.#show(hits);
      else {
        this.#show([], empty("search", NOTHING_FOUND, TRY_ANOTHER));
        this.#after("nothing", NOTHING_MS, () => this.#report(term));
      }
    } catch (error) {
      if (asked.signal.aborted) return;
      this.#stop("stalled");
      const said = error instanceof Refused ? error.message : SEARCH_FAILED;
      this.#show([], el("p", { role: "alert", class: "py-6 text-sm" }, said));
    }
  }

  #find(term: string): Hit[] {
    const index = this.#index;
    if (index === null) return [];
    return index.search(term, (record) => (record.locked === true ? "title" : "open"));
  }

  async #askServer(term: string, signal: AbortSignal): Promise<Hit[]> {
    this.#showWaiting();
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
  #report(term: string): void {
    if (term === "" || term === this.#reported) return;
    this.#reported = term;
    const address = this.#address("results.json", { q: term, report: "true" });
    fetch(address, { keepalive: true, credentials: "same-origin" }).catch(() => undefined);
  }

  /**
   * Empty rows until there is an answer; after a moment the reader is told that it takes its time.
   */
  #showWaiting(): void {
    if (this.#list.dataset.state === "loading" || this.#list.dataset.state === "stalled") return;
    const rows = Array.from({ length: SKELETONS }, () =>
      el(
        "div",
        { "data-skeleton": "", class: "border-b border-line py-4" },
        el("div", { class: "h-4 w-2/3 rounded-sm bg-sunken" }),
        el("div", { class: "mt-2 h-3 w-full rounded-sm bg-sunken" }),
      ),
    );
    this.#show([], ...rows);
    this.#list.dataset.state = "loading";
    this.#list.setAttribute("aria-busy", "true");
    this.#after("stalled", STALLED_MS, () => {
      this.#list.dataset.state = "stalled";
      this.#message.append(el("p", { class: "sr-only" }, "Searching..."));
    });
  }

  /** Shows results in their groups, or what stands in their place. */
  #show(hits: readonly Hit[], ...instead: Node[]): void {
    this.#hits = hits;
    this.#list.dataset.state = "";
    this.#list.removeAttribute("aria-busy");
    this.#list.scrollTop = 0;
    this.#count.textContent = hits.length === 0 ? "" : resultsLabel(hits.length);
    this.#footer.hidden = hits.length === 0;
    this.#footer.classList.toggle("flex", hits.length > 0);
    this.#panel.classList.toggle("lg:block", hits.length > 0);
    this.#message.replaceChildren(...instead);
    this.#groups.replaceChildren(...this.#grouped());
    this.#activate(hits[0] ?? null);
  }

  #grouped(): Node[] {
    return SEARCH_TYPES.flatMap((type) => {
      const own = this.#hits.filter(({ record }) => record.type === type);
      if (own.length === 0) return [];
      const shown = this.#shown.get(type) ?? SHOWN_PER_GROUP;
      const group = el("details", {
        // Groups out of view cost no layout while one types.
        class: "mb-3 [content-visibility:auto] [contain-intrinsic-block-size:auto_16rem]",
        "data-group": type,
      });
      group.open = !this.#closed.has(type);
      group.addEventListener("toggle", () => {
        if (group.open) this.#closed.delete(type);
        else this.#closed.add(type);
      });
      const rows = el("ul", { class: "divide-y divide-line" });
      rows.append(...own.slice(0, shown).map((hit) => this.#row(hit)));
      group.append(
        el(
          "summary",
          {
            class:
              "flex min-h-9 cursor-pointer items-center gap-2 text-sm font-semibold text-muted",
          },
          icon(GROUP_ICONS[type]),
          `${GROUP_LABELS[type]} `,
          el("span", { class: "font-normal" }, `(${own.length})`),
        ),
        rows,
      );
      if (own.length > shown) group.append(this.#more(type, shown, own, rows));
      return [group];
    });
  }

  /**
   * The way to the rest of a group: first to fifteen entries, then ten more each time its end comes
   * into view.
   */
  #more(type: SearchType, shown: number, own: readonly Hit[], rows: HTMLElement): HTMLElement {
    const label = (count: number) => `...${own.length - count} more`;
    const button = el(
      "button",
      {
        type: "button",
        class: "inline-flex min-h-9 items-center text-sm font-medium text-accent",
        "aria-label": `${own.length - shown} more in ${GROUP_LABELS[type]}`,
      },
      label(shown),
    );
    let count = shown;
    const grow = () => {
      const next = count < FIRST_PAGE ? FIRST_PAGE : count + NEXT_PAGES;
      rows.append(...own.slice(count, next).map((hit) => this.#row(hit)));
      count = Math.min(next, own.length);
      this.#shown.set(type, count);
      button.textContent = label(count);
      button.setAttribute("aria-label", `${own.length - count} more in ${GROUP_LABELS[type]}`);
      if (count >= own.length) {
        watch.disconnect();
        button.remove();
      }
    };
    const watch = new IntersectionObserver(
      (seen) => {
        if (count > SHOWN_PER_GROUP && seen.some((one) => one.isIntersecting))
          this.#after(`more ${type}`, MORE_MS, grow);
      },
      { root: this.#list },
    );
    button.addEventListener("click", () => {
      const first = own[count];
      grow();
      watch.disconnect();
      watch.observe(button);
      if (first !== undefined) rows.querySelectorAll<HTMLElement>("[data-hit]")[shown]?.focus();
    });
    return button;
  }

  #row(hit: Hit): HTMLElement {
    const { record, found } = hit;
    const { type } = record;
    const text = [record.explanation, record.text].filter((part) => part !== undefined).join(" · ");
    const link = el(
      "a",
      {
        href: record.href,
        ...relOf(record),
        "data-hit": record.thing,
        class: "block rounded-md px-2 py-2.5 no-underline data-active:bg-accent-soft",
      },
      el(
        "span",
        { class: "flex flex-wrap items-center gap-2 font-medium text-accent" },
        ...(record.locked === true
          ? [icon("lock", "text-muted"), el("span", { class: "sr-only" }, "Locked ")]
          : []),
        el("span", { class: "min-w-0 break-words" }, ...marked(record.title, found)),
        ...(type === "webpage"
          ? [el("span", { class: "text-sm font-normal text-muted" }, hostOf(record.href))]
          : []),
        ...(hit === this.#hits[0]
          ? [
              el(
                "span",
                {
                  class:
                    "rounded-full bg-green-soft px-2 py-0.5 text-xs font-medium text-green no-underline",
                },
                TOP_MATCH,
              ),
            ]
          : []),
      ),
      ...(text === ""
        ? []
        : [
            el(
              "span",
              { class: "mt-0.5 block break-words text-sm text-ink" },
              ...(record.page === undefined ? [] : [`Page ${record.page}: `]),
              ...marked(snippetOf(text, found, 160), found),
            ),
          ]),
    );
    const row = el("li", {}, link);
    const activate = () => this.#activate(hit);
    link.addEventListener("focus", activate);
    link.addEventListener("pointermove", activate);
    link.addEventListener("click", (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      // Where there is no room beside the list, the first press opens the entry in it.
      if (isWide() || row.querySelector("[data-inline]") !== null) this.#follow(hit);
      else this.#expand(row, link, hit);
    });
    if (!isWide()) link.setAttribute("aria-expanded", "false");
    return row;
  }

  #expand(row: HTMLElement, link: HTMLElement, hit: Hit): void {
    for (const open of this.#list.querySelectorAll("[data-inline]")) {
      open.parentElement?.querySelector("[data-hit]")?.setAttribute("aria-expanded", "false");
      open.remove();
    }
    link.setAttribute("aria-expanded", "true");
    row.append(
      el(
        "div",
        { "data-inline": "", class: "mb-3 rounded-md bg-page p-4 lg:hidden" },
        ...this.#details(hit),
      ),
    );
  }

  #activate(hit: Hit | null): void {
    if (hit === this.#active && hit !== null) return;
    this.#active = hit;
    for (const link of this.#list.querySelectorAll<HTMLElement>("[data-hit]"))
      link.toggleAttribute("data-active", link.dataset.hit === hit?.record.thing);
    this.#panel.replaceChildren(...(hit === null ? [] : this.#details(hit)));
  }

  #details(hit: Hit): Node[] {
    return detailsOf(hit, (href) => {
      this.#report(this.#input.value.trim());
      if (new URL(href, location.href).pathname === location.pathname) this.#box.close();
    });
  }

  #follow({ record }: Hit): void {
    this.#report(this.#input.value.trim());
    this.#box.close();
    location.assign(record.href);
  }

  #key(event: KeyboardEvent): void {
    if (event.key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      if (!this.#area.hidden) {
        this.#area.click();
        return;
      }
      this.#input.focus();
      this.#input.select();
      return;
    }
    if (this.#isAsking || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
    const hits = [...this.#list.querySelectorAll<HTMLElement>("details[open] [data-hit]")];
    if (hits.length === 0) return;
    event.preventDefault();
    const at = hits.findIndex((hit) => hit === document.activeElement);
    const next = event.key === "ArrowDown" ? at + 1 : at - 1;
    if (next < 0) this.#input.focus();
    else hits[Math.min(next, hits.length - 1)]?.focus();
  }

  #reset(): void {
    this.#answers?.clear();
    this.#otherText = "";
    if (this.#isAsking) this.#setMode(null);
    this.#asked?.abort();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#input.value = "";
    this.#reported = "";
    this.#shown.clear();
    this.#closed.clear();
    this.#show([], empty("search", BEFORE_SEARCH));
  }

  #after(name: string, ms: number, run: () => void): void {
    this.#stop(name);
    this.#timers.set(name, setTimeout(run, ms));
  }

  #stop(name: string): void {
    clearTimeout(this.#timers.get(name));
    this.#timers.delete(name);
  }
}

/** The server said in words why it does not answer. */
class Refused extends Error {}

/** Whether there is room for the details beside the list. */
function isWide(): boolean {
  return matchMedia("(min-width: 64rem)").matches;
}

function hint(key: string, does: string): HTMLElement {
  return el(
    "span",
    { class: "hidden sm:inline" },
    el("kbd", { class: "rounded-sm border border-line px-1 font-sans" }, key),
    ` ${does}`,
  );
}
