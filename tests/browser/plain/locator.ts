import { readFileSync } from "node:fs";
import path from "node:path";
import { helpers, type ElementState } from "./engine.ts";
import type { ChosenFile } from "./forms.ts";
import type { PlainPage } from "./page.ts";
import { NeedsLayout } from "./layout-needed.ts";

type Text = string | RegExp;

interface Narrowed {
  hasText?: Text;
  hasNotText?: Text;
  has?: PlainLocator;
  hasNot?: PlainLocator;
  visible?: boolean;
}

interface RoleOptions {
  checked?: boolean;
  disabled?: boolean;
  selected?: boolean;
  expanded?: boolean;
  includeHidden?: boolean;
  level?: number;
  name?: Text;
  description?: Text;
  exact?: boolean;
  pressed?: boolean;
}

type Choice = string | { value?: string; label?: string; index?: number };

/** A file to choose: its path, or what it holds. */
type File = string | { name: string; mimeType: string; buffer: Buffer };

const selectorOf = {
  role: (role: string, options: RoleOptions): string => {
    const { name, description, exact = false } = options;
    const said: [string, string | undefined][] = [
      ...(["checked", "disabled", "selected", "expanded"] as const).map(
        (key): [string, string | undefined] => [key, options[key]?.toString()],
      ),
      ["include-hidden", options.includeHidden?.toString()],
      ["level", options.level?.toString()],
      ["name", name === undefined ? undefined : helpers.escapeForAttributeSelector(name, exact)],
      [
        "description",
        description === undefined
          ? undefined
          : helpers.escapeForAttributeSelector(description, exact),
      ],
      ["pressed", options.pressed?.toString()],
    ];
    const props = said.map(([key, value]) => (value === undefined ? "" : `[${key}=${value}]`));
    return `internal:role=${role}${props.join("")}`;
  },
  attribute: (name: string, text: Text, exact = false) =>
    `internal:attr=[${name}=${helpers.escapeForAttributeSelector(text, exact)}]`,
  label: (text: Text, exact = false) =>
    `internal:label=${helpers.escapeForTextSelector(text, exact)}`,
  text: (text: Text, exact = false) =>
    `internal:text=${helpers.escapeForTextSelector(text, exact)}`,
};

function narrowed(selector: string, options: Narrowed = {}): string {
  const { hasText, hasNotText, has, hasNot, visible } = options;
  return [
    selector,
    ...(hasText ? [`internal:has-text=${helpers.escapeForTextSelector(hasText, false)}`] : []),
    ...(hasNotText
      ? [`internal:has-not-text=${helpers.escapeForTextSelector(hasNotText, false)}`]
      : []),
    ...(has ? [`internal:has=${JSON.stringify(has._selector)}`] : []),
    ...(hasNot ? [`internal:has-not=${JSON.stringify(hasNot._selector)}`] : []),
    ...(visible === undefined ? [] : [`visible=${visible}`]),
  ].join(" >> ");
}

/** The ways to name elements, from a page or from within other elements. */
abstract class Finder {
  /** Elements that a selector finds from here. */
  protected abstract within(selector: string): PlainLocator;

  locator(inner: string | PlainLocator, options?: Narrowed): PlainLocator {
    const selector =
      typeof inner === "string" ? inner : `internal:chain=${JSON.stringify(inner._selector)}`;
    return this.within(narrowed(selector, options));
  }

  getByRole(role: string, options: RoleOptions = {}): PlainLocator {
    return this.within(selectorOf.role(role, options));
  }

  getByLabel(text: Text, { exact }: { exact?: boolean } = {}): PlainLocator {
    return this.within(selectorOf.label(text, exact));
  }

  getByText(text: Text, { exact }: { exact?: boolean } = {}): PlainLocator {
    return this.within(selectorOf.text(text, exact));
  }

  getByTestId(id: string): PlainLocator {
    return this.within(selectorOf.attribute("data-testid", id, true));
  }

  getByPlaceholder(text: Text, { exact }: { exact?: boolean } = {}): PlainLocator {
    return this.within(selectorOf.attribute("placeholder", text, exact));
  }

  getByTitle(text: Text, { exact }: { exact?: boolean } = {}): PlainLocator {
    return this.within(selectorOf.attribute("title", text, exact));
  }

  getByAltText(text: Text, { exact }: { exact?: boolean } = {}): PlainLocator {
    return this.within(selectorOf.attribute("alt", text, exact));
  }
}

/** Elements of a page, looked for anew at each step: Playwright's `Locator`, as far as the journeys use it. */
export class PlainLocator extends Finder {
  /** By this Playwright's matchers know what they are given. */
  readonly _apiName = "Locator";
  readonly _selector: string;
  readonly #page: PlainPage;

  constructor(page: PlainPage, selector: string) {
    super();
    this.#page = page;
    this._selector = selector;
  }

  protected override within(selector: string): PlainLocator {
    return new PlainLocator(this.#page, `${this._selector} >> ${selector}`);
  }

  page = (): PlainPage => this.#page;
  override toString(): string {
    return helpers.asLocatorDescription("javascript", this._selector);
  }

  filter(options: Narrowed): PlainLocator {
    return new PlainLocator(this.#page, narrowed(this._selector, options));
  }

  first = (): PlainLocator => this.nth(0);
  last = (): PlainLocator => this.nth(-1);
  nth = (place: number): PlainLocator => this.within(`nth=${place}`);
  and = (other: PlainLocator): PlainLocator =>
    this.within(`internal:and=${JSON.stringify(other._selector)}`);
  or = (other: PlainLocator): PlainLocator =>
    this.within(`internal:or=${JSON.stringify(other._selector)}`);

  /** Playwright's matchers ask here. */
  _expect(expression: string, options: object): Promise<object> {
    return this.#page.expectOf(this._selector, expression, options);
  }

  #one(): Element {
    return this.#page.shown.one(this._selector);
  }

  #all(): Element[] {
    return this.#page.shown.all(this._selector);
  }

