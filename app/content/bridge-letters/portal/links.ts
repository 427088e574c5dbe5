import { useFrame } from "#web/portal/links.ts";

/** Where a letter was opened from. */
export type LetterSource = "letter_row" | "letter_view_modal";

/**
 * The address that views or downloads an item's bridge letter, with the parts that every file's
 * address has.
 */
export function useLetterHref(): (
  itemUid: string,
  access: "view" | "download",
  source: LetterSource,
) => string {
  const { base, keep, product } = useFrame();
  return (itemUid, access, source) => {
    const query = new URLSearchParams(keep);
    query.set("productId", product.id);
    query.set("source", source);
    return `${base}/documents/letter/${encodeURIComponent(itemUid)}/${access}?${query}`;
  };
}
