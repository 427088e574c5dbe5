/** Menus are disclosures; where scripts run, Escape and a click elsewhere close them, and arrows walk their links. */
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
