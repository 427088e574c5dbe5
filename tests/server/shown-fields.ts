import type { Answer } from "./world.ts";

const said = (html: string) =>
  html
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

/** The fields of a step's form as a browser would send them untouched: what is hidden, what is chosen. */
export function shownFields({ text }: Answer): Record<string, string> {
  const form =
    /<form[^>]*method="(?:post|get)"[^>]*>(?:(?!<\/form>)[^])*name="seen"[^]*?<\/form>/.exec(
      text,
    )?.[0];
  if (form === undefined) throw new Error("No step that asks how a table is meant is shown.");
  const fields: Record<string, string> = {};
  for (const [, name = "", value = ""] of form.matchAll(
    /<input type="hidden" name="([^"]*)" value="([^"]*)"/g,
  ))
    fields[name] = said(value);
  for (const [, name = "", options = ""] of form.matchAll(
    /<select[^>]*name="([^"]*)"[^>]*>([^]*?)<\/select>/g,
  ))
    fields[name] = said(/<option value="([^"]*)" selected=""/.exec(options)?.[1] ?? "");
  return fields;
}
