import type { CardFile } from "./rules/card-schema.ts";
import type { FaqFile, NdaFile, TopicsFile } from "./rules/content-schema.ts";
import type { KeyPath } from "./source-file.ts";

/**
 * A text of content, and the file and key in which it stands: `cards` of a product by their places,
 * or a file of the whole.
 */
export interface TextOfContent {
  text: string;
  file: "faq" | "topics" | "nda" | { product: number; card: number };
  key: KeyPath;
}

/** Every text of content that pages lay out as Markdown, always in the same order. */
export function textsOfContent({
  products,
  faq,
  topics,
  nda,
}: {
  products: readonly { cards: CardFile[] }[];
  faq: FaqFile["entries"];
  topics: TopicsFile["topics"];
  nda: NdaFile;
}): TextOfContent[] {
  const texts: TextOfContent[] = [];
  const add = (text: string | undefined, file: TextOfContent["file"], key: KeyPath) => {
    if (text !== undefined && text !== "") texts.push({ text, file, key });
  };
  for (const [product, { cards }] of products.entries())
    for (const [card, { items }] of cards.entries())
      for (const [index, item] of items.entries()) {
        add(item.explanation, { product, card }, ["items", index, "explanation"]);
        add(item.bridgeLetter?.letterContent, { product, card }, [
          "items",
          index,
          "bridgeLetter",
          "letterContent",
        ]);
      }
  for (const [index, entry] of faq.entries()) {
    add(entry.answer, "faq", ["entries", index, "answer"]);
    add(entry.comment, "faq", ["entries", index, "comment"]);
  }
  for (const [index, topic] of topics.entries())
    for (const [at, update] of topic.updates.entries())
      add(update.message, "topics", ["topics", index, "updates", at, "message"]);
  for (const [index, version] of nda.versions.entries())
    add(version.body, "nda", ["versions", index, "body"]);
  return texts;
}
