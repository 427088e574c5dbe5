import type { DOMWindow } from "jsdom";
import { DISPLAYS, SHOWN_EMPTY } from "./displays.ts";
import {
  NeedsLayout,
  SIZES_OF_BOXES,
  SIZES_OF_ELEMENTS,
  SIZES_OF_PICTURES,
  SIZES_OF_WINDOWS,
} from "./layout-needed.ts";
import { declarationsIn, OPEN_POPOVER, type Declarations, type Stylesheet } from "./styles.ts";

/**
 * Tells a parsed document what a browser would show of it: the parts of `getComputedStyle`, `checkVisibility` and boxes
 * that Playwright's engine asks for. A box has no size here beyond 'something' and 'nothing'.
 */

/** What is asked of a computed style. */
interface Style {
  display: string;
  visibility: string;
  position: string;
  pointerEvents: string;
  content: string;
  cursor: string;
  getPropertyValue(name: string): string;
}

/** What a document shows, looked up anew after each change. */
export class Rendering {
  readonly #window: DOMWindow;
  #sheets: readonly Stylesheet[] = [];
  readonly #popovers = new Set<Element>();
  /** Whether a test looks for itself: then nothing stands in for a layout. */
  #isLooked = false;
  #width: number;
  #declared: ReturnType<typeof declarationsIn> | null = null;
  #displays = new Map<Element, string>();
  #shown = new Map<Element, boolean>();

  constructor(window: DOMWindow, width: number) {
    this.#window = window;
    this.#width = width;
    this.#install();
  }

  set width(width: number) {
    this.#width = width;
    this.changed();
  }

  set sheets(sheets: readonly Stylesheet[]) {
    this.#sheets = sheets;
    this.changed();
  }

  /** Something of the document is otherwise now. */
  changed(): void {
    this.#declared = null;
    this.#displays = new Map();
    this.#shown = new Map();
  }

  /** Opens a popover, or closes it; any other one closes. */
  togglePopover(element: Element): void {
    const opens = !this.#popovers.has(element);
    this.#close(() => true);
    if (!opens) return;
    this.#popovers.add(element);
    element.setAttribute(OPEN_POPOVER, "");
    this.changed();
  }

  /** Closes popovers, as Escape does and a press beside them. */
  closePopovers(pressed: Element | null): void {
    this.#close((popover) => pressed === null || !popover.contains(pressed));
  }

  #close(which: (popover: Element) => boolean): void {
    for (const popover of this.#popovers)
      if (which(popover)) {
        this.#popovers.delete(popover);
        popover.removeAttribute(OPEN_POPOVER);
      }
    this.changed();
  }

  /** Does what a test does in the page itself: what it asks of a layout is refused. */
  lookedAt<T>(look: () => T): T {
    this.#isLooked = true;
    try {
      return look();
    } finally {
      this.#isLooked = false;
      this.changed();
    }
  }

  #refuse(what: string): void {
    if (this.#isLooked) throw new NeedsLayout(what);
  }

  /** Whether an element has a box, with everything that it stands in. */
  isRendered(element: Element): boolean {
    const known = this.#shown.get(element);
    if (known !== undefined) return known;
    const { parentElement } = element;
    const isShown =
      element.isConnected &&
      this.#display(element) !== "none" &&
      !isFoldedAway(element) &&
      !isInClosedList(element) &&
      (parentElement === null || this.isRendered(parentElement));
    this.#shown.set(element, isShown);
    return isShown;
  }

  /** Whether anything of it could be seen: text, a control, a picture. */
  #hasBox(element: Element): boolean {
    if (!this.isRendered(element)) return false;
    if (element.matches(SHOWN_EMPTY)) return true;
    const position = this.#own(element).position;
    if (position === "absolute" || position === "fixed") return true;
    if (this.#pseudo(element, "before") !== "none" || this.#pseudo(element, "after") !== "none")
      return true;
    for (const child of element.childNodes) {
      if (child.nodeType === 3 && (child.textContent ?? "").trim() !== "") return true;
      if (child instanceof this.#window.Element && this.#hasBox(child)) return true;
    }
    return false;
  }

  #styles(): ReturnType<typeof declarationsIn> {
    this.#declared ??= declarationsIn(this.#window.document, this.#sheets, { width: this.#width });
    return this.#declared;
  }

