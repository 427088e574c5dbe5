/** The portal's search forms: whoever turns to one gets the search dialog over the page; without it they lead to its page. */
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
