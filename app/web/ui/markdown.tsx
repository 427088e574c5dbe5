import { drawMarkdown, type MarkdownComponents } from "#values/markdown-elements.ts";
import type { MarkdownTree } from "#values/markdown.ts";

/**
 * Text written by staff, as Markdown. Raw HTML shows as text, unsafe addresses are dropped,
 * pictures become links (a page makes no request to others), headings start below the place they
 * stand in.
 */
const components: MarkdownComponents = {
  h1: "h4",
  h2: "h4",
  h3: "h5",
  h4: "h5",
  h5: "h6",
  img: ({ src, alt }) => (src === undefined || src === "" ? null : <a href={src}>{alt || src}</a>),
  a: ({ href, children }) =>
    href === undefined || href === "" ? (
      <>{children}</>
    ) : (
      <a href={href} rel="noopener nofollow">
        {children}
      </a>
    ),
  table: ({ children }) => (
    <div className="table-scroll" tabIndex={0} role="group" aria-label="Table">
      <table>{children}</table>
    </div>
  ),
  // The corner of a table may be empty: a header without text names nothing.
  th: ({ children }) =>
    children === undefined ? <td>{children}</td> : <th scope="col">{children}</th>,
  td: ({ children }) => <td>{children}</td>,
  input: ({ checked }) => (checked ? "[x] " : "[ ] "),
};

/**
 * A document of its own, below the page's heading: its parts keep their levels, so that readers can
 * move by them.
 */
const ofDocument: MarkdownComponents = {
  ...components,
  h1: "h2",
  h2: "h3",
  h3: "h4",
  h4: "h5",
  h5: "h6",
};

/**
 * Markdown as it was laid out when it was saved; nothing of it is trusted, and nothing of it is
 * parsed here.
 * @param props.isDocument whether it is the page's content, rather than a text in one of its parts
 */
export function Markdown({
  tree,
  className = "",
  isDocument = false,
}: {
  tree: MarkdownTree;
  className?: string;
  isDocument?: boolean;
}) {
  return (
    <div
      className={["prose-text", isDocument ? "prose-document" : "", className]
        .filter(Boolean)
        .join(" ")}
    >
      {drawMarkdown(tree, isDocument ? ofDocument : components)}
    </div>
  );
}
