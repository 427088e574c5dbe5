import type { Answer } from "./world.ts";

/**
 * What a browser would send of a page's form: every field with the value that it shows. Tests change one
 * and send the rest as it is.
 * @param marks words that the form holds, where a page has several
 */
export function formOf(page: Answer, marks = ""): URLSearchParams {
  const form = [...page.text.matchAll(/<form[^>]*method="post"[^]*?<\/form>/g)]
    .map(([text]) => text)
    .find(
      (text) =>
        text.includes(marks) &&
        !text.includes('action="/sign-out"') &&
        !text.includes('action="/account/org"'),
    );
  if (form === undefined) throw new Error(`the page has no form with ${marks}`);
  return fieldsOf(form);
}

/** Every form of a page that posts, as it is written. */
export function formsOf(page: Answer): string[] {
  return [...page.text.matchAll(/<form[^>]*method="post"[^]*?<\/form>/g)].map(([text]) => text);
}

/** What a browser would send of one form as it stands in the page. */
export function fieldsOf(form: string): URLSearchParams {
  const sent = new URLSearchParams();
  for (const [control] of form.matchAll(
    /<input[^>]*>|<textarea[^]*?<\/textarea>|<select[^]*?<\/select>/g,
  )) {
    const name = /\bname="([^"]*)"/.exec(control)?.[1];
    if (name === undefined) continue;
    if (control.startsWith("<textarea"))
      sent.append(
        name,
        plain(/<textarea[^>]*>([^]*)<\/textarea>/.exec(control)?.[1] ?? "").replace(/^\n/, ""),
      );
    else if (control.startsWith("<select"))
      sent.append(
        name,
        plain(
          /<option[^>]*\bselected=""[^>]*>/.exec(control)?.[0].match(/value="([^"]*)"/)?.[1] ??
            /<option value="([^"]*)"/.exec(control)?.[1] ??
            "",
        ),
      );
    else {
      const value = /\bvalue="([^"]*)"/.exec(control)?.[1];
      const isChoice = /type="(checkbox|radio)"/.test(control);
      // A choice without a value is sent as 'on'.
      if (!isChoice || /\bchecked=""/.test(control))
        sent.append(name, plain(value ?? (isChoice ? "on" : "")));
    }
  }
  return sent;
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
