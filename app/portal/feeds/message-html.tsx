import type { ComponentProps } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import ReactMarkdown, { defaultUrlTransform, type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import type { TopicTerms } from "../../domain/page.ts";
import { termsInWords } from "../../domain/topic-terms.ts";

/** As on the page (ui/markdown), but for readers that have neither our styles nor our address. */
const components: Components = {
  img: ({ src, alt }) =>
    typeof src === "string" && src !== "" ? <a href={src}>{alt || src}</a> : null,
  a: ({ href, children }: ComponentProps<"a">) =>
    href === undefined || href === "" ? <>{children}</> : <a href={href}>{children}</a>,
  th: ({ children }) => <th>{children}</th>,
  td: ({ children }) => <td>{children}</td>,
  input: ({ checked }) => (checked ? "[x] " : "[ ] "),
};

/**
 * A message as HTML for another page: no raw HTML, no unsafe schemes, no pictures of others, links absolute.
 * @param page the address that the message's relative links start from
 */
export function messageHtml(
  { message, terms }: { message: string; terms: TopicTerms },
  page: string,
): string {
  const absolute = (url: string) => {
    const safe = defaultUrlTransform(url);
    return safe === "" || !URL.canParse(safe, page) ? "" : new URL(safe, page).href;
  };
  return renderToStaticMarkup(
    <>
      {termsInWords(terms).map(({ term, text }) => (
        <p key={term}>
          {term}: {text}
        </p>
      ))}
      <ReactMarkdown remarkPlugins={[remarkGfm]} components={components} urlTransform={absolute}>
        {message}
      </ReactMarkdown>
    </>,
  );
}
