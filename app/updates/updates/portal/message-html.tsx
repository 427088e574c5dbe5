import { renderToStaticMarkup } from "react-dom/server";
import { drawMarkdown, type MarkdownComponents } from "#values/markdown-elements.ts";
import type { MarkdownTree } from "#values/markdown.ts";
import type { TopicTerms } from "#model/visibility/page.ts";
import { termsInWords } from "#model/updates/topic-states.ts";

/** As on the page (web/ui/markdown), but for readers that have neither our styles nor our address. */
const components: MarkdownComponents = {
  img: ({ src, alt }) => (src === undefined || src === "" ? null : <a href={src}>{alt || src}</a>),
  a: ({ href, children }) =>
    href === undefined || href === "" ? <>{children}</> : <a href={href}>{children}</a>,
  p: ({ children }) => <p>{children}</p>,
  th: ({ children }) => <th>{children}</th>,
  td: ({ children }) => <td>{children}</td>,
  input: ({ checked }) => (checked ? "[x] " : "[ ] "),
};

/**
 * A message as HTML for another page: no raw HTML, no unsafe schemes, no pictures of others, links
 * absolute.
 * @param message as it was laid out when it was saved
 * @param page the address that the message's relative links start from
 */
export function messageHtml(
  { message, terms }: { message: MarkdownTree; terms: TopicTerms },
  page: string,
): string {
  const absolute = (url: string) =>
    url === "" || !URL.canParse(url, page) ? "" : new URL(url, page).href;
  return renderToStaticMarkup(
    <>
      {termsInWords(terms).map(({ term, text }) => (
        <p key={term}>
          {term}: {text}
        </p>
      ))}
      {drawMarkdown(message, components, absolute)}
    </>,
  );
}
