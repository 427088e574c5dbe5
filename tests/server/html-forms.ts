import { DomUtils, parseDocument } from "htmlparser2";

/**
 * Forms as HTML defines them, and what a browser without scripts sends of them: successful controls, default
 * values, the pressed button, in the encoding that the form names.
 */

type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];

/** One option of a `select`. */
export interface Option {
  value: string;
  isSelected: boolean;
  isDisabled: boolean;
}

/** A control that belongs to a form, as the page has it. */
export interface Control {
  element: Element;
  tag: string;
  /** Of an `input` or `button`; else the name of its tag. */
  type: string;
  name: string;
  /** Whether the page gives it a value of its own. */
  hasValue: boolean;
  /** What it is sent with, once it is sent: of a box and a radio without a value that is `on`. */
  value: string;
  isDisabled: boolean;
  isChecked: boolean;
  isMultiple: boolean;
  options: readonly Option[];
}

/** One field as it is sent; null: a file that nobody chose. */
export type Sent = readonly [name: string, value: string | null];

/** What somebody chose instead of what the page shows. */
export interface Choice {
  control: Control;
  /** Of a radio, a box: whether it is chosen; of a `select`: the option's value. */
  to: boolean | string;
}

/** A form of a page, with the controls that belong to it, wherever they stand. */
export interface HtmlForm {
  element: Element;
  /** The markup of the form itself, as it is written. */
  source: string;
  controls: readonly Control[];
  /** The buttons that send it, in their order; disabled ones are none. */
  buttons: readonly Control[];
}

/** Where and how a form is sent. */
export interface Sending {
  method: "get" | "post";
  /** Path, query and all; null where it leads to another site. */
  target: string | null;
  isMultipart: boolean;
}

const attribute = (element: Element, name: string) => DomUtils.getAttributeValue(element, name);

const isElement = (node: object): node is Element => "attribs" in node;

/** The elements above one, nearest first. */
function* above(element: Element): Generator<Element> {
  for (let at = element.parent; at !== null; at = at.parent) if (isElement(at)) yield at;
}

/** A page as a tree. What stands in a `template` is no part of it. */
export function documentOf(html: string) {
  const page = parseDocument(html, { withStartIndices: true, withEndIndices: true });
  for (const template of DomUtils.getElementsByTagName("template", page, true))
    DomUtils.removeElement(template);
  return page;
}

/** Every form of a page. */
export function htmlForms(html: string): HtmlForm[] {
  const page = documentOf(html);
  const forms = DomUtils.getElementsByTagName("form", page, true);
  const controls = DomUtils.getElementsByTagName(
    (tag) => ["input", "select", "textarea", "button"].includes(tag),
    page,
    true,
  );
  return forms.map((element) => {
    const own = controls
      .filter((control) => ownerOf(control, forms) === element)
      .map((control) => controlOf(control));
    return {
      element,
      source: html.slice(element.startIndex ?? 0, (element.endIndex ?? -1) + 1),
      controls: own,
      buttons: own.filter((control) => isSubmit(control) && !control.isDisabled),
    };
  });
}

/** The form that a control names, else the one that it stands in. */
function ownerOf(control: Element, forms: readonly Element[]): Element | undefined {
  const id = attribute(control, "form");
  if (id !== undefined) return forms.find((form) => attribute(form, "id") === id);
  return [...above(control)].find(({ name }) => name === "form");
}

/** Whether it is sent by pressing it. */
export function isSubmit({ tag, type }: Control): boolean {
  return type === "submit" || (tag === "input" && type === "image");
}

/** Whether it is a radio button or a box. */
export const isTick = ({ type }: Control) => type === "radio" || type === "checkbox";

/** What kind of control it is: a button sends unless it says otherwise. */
function typeOf(element: Element): string {
  const said = (attribute(element, "type") ?? "").toLowerCase();
  if (element.name === "input") return said === "" ? "text" : said;
  if (element.name === "button") return said === "button" || said === "reset" ? said : "submit";
  return element.name;
}

function controlOf(element: Element): Control {
  const type = typeOf(element);
  const options = element.name === "select" ? optionsOf(element) : [];
  const own = attribute(element, "value");
  const isOn = type === "radio" || type === "checkbox";
  return {
    element,
    tag: element.name,
    type,
    name: attribute(element, "name") ?? "",
    hasValue: own !== undefined,
    value: element.name === "textarea" ? areaText(element) : (own ?? (isOn ? "on" : "")),
    isDisabled: isOff(element),
    isChecked: isOn && attribute(element, "checked") !== undefined,
    isMultiple: attribute(element, "multiple") !== undefined,
    options,
  };
}

