import { NO_ADDRESS, SEPARATORS, splitAddresses } from "#values/email-address.ts";
import { takeTyped, whyNotSent } from "#values/typed-addresses.ts";

/**
 * Addresses as chips: Enter, Space, Tab or Comma takes one, and what is wrong with it is said at
 * once. What is refused stays in the field, apart from what is typed next. The textarea stays the
 * form's field and holds all of it, one a line. The form is sent when everything fits.
 */
export function begin(form: HTMLFormElement): void {
  const area = form.querySelector<HTMLTextAreaElement>("[data-chips] textarea");
  const button = form.querySelector<HTMLButtonElement>("button:not([type=button])");
  if (area === null || button === null || form.dataset.begun !== undefined) return;
  form.dataset.begun = "";
  const chips = new Chips(area, button);
  form.addEventListener("submit", (event) => {
    if (!chips.send()) event.preventDefault();
  });
  // Coming back by the history, the form can be sent again.
  addEventListener("pageshow", () => chips.sendAgain());
}

class Chips {
  readonly #area: HTMLTextAreaElement;
  readonly #button: HTMLButtonElement;
  readonly #input: HTMLInputElement;
  readonly #list: HTMLElement;
  readonly #told: HTMLElement;
  /** Beside the button: what has to be done before it can be pressed. */
  readonly #why: HTMLElement;
  readonly #most: number;
  #values: string[] = [];
  #isSending = false;

  constructor(area: HTMLTextAreaElement, button: HTMLButtonElement) {
    this.#area = area;
    this.#button = button;
    this.#most = Number(area.closest<HTMLElement>("[data-chips]")?.dataset.chips);
    const hadFocus = document.activeElement === area;
    const caret = area.selectionEnd;
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
    this.#why = element("span", "min-w-0 text-sm text-muted empty:hidden");
    this.#why.id = `${area.id}-why`;
    // What the server said stays until something is changed.
    this.#input.setAttribute(
      "aria-describedby",
      [area.getAttribute("aria-describedby"), this.#told.id].filter(Boolean).join(" "),
    );
    const wasRefused = area.hasAttribute("aria-invalid");
    area.removeAttribute("id");
    area.required = false;
    area.hidden = true;
    area.after(this.#list, this.#input, this.#told);
    button.after(this.#why);
    this.#input.addEventListener("keydown", (event) => this.#onKey(event));
    this.#input.addEventListener("paste", (event) => this.#onPaste(event));
    this.#input.addEventListener("input", () => this.#take());
    this.#input.value = area.value.replaceAll(/[\r\n]/g, " ");
    if (hadFocus) {
      this.#input.focus();
      this.#input.setSelectionRange(caret, caret);
    }
    // Who is typing has not finished the last one.
    this.#take({ all: !hadFocus });
    if (wasRefused) this.#input.setAttribute("aria-invalid", "true");
  }

  /** Whether the form may go now; where it may not, the field says why. */
  send(): boolean {
    if (this.#isSending) return false;
    this.#take({ all: true });
    const why = this.#whyNot();
    if (why !== null) {
      if (why === "none") this.#say(NO_ADDRESS);
      if (why === "many") this.#say(this.#reasonOf(why));
      this.#input.focus();
      return false;
    }
    this.#isSending = true;
    this.#offer();
    return true;
  }

  sendAgain(): void {
    this.#isSending = false;
    this.#offer();
  }

  #onKey(event: KeyboardEvent): void {
    if (event.isComposing) return;
    if (event.key === "Backspace" && this.#input.value === "" && this.#values.length > 0)
      this.#remove(this.#values.length - 1);
    // Tab takes what is there and leaves the field, as it leaves any other.
    else if (event.key === "Tab") this.#takeAll();
    else if (event.key === "Enter") {
      event.preventDefault();
      this.#takeAll();
    }
  }

  #takeAll(): void {
    if (this.#input.value !== "") this.#take({ all: true });
  }

  /** A pasted list stands apart from what is around it, and each of its addresses is finished. */
  #onPaste(event: ClipboardEvent): void {
    const pasted = event.clipboardData?.getData("text") ?? "";
    if (!SEPARATORS.test(pasted)) return;
    event.preventDefault();
    const input = this.#input;
    const { value, selectionStart, selectionEnd } = input;
    input.setRangeText(
      ` ${splitAddresses(pasted).join(" ")} `,
      selectionStart ?? value.length,
      selectionEnd ?? value.length,
      "end",
    );
    this.#take();
  }

  /** Takes what is finished out of the field; `all` takes every part of it as finished. */
  #take({ all = false } = {}): void {
    const input = this.#input;
    const caret = input.selectionEnd ?? input.value.length;
    const typed = takeTyped(input.value, this.#values, { caret, all });
    if (typed.taken.length > 0) {
      this.#values.push(...typed.taken);
      this.#draw();
    }
    if (typed.left !== input.value && (all || typed.taken.length > 0 || typed.left === "")) {
      input.value = typed.left;
      if (document.activeElement === input) input.setSelectionRange(typed.caret, typed.caret);
    }
    this.#say(typed.fault);
    this.#offer();
  }

  #whyNot(): ReturnType<typeof whyNotSent> {
    return whyNotSent(this.#input.value, this.#values, this.#most);
  }

  #reasonOf(why: NonNullable<ReturnType<typeof whyNotSent>>): string {
    return {
      none: "Add an email address first.",
      faulty: "Check the email addresses first.",
      many: `Invite at most ${this.#most} people at a time`,
    }[why];
  }

  /**
   * The button waits until all addresses fit. It can be reached meanwhile: what it waits for is
   * read with it.
   */
  #offer(): void {
    this.#area.value = [...this.#values, ...splitAddresses(this.#input.value)].join("\n");
    const why = this.#whyNot();
    this.#why.textContent = why === null ? "" : this.#reasonOf(why);
    if (why === null) this.#button.removeAttribute("aria-describedby");
    else this.#button.setAttribute("aria-describedby", this.#why.id);
    if (why === null && !this.#isSending) this.#button.removeAttribute("aria-disabled");
    else this.#button.setAttribute("aria-disabled", "true");
  }

  #remove(at: number): void {
    this.#values.splice(at, 1);
    this.#draw();
    // What was refused beside it may fit now.
    this.#say(takeTyped(this.#input.value, this.#values, { caret: -1 }).fault);
    this.#offer();
    this.#input.focus();
  }

  #draw(): void {
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
    if (this.#told.textContent !== problem) this.#told.textContent = problem;
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
