import { hookBody, type HookKind, type HookMessage } from "#model/webhooks.ts";

/*
 * What a channel of Slack or Teams reads. Nothing in it decides anything: its links lead to the
 * private area, which asks who comes. Texts of strangers stand where neither of them reads markup.
 */

interface ChatLines {
  title: string;
  text: string;
  /** The words of the link. */
  action: string;
  path: string;
}

const MAX_TEXT = 200;
/** So many things of one message are named; the rest are counted. */
const MOST_LINES = 10;

/** One line of a stranger's text, without what could turn it around. */
function oneLine(value: unknown): string {
  const text = typeof value === "string" ? value.slice(0, MAX_TEXT * 2) : "";
  const line = text.replace(/[\s\p{C}]+/gu, " ").trim();
  const letters = Array.from(line);
  return letters.length > MAX_TEXT ? `${letters.slice(0, MAX_TEXT - 1).join("")}…` : line;
}

/** Who it is about, by name where the channel may read names. */
function whoOf({ details }: HookMessage): string {
  const company = oneLine(details?.facts?.company) || "A visitor";
  const { person } = details ?? {};
  if (person === undefined) return company;
  return `${oneLine(person.name) || oneLine(person.email)} (${company})`;
}

function linesOf(message: HookMessage): ChatLines {
  const { type, path, details } = message;
  const facts = details?.facts ?? {};
  switch (type) {
    case "request.received":
      return {
        title: facts.kind === "extension" ? "Extension request" : "Access request",
        text: whoOf(message),
        action: "Open the request",
        path,
      };
    case "question.asked":
      return { title: "Question", text: whoOf(message), action: "Open the conversation", path };
    case "update.submitted":
      return {
        title: "Update waiting for approval",
        text: oneLine(facts.subject),
        action: "Open the draft",
        path,
      };
    case "document.expiring": {
      const days = Number(facts.daysLeft ?? 0);
      const when = days === 0 ? "today" : days === 1 ? "tomorrow" : `in ${days} days`;
      return {
        title: "Document expiring",
        text: `It expires ${when}.`,
        action: "Open the document",
        path,
      };
    }
    default:
      return {
        title: "Test",
        text: "Messages from your trust center will appear here.",
        action: "Open the settings",
        path,
      };
  }
}

/** The lines of one message, and how many things it only counts. */
function shownOf(messages: readonly HookMessage[]): { lines: ChatLines[]; more: number } {
  const lines = messages.slice(0, MOST_LINES).map(linesOf);
  return { lines, more: messages.length - lines.length };
}

const moreWords = (more: number) => `and ${more} more`;

/** A message for an incoming webhook of Slack. @param origin ORIGIN */
export function slackBody(messages: readonly HookMessage[], origin: string): string {
  const { lines, more } = shownOf(messages);
  const fallback = lines.map(({ title, text }) => `${title}: ${text}`);
  const sections = lines.map(({ title, text, action, path }) => ({
    type: "rich_text_section",
    elements: [
      { type: "text", text: title, style: { bold: true } },
      { type: "text", text: `\n${text}\n` },
      { type: "link", url: origin + path, text: action },
      { type: "text", text: "\n" },
    ],
  }));
  const rest = {
    type: "rich_text_section",
    elements: [{ type: "text", text: moreWords(more) }],
  };
  return JSON.stringify({
    text: escapedForSlack([...fallback, ...(more > 0 ? [moreWords(more)] : [])].join("\n")),
    blocks: [{ type: "rich_text", elements: more > 0 ? [...sections, rest] : sections }],
    unfurl_links: false,
    unfurl_media: false,
  });
}

/** Notifications show the text alone, and read mentions and links in it. */
function escapedForSlack(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** A card for a workflow of Teams that begins with a webhook. @param origin ORIGIN */
export function teamsBody(messages: readonly HookMessage[], origin: string): string {
  const { lines, more } = shownOf(messages);
  // Markdown is read in a TextBlock, and in a text run it is not.
  const block = (text: string, bold = false) => ({
    type: "RichTextBlock",
    inlines: [{ type: "TextRun", text, ...(bold ? { weight: "Bolder" } : {}) }],
  });
  const body = lines.flatMap(({ title, text }) => [block(title, true), block(text)]);
  const actions = lines.slice(0, 5).map(({ action, path }) => ({
    type: "Action.OpenUrl",
    title: action,
    url: origin + path,
  }));
  const content = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    body: more > 0 ? [...body, block(moreWords(more))] : body,
    actions,
  };
  return JSON.stringify({
    type: "message",
    attachments: [
      { contentType: "application/vnd.microsoft.card.adaptive", contentUrl: null, content },
    ],
  });
}

/** What is sent to a webhook of a kind. @param origin ORIGIN */
export function bodyFor(kind: HookKind, message: HookMessage, origin: string): string {
  if (kind === "slack") return slackBody([message], origin);
  if (kind === "teams") return teamsBody([message], origin);
  return hookBody(message, origin);
}
