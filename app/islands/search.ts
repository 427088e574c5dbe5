/** The portal's search forms: whoever turns to one gets the search dialog over the page; without it they lead to its page. */
const loadDialog = () => import("./search-dialog.ts");

function formOf(target: EventTarget | null): HTMLFormElement | null {
  return target instanceof Element ? target.closest<HTMLFormElement>("form[data-search]") : null;
}

function open(form: HTMLFormElement): void {
  loadDialog()
    .then(({ openSearch }) => openSearch(form))
    .catch(() => form.submit());
}

for (const sign of ["focusin", "pointerover"] as const)
  document.addEventListener(sign, ({ target }) => {
    // A failure shows when the dialog is wanted.
    if (formOf(target) !== null) loadDialog().catch(() => undefined);
  });

document.addEventListener("click", (event) => {
  const form = formOf(event.target);
  if (form === null || event.button !== 0) return;
  if (!(event.target as Element).closest("input:not([type=hidden]), button")) return;
  // Enter in a field with words presses the button: that asks the page.
  if (event.detail === 0) return;
  event.preventDefault();
  open(form);
});

document.addEventListener("input", ({ target }) => {
  const form = formOf(target);
  if (form !== null && (target as HTMLInputElement).value.trim() !== "") open(form);
});

document.addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey)) return;
  if (event.altKey || event.shiftKey || event.defaultPrevented) return;
  const form = document.querySelector<HTMLFormElement>("form[data-search]");
  if (form === null || form.closest("[inert]") !== null || document.querySelector("dialog[open]"))
    return;
  event.preventDefault();
  open(form);
});

for (const key of document.querySelectorAll<HTMLElement>("[data-search-key]")) {
  key.textContent = /Mac|iP(?:hone|ad|od)/.test(navigator.platform) ? "Cmd+K" : "Ctrl+K";
  key.hidden = false;
}
