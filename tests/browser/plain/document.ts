import vm from "node:vm";
import { JSDOM } from "jsdom";
import { engineFor, helpers, type ElementState, type Engine, type Expected } from "./engine.ts";
import { invalidControl, submissionOf, type ChosenFile, type Submission } from "./forms.ts";
import { NeedsLayout } from "./layout-needed.ts";
import { Rendering } from "./rendering.ts";
import type { Stylesheet } from "./styles.ts";

/** Where a press leads. */
export interface Leads extends Submission {
  /** The name of the link's or the form's `target`. */
  target: string;
  /** The name under which a link says that its file is to be kept. */
  download: string | null;
  /** Whether the next page is not told where one came from. */
  isUntold: boolean;
}

const FOCUSABLE =
  "a[href], area[href], button, input, select, textarea, summary, iframe, [tabindex], audio[controls], video[controls]";

/** A page that was read: what it shows, and what somebody filled in since. */
export class PlainDocument {
  readonly #dom: JSDOM;
  readonly #rendering: Rendering;
  readonly #engine: Engine;
  readonly #found = new Map<string, Element[]>();
  readonly #files = new WeakMap<Element, readonly ChosenFile[]>();

  constructor(html: string, url: string, width: number) {
    // The page's own scripts never run: `outside-only` lets Playwright's engine in, and nothing else.
    this.#dom = new JSDOM(html, { url, runScripts: "outside-only", pretendToBeVisual: true });
    this.#rendering = new Rendering(this.#dom.window, width);
    this.#engine = engineFor(this.#dom);
    this.#engine.remember();
  }

