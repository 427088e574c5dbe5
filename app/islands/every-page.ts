// What every page gains from scripts, by events on the document: visitors' pages and hydrated ones
// alike.

/**
 * A search form beside a table filters its rows as one types; without scripts it asks the server.
 */
document.addEventListener("input", (event) => {
  const input = event.target;
  if (!(input instanceof HTMLInputElement) || input.type !== "search") return;
  const name = input.form?.dataset.filter;
  if (name === undefined) return;
  const table = document.querySelector<HTMLTableElement>(`[data-filter-rows="${name}"]`);
  // After a search on the server the table holds only what matched: typing asks the server again.
  if (table === null || new URLSearchParams(location.search).get("q")) return;
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const row of table.tBodies[0]?.rows ?? []) {
    const text = (row.textContent ?? "").toLowerCase();
    row.hidden = !words.every((word) => text.includes(word));
    if (!row.hidden) shown += 1;
  }
  const empty = document.querySelector<HTMLElement>(`[data-filter-empty="${name}"]`);
  if (empty) empty.textContent = shown > 0 ? "" : "No results match this criteria";
  table.parentElement?.toggleAttribute("hidden", shown === 0);
});

/** A form that a passkey answers: what asks the device for it is loaded when the form is sent. */
document.addEventListener(
  "submit",
  (event) => {
    const form = event.target as HTMLFormElement;
    if (form.dataset.passkey === undefined) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    void import("./passkey.ts").then(({ answer }) => answer(form));
  },
  true,
);

/** The day stands beside company and address at the head of what is printed. */
addEventListener("beforeprint", () => {
  const line = document.querySelector<HTMLElement>("[data-printed]");
  line?.setAttribute(
    "data-printed",
    `${line.dataset.printed?.split(" · ")[0] ?? ""} · ${new Date().toLocaleDateString(document.documentElement.lang, { dateStyle: "long" })}`,
  );
});

/**
 * Menus are disclosures; where scripts run, Escape and a click elsewhere close them, and arrows
 * walk their links.
 */
const openMenus = () => document.querySelectorAll<HTMLDetailsElement>("details[data-menu][open]");

document.addEventListener("click", (event) => {
  for (const menu of openMenus()) {
    if (event.target instanceof Node && !menu.contains(event.target)) menu.open = false;
  }
});

document.addEventListener("keydown", (event) => {
  const menu =
    event.target instanceof Element
      ? event.target.closest<HTMLDetailsElement>("details[data-menu]")
      : null;
  if (!menu?.open) return;
  if (event.key === "Escape") {
    menu.open = false;
    menu.querySelector("summary")?.focus();
    event.preventDefault();
  } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    const stops = [...menu.querySelectorAll<HTMLElement>("a, button")];
    if (stops.length === 0 || event.target instanceof HTMLSelectElement) return;
    const at = stops.indexOf(event.target as HTMLElement);
    const next = event.key === "ArrowDown" ? at + 1 : at < 0 ? stops.length - 1 : at - 1;
    stops[(next + stops.length) % stops.length]?.focus();
    event.preventDefault();
  }
});

/**
 * The portal's search forms: whoever turns to one gets the search dialog over the page; without it
 * they lead to its page.
 */
const loadDialog = () => import("./search-dialog.ts");

const openDialog = (form: HTMLFormElement) =>
  loadDialog().then(
    ({ openSearch }) => openSearch(form),
    () => form.submit(),
  );

for (const sign of ["focusin", "pointerover", "click", "input"] as const)
  document.addEventListener(sign, (event) => {
    const form = (event.target as Element).closest?.<HTMLFormElement>("form[data-search]");
    if (!form) return;
    // Enter in a field presses its button, a click of no pointer: that asks the page.
    if (sign === "click" ? (event as MouseEvent).detail : sign === "input") {
      event.preventDefault();
      void openDialog(form);
    }
    // A failure shows when the dialog is wanted.
    else loadDialog().catch(() => undefined);
  });

document.addEventListener("keydown", (event) => {
  const form = document.querySelector<HTMLFormElement>("header:not([inert]) form[data-search]");
  if (event.key !== "k" || !(event.metaKey || event.ctrlKey) || form === null) return;
  event.preventDefault();
  void openDialog(form);
});

const key = document.querySelector<HTMLElement>("[data-search-key]");
if (key !== null) {
  key.textContent = /Mac|iP/.test(navigator.platform) ? "Cmd+K" : "Ctrl+K";
  key.hidden = false;
}

/**
 * A link copies its address when it is clicked, and says so for three seconds: a deep link by a
 * note beside it, the entry of the share popover by its own label.
 */
const SHOWN_MS = 3_000;

document.addEventListener(
  "click",
  (event) => {
    const link =
      event.target instanceof Element
        ? event.target.closest<HTMLAnchorElement>("a[data-copy-link]")
        : null;
    if (!link || !isPlainClick(event) || !navigator.clipboard) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const label = link.querySelector<HTMLElement>("[data-copy-text]");
    void navigator.clipboard
      .writeText(link.href)
      .then(() => (label === null ? noteBeside(link) : sayInstead(label)));
  },
  true,
);

/**
 * A button copies the text that its kind names, as it reads on the page; one says so by its own
 * label, as long as it names.
 */
document.addEventListener("click", (event) => {
  const button =
    event.target instanceof Element ? event.target.closest<HTMLElement>("button[data-copy]") : null;
  const type = button?.dataset.copy;
  const text = document.getElementById(`copied-${type}`)?.innerText;
  if (!button || text === undefined || !navigator.clipboard) return;
  const { copiedMs } = button.dataset;
  void navigator.clipboard
    .writeText(text)
    .then(() =>
      copiedMs === undefined
        ? noteBeside(button, `${type}`)
        : sayInstead(button, "Copied", Number(copiedMs)),
    );
});

function noteBeside(link: HTMLElement, type = "link"): void {
  link.parentElement?.querySelector("[data-copied]")?.remove();
  const note = document.createElement("span");
  note.dataset.copied = "";
  note.setAttribute("role", "status");
  note.className = "text-xs font-medium text-green";
  link.after(note);
  note.textContent = `Copied ${type} to clipboard`;
  setTimeout(() => note.remove(), SHOWN_MS);
}

let back: ReturnType<typeof setTimeout> | undefined;

/** The label itself says it, and says what it said before afterwards. */
function sayInstead(label: HTMLElement, words = "Copied!", ms = SHOWN_MS): void {
  label.dataset.copyText ||= label.textContent ?? "";
  label.textContent = words;
  clearTimeout(back);
  back = setTimeout(() => {
    label.textContent = label.dataset.copyText ?? "";
  }, ms);
}

function isPlainClick(event: MouseEvent): boolean {
  return (
    event.button === 0 &&
    !event.metaKey &&
    !event.ctrlKey &&
    !event.shiftKey &&
    !event.altKey &&
    !event.defaultPrevented
  );
}
