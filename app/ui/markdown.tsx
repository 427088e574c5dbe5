import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";

/**
 * Text written by staff, as Markdown. Raw HTML shows as text, unsafe schemes are dropped, pictures
 * become links (a page makes no request to others), headings start below the place they stand in.
 */
const components: Components = {
  h1: "h4",
  h2: "h4",
  h3: "h5",
  h4: "h5",
  h5: "h6",
  img: ({ src, alt }) =>
    typeof src === "string" && src !== "" ? <a href={src}>{alt || src}</a> : null,
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
  // The corner of a table may be empty: a header without text names nothing. Alignment would be an inline style, which the page's policy refuses.
  th: ({ children }) =>
    children === undefined ? <td>{children}</td> : <th scope="col">{children}</th>,
  td: ({ children }) => <td>{children}</td>,
  input: ({ checked }) => (checked ? "[x] " : "[ ] "),
};

/** A document of its own, below the page's heading: its parts keep their levels, so that readers can move by them. */
const ofDocument: Components = { ...components, h1: "h2", h2: "h3", h3: "h4", h4: "h5", h5: "h6" };

/**
 * Markdown as React elements; nothing of it is trusted.
 * @param props.isDocument whether it is the page's content, rather than a text in one of its parts
 */
export function Markdown({
  children,
  className = "",
  isDocument = false,
}: {
  children: string;
  className?: string;
  isDocument?: boolean;
}) {
  return (
    <div
      className={["prose-text", isDocument ? "prose-document" : "", className]
        .filter(Boolean)
        .join(" ")}
    >
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        components={isDocument ? ofDocument : components}
        skipHtml={false}
      >
        {children}
      </ReactMarkdown>
    </div>
  );
}
