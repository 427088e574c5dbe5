import { describe, expect, test } from "vitest";
import { slackBody, teamsBody } from "#company/webhooks/rules/chat-messages.ts";
import { detailsFor, type HookMessage } from "#model/webhooks.ts";

const ORIGIN = "https://trust.example";

const message = (details: HookMessage["details"], type = "request.received"): HookMessage => ({
  id: "1",
  type,
  at: "2026-11-26T16:00:00.000Z",
  subjectId: "r1",
  path: "/requests/r1",
  details,
});

const HOSTILE =
  "<!channel> *Acme* <https://evil.example|Approve> & [x](https://evil.example)\n@here";
const asked = message({
  facts: { kind: "access", company: HOSTILE },
  person: { name: "Nina_\u202e <b>", email: "nina@newcomer.example" },
});

/** Every address that stands in a message as one. */
function linksIn(body: string): string[] {
  const found: string[] = [];
  JSON.parse(body, (name: string, value: unknown) => {
    if (name === "url" && typeof value === "string") found.push(value);
    return value;
  });
  return found;
}

describe("a message for Slack", () => {
  test("escapes strangers’ words where they are read as markup, and keeps them elsewhere", () => {
    const body = slackBody([asked], ORIGIN);
    const { text, blocks } = JSON.parse(body) as { text: string; blocks: object[] };
    expect(text).toBe(
      "Access request: Nina_ &lt;b&gt; (&lt;!channel&gt; *Acme* &lt;https://evil.example|Approve&gt; &amp; [x](https://evil.example) @here)",
    );
    const types: unknown[] = [];
    JSON.parse(JSON.stringify(blocks), (name: string, value: unknown) => {
      if (name === "type") types.push(value);
      return value;
    });
    expect(new Set(types)).toEqual(new Set(["rich_text", "rich_text_section", "text", "link"]));
    expect(linksIn(body)).toEqual([`${ORIGIN}/requests/r1`]);
  });
});

describe("a message for Teams", () => {
  test("is a card of text runs, which read no Markdown, and one link", () => {
    const body = teamsBody([asked], ORIGIN);
    const { type, attachments } = JSON.parse(body) as {
      type: string;
      attachments: {
        contentType: string;
        content: { body: { type: string }[]; actions: object[] };
      }[];
    };
    expect([type, attachments[0]?.contentType]).toEqual([
      "message",
      "application/vnd.microsoft.card.adaptive",
    ]);
    expect(attachments[0]?.content.body.map((block) => block.type)).toEqual([
      "RichTextBlock",
      "RichTextBlock",
    ]);
    expect(attachments[0]?.content.actions).toEqual([
      { type: "Action.OpenUrl", title: "Open the request", url: `${ORIGIN}/requests/r1` },
    ]);
  });
});

describe("what is kept for a channel", () => {
  const person = { name: "Nina", email: "nina@newcomer.example" };
  test("is the company, and the person where it reads names", () => {
    const facts = { kind: "access", company: "Newcomer", status: "pending" };
    const shown = { kind: "access", company: "Newcomer" };
    expect(detailsFor("slack", "request.received", { facts, person }, false)).toEqual({
      facts: shown,
    });
    expect(detailsFor("teams", "request.received", { facts, person }, true)).toEqual({
      facts: shown,
      person,
    });
  });

  test("is no name of a document, and nothing of what a rule decided", () => {
    const document = { name: "secret-pentest.pdf", expiresOn: "2026-12-01", daysLeft: 5 };
    expect(detailsFor("slack", "document.expiring", { facts: document }, true)).toEqual({
      facts: { daysLeft: 5 },
    });
    const ruled = { kind: "access", company: "Newcomer", status: "approved" };
    expect(detailsFor("slack", "request.received", { facts: ruled, person }, true)).toBe("nothing");
  });
});