  #actable(...states: ElementState[]): Element {
    return this.#page.shown.actable(this._selector, states);
  }

  async click({ force = false }: { force?: boolean } = {}): Promise<void> {
    const element = force ? this.#one() : this.#actable("enabled", "non-inert");
    await this.#page.lead(this.#page.shown.press(element));
  }

  async check(): Promise<void> {
    await this.setChecked(true);
  }

  async uncheck(): Promise<void> {
    await this.setChecked(false);
  }

  async setChecked(to: boolean): Promise<void> {
    const { shown } = this.#page;
    const element = this.#one();
    if (shown.is(element, "checked") === to) return;
    this.#actable("enabled", "non-inert");
    shown.press(element);
    if (shown.is(element, "checked") !== to)
      throw new Error(`${this.toString()}: clicking did not change its state`);
  }

  async fill(text: string): Promise<void> {
    this.#page.shown.fill(this.#actable("enabled", "editable", "non-inert"), text);
  }

  clear = (): Promise<void> => this.fill("");

  async pressSequentially(text: string): Promise<void> {
    await this.focus();
    await this.#page.keyboard.type(text);
  }

  async press(key: string): Promise<void> {
    await this.focus();
    await this.#page.keyboard.press(key);
  }

  async focus(): Promise<void> {
    const { shown } = this.#page;
    shown.focus(shown.controlOf(this.#one()));
  }

  async selectOption(choice: Choice | readonly Choice[]): Promise<string[]> {
    const choices = [choice].flat() as Choice[];
    return this.#page.shown.select(
      this.#actable("enabled", "non-inert"),
      choices.map((one) => (typeof one === "string" ? { valueOrLabel: one } : one)),
    );
  }

  async setInputFiles(files: File | readonly File[]): Promise<void> {
    const all = [files].flat() as File[];
    const element = this.#one();
    if (!this.#page.shown.is(element, "enabled")) throw new Error(`${this.toString()} is disabled`);
    this.#page.shown.choose(
      element,
      all.map((file) => chosen(file)),
    );
  }

  count = async (): Promise<number> => this.#all().length;
  all = async (): Promise<PlainLocator[]> => this.#all().map((_, place) => this.nth(place));
  textContent = async (): Promise<string | null> => this.#one().textContent;
  innerText = async (): Promise<string> => (this.#one() as HTMLElement).innerText;
  innerHTML = async (): Promise<string> => this.#one().innerHTML;
  getAttribute = async (name: string): Promise<string | null> => this.#one().getAttribute(name);
  allTextContents = async (): Promise<string[]> =>
    this.#all().map(({ textContent }) => textContent ?? "");
  allInnerTexts = async (): Promise<string[]> =>
    this.#all().map((element) => (element as HTMLElement).innerText);
  inputValue = async (): Promise<string> =>
    (this.#page.shown.controlOf(this.#one()) as HTMLInputElement).value;
  isChecked = async (): Promise<boolean> => this.#page.shown.is(this.#one(), "checked");
  isDisabled = async (): Promise<boolean> => this.#page.shown.is(this.#one(), "disabled");
  isEnabled = async (): Promise<boolean> => this.#page.shown.is(this.#one(), "enabled");
  isVisible = async (): Promise<boolean> => {
    const element = this.#page.shown.find(this._selector);
    return element !== null && this.#page.shown.is(element, "visible");
  };
  isHidden = async (): Promise<boolean> => !(await this.isVisible());

  /** Nothing comes later here: it is so already, or it never is. */
  async waitFor({ state = "visible" }: { state?: string } = {}): Promise<void> {
    const element = this.#page.shown.find(this._selector);
    const isThere = state === "attached" || state === "visible";
    const isSo =
      element === null
        ? !isThere
        : state === "attached" ||
          (state !== "detached" &&
            this.#page.shown.is(element, state === "visible" ? "visible" : "hidden"));
    if (!isSo) throw new Error(`${this.toString()} is not ${state} on ${this.#page.url()}`);
  }

  // There is no place to scroll to, and everything is in reach.
  scrollIntoViewIfNeeded = async (): Promise<void> => void this.#one();

  boundingBox = async (): Promise<never> => refuse("A box");
  evaluate = async (look: unknown, given?: unknown): Promise<unknown> =>
    this.#page.shown.run(look, this.#one(), given);
  evaluateAll = async (look: unknown, given?: unknown): Promise<unknown> =>
    this.#page.shown.run(look, this.#all(), given);
  hover = async (): Promise<never> => refuse("A pointer");
  dragTo = async (): Promise<never> => refuse("A pointer");
  dispatchEvent = async (): Promise<never> => refuse("An event");
}

/** Ways to name elements of a whole page. */
export abstract class PageFinder extends Finder {}

function refuse(what: string): never {
  throw new NeedsLayout(what);
}

function chosen(file: File): ChosenFile {
  if (typeof file !== "string") return file;
  return {
    name: path.basename(file),
    mimeType: helpers.getMimeTypeForPath(file) ?? "application/octet-stream",
    buffer: readFileSync(file),
  };
}
