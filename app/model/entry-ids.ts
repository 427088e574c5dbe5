/** The ids of entries of the API that products have each for itself: items and cards. */

/** @param name what it is called within its product: an item's uid, a card's kind */
export function productEntryId(productId: string, name: string): string {
  return `${productId}.${name}`;
}

/** The product and the name of such an id. */
export function partsOfEntryId(id: string): { productId: string; name: string } {
  const at = id.indexOf(".");
  return at === -1
    ? { productId: "", name: "" }
    : { productId: id.slice(0, at), name: id.slice(at + 1) };
}
