/** What the search dialog is made of, without a framework. */

const COPIED_MS = 3_000;

/** An element with its attributes and children. */
export function el<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** An icon of the page's own sprite. */
export function icon(name: string, more = ""): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("width", "18");
  svg.setAttribute("height", "18");
  svg.setAttribute("class", `icon shrink-0 ${more}`);
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#i-${name}`);
  svg.append(use);
  return svg;
}

/** What stands where there is nothing else: an icon, and what to do. */
export function empty(name: string, title: string, subtitle = ""): HTMLElement {
  return el(
    "div",
    { class: "flex flex-col items-center gap-2 px-4 py-16 text-center" },
    icon(name, "text-muted"),
    el("p", { class: "font-medium" }, title),
    ...(subtitle === "" ? [] : [el("p", { class: "text-sm text-muted" }, subtitle)]),
  );
}

/**
 * A button that copies a text, and says so for three seconds. @param type what is copied, as it is
 * said
 */
export function copyButton(type: string, text: string, label = "Copy"): HTMLElement {
  const note = el("span", { role: "status", class: "text-xs font-medium text-green" });
  const button = el(
    "button",
    {
      type: "button",
      class: "inline-flex min-h-7 items-center rounded-sm border border-line px-2 text-xs",
      "aria-label": `Copy ${type}`,
    },
    label,
  );
  let back: ReturnType<typeof setTimeout> | undefined;
  button.addEventListener("click", () => {
    void navigator.clipboard.writeText(text).then(() => {
      note.textContent = `Copied ${type} to clipboard`;
      clearTimeout(back);
      back = setTimeout(() => (note.textContent = ""), COPIED_MS);
    });
  });
  return el("span", { class: "inline-flex items-center gap-2" }, button, note);
}
