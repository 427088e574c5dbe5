// What a visitor's page runs before intent: a few kilobytes, every part of it over links and forms
// that work alone.
import "./every-page.ts";
import "./dialog.ts";
import type { VisitorEventCall } from "#tenancy/visitor-events/rules/visitor-events.ts";

const consent = document.querySelector<HTMLElement>("[data-consent]");
if (consent) void import("./consent.ts").then(({ begin }) => begin(consent));

const viewer = document.querySelector<HTMLElement>("[data-viewer]");
if (viewer) void import("./page-viewer.ts").then(({ begin }) => begin(viewer));

/**
 * A notice that passes: it goes after its time, unless somebody is at it with pointer or keyboard.
 */
for (const notice of document.querySelectorAll<HTMLElement>("[data-passes-after]")) {
  const leave = () => {
    if (notice.matches(":hover, :focus-within")) setTimeout(leave, 1_000);
    else notice.hidden = true;
  };
  setTimeout(leave, Number(notice.dataset.passesAfter));
}

/** A button that is for later says in how many seconds, and waits for them. */
for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-wait-seconds]")) {
  const label = button.textContent;
  const end = Date.now() + Number(button.dataset.waitSeconds) * 1_000;
  const tick = () => {
    const left = Math.ceil((end - Date.now()) / 1_000);
    button.disabled = left > 0;
    button.textContent = left > 0 ? `${label} in ${left} s` : label;
    if (left > 0) setTimeout(tick, 1_000);
  };
  tick();
}

/** A code is sent with its last digit; the field says so before anything is typed. */
for (const code of document.querySelectorAll<HTMLInputElement>("input[data-sends-at]")) {
  const hint = document.getElementById(`${code.id}-hint`);
  if (hint !== null) hint.textContent = code.dataset.sendsHint ?? "";
  const digits = Number(code.dataset.sendsAt);
  code.addEventListener("input", () => {
    const typed = code.value.replace(/[\s-]/g, "");
    if (typed.length === digits && /^\d+$/.test(typed)) code.form?.requestSubmit();
  });
}

/**
 * The bulk download dialog gains its states as soon as it is there, or when someone turns to it;
 * the form works before and without.
 */
const loadBulk = () => void import("./bulk-download.ts").then(({ begin }) => begin());

for (const sign of ["focusin", "pointerover"] as const) {
  document.addEventListener(sign, function turnToBulk(event) {
    if (
      !(event.target instanceof Element) ||
      event.target.closest("[data-dialog]")?.querySelector("form[data-bulk]") == null
    )
      return;
    document.removeEventListener(sign, turnToBulk);
    loadBulk();
  });
}
// A dialog that came with the page counts from the start.
if (document.querySelector("[data-dialog] form[data-bulk]") !== null) loadBulk();

/**
 * Forms that gain something when someone turns to them: what they gain is loaded then; before and
 * without, they work as they are.
 */
const GAINS: readonly [
  form: string,
  load: () => Promise<{ begin: (form: HTMLFormElement) => void }>,
][] = [
  ["form[data-comment]", () => import("./comment.ts")],
  ["form[data-invite]", () => import("./address-chips.ts")],
];

function turn(target: EventTarget | null): void {
  if (!(target instanceof Element)) return;
  for (const [name, load] of GAINS) {
    const form = target.closest<HTMLFormElement>(name);
    if (form !== null) void load().then(({ begin }) => begin(form));
  }
}

for (const sign of ["focusin", "pointerover"] as const)
  document.addEventListener(sign, (event) => turn(event.target));
// A dialog that came with the page may have the focus already.
turn(document.activeElement);

/**
 * Tells the server what is done on a visitor's page without asking for an address: nothing of who
 * did it is in it.
 */
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
