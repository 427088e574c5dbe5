import { el } from "./elements.ts";

/** What the browser's own results leave out until the server has answered. */
const BEGINNINGS_ONLY = "Only titles and the beginnings of texts were searched.";

/** What stands beside the number of results: whether they are all, and how to come by the rest. */
export class SearchNote {
  readonly element = el("span", {
    role: "status",
    "data-note": "",
    class: "me-auto flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1",
  });
  readonly #changed: () => void;

  /** @param changed told when it says something else */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get isEmpty(): boolean {
    return this.element.childNodes.length === 0;
  }

  clear(): void {
    this.#say();
  }

  /** The server is being asked; the results that show are read out by their number. */
  searching(): void {
    this.#say(el("span", { "aria-hidden": "true" }, "Searching full texts…"));
  }

  /** There are other results than those that somebody is at: they come when they are asked for. */
  offer(count: number, show: () => void): void {
    this.#say(action(`Show all ${count} results`, show));
  }

  /** All was searched but the ends of what is very long. */
  searched(partly: string | null): void {
    this.#say(...(partly === null ? [] : [el("span", {}, partly)]));
  }

  /**
   * The server could not say more.
   * @param why in its words; empty where it said nothing
   */
  failed(why: string, again: () => void): void {
    this.#say(
      el("span", {}, why === "" ? BEGINNINGS_ONLY : `${BEGINNINGS_ONLY} ${why}`),
      action("Try again", again),
    );
  }

  #say(...parts: Node[]): void {
    this.element.replaceChildren(...parts);
    this.#changed();
  }
}

function action(label: string, run: () => void): HTMLElement {
  const button = el(
    "button",
    {
      type: "button",
      class: "-my-1 inline-flex min-h-6 items-center font-medium text-accent underline",
    },
    label,
  );
  button.addEventListener("click", run);
  return button;
}
