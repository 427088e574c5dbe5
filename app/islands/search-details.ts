import { GROUP_LABELS, hostOf, type BrowserRecord } from "#model/search.ts";
import { markedParts, snippetOf } from "#model/search/words.ts";
import { fileTypeInWords } from "#values/file-types.ts";
import { copyButton, el } from "./elements.ts";

/** One result: what it is, and the stems of the words that were found in it. */
export interface Hit {
  record: BrowserRecord;
  found: ReadonlySet<string>;
}

/**
 * What a result says, by its kind, and where it leads.
 * @param followed told of each link that is followed
 */
export function detailsOf({ record, found }: Hit, followed: (href: string) => void): Node[] {
  const { type, shortAnswer = "", explanation = "", text = "", mimeType, card, question } = record;
  const parts: Node[] = [
    el("p", { class: "text-xs font-medium text-muted" }, GROUP_LABELS[type]),
    el("h2", { class: "mt-1 break-words text-lg font-semibold" }, record.title),
  ];
  const part = (label: string, said: string, copied?: string) => {
    if (said === "") return;
    const head = el(
      "div",
      { class: "mt-4 flex flex-wrap items-center gap-2" },
      el("h3", { class: "text-sm font-semibold" }, label),
    );
    // What is cut would be copied as if it were all.
    if (copied !== undefined && record.cut === undefined) head.append(copyButton(copied, said));
    parts.push(
      head,
      el("p", { class: "mt-1 whitespace-pre-line break-words text-sm" }, ...marked(said, found)),
    );
  };
  if (type === "documents") {
    part("Content type", mimeType === undefined ? "" : fileTypeInWords(mimeType));
    part(
      record.page === undefined ? "Matching text" : `Matching text, page ${record.page}`,
      text === "" ? "" : snippetOf(text, found, 400),
    );
  } else if (type === "knowledge base") {
    part("Question", question ?? "", "question");
    part("Short answer", shortAnswer, "short answer");
    part("Answer", explanation, "answer");
    part("Comment", text, "comment");
  } else if (type === "trust center content") {
    part("Trust area", card ?? "");
    part("Explanation", explanation, "explanation");
    part("Details", text);
  } else if (type === "controls") {
    part("Short answer", shortAnswer, "short answer");
    part("Description", explanation, "description");
    part("Framework references", text);
  } else if (type === "webpage") {
    part("Webpage", hostOf(record.href));
    part("Matching text", text === "" ? "" : snippetOf(text, found, 400));
  } else {
    part("Description", explanation === "" ? text : explanation, "description");
  }
  if (record.locked === true)
    parts.push(el("p", { class: "mt-4 text-sm" }, "You need access to read this."));
  const actions = el("p", { class: "mt-5 flex flex-wrap gap-2" });
  const action = (href: string, label: string, first: boolean) => {
    const link = actionLink(href, label, first, relOf(record));
    link.addEventListener("click", () => followed(href));
    actions.append(link);
  };
  if (record.view !== undefined) action(record.view, "View", true);
  if (record.download !== undefined) action(record.download, "Download", false);
  if (record.view === undefined && record.download === undefined)
    action(record.href, record.locked === true ? "Get access" : "Open", true);
  return [...parts, actions];
}

function actionLink(
  href: string,
  label: string,
  first: boolean,
  rel: Record<string, string>,
): HTMLElement {
  return el(
    "a",
    {
      href,
      ...rel,
      class: `inline-flex min-h-9 items-center rounded-md border px-3 text-sm font-medium no-underline ${
        first ? "border-accent bg-brand text-on-brand" : "border-edge text-ink"
      }`,
    },
    label,
  );
}

/** What a link needs that leads off the portal. */
export function relOf({ type }: BrowserRecord): Record<string, string> {
  return type === "webpage" ? { rel: "noopener" } : {};
}

/** A text with the found words marked, on the active row's own color as well. */
export function marked(text: string, found: ReadonlySet<string>): (Node | string)[] {
  return markedParts(text, found).map((part) =>
    part.marked
      ? el(
          "mark",
          { class: "rounded-xs bg-accent-soft font-semibold text-ink in-data-active:bg-surface" },
          part.text,
        )
      : part.text,
  );
}
