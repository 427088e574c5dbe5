import type { ReactNode } from "react";
import { Text } from "./parts.tsx";
import { plainText } from "./plain-text.ts";

/**
 * The paragraph that tells of an attached file. It is marked, so that it can be told otherwise when
 * the mail has to leave without.
 */
export function AttachedText({ children }: { children: ReactNode }) {
  return <Text mark="attached">{children}</Text>;
}

const MARKED = /(<p\b[^>]*\bdata-mark="attached"[^>]*>)[^]*?(<\/p>)/g;
const INSTEAD =
  "The file could not be attached to this email. It is kept for you at the link below.";

/** The body of a mail that leaves without its files: it says so where it told of them. */
export function withoutFiles(html: string): { html: string; text: string } {
  const bare = html.replace(MARKED, `$1${INSTEAD}$2`);
  return { html: bare, text: plainText(bare) };
}
