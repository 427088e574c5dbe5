/** The bulk download dialog gains its states when someone turns to it; the form works before and without. */
for (const sign of ["focusin", "pointerover"] as const) {
  document.addEventListener(sign, function turn(event) {
    if (
      !(event.target instanceof Element) ||
      event.target.closest("[data-dialog]")?.querySelector("form[data-bulk]") == null
    )
      return;
    document.removeEventListener(sign, turn);
    void import("./bulk-download.ts").then(({ begin }) => begin());
  });
}
