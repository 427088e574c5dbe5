import type { DOMWindow } from "jsdom";

/**
 * What a browser without scripts sends of a form: jsdom names the successful controls, in their order; files are those
 * that somebody chose here.
 */

/** A file that was chosen in a control. */
export interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** What was chosen in the file controls of a document. */
export type ChosenFiles = WeakMap<Element, readonly ChosenFile[]>;

/** A form on its way. */
export interface Submission {
  url: string;
  method: "GET" | "POST";
  headers: Record<string, string>;
  body?: Buffer;
}

type Entry = readonly [name: string, value: string | ChosenFile];

const NO_FILE: ChosenFile = {
  name: "",
  mimeType: "application/octet-stream",
  buffer: Buffer.alloc(0),
};

const attributeOf = (form: Element, button: Element | null, name: string): string | null =>
  button?.getAttribute(`form${name}`) ?? form.getAttribute(name);

/** The first control that keeps a form from being sent, in a browser that checks it; null: none does. */
export function invalidControl(
  form: HTMLFormElement,
  button: Element | null,
  files: ChosenFiles,
): HTMLElement | null {
  if (form.noValidate || button?.hasAttribute("formnovalidate")) return null;
  for (const control of form.elements) {
    if (!("willValidate" in control) || control.willValidate !== true) continue;
    if (control.matches("input[type=file]") && (files.get(control)?.length ?? 0) > 0) continue;
    if (!isValid(control as HTMLInputElement)) return control as HTMLInputElement;
  }
  return null;
}

/** A text that somebody typed has also to be long enough. */
function isValid(control: HTMLInputElement | HTMLTextAreaElement): boolean {
  if (!control.checkValidity()) return false;
  const isTyped = control.value !== "" && control.value !== control.defaultValue;
  return !isTyped || !(control.minLength > 0) || control.value.length >= control.minLength;
}

/** Where and how a form is sent by one of its buttons, and with what. */
export function submissionOf(
  window: DOMWindow,
  form: HTMLFormElement,
  button: HTMLElement | null,
  files: ChosenFiles,
): Submission {
  const action = attributeOf(form, button, "action") ?? "";
  const { document } = window;
  const url = new URL(action === "" ? document.URL : action, document.baseURI);
  const entries = entriesOf(window, form, button, files);
  if ((attributeOf(form, button, "method") ?? "get").toLowerCase() !== "post") {
    url.search = urlEncoded(entries);
    return { url: url.href, method: "GET", headers: {} };
  }
  const enctype = (attributeOf(form, button, "enctype") ?? "").toLowerCase();
  const sent =
    enctype === "multipart/form-data"
      ? multipart(entries)
      : {
          type: "application/x-www-form-urlencoded",
          body: Buffer.from(urlEncoded(entries)),
        };
  return { url: url.href, method: "POST", headers: { "content-type": sent.type }, body: sent.body };
}

function entriesOf(
  window: DOMWindow,
  form: HTMLFormElement,
  button: HTMLElement | null,
  files: ChosenFiles,
): Entry[] {
  const controls = [...form.elements].filter((one) => one.matches("input[type=file]"));
  const entries: Entry[] = [];
  for (const [name, value] of new window.FormData(form, button)) {
    if (typeof value === "string") entries.push([name, value]);
    else {
      const at = controls.findIndex((one) => one.getAttribute("name") === name);
      const [control] = controls.splice(at, 1);
      const chosen = control === undefined ? [] : (files.get(control) ?? []);
      for (const file of chosen.length === 0 ? [NO_FILE] : chosen) entries.push([name, file]);
    }
  }
  return entries;
}

const lines = (text: string) => text.replace(/\r\n?|\n/g, "\r\n");

/** Line breaks are sent as CRLF in either encoding, and a file by its name. */
function urlEncoded(entries: readonly Entry[]): string {
  return new URLSearchParams(
    entries.map(([name, value]) => [
      lines(name),
      typeof value === "string" ? lines(value) : value.name,
    ]),
  ).toString();
}

function multipart(entries: readonly Entry[]): { type: string; body: Buffer } {
  const boundary = `----WebKitFormBoundary${Math.random().toString(36).slice(2).padEnd(16, "0").slice(0, 16)}`;
  const quoted = (text: string) =>
    text.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22");
  const pieces = entries.flatMap(([name, value]) => {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(lines(name))}"`;
    if (typeof value === "string") return [Buffer.from(`${head}\r\n\r\n${lines(value)}\r\n`)];
    const { name: file, mimeType, buffer } = value;
    return [
      Buffer.from(`${head}; filename="${quoted(file)}"\r\nContent-Type: ${mimeType}\r\n\r\n`),
      buffer,
      Buffer.from("\r\n"),
    ];
  });
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
  };
}
