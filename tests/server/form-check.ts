import { DomUtils } from "htmlparser2";
import { documentOf, htmlForms, isSubmit, isTick, sentOf } from "./html-forms.ts";
import type { Choice, Control, HtmlForm } from "./html-forms.ts";
import type { Answer } from "./world.ts";
import { wording } from "../wording.ts";

/**
 * What is wrong with forms as a page has them, and with what a form that was sent as its page offers it was
 * answered. Every fault is a sentence; none is no fault.
 */

type Element = Control["element"];

/** Names that hide what scripts and browsers call on the form itself; of a button, what they read of it, too. */
const OF_THE_FORM = new Set(
  "submit reset requestSubmit action method enctype encoding target elements noValidate".split(" "),
);
const OF_ANY_FORM = new Set([...OF_THE_FORM, "id", "name", "length"]);

/** Types of controls that are no fields. */
const NO_FIELDS = new Set(["submit", "button", "reset", "image"]);

/** What is wrong with the forms of a page, before any of them is sent. */
export function faultsOfPage(html: string): string[] {
  return [...repeatedIds(html), ...htmlForms(html).flatMap(faultsOfForm)];
}

/** Ids that a control shares with anything else. */
function repeatedIds(html: string): string[] {
  const page = documentOf(html);
  const known = new Map<string, Element[]>();
  for (const element of DomUtils.getElementsByTagName(() => true, page, true)) {
    const id = element.attribs.id;
    if (id !== undefined) known.set(id, [...(known.get(id) ?? []), element]);
  }
  return [...known]
    .filter(
      ([, elements]) =>
        elements.length > 1 &&
        elements.some(({ name }) => ["input", "select", "textarea", "button"].includes(name)),
    )
    .map(([id]) => `two elements have the id ${id}`);
}

function faultsOfForm({ controls }: HtmlForm): string[] {
  const faults: string[] = [];
  const fields = controls.filter(({ type }) => !NO_FIELDS.has(type));
  for (const control of controls) {
    const { name, type, element } = control;
    if ((isSubmit(control) ? OF_ANY_FORM : OF_THE_FORM).has(name))
      faults.push(`the name ${name} hides the form's own`);
    if (NO_FIELDS.has(type)) {
      if (isSubmit(control) && name !== "" && fields.some((field) => field.name === name))
        faults.push(`a button and a field are both named ${name}`);
      continue;
    }
    if (name === "" && !isOfScripts(element))
      faults.push(`a control has no name: ${element.attribs.id ?? type}`);
    if (isTick(control) && !control.hasValue) faults.push(`a ${type} ${name} has no value`);
  }
  const radios = fields.filter(({ type }) => type === "radio");
  for (const { name, value, element } of radios)
    if (radios.some((one) => one.name === name && one.value === value && one.element !== element))
      faults.push(`two radios ${name} have the value ${value}`);
  return [...new Set(faults)];
}

/** A control that scripts alone read says so by an attribute of theirs, or is not shown before they are. */
function isOfScripts(element: Element): boolean {
  for (let at: Element | null = element; at !== null;) {
    if (at.attribs.hidden !== undefined) return true;
    if (at === element && Object.keys(at.attribs).some((name) => name.startsWith("data-")))
      return true;
    const parent: unknown = at.parent;
    at =
      parent !== null && typeof parent === "object" && "attribs" in parent
        ? (parent as Element)
        : null;
  }
  return false;
}

/** Words of the validator, for values that a form of ours can't have: the page offers nothing of the kind. */
const VALIDATORS = [
  "Use one of ",
  "Use text",
  wording.useTrueOrFalse,
  "Use a number",
  "Use null",
  "Send a",
  wording.unknownName,
  wording.valueNotAllowed,
];

/** Words that are about one field: above the form alone they don't say about which. */
const OF_A_FIELD = ["Required", wording.requiredField, "Invalid"];

/**
 * What is wrong with the answer to a form that was sent as its page offers it.
 * @param choice what was chosen otherwise than the page shows it
 */
