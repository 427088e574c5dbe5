/**
 * A link copies its address when it is clicked, and says so for three seconds: a deep link by a note
 * beside it, the entry of the share popover by its own label.
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

/** A button copies the text that its kind names, as it reads on the page; one says so by its own label, as long as it names. */
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
