/**
 * Moves the focus into a dialog: to the part that asks for it (an error summary, else the first
 * field), else to its panel. Whoever works in the dialog already stays where they are, and what a
 * reader has scrolled stays still: scripts come late on a slow line, and a button must not move
 * away between its press and its release.
 */
export function focusDialog(panel: HTMLElement): void {
  if (panel.contains(document.activeElement)) return;
  const marked = panel.querySelector<HTMLElement>("[data-autofocus], [autofocus]");
  (marked ?? panel).focus({ preventScroll: marked === null || isScrolled(marked) });
}

/** Whether anything of the dialog that the element scrolls in has left its start. */
function isScrolled(element: HTMLElement): boolean {
  const dialog = element.closest("[data-dialog]");
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    if (at.scrollTop > 0) return true;
    if (at === dialog) return false;
  }
  return false;
}
