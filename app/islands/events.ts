import type { VisitorEventCall } from "../features/visitor-events/rules.ts";

/** Tells the server what is done on a visitor's page without asking for an address: nothing of who did it is in it. */
function tell(from: Element, event: VisitorEventCall): void {
  const to = from.closest<HTMLElement>("[data-events]")?.dataset.events;
  if (to !== undefined) navigator.sendBeacon?.(to, JSON.stringify(event));
}

for (const kind of ["click", "auxclick"] as const)
  document.addEventListener(kind, ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLElement>("a[data-customer]") : null;
    if (link) tell(link, { name: "trusted-by link clicked", id: link.dataset.customer ?? "" });
  });

document.addEventListener(
  "toggle",
  ({ target }) => {
    if (!(target instanceof HTMLDetailsElement)) return;
    const { details: id } = target.dataset;
    if (id) tell(target, { name: "more details toggled", id, open: target.open });
  },
  true,
);