export function faultsOfAnswer(
  { status, headers, text }: Pick<Answer, "status" | "headers" | "text">,
  form: HtmlForm,
  choice: Choice | null = null,
): string[] {
  if (status >= 500) return [`${status}`];
  if (status < 400) return [];
  if (headers["content-type"]?.startsWith("text/html") !== true)
    return [`${status} without a page: ${text.slice(0, 80)}`];
  const page = documentOf(text);
  const elements = DomUtils.getElementsByTagName(() => true, page, true);
  const byId = new Map(elements.map((element) => [element.attribs.id ?? "", element]));
  const alerts = elements.filter(({ attribs }) => attribs.role === "alert");
  const faults: string[] = [];
  const said: string[] = [];
  for (const alert of alerts) {
    for (const link of DomUtils.getElementsByTagName("a", alert, true)) {
      const href = link.attribs.href ?? "";
      if (!href.startsWith("#")) continue;
      const words = wordsOf(link);
      said.push(words);
      const fault = faultAt(byId.get(href.slice(1)), byId);
      if (fault !== null) faults.push(`'${words}' leads to ${href}, ${fault}`);
    }
    const lines = DomUtils.getElementsByTagName("li", alert, true).filter(
      (line) => DomUtils.getElementsByTagName("a", line, true).length === 0,
    );
    const own = lines.length > 0 ? lines.map(wordsOf) : [wordsOf(alert)];
    said.push(...own.filter((words) => words !== ""));
    for (const words of lines.map(wordsOf))
      if (OF_A_FIELD.includes(words)) faults.push(`'${words}' is said of no field`);
  }
  for (const control of elements.filter(({ attribs }) => attribs["aria-invalid"] === "true")) {
    const words = describing(control, byId);
    if (words === "") faults.push(`${control.attribs.name} is marked, and nothing is said there`);
    else said.push(words);
  }
  if (said.length === 0) return [`${status} without a message: ${wordsOf(page).slice(0, 120)}`];
  for (const words of said) {
    const strange = VALIDATORS.find((start) => words.includes(start));
    if (strange !== undefined) faults.push(`what the page offers is answered '${words}'`);
  }
  if (choice !== null && !isKept(text, form, choice)) faults.push("the choice is lost");
  return [...new Set(faults)];
}

function wordsOf(element: Parameters<typeof DomUtils.textContent>[0]): string {
  return DomUtils.textContent(element).replace(/\s+/g, " ").trim();
}

/** What an element's hints and messages say. */
function describing(element: Element, byId: ReadonlyMap<string, Element>): string {
  return (element.attribs["aria-describedby"] ?? "")
    .split(" ")
    .flatMap((id) => byId.get(id) ?? [])
    .map(wordsOf)
    .join(" ");
}

/** What is wrong with where a line of the summary leads; null: a field, or a group of some, with its message. */
function faultAt(element: Element | undefined, byId: ReadonlyMap<string, Element>): string | null {
  if (element === undefined) return "which is not there";
  const inside = DomUtils.getElementsByTagName(
    (tag) => ["input", "select", "textarea", "button"].includes(tag),
    element,
    true,
  );
  const isField = ["input", "select", "textarea", "button"].includes(element.name);
  if (!isField && inside.length === 0) return "which is no field";
  return [element, ...inside].some((one) => describing(one, byId) !== "")
    ? null
    : "where nothing is said";
}

/** Whether the form is shown again with what was chosen; true where it is not shown. */
function isKept(html: string, form: HtmlForm, { control, to }: Choice): boolean {
  const again = htmlForms(html)
    .filter((one) => namesOf(one) === namesOf(form))
    .flatMap((one) => {
      const fields = sentOf(one).filter(([name]) => name === control.name);
      return [fields.map(([, value]) => value)];
    });
  if (again.length === 0) return true;
  const wanted = typeof to === "string" ? to : control.value;
  return again.some((values) => values.includes(wanted) === (to !== false));
}

/** The fields of a form, by their names. */
export function namesOf({ controls }: HtmlForm): string {
  return [...new Set(controls.map(({ name, type }) => `${name}:${type}`))].sort().join(" ");
}
