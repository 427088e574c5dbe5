import * as z from "zod";

/**
 * Addresses of other sites, as staff type them: http and https alone, and a bare domain gets
 * https://.
 */

const MAX_LINK = 2_000;

/**
 * A host with a name below a top-level domain, or an address; without one, browsers look for a
 * neighbour on the visitor's own network.
 */
const HOST = /^(?:[^.\s]+\.)+[a-z\d-]{2,}\.?$|^\d{1,3}(?:\.\d{1,3}){3}$|^\[[\da-f:.]+\]$/i;

/** The address as it is kept, or null for what is none. */
export function keptLink(typed: string): string | null {
  const text = typed.trim();
  if (text === "" || text.length > MAX_LINK || /[\s<>"\\^`{|}]/.test(text)) return null;
  const host = /^[^/?#:]*(?=:\d)/.exec(text)?.[0] ?? "";
  const hasScheme = /^[a-z][a-z\d+.-]*:/i.test(text) && !host.includes(".");
  const url = parsed(hasScheme ? text : `https://${text.replace(/^\/\//, "")}`);
  if (
    url === null ||
    !["http:", "https:"].includes(url.protocol) ||
    url.username !== "" ||
    url.password !== "" ||
    !HOST.test(url.hostname)
  )
    return null;
  return hasScheme ? text : url.href;
}

/** A link in a form: empty is none. */
export const optionalLink = z
  .string({ error: "Please enter a valid URL." })
  .trim()
  .default("")
  .transform((text, context): string | null => {
    if (text === "") return null;
    const link = keptLink(text);
    if (link === null)
      context.issues.push({ code: "custom", message: "Please enter a valid URL.", input: text });
    return link;
  });

function parsed(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
