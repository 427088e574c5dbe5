import {
  FIRST_PAGE,
  GROUP_ICONS,
  GROUP_LABELS,
  hostOf,
  NEXT_PAGES,
  SHOWN_PER_GROUP,
  TOP_MATCH,
  type SearchType,
} from "#model/search.ts";
import { inGroups } from "#model/search/groups.ts";
import { snippetOf } from "#model/search/words.ts";
import { el, icon } from "./elements.ts";
import { detailsOf, marked, relOf, type Hit } from "./search-details.ts";
import type { Timers } from "./timers.ts";

/** The time that loading may take before the reader is told of it. */
const STALLED_MS = 300;
/** More of a long group follows its end into view after this. */
const MORE_MS = 500;
const SKELETONS = 3;

/** What the results tell the dialog that they stand in. */
interface Told {
  /** Other results show. */
  shown: () => void;
  /** A result was chosen. */
  follow: (hit: Hit) => void;
  /** A link in its details was followed. */
  followed: (href: string) => void;
}

/** The results in their groups, and beside them what the active one says. */
export class SearchResults {
  /** What stands in the place of results, said to who can't see it. */
  readonly #message = el("div", { role: "status" });
  readonly #groups = el("div", {});
  readonly list = el(
    "div",
    { class: "min-w-0 grow overflow-y-auto overscroll-contain px-4 py-3 sm:px-5" },
    this.#message,
    this.#groups,
  );
  readonly panel = el("section", {
    "aria-label": "Details",
    class:
      "hidden w-2/5 shrink-0 overflow-y-auto overscroll-contain border-s border-line bg-page p-5 lg:block",
  });
  readonly #timers: Timers;
  readonly #told: Told;
  #hits: readonly Hit[] = [];
  #active: Hit | null = null;
  #isTouched = false;

  constructor(timers: Timers, told: Told) {
    this.#timers = timers;
    this.#told = told;
    for (const part of [this.list, this.panel])
      for (const sign of ["pointermove", "focusin", "click", "scroll"] as const)
        part.addEventListener(sign, () => {
          if (sign !== "scroll" || part.scrollTop > 0) this.#isTouched = true;
        });
  }

  /** The one whose details show: Enter follows it. */
  get active(): Hit | null {
    return this.#active;
  }

  get count(): number {
    return this.#hits.length;
  }

  /** Somebody is at them, by pointer or keyboard: they stay where they are. */
  get isTouched(): boolean {
    return this.#isTouched;
  }

