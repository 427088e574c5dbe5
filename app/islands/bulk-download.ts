/**
 * The states of the bulk download dialog: idle, loading, complete, error. The list stays in
 * the page while another state is shown, so that going back to it keeps what was selected.
 */
interface Answer {
  fileUrl: string | null;
  failedFileIds: string[];
  successCount: number;
}

interface Chosen {
  itemUid: string;
  fileId: string;
  generated: boolean;
  name: string;
}

let begun = false;
let running: AbortController | null = null;

/** Takes over the dialog that is there, and those that are opened later. */
export function begin(): void {
  if (!begun) {
    begun = true;
    document.addEventListener("change", onChange);
    document.addEventListener("submit", onSubmit);
    // Before everything else: while documents are being prepared, the dialog does not close.
    document.addEventListener("click", holdOpen, true);
    document.addEventListener("keydown", holdOpen, true);
    addEventListener("popstate", () => running?.abort());
    new MutationObserver(count).observe(document.body, { childList: true, subtree: true });
  }
  count();
}

const formOf = () => document.querySelector<HTMLFormElement>("form[data-bulk]");
const boxesOf = (form: HTMLFormElement) => [
  ...form.querySelectorAll<HTMLInputElement>("input[name=file]"),
];

function onChange(event: Event): void {
  const form = formOf();
  if (form === null || !(event.target instanceof HTMLInputElement) || event.target.form !== form)
    return;
  if (event.target.name === "all")
    for (const box of boxesOf(form)) box.checked = event.target.checked;
  count();
}

/** The submit says how many, and the box above says whether that is all of them. */
function count(): void {
  const form = formOf();
  const submit = form?.querySelector<HTMLButtonElement>("[data-bulk-submit]");
  if (form == null || submit == null) return;
  const boxes = boxesOf(form);
  const all = form.querySelector<HTMLInputElement>("input[name=all]");
  if (all?.checked && !all.dataset.seen) for (const box of boxes) box.checked = true;
  const chosen = boxes.filter((box) => box.checked).length;
  if (all) {
    all.dataset.seen = "true";
    all.checked = chosen === boxes.length;
    all.indeterminate = chosen > 0 && chosen < boxes.length;
  }
  const text = `Download ${chosen} document(s)`;
  // The observer sees this change, too: only a new text is one.
  if (submit.textContent !== text) submit.textContent = text;
  if (submit.disabled !== (chosen === 0)) submit.disabled = chosen === 0;
}

function onSubmit(event: SubmitEvent): void {
  const form = formOf();
  if (form === null || event.target !== form) return;
  event.preventDefault();
  void download(form);
}

function chosenIn(form: HTMLFormElement): Chosen[] {
  return boxesOf(form)
    .filter((box) => box.checked)
    .map((box) => {
      const [itemUid = "", fileId = ""] = box.value.split("/").map(decodeURIComponent);
      return {
        itemUid,
        fileId,
        generated: box.dataset.generated !== undefined,
        name: box.closest("label")?.querySelector("[data-name]")?.textContent ?? "",
      };
    });
}

async function download(form: HTMLFormElement): Promise<void> {
  const chosen = chosenIn(form);
  const files = chosen.map(({ itemUid, fileId, generated }) => ({ itemUid, fileId, generated }));
  const selectAllUsed = form.querySelector<HTMLInputElement>("input[name=all]")?.checked === true;
  const controller = new AbortController();
  running = controller;
  show(
    form,
    `Downloading ${chosen.length} document(s)...`,
    [bar()],
    [button("Cancel", "secondary", () => controller.abort())],
  );
  try {
    const response = await fetch(form.dataset.bulk ?? "", {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify({ files, productId: form.dataset.product, selectAllUsed }),
      signal: controller.signal,
    });
    if (!response.ok) throw new Error(String(response.status));
    const answer = (await response.json()) as Answer;
    if (answer.fileUrl === null) throw new Error("nothing to download");
    running = null;
    take(answer.fileUrl);
    complete(form, chosen, answer);
  } catch (error) {
    running = null;
    if (controller.signal.aborted) idle(form);
    else {
      console.error("Downloading files failed", error);
      failed(form);
    }
  }
}

