import {
  NO_ADDRESS,
  addedAlready,
  notAnEmail,
  readEmail,
  splitAddresses,
} from "../values/email-address.ts";

/**
 * Addresses as chips: Enter, Space, Tab or Comma takes one, and what is wrong
 * with it is said at once. The textarea stays the form's field and holds what the chips say, one a
 * line.
 */
export function begin(form: HTMLFormElement): void {
  const area = form.querySelector<HTMLTextAreaElement>("[data-chips] textarea");
  if (area === null || form.dataset.begun !== undefined) return;
  form.dataset.begun = "";
  const chips = new Chips(area);
  form.addEventListener("submit", (event) => {
    const isSending = form.dataset.sending !== undefined;
    if (!isSending && chips.takeAll() && chips.isFilled()) form.dataset.sending = "";
    else event.preventDefault();
  });
  // Coming back by the history, the form can be sent again.
  addEventListener("pageshow", () => delete form.dataset.sending);
}

class Chips {
  readonly #area: HTMLTextAreaElement;
  readonly #input: HTMLInputElement;
  readonly #list: HTMLElement;
  readonly #told: HTMLElement;
  #values: string[] = [];

  constructor(area: HTMLTextAreaElement) {
    this.#area = area;
    const hadFocus = document.activeElement === area;
    this.#input = element("input", area.className);
    this.#input.id = area.id;
    this.#input.type = "text";
    this.#input.inputMode = "email";
    this.#input.autocomplete = "off";
    this.#input.spellcheck = false;
    this.#list = element("ul", "flex flex-wrap gap-2 py-2 empty:hidden");
    this.#list.setAttribute("aria-label", "Addresses to invite");
    this.#told = element("p", "text-sm font-medium text-red empty:hidden");
    this.#told.id = `${area.id}-chips`;
    this.#told.setAttribute("role", "alert");
    const typed = area.value;
    // What the server said stays until something is changed.
    this.#input.setAttribute(
      "aria-describedby",
      [area.getAttribute("aria-describedby"), this.#told.id].filter(Boolean).join(" "),
    );
    if (area.hasAttribute("aria-invalid")) this.#input.setAttribute("aria-invalid", "true");
    area.removeAttribute("id");
    area.required = false;
    area.hidden = true;
    area.after(this.#list, this.#input, this.#told);
    this.#input.addEventListener("keydown", (event) => this.#onKey(event));
    this.#input.addEventListener("input", () => this.#onInput());
    this.#input.value = typed
      .split(/[\r\n]+/)
      .map((line) => line.trim())
      .join(" ")
      .trim();
    if (this.#input.value !== "") this.takeAll();
    if (hadFocus) this.#input.focus();
  }

  /** Takes every whole address of the field. @returns whether nothing was left in it */
  takeAll(): boolean {
    const parts = splitAddresses(this.#input.value);
    const left: string[] = [];
    let problem = "";
    for (const part of parts) {
      const fault = this.#faultOf(part);
      if (fault === null) this.#add(part);
      else {
        left.push(part);
        problem ||= fault;
      }
    }
    this.#input.value = left.join(" ");
    this.#say(problem);
    return left.length === 0;
  }

  isFilled(): boolean {
    if (this.#values.length > 0) return true;
    this.#say(NO_ADDRESS);
    this.#input.focus();
    return false;
  }

  #onKey(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const isEmpty = this.#input.value.trim() === "";
    if (event.key === "Backspace" && this.#input.value === "" && this.#values.length > 0)
      this.#remove(this.#values.length - 1);
    // Tab leaves an empty field as it leaves any other.
    else if (event.key === "Tab" && (isEmpty || event.shiftKey)) return;
    else if (["Enter", " ", "Tab", ","].includes(event.key)) {
      event.preventDefault();
      if (!isEmpty) this.takeAll();
    }
  }

  /**
   * What is pasted, or comes from a keyboard without keys, has its separators inside; a fault goes
   * as soon as the text changes.
   */
  #onInput(): void {
    if (/[\s,]/.test(this.#input.value)) this.takeAll();
    else this.#say("");
  }

  #faultOf(part: string): string | null {
    const address = readEmail(part);
    if (address === null) return notAnEmail(part);
    return this.#values.some((value) => readEmail(value)?.key === address.key)
      ? addedAlready(part)
      : null;
  }

  #add(value: string): void {
    this.#values.push(value.toLowerCase());
    this.#draw();
  }

  #remove(at: number): void {
    this.#values.splice(at, 1);
    this.#draw();
    this.#input.focus();
  }

  #draw(): void {
    this.#area.value = this.#values.join("\n");
    this.#list.replaceChildren(
      ...this.#values.map((value, at) => {
        const chip = element(
          "li",
          "inline-flex max-w-full items-center gap-1 rounded-full bg-accent-soft ps-3 text-sm",
        );
        const name = element("span", "min-w-0 truncate");
        name.textContent = value;
        const remove = element(
          "button",
          "inline-flex size-7 flex-none items-center justify-center rounded-full hover:bg-sunken",
        );
        remove.type = "button";
        remove.textContent = "×";
        remove.setAttribute("aria-label", `Remove ${value}`);
        remove.addEventListener("click", () => this.#remove(at));
        chip.append(name, remove);
        return chip;
      }),
    );
  }

  #say(problem: string): void {
    this.#told.textContent = problem;
    if (problem === "") this.#input.removeAttribute("aria-invalid");
    else this.#input.setAttribute("aria-invalid", "true");
  }
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.className = className;
  return made;
}
