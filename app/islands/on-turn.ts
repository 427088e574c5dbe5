/** Forms that gain something when someone turns to them: what they gain is loaded then; before and without, they work as they are. */
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