function take(fileUrl: string): void {
  const link = document.createElement("a");
  link.href = fileUrl;
  link.download = "";
  link.click();
}

function complete(
  form: HTMLFormElement,
  chosen: readonly Chosen[],
  { failedFileIds, successCount }: Answer,
): void {
  for (const box of form.querySelectorAll<HTMLInputElement>("input[type=checkbox]"))
    box.checked = false;
  const parts: Element[] = [element("p", "", `You downloaded ${successCount} document(s)`)];
  if (failedFileIds.length > 0) {
    parts.push(
      element(
        "h3",
        "mt-6 text-sm font-semibold",
        `Failed to download ${failedFileIds.length} document(s)`,
      ),
    );
    const list = element("ul", "mt-2 list-disc space-y-1 ps-5 text-sm text-muted");
    for (const id of failedFileIds)
      list.append(
        element(
          "li",
          "[overflow-wrap:anywhere]",
          chosen.find(({ fileId }) => fileId === id)?.name ?? "(Untitled)",
        ),
      );
    parts.push(list);
  }
  const close = form.querySelector<HTMLAnchorElement>("[data-bulk-close]");
  const back = element("a", close?.className ?? "", `Back to ${form.dataset.portalTitle ?? ""}`);
  back.setAttribute("href", close?.getAttribute("href") ?? "");
  show(form, "Download complete", parts, [back]);
}

function failed(form: HTMLFormElement): void {
  const text = element(
    "p",
    "",
    "Oops, looks like we encountered an error during this download. Try again below.",
  );
  show(
    form,
    "Error downloading",
    [text],
    [
      button("Cancel", "secondary", () => idle(form)),
      button("Try again", "primary", () => void download(form)),
    ],
  );
}

/** Shows the list again. */
function idle(form: HTMLFormElement): void {
  parent(form)?.querySelector("[data-bulk-state]")?.remove();
  title(form, "Bulk download");
  form.hidden = false;
  count();
  form.querySelector<HTMLElement>("input[name=all]")?.focus();
}

/** Puts a state in the list's place; its title is the dialog's, and is read out. */
function show(
  form: HTMLFormElement,
  heading: string,
  parts: readonly Element[],
  actions: readonly Element[],
): void {
  const state = element("div", "");
  state.dataset.bulkState = "";
  const text = element("div", "py-2");
  text.setAttribute("role", "status");
  text.append(...parts);
  const foot = element("div", "mt-6 flex flex-wrap justify-end gap-3 border-t border-line pt-5");
  foot.append(...actions);
  state.append(text, foot);
  parent(form)?.querySelector("[data-bulk-state]")?.remove();
  form.hidden = true;
  form.after(state);
  title(form, heading);
  (actions.at(-1) as HTMLElement | undefined)?.focus();
}

function title(form: HTMLFormElement, text: string): void {
  const heading = form.closest("[role=dialog]")?.querySelector<HTMLElement>("#dialog-title");
  if (heading == null) return;
  heading.textContent = text;
  const subtitle = heading.nextElementSibling;
  if (subtitle instanceof HTMLElement) subtitle.hidden = text !== "Bulk download";
}

function parent(form: HTMLFormElement): HTMLElement | null {
  return form.parentElement;
}

/** While documents are being prepared, only Cancel ends it: closing links and Escape wait. */
function holdOpen(event: Event): void {
  if (running === null) return;
  const isEscape = event instanceof KeyboardEvent && event.key === "Escape";
  const link =
    event.type === "click" && event.target instanceof Element
      ? event.target.closest("[data-dialog] a[href]")
      : null;
  if (!isEscape && link === null) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

function bar(): HTMLElement {
  const progress = element("progress", "block h-1.5 w-full");
  progress.setAttribute("aria-label", "Preparing");
  return progress;
}

function button(text: string, look: "primary" | "secondary", act: () => void): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  // The looks stand on the form's own buttons.
  made.className =
    formOf()?.querySelector(look === "primary" ? "[data-bulk-submit]" : "[data-bulk-close]")
      ?.className ?? "";
  made.textContent = text;
  made.addEventListener("click", act);
  return made;
}

function element(name: string, className: string, text?: string): HTMLElement {
  const made = document.createElement(name);
  if (className !== "") made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}
