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

/** As `Text` writes it; texts in a mail have no quotes that are not written as entities. */
const MARK = ' data-mark="attached"';
const INSTEAD = "We couldn’t attach the file. Download it at the link below.";

/** The body of a mail that leaves without its files: it says so where it told of them. */
export function withoutFiles(html: string): { html: string; text: string } {
  let bare = "";
  let from = 0;
  for (;;) {
    const mark = html.indexOf(MARK, from);
    const begin = mark === -1 ? -1 : html.indexOf(">", mark);
    const end = begin === -1 ? -1 : html.indexOf("</p>", begin);
    if (end === -1) break;
    bare += html.slice(from, begin + 1) + INSTEAD;
    from = end;
  }
  bare += html.slice(from);
  return { html: bare, text: plainText(bare) };
}
