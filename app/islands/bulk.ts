/**
 * The bulk download dialog gains its states as soon as it is there, or when someone turns to it; the form works
 * before and without.
 */
const load = () => void import("./bulk-download.ts").then(({ begin }) => begin());

for (const sign of ["focusin", "pointerover"] as const) {
  document.addEventListener(sign, function turn(event) {
    if (
      !(event.target instanceof Element) ||
      event.target.closest("[data-dialog]")?.querySelector("form[data-bulk]") == null
    )
      return;
    document.removeEventListener(sign, turn);
    load();
  });
}
// A dialog that came with the page counts from the start.
if (document.querySelector("[data-dialog] form[data-bulk]") !== null) load();
