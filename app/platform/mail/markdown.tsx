import { drawMarkdown, type MarkdownComponents } from "#values/markdown-elements.ts";
import type { MarkdownTree } from "#values/markdown.ts";
import { INK, Quote, Text, TextLink } from "./parts.tsx";

const heading = ({ children }: { children?: React.ReactNode }) => (
  <h2
    className="ink"
    style={{ margin: "24px 0 8px", color: INK, fontSize: 16, lineHeight: "24px", fontWeight: 600 }}
  >
    {children}
  </h2>
);

const cell = { padding: "4px 12px 4px 0", textAlign: "left", verticalAlign: "top" } as const;

/**
 * As on the portal (web/ui/markdown): raw HTML shows as text, unsafe schemes are dropped, pictures
 * become links.
 */
const components: MarkdownComponents = {
  h1: heading,
  h2: heading,
  h3: heading,
  h4: heading,
  h5: heading,
  h6: heading,
  p: ({ children }) => <Text>{children}</Text>,
  a: ({ href, children }) =>
    href !== undefined && /^(?:https?:|mailto:)/i.test(href) ? (
      <TextLink href={href}>{children}</TextLink>
    ) : (
      <>{children}</>
    ),
  img: ({ src, alt }) =>
    typeof src === "string" && /^https?:/i.test(src) ? (
      <TextLink href={src}>{alt || src}</TextLink>
    ) : null,
  ul: ({ children }) => (
    <ul className="ink" style={{ margin: "0 0 16px", paddingLeft: 24, color: INK }}>
      {children}
    </ul>
  ),
  ol: ({ children }) => (
    <ol className="ink" style={{ margin: "0 0 16px", paddingLeft: 24, color: INK }}>
      {children}
    </ol>
  ),
  blockquote: ({ children }) => <Quote>{children}</Quote>,
  pre: ({ children }) => (
    <pre
      className="ink"
      style={{
        margin: "0 0 16px",
        color: INK,
        whiteSpace: "pre-wrap",
        fontFamily: "ui-monospace, Menlo, Consolas, monospace",
        fontSize: 14,
      }}
    >
      {children}
    </pre>
  ),
  table: ({ children }) => (
    <table
      className="ink data"
      style={{ margin: "0 0 16px", color: INK, borderCollapse: "collapse", fontSize: 14 }}
    >
      {children}
    </table>
  ),
  th: ({ children }) => <th style={{ ...cell, fontWeight: 600 }}>{children}</th>,
  td: ({ children }) => <td style={cell}>{children}</td>,
  input: ({ checked }) => (checked ? "[x] " : "[ ] "),
};

/**
 * Markdown that staff wrote, in a mail.
 * @param tree as it was laid out when it was saved
 * @param base the page that relative links of the text start from: a mail has no address of its own
 */
export function MailMarkdown({ tree, base }: { tree: MarkdownTree; base: string }) {
  return <>{drawMarkdown(tree, components, (url) => absolute(url, base))}</>;
}

function absolute(url: string, base: string): string {
  if (url === "") return "";
  try {
    const { protocol, href } = new URL(url, `${base}/`);
    return protocol === "https:" || protocol === "http:" || protocol === "mailto:" ? href : "";
  } catch {
    return "";
  }
}
