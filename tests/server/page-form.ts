import { htmlForms, sendingOf, sentOf, type HtmlForm } from "./html-forms.ts";
import type { Answer } from "./world.ts";

/**
 * What a browser would send of a page's form: every field with the value that it shows. Tests change one
 * and send the rest as it is.
 * @param marks words that the form holds, where a page has several
 */
export function formOf(page: Answer, marks = ""): URLSearchParams {
  const form = postingForms(page.text).find(
    ({ source }) =>
      source.includes(marks) &&
      !source.includes('action="/sign-out"') &&
      !source.includes('action="/account/org"'),
  );
  if (form === undefined) throw new Error(`the page has no form with ${marks}`);
  return paramsOf(form);
}

/** Every form of a page that posts, as it is written. */
export function formsOf(page: Answer): string[] {
  return postingForms(page.text).map(({ source }) => source);
}

/** What a browser would send of one form as it stands in the page. */
export function fieldsOf(form: string): URLSearchParams {
  const [first] = htmlForms(form);
  return first === undefined ? new URLSearchParams() : paramsOf(first);
}

function postingForms(html: string): HtmlForm[] {
  return htmlForms(html).filter((form) => sendingOf(form, null, "/").method === "post");
}

/** A file that nobody chose is sent as its name, which is empty. */
function paramsOf(form: HtmlForm): URLSearchParams {
  return new URLSearchParams(sentOf(form).map(([name, value]) => [name, value ?? ""]));
}

/** The form with some fields changed; null takes a field, or the tick of a box, away. */
export function changed(
  form: URLSearchParams,
  changes: Readonly<Record<string, string | null>>,
): URLSearchParams {
  const sent = new URLSearchParams(form);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) sent.delete(name);
    else sent.set(name, value);
  }
  return sent;
}

/** Text as it is read, of an attribute or between tags. */
export function plain(text: string): string {
  return text
    .replace(/&quot;/g, '"')
    .replace(/&#x27;/g, "'")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&amp;/g, "&");
}