  #own(element: Element): Declarations {
    return this.#styles().own.get(element) ?? {};
  }

  #display(element: Element): string {
    const known = this.#displays.get(element);
    if (known !== undefined) return known;
    const display = this.#findDisplay(element);
    this.#displays.set(element, display);
    return display;
  }

  #findDisplay(element: Element): string {
    const { localName, parentElement } = element;
    if (localName === "input" && element.getAttribute("type")?.toLowerCase() === "hidden")
      return "none";
    const own = this.#own(element);
    // The product's own rules win over HTML's, which hide what is not open.
    const isClosed =
      element.hasAttribute("hidden") ||
      (localName === "dialog" && !element.hasAttribute("open")) ||
      (element.hasAttribute("popover") && !this.#popovers.has(element));
    const display = own.display ?? (isClosed ? "none" : (DISPLAYS.get(localName) ?? "inline"));
    if (display !== "inline" && !display.startsWith("inline-")) return display;
    // What floats or stands in a flexible box is a block.
    const around = parentElement === null ? "block" : this.#display(parentElement);
    const isBlock =
      /flex|grid/.test(around) ||
      ["absolute", "fixed"].includes(own.position ?? "") ||
      (own.float ?? "none") !== "none";
    return isBlock
      ? display === "inline" || display === "inline-block"
        ? "block"
        : display.slice("inline-".length)
      : display;
  }

  /** A property that elements have from those around them. */
  #inherited(element: Element, name: string, initial: string): string {
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      const own = this.#own(at)[name];
      if (own !== undefined) return own;
      if (name === "white-space" && at.matches("pre, textarea")) return "pre";
    }
    return initial;
  }

  #pseudo(element: Element, which: "before" | "after"): string {
    const text = this.#styles()[which].get(element);
    const [, name] = /^attr\(([\w-]+)\)$/.exec(text ?? "") ?? [];
    return name === undefined ? (text ?? "none") : JSON.stringify(element.getAttribute(name) ?? "");
  }

  #style(element: Element, pseudo?: string | null): Style {
    const which = pseudo === "::before" ? "before" : "after";
    const display = pseudo ? "inline" : this.#display(element);
    const values: Record<string, string> = {
      display,
      visibility: this.#inherited(element, "visibility", "visible"),
      "pointer-events": this.#inherited(element, "pointer-events", "auto"),
      position: this.#own(element).position ?? "static",
    };
    return {
      display,
      visibility: values.visibility ?? "visible",
      position: values.position ?? "static",
      pointerEvents: values["pointer-events"] ?? "auto",
      content: pseudo ? this.#pseudo(element, which) : "normal",
      cursor: "auto",
      getPropertyValue: (name) => {
        const value = values[name];
        if (value === undefined) throw new NeedsLayout(`The computed '${name}'`);
        return value;
      },
    };
  }

  #install(): void {
    const { Element, HTMLElement, HTMLImageElement, Range } = this.#window;
    const refuse = (what: string) => this.#refuse(what);
    const isRendered = (element: Element) => this.isRendered(element);
    const hasBox = (element: Element) => this.#hasBox(element);
    const textOf = (element: Element) => this.#shownText(element);
    for (const [prototype, names] of [
      [Element.prototype, SIZES_OF_ELEMENTS],
      [HTMLElement.prototype, SIZES_OF_BOXES],
      [HTMLImageElement.prototype, SIZES_OF_PICTURES],
      [this.#window, SIZES_OF_WINDOWS],
    ] as const)
      for (const name of names)
        Object.defineProperty(prototype, name, {
          configurable: true,
          get: () => refuse(`'${name}'`),
          set() {
            refuse(`'${name}'`);
          },
        });
    const box = (isShown: boolean) => {
      const size = isShown ? 1 : 0;
      return { x: 0, y: 0, top: 0, left: 0, right: size, bottom: size, width: size, height: size };
    };
    Object.defineProperty(this.#window, "getComputedStyle", {
      value: (element: Element, pseudo?: string | null) => {
        refuse("A computed style");
        return this.#style(element, pseudo);
      },
    });
    Object.defineProperties(Element.prototype, {
      checkVisibility: {
        value(this: Element) {
          refuse("What is visible");
          return isRendered(this);
        },
      },
      getBoundingClientRect: {
        value(this: Element) {
          refuse("A box");
          return box(hasBox(this));
        },
      },
    });
    Object.defineProperty(Range.prototype, "getBoundingClientRect", {
      value(this: Range) {
        const node = this.startContainer.childNodes[this.startOffset] ?? this.startContainer;
        const parent = node.parentElement;
        const isShown = parent !== null && isRendered(parent);
        return box(isShown && (node.textContent ?? "").trim() !== "");
      },
    });
    Object.defineProperties(HTMLElement.prototype, {
      inert: {
        get(this: HTMLElement) {
          return this.hasAttribute("inert");
        },
      },
      innerText: {
        get(this: HTMLElement) {
          return textOf(this);
        },
      },
    });
  }

  /** The text that is shown, with a line for each block. */
  #shownText(element: Element): string {
    if (!this.isRendered(element)) return element.textContent ?? "";
    return this.#lines(element)
      .split("\n")
      .map((line) => line.replace(/[^\S\t]+/g, " ").trim())
      .join("\n")
      .replace(/\n{3,}/g, "\n\n")
      .trim();
  }

  #lines(element: Element): string {
    if (
      !this.isRendered(element) ||
      this.#inherited(element, "visibility", "visible") !== "visible"
    )
      return "";
    if (element.localName === "br") return "\n";
    const keepsLines = this.#inherited(element, "white-space", "normal").startsWith("pre");
    let text = "";
    for (const child of element.childNodes) {
      const own = child.textContent ?? "";
      if (child.nodeType === 3) text += keepsLines ? own : own.replace(/\s+/g, " ");
      else if (child instanceof this.#window.Element) text += this.#lines(child);
    }
    const display = this.#display(element);
    if (display === "table-cell") return element.nextElementSibling === null ? text : `${text}\t`;
    if (element.localName === "p") return `\n\n${text}\n\n`;
    return display.startsWith("inline") || display === "contents" ? text : `\n${text}\n`;
  }
}

/** In a closed `details`, and not of its summary. */
function isFoldedAway(element: Element): boolean {
  const around = element.parentElement;
  return (
    around?.localName === "details" &&
    !around.hasAttribute("open") &&
    element !== around.querySelector(":scope > summary")
  );
}

/** An option of a list that is shown when it is opened, by the browser itself. */
function isInClosedList(element: Element): boolean {
  if (element.localName !== "option" && element.localName !== "optgroup") return false;
  const list = element.closest("select");
  return list !== null && !list.multiple && list.size <= 1;
}
