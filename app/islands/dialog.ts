import { focusDialog } from "#web/ui/dialog-focus.ts";

/**
 * Drawers and dialogs without a reload: the linked page is fetched, its dialog is taken out of it
 * and put where the server would have put it, and the address follows. Whatever goes wrong, the
 * link is followed.
 */
let drawerOpener: HTMLElement | null = null;

document.addEventListener("click", (event) => {
  const link =
    event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
  if (
    !link ||
    event.defaultPrevented ||
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey ||
    othersRun()
  )
    return;
  const dialog = link.closest("[data-dialog]");
  if (dialog && link.getAttribute("href") === dialog.getAttribute("data-close") && pageStands()) {
    event.preventDefault();
    leave(link.href);
  } else if (link.hasAttribute("data-drawer-link") && link.origin === location.origin) {
    event.preventDefault();
    if (!dialog) drawerOpener = link;
    void openPage(link.href, true);
  }
});

document.addEventListener("keydown", (event) => {
  const close = document.querySelector("[data-dialog]")?.getAttribute("data-close");
  if (event.key !== "Escape" || event.defaultPrevented || close == null) return;
  event.preventDefault();
  if (pageStands() && !othersRun()) leave(new URL(close, location.href).href);
  else location.assign(close);
});

addEventListener("popstate", () => {
  if (othersRun()) location.reload();
  else void openPage(location.href, false);
});

// A dialog that came with the page takes the focus, or the part of it that asks for it: the browser
// may not have got to that yet.
const first = document.querySelector<HTMLElement>("[data-dialog] [role=dialog]");
if (first) focusDialog(first);

/**
 * Scripts of somebody else run in this page (islands/consent): what is typed into a form is not
 * theirs to read.
 */
function othersRun(): boolean {
  return "others" in document.documentElement.dataset;
}

/** The page behind is this dialog's own: it stands under it, and closing needs no request. */
function pageStands(): boolean {
  return (
    document.querySelector("main h1") !== null &&
    document.querySelector("[data-dialog][data-reloads]") === null
  );
}

async function openPage(href: string, push: boolean): Promise<void> {
  try {
    const response = await fetch(href, {
      headers: { Accept: "text/html" },
      credentials: "same-origin",
    });
    if (!response.ok) throw new Error(String(response.status));
    const next = new DOMParser().parseFromString(await response.text(), "text/html");
    const dialog = next.querySelector<HTMLElement>("[data-dialog]");
    if (dialog === null && push) throw new Error("no dialog");
    if (push) history.pushState(null, "", response.url);
    document.title = next.title;
    show(dialog);
  } catch {
    location.assign(href);
  }
}

function show(dialog: HTMLElement | null): void {
  document.querySelector("[data-dialog]")?.remove();
  for (const part of parts()) part.inert = dialog !== null;
  if (dialog === null) {
    drawerOpener?.focus();
    drawerOpener = null;
    return;
  }
  const own = document.importNode(dialog, true);
  document.querySelector("header")?.after(own);
  const panel = own.querySelector<HTMLElement>("[role=dialog]");
  if (panel) focusDialog(panel);
}

function leave(href: string): void {
  history.pushState(null, "", href);
  document.title = document.querySelector("main h1")?.textContent ?? document.title;
  show(null);
}

/** Everything of the page that a dialog makes inert. */
function parts(): NodeListOf<HTMLElement> {
  return document.querySelectorAll(
    "header, main, footer, body > div > aside, body > div > section",
  );
}