  /** Something of the document is otherwise now: what was found out about it no longer counts. */
  #changed(): void {
    this.#rendering.changed();
    this.#found.clear();
    this.#engine.forget();
    this.#engine.remember();
  }

  get document(): Document {
    return this.#dom.window.document;
  }

  set width(width: number) {
    this.#rendering.width = width;
    this.#changed();
  }

  /** The addresses of its stylesheets. */
  stylesheets(): string[] {
    const links = this.document.querySelectorAll<HTMLLinkElement>("link[rel~=stylesheet][href]");
    return [...links].map(({ href }) => href);
  }

  /** Shows it as these stylesheets say. */
  style(sheets: readonly Stylesheet[]): void {
    this.#rendering.sheets = sheets;
    this.#changed();
  }

  /** The document as it stands. */
  content(): string {
    return this.#dom.serialize();
  }

  close(): void {
    this.#dom.window.close();
  }

  /** The address, after a step to another place of the same page. */
  moveTo(url: string): void {
    this.#dom.reconfigure({ url });
    this.#showTarget();
  }

  /** What a browser does once a page is there: the place that the address names, else what asks for the focus. */
  arrive(): void {
    if (this.#showTarget()) return;
    const first = [...this.document.querySelectorAll<HTMLElement>("[autofocus]")].find((element) =>
      this.#isFocusable(element),
    );
    if (first !== undefined) this.focus(first);
  }

  /** The elements that a selector names. */
  all(selector: string): Element[] {
    const known = this.#found.get(selector);
    if (known !== undefined) return known;
    const found = this.#engine.querySelectorAll(
      this.#engine.parseSelector(selector),
      this.document,
    );
    this.#found.set(selector, found);
    return found;
  }

  /** The one element that a selector names, or null; more than one is an error. */
  find(selector: string): Element | null {
    const found = this.all(selector);
    if (found.length > 1)
      throw this.#engine.strictModeViolationError(this.#engine.parseSelector(selector), found);
    return found[0] ?? null;
  }

  /** The one element, which must be there. */
  one(selector: string): Element {
    const element = this.find(selector);
    if (element !== null) return element;
    const shown = this.#engine.ariaSnapshotForExpectFailure(this.document.body, {
      mode: "default",
    });
    throw new Error(`${nameOf(selector)} is not on ${this.document.URL}, which shows\n${shown}`);
  }

  is(element: Element, state: ElementState): boolean {
    return this.#engine.elementState(element, state, true).matches;
  }

  /** The control of a label, else the element itself. */
  controlOf(element: Element): Element {
    return this.#engine.retarget(element, "follow-label") ?? element;
  }

  /** What an expectation finds; null: its one element is not there. */
  async expect(selector: string | undefined, options: ExpectOptions): Promise<Expected | null> {
    const { expression } = options;
    if (expression === "to.be.in.viewport") throw new NeedsLayout("A place in the window");
    const isOfMany = expression === "to.have.count" || expression.endsWith(".array");
    const elements =
      selector === undefined
        ? [this.document.documentElement]
        : isOfMany
          ? this.all(selector)
          : [this.find(selector)].filter((element) => element !== null);
    if (elements.length === 0 && !isOfMany) return null;
    return this.#engine.expect(elements[0], options, elements, true);
  }

  /** Runs a test's own function in the page, which must ask for nothing that needs a layout. */
  run(look: unknown, ...given: unknown[]): unknown {
    const inPage: (...given: unknown[]) => unknown = new vm.Script(
      `(${String(look)})`,
    ).runInContext(this.#dom.getInternalVMContext());
    try {
      return structuredClone(this.#rendering.lookedAt(() => inPage(...given)));
    } finally {
      this.#changed();
    }
  }

  /** The key Escape. */
  escape(): void {
    this.#rendering.closePopovers(null);
    this.#changed();
  }

  /** What stands there, for the message of a failed expectation. */
  snapshot(): string {
    return this.#engine.ariaSnapshotForExpectFailure(this.document.body, { mode: "default" });
  }

  /** An element that somebody can act on: there, in sight, and not switched off. */
  actable(selector: string, states: readonly ElementState[]): Element {
    const element = this.one(selector);
    for (const state of ["visible", ...states] as const)
      if (!this.is(element, state))
        throw new Error(
          `${nameOf(selector)} is not ${state}: ${this.#engine.previewNode(element)}`,
        );
    if (states.includes("non-inert") && this.#ignoresPointer(element))
      throw new Error(`${nameOf(selector)} takes no pointer: ${this.#engine.previewNode(element)}`);
    return element;
  }

  #ignoresPointer(element: Element): boolean {
    return this.#dom.window.getComputedStyle(element).pointerEvents === "none";
  }

  fill(element: Element, text: string): void {
    const control = this.controlOf(element) as HTMLInputElement | HTMLTextAreaElement;
    const answer = this.#engine.fill(control, text);
    if (answer === "done" && control.value !== text.trim()) throw new Error("Malformed value");
    if (answer === "needsinput") {
      const isLine = control.localName === "input";
      const whole = isLine ? text.replace(/[\r\n]+/g, "") : text.replace(/\r\n?/g, "\n");
      control.value = control.maxLength >= 0 ? whole.slice(0, control.maxLength) : whole;
    }
    this.#changed();
  }

  select(element: Element, options: readonly object[]): string[] {
    const chosen = this.#engine.selectOptions(element, options);
    if (typeof chosen === "string") throw new Error(`No such option to choose: ${chosen}`);
    this.#changed();
    return chosen;
  }

  choose(element: Element, files: readonly ChosenFile[]): void {
    const control = this.controlOf(element);
    if (!control.matches("input[type=file]")) throw new Error("This is no control for files");
    if (files.length > 1 && !control.hasAttribute("multiple"))
      throw new Error("This control takes one file");
    this.#files.set(control, files);
    this.#changed();
  }

  focus(element: Element): void {
    if (!this.#isFocusable(element)) return;
    (element as HTMLElement).focus();
    this.#changed();
  }

  /** A press of the mouse or of the keyboard. @returns where it leads */
  press(element: Element): Leads | null {
    const at = element.closest<HTMLElement>(
      "a[href], area[href], button, input, summary, label, select, textarea, option",
    );
    const focused = element.closest(FOCUSABLE);
    if (at?.hasAttribute("popovertarget") !== true) this.#rendering.closePopovers(element);
    if (focused === null) this.#blur();
    else this.focus(focused);
    if (at === null) return null;
    try {
      return this.#activate(at);
    } finally {
      this.#changed();
    }
  }

  #activate(at: HTMLElement): Leads | null {
    if (at.matches("a[href], area[href]")) return this.#follow(at);
    if (at.localName === "label") {
      const { control } = at as HTMLLabelElement;
      return control === null ? null : this.press(control);
    }
    if (at.localName === "summary") return this.#fold(at);
    if (at.matches("button, input[type=submit], input[type=image], input[type=reset]"))
      return this.#pressButton(at as HTMLButtonElement);
    if (at.matches("input[type=checkbox], input[type=radio]")) at.click();
    return null;
  }

  #follow(link: Element): Leads {
    const url = new URL(link.getAttribute("href") ?? "", this.document.baseURI);
    const words = (link.getAttribute("rel") ?? "").toLowerCase().split(/\s+/);
    return {
      url: url.href,
      method: "GET",
      headers: {},
      target: link.getAttribute("target") ?? "",
      download: link.getAttribute("download"),
      isUntold: words.includes("noreferrer"),
    };
  }

  #fold(summary: Element): null {
    const around = summary.parentElement;
    if (around?.localName !== "details" || around.querySelector(":scope > summary") !== summary)
      return null;
    const opens = !around.hasAttribute("open");
    const group = around.getAttribute("name");
    if (opens && group !== null && group !== "")
      for (const other of this.document.querySelectorAll("details[open]"))
        if (other.getAttribute("name") === group) other.removeAttribute("open");
    around.toggleAttribute("open", opens);
    return null;
  }

  #pressButton(button: HTMLButtonElement): Leads | null {
    if (button.matches(":disabled")) return null;
    const popover = this.document.getElementById(button.getAttribute("popovertarget") ?? "");
    if (popover !== null) this.#rendering.togglePopover(popover);
    const { form } = button;
    if (form === null || button.type === "button") return null;
    if (button.type === "reset") {
      form.reset();
      return null;
    }
    return this.#send(form, button);
  }

  /** Sends a form, unless the browser finds something that is not filled in as it should be. */
  #send(form: HTMLFormElement, button: HTMLElement | null): Leads | null {
    const invalid = invalidControl(form, button, this.#files);
    if (invalid !== null) {
      invalid.focus();
      return null;
    }
    if ((button?.getAttribute("formmethod") ?? form.getAttribute("method")) === "dialog") {
      form.closest("dialog")?.removeAttribute("open");
      return null;
    }
    return {
      ...submissionOf(this.#dom.window, form, button, this.#files),
      target: button?.getAttribute("formtarget") ?? form.getAttribute("target") ?? "",
      download: null,
      isUntold: false,
    };
  }

  /** The key Enter where the focus is. @returns where it leads */
  enter(): Leads | null {
    const at = this.document.activeElement as HTMLElement | null;
    if (at === null || at.matches("textarea, select")) return null;
    if (at.matches("a[href], button, summary, input[type=submit], input[type=image]"))
      return this.press(at);
    if (!at.matches("input")) return null;
    const { form } = at as HTMLInputElement;
    return form === null ? null : this.#sendByEnter(form);
  }

  /** As HTML has it: by the form's first button, and without one only where there is a single line to fill in. */
  #sendByEnter(form: HTMLFormElement): Leads | null {
    const controls = [...form.elements];
    const button = controls.find((one): one is HTMLButtonElement =>
      one.matches("button:not([type=button], [type=reset]), input[type=submit], input[type=image]"),
    );
    if (button !== undefined) return button.matches(":disabled") ? null : this.press(button);
    const linesToFill = controls.filter((one) => one.matches(ONE_LINE));
    return linesToFill.length > 1 ? null : this.#send(form, null);
  }

  /** The key Space where the focus is. @returns where it leads */
  space(): Leads | null {
    const at = this.document.activeElement;
    const isPressed = at?.matches(
      "button, summary, input:is([type=checkbox], [type=radio], [type=submit])",
    );
    return at !== null && isPressed ? this.press(at) : null;
  }

  /** Puts text at the end of the control that has the focus. */
  type(text: string): void {
    const at = this.document.activeElement;
    if (!at?.matches("input, textarea")) throw new Error("Nothing that takes text has the focus");
    this.fill(at, `${(at as HTMLInputElement).value}${text}`);
  }

  #blur(): void {
    (this.document.activeElement as HTMLElement | null)?.blur();
  }

  #isFocusable(element: Element): boolean {
    return (
      element.matches(FOCUSABLE) &&
      !element.matches(":disabled, input[type=hidden]") &&
      element.closest("[inert]") === null &&
      this.#rendering.isRendered(element)
    );
  }

  /** Opens what hides the place that the address names, and moves the focus there. */
  #showTarget(): boolean {
    const name = decodeURIComponent(new URL(this.document.URL).hash.slice(1));
    const target = name === "" ? null : this.document.getElementById(name);
    if (target === null) return false;
    for (let at = target.parentElement; at !== null; at = at.parentElement)
      if (at.localName === "details" && !target.matches("summary")) at.setAttribute("open", "");
    this.#changed();
    this.focus(target);
    return true;
  }
}

/** The kinds of `input` that are one line each: two of them, and Enter alone sends nothing. */
const ONE_LINE =
  "input:not([type]), input:is([type=text], [type=search], [type=tel], [type=url], [type=email], [type=password], [type=date], [type=month], [type=week], [type=time], [type=datetime-local], [type=number])";

/** What Playwright's matchers hand over. */
export interface ExpectOptions {
  expression: string;
  isNot: boolean;
  expectedNumber?: number;
  expectedText?: readonly unknown[];
}

function nameOf(selector: string): string {
  return helpers.asLocatorDescription("javascript", selector);
}
