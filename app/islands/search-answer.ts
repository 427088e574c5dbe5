import {
  ANSWER,
  ANSWER_FAILED,
  COPY_RESPONSE,
  GENERATING,
  MAY_HELP,
  NO_ANSWER,
  sourcesLabel,
  type DialogAnswer,
} from "#model/answers.ts";
import { GROUP_LABELS, type SearchResult } from "#model/search.ts";
import { copyButton, el, empty, icon } from "./elements.ts";

/** The answer's place in the search dialog: 'Ask AI'. */
export class AnswerPanel {
  readonly element = el("div", {
    "data-answer": "",
    "aria-live": "polite",
    class: "min-h-[200px] min-w-0 grow overflow-y-auto overscroll-contain px-4 py-3 sm:px-5",
  });
  readonly #close: () => void;
  #asked: AbortController | null = null;

  /** @param close closes the dialog, for links that lead to the page below it */
  constructor(close: () => void) {
    this.#close = close;
    this.clear();
  }

  /** Forgets what was asked. */
  clear(): void {
    this.#asked?.abort();
    this.#asked = null;
    this.element.removeAttribute("aria-busy");
    this.element.replaceChildren(empty("question", "Ask a question above"));
  }

  /** Asks the server; what was answered before goes at once. */
  async ask(address: string, question: string): Promise<void> {
    this.clear();
    const asked = new AbortController();
    this.#asked = asked;
    this.element.setAttribute("aria-busy", "true");
    this.element.replaceChildren(
      el("p", { class: "py-6 text-sm font-medium text-muted" }, GENERATING),
      ...[1, 2, 3].map(() => el("div", { class: "mb-2 h-4 w-full rounded-sm bg-sunken" })),
    );
    try {
      const response = await fetch(address, {
        method: "POST",
        body: new URLSearchParams({ q: question }),
        signal: asked.signal,
        credentials: "same-origin",
      });
      if (response.ok) this.#show((await response.json()) as DialogAnswer);
      else {
        const { detail, title } = (await response.json().catch(() => ({}))) as {
          detail?: string;
          title?: string;
        };
        this.#fail(response.status === 429 ? (detail ?? title ?? ANSWER_FAILED) : ANSWER_FAILED);
      }
    } catch {
      if (!asked.signal.aborted) this.#fail(ANSWER_FAILED);
    }
  }

  #fail(words: string): void {
    this.element.removeAttribute("aria-busy");
    this.element.replaceChildren(el("p", { role: "alert", class: "py-6 text-sm" }, words));
  }

  #show({ answer, kind, parts, sources, candidates, support }: DialogAnswer): void {
    this.element.removeAttribute("aria-busy");
    if (answer === null) {
      const none = empty("question", NO_ANSWER, "Try rephrasing your question.");
      if (support !== null) {
        const mail = el(
          "a",
          { href: `mailto:${support}`, class: "font-medium text-accent" },
          support,
        );
        none.append(el("p", { class: "text-sm" }, "Need a person? Contact ", mail));
      }
      this.element.replaceChildren(none);
      if (candidates.length > 0)
        this.element.append(
          el("h2", { class: "mt-4 text-lg font-semibold" }, MAY_HELP),
          this.#list(candidates),
        );
      return;
    }
    const heading = el("h2", { class: "grow text-lg font-semibold" }, ANSWER);
    const said = parts.map(({ text, sources: own }) =>
      el(
        "p",
        { class: "mt-3 whitespace-pre-line break-words text-sm" },
        kind === "quoted" ? el("q", {}, text) : text,
        ...own.flatMap((place) => {
          const source = sources[place];
          if (source === undefined) return [];
          const link = this.#link(
            source.href,
            "ms-1 inline-flex min-h-6 min-w-6 items-center justify-center rounded-sm bg-accent-soft px-1 text-xs font-medium text-accent no-underline",
          );
          link.append(el("span", { class: "sr-only" }, "Source "), String(place + 1));
          return [" ", link];
        }),
      ),
    );
    this.element.replaceChildren(
      el(
        "div",
        { class: "mt-1 flex flex-wrap items-center gap-3" },
        icon("question", "text-accent"),
        heading,
        copyButton("response", answer, COPY_RESPONSE),
      ),
      ...said,
      ...(kind === "generated"
        ? [
            el(
              "p",
              { class: "mt-3 text-xs text-muted" },
              "AI-generated from the sources below. Check them before you rely on the answer.",
            ),
          ]
        : []),
      el(
        "details",
        { class: "mt-4 border-t border-line pt-3" },
        el(
          "summary",
          { class: "min-h-8 cursor-pointer text-sm font-medium text-accent" },
          sourcesLabel(sources.length),
        ),
        this.#list(sources),
      ),
    );
    this.element.scrollTop = 0;
  }

  #list(results: readonly SearchResult[]): HTMLElement {
    const list = el("ol", { class: "mt-2 list-decimal space-y-2 ps-6 text-sm" });
    for (const { href, title, type, metadata } of results) {
      const link = this.#link(href, "break-words font-medium text-accent");
      link.append(title);
      const place = metadata.page === undefined ? "" : `, page ${metadata.page}`;
      list.append(
        el("li", {}, link, " ", el("span", { class: "text-muted" }, GROUP_LABELS[type] + place)),
      );
    }
    return list;
  }

  #link(href: string, look: string): HTMLAnchorElement {
    const link = el("a", { href, class: look });
    link.addEventListener("click", () => {
      if (new URL(href, location.href).pathname === location.pathname) this.#close();
    });
    return link;
  }
}
