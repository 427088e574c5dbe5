import { ASK_AI } from "#model/answers.ts";
import { MAX_TERM, SEARCH_LABEL } from "#model/search.ts";
import { el, icon } from "./elements.ts";

/**
 * The elements of the search dialog: the company, the two modes and the field on top, the keys at
 * the foot, and between them what is put there.
 * @param turnTo turns to searching, or to asking
 * @param note stands beside the number of results
 */
export function searchFrame(
  turnTo: (asks: boolean) => void,
  note: HTMLElement,
  ...inside: HTMLElement[]
) {
  const box = el("dialog", {
    class:
      "m-0 contain-content h-dvh max-h-none w-screen max-w-none flex-col overflow-hidden bg-surface p-0 text-ink open:flex backdrop:bg-black/50 sm:mx-auto sm:my-[6vh] sm:h-[84vh] sm:w-[calc(100vw-3rem)] sm:max-w-5xl sm:rounded-lg sm:border sm:border-line",
  });
  const brand = el("div", { class: "flex min-w-0 items-center gap-3 text-sm text-muted" });
  const input = el("input", {
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
  const count = el("span", { role: "status", class: "font-medium text-ink empty:hidden" });
  const footer = el(
    "footer",
    {
      class:
        "flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-2 text-xs text-muted sm:px-5",
    },
    count,
    note,
    hint("Enter", "to select"),
    hint("↑ ↓", "to navigate"),
    hint("Esc", "to close"),
  );
  /** Whether words are searched for, or a question is asked. */
  const modes = el("div", {
    role: "group",
    "aria-label": "Mode",
    class: "mt-2 flex gap-2",
  });
  const ask = el(
    "button",
    {
      type: "submit",
      class:
        "absolute end-1 top-1/2 inline-flex min-h-9 -translate-y-1/2 items-center rounded-md border border-accent bg-brand px-3 text-sm font-medium text-on-brand",
    },
    ASK_AI,
  );
  /** The way on for staff: what the portal's search does not hold is found in their own area. */
  const area = el(
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
  const close = el("button", {
    type: "button",
    "aria-label": "Close",
    class: "ms-auto inline-flex size-9 shrink-0 items-center justify-center rounded-md",
  });
  close.append(icon("close"));
  const field = el(
    "form",
    { role: "search", "aria-label": SEARCH_LABEL, class: "relative mt-2" },
    el("label", { for: "dialog-search", class: "sr-only" }, SEARCH_LABEL),
    icon("search", "pointer-events-none absolute start-3 top-1/2 -translate-y-1/2 text-muted"),
    input,
  );
  close.addEventListener("click", () => box.close());
  const body = el("div", { class: "flex min-h-0 grow" }, ...inside);
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
    mode.addEventListener("click", () => turnTo(asks));
    modes.append(mode);
  }
  box.append(
    el(
      "header",
      { class: "border-b border-line px-4 pb-3 pt-2 sm:px-5" },
      el("div", { class: "flex items-center gap-3" }, brand, close),
      modes,
      field,
      area,
    ),
    body,
    footer,
  );
  box.addEventListener("click", ({ target }) => {
    if (target === box) box.close();
  });
  return { box, brand, input, field, modes, ask, area, body, count, footer };
}

function hint(key: string, does: string): HTMLElement {
  return el(
    "span",
    { class: "hidden sm:inline" },
    el("kbd", { class: "rounded-sm border border-line px-1 font-sans" }, key),
    ` ${does}`,
  );
}