  /** Whether these very things show, in this order. */
  holds(hits: readonly Hit[]): boolean {
    return (
      hits.length === this.#hits.length &&
      hits.every(({ record }, place) => record.thing === this.#hits[place]?.record.thing)
    );
  }

  /** The links of the results that are in sight, in their order. */
  links(): HTMLElement[] {
    return [...this.list.querySelectorAll<HTMLElement>("details[open] [data-hit]")];
  }

  /** Shows results in their groups, or what stands in their place. */
  show(hits: readonly Hit[], ...instead: Node[]): void {
    this.#hits = hits;
    this.list.dataset.state = "";
    this.list.removeAttribute("aria-busy");
    this.list.scrollTop = 0;
    this.#isTouched = false;
    this.#told.shown();
    this.panel.classList.toggle("lg:block", hits.length > 0);
    this.#message.replaceChildren(...instead);
    this.#groups.replaceChildren(...this.#grouped());
    this.#activate(hits[0] ?? null);
  }

  /**
   * Empty rows until there is an answer; after a moment the reader is told that it takes its time.
   */
  showWaiting(): void {
    if (this.list.dataset.state === "loading" || this.list.dataset.state === "stalled") return;
    const rows = Array.from({ length: SKELETONS }, () =>
      el(
        "div",
        { "data-skeleton": "", class: "border-b border-line py-4" },
        el("div", { class: "h-4 w-2/3 rounded-sm bg-sunken" }),
        el("div", { class: "mt-2 h-3 w-full rounded-sm bg-sunken" }),
      ),
    );
    this.show([], ...rows);
    this.list.dataset.state = "loading";
    this.list.setAttribute("aria-busy", "true");
    this.#timers.after("stalled", STALLED_MS, () => {
      this.list.dataset.state = "stalled";
      this.#message.append(el("p", { class: "sr-only" }, "Searching..."));
    });
  }

  #grouped(): Node[] {
    return inGroups(this.#hits, ({ record }) => record.type).map(({ type, own }) => {
      const group = el("details", {
        // Groups out of view cost no layout while one types.
        class: "mb-3 [content-visibility:auto] [contain-intrinsic-block-size:auto_16rem]",
        "data-group": type,
      });
      group.open = true;
      group.addEventListener("toggle", () => this.#keepInSight());
      const rows = el("ul", { class: "divide-y divide-line" });
      rows.append(...own.slice(0, SHOWN_PER_GROUP).map((hit) => this.#row(hit)));
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
      if (own.length > SHOWN_PER_GROUP) group.append(this.#more(type, own, rows));
      return group;
    });
  }

  /** In a group that was closed nothing stays active: Enter would open what nobody sees. */
  #keepInSight(): void {
    const links = this.links();
    if (links.some((link) => link.hasAttribute("data-active"))) return;
    const first = links[0]?.dataset.hit;
    this.#activate(this.#hits.find(({ record }) => record.thing === first) ?? null);
  }

  /**
   * The way to the rest of a group: first to fifteen entries, then ten more each time its end comes
   * into view.
   */
  #more(type: SearchType, own: readonly Hit[], rows: HTMLElement): HTMLElement {
    const label = (count: number) => `...${own.length - count} more`;
    const button = el(
      "button",
      {
        type: "button",
        class: "inline-flex min-h-9 items-center text-sm font-medium text-accent",
        "aria-label": `${own.length - SHOWN_PER_GROUP} more in ${GROUP_LABELS[type]}`,
      },
      label(SHOWN_PER_GROUP),
    );
    let count = SHOWN_PER_GROUP;
    const grow = () => {
      const next = count < FIRST_PAGE ? FIRST_PAGE : count + NEXT_PAGES;
      rows.append(...own.slice(count, next).map((hit) => this.#row(hit)));
      count = Math.min(next, own.length);
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
          this.#timers.after(`more ${type}`, MORE_MS, grow);
      },
      { root: this.list },
    );
    button.addEventListener("click", () => {
      const first = own[count];
      grow();
      watch.disconnect();
      watch.observe(button);
      if (first !== undefined)
        rows.querySelectorAll<HTMLElement>("[data-hit]")[SHOWN_PER_GROUP]?.focus();
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
              ...(record.shortAnswer === undefined ? [] : [`${record.shortAnswer} · `]),
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
      if (isWide() || row.querySelector("[data-inline]") !== null) this.#told.follow(hit);
      else this.#expand(row, link, hit);
    });
    if (!isWide()) link.setAttribute("aria-expanded", "false");
    return row;
  }

  #expand(row: HTMLElement, link: HTMLElement, hit: Hit): void {
    for (const open of this.list.querySelectorAll("[data-inline]")) {
      open.parentElement?.querySelector("[data-hit]")?.setAttribute("aria-expanded", "false");
      open.remove();
    }
    link.setAttribute("aria-expanded", "true");
    row.append(
      el(
        "div",
        { "data-inline": "", class: "mb-3 rounded-md bg-page p-4 lg:hidden" },
        ...detailsOf(hit, this.#told.followed),
      ),
    );
  }

  #activate(hit: Hit | null): void {
    if (hit === this.#active && hit !== null) return;
    this.#active = hit;
    for (const link of this.list.querySelectorAll<HTMLElement>("[data-hit]"))
      link.toggleAttribute("data-active", link.dataset.hit === hit?.record.thing);
    this.panel.replaceChildren(...(hit === null ? [] : detailsOf(hit, this.#told.followed)));
  }
}

/** Whether there is room for the details beside the list. */
function isWide(): boolean {
  return matchMedia("(min-width: 64rem)").matches;
}