/** The text of a `textarea`: a line break right after its tag is none of it. */
function areaText(element: Element): string {
  const text = DomUtils.textContent(element).replaceAll("\r\n", "\n");
  return text.startsWith("\n") ? text.slice(1) : text;
}

/** Disabled itself or by a `fieldset`, whose first legend stays. */
function isOff(element: Element): boolean {
  if (attribute(element, "disabled") !== undefined) return true;
  let below: Element = element;
  for (const one of above(element)) {
    if (one.name === "fieldset" && attribute(one, "disabled") !== undefined) {
      const legend = one.children.find((child) => isElement(child) && child.name === "legend");
      if (legend !== below) return true;
    }
    below = one;
  }
  return false;
}

/** The options with those selected that a browser shows: where none is said, the first that can be chosen. */
function optionsOf(select: Element): Option[] {
  const options = DomUtils.getElementsByTagName("option", select, true).map((option) => ({
    value: attribute(option, "value") ?? DomUtils.textContent(option).replace(/\s+/g, " ").trim(),
    isSelected: attribute(option, "selected") !== undefined,
    isDisabled:
      attribute(option, "disabled") !== undefined ||
      [...above(option)].some(
        (one) => one.name === "optgroup" && attribute(one, "disabled") !== undefined,
      ),
  }));
  if (attribute(select, "multiple") !== undefined) return options;
  const size = Number(attribute(select, "size") ?? 1);
  const said = options.findLastIndex(({ isSelected }) => isSelected);
  const shown = said === -1 && size <= 1 ? options.findIndex((one) => !one.isDisabled) : said;
  return options.map((option, at) => ({ ...option, isSelected: at === shown }));
}

/**
 * What a browser sends of a form.
 * @param button the pressed one; null: none is
 * @param choice what was chosen otherwise than the page shows it
 */
export function sentOf(
  form: HtmlForm,
  button: Control | null = null,
  choice: Choice | null = null,
): Sent[] {
  const sent: Sent[] = [];
  for (const control of form.controls) {
    const { name, value, type, isDisabled } = control;
    if (isDisabled || name === "" || (isSubmit(control) && control.element !== button?.element))
      continue;
    if (type === "button" || type === "reset") continue;
    if (isTick(control)) {
      if (isTicked(control, choice)) sent.push([name, value]);
    } else if (type === "file") sent.push([name, null]);
    else if (type === "select") {
      for (const option of chosenOf(control, choice)) sent.push([name, option]);
    } else sent.push([name, value]);
  }
  return sent;
}

function isTicked(control: Control, choice: Choice | null): boolean {
  if (choice === null) return control.isChecked;
  if (choice.control.element === control.element) return choice.to === true;
  const isRival =
    control.type === "radio" &&
    choice.control.type === "radio" &&
    choice.control.name === control.name;
  return control.isChecked && !isRival;
}

function chosenOf({ element, options }: Control, choice: Choice | null): string[] {
  if (choice !== null && choice.control.element === element)
    return typeof choice.to === "string" ? [choice.to] : [];
  return options.filter((one) => one.isSelected && !one.isDisabled).map(({ value }) => value);
}

/**
 * Where and how a form is sent, as the pressed button has it.
 * @param page the address of its page: path and query
 */
export function sendingOf(form: HtmlForm, button: Control | null, page: string): Sending {
  const of = (name: string) =>
    (button === null ? undefined : attribute(button.element, `form${name}`)) ??
    attribute(form.element, name);
  const action = of("action") ?? "";
  const base = `http://page.example${page}`;
  const url = new URL(action === "" ? base : action, base);
  return {
    method: of("method")?.toLowerCase() === "post" ? "post" : "get",
    target: url.origin === "http://page.example" ? url.pathname + url.search : null,
    isMultipart: of("enctype")?.toLowerCase() === "multipart/form-data",
  };
}

/** Fields in the encoding that the form names; a file that nobody chose goes as an empty one. */
export function encoded(
  fields: readonly Sent[],
  isMultipart: boolean,
): { body: string; type: string } {
  if (!isMultipart)
    return {
      body: new URLSearchParams(fields.map(([name, value]) => [name, value ?? ""])).toString(),
      type: "application/x-www-form-urlencoded",
    };
  const boundary = "----a-boundary-of-tests";
  const quoted = (name: string) =>
    name.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22");
  const lines = (text: string) => text.replaceAll("\r\n", "\n").replaceAll("\n", "\r\n");
  const parts = fields.map(([name, value]) =>
    value === null
      ? `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n\r\n`
      : `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"\r\n\r\n${lines(value)}\r\n`,
  );
  return {
    body: `${parts.join("")}--${boundary}--\r\n`,
    type: `multipart/form-data; boundary=${boundary}`,
  };
}
