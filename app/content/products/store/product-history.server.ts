import { CRA_LABELS, CRA_NAMES, craFacts } from "#model/cra.ts";
import { contentChanged } from "#tenancy/orgs/store/org-changes.server.ts";
import { replaceProductLinks, type ProductLink } from "#tenancy/products/store/products.server.ts";
import { Refused } from "#db/refusals.ts";
import type { ProductsTable } from "#db/schema.ts";
import { inOrg } from "#db/tenant.ts";
import { subject } from "#tenancy/history/store/subject.server.ts";
import { fieldLine, orderLine } from "#web/history/store/words.server.ts";

export interface ProductsSnapshot {
  products: (Pick<ProductsTable, "id" | "name" | "slug" | "show" | "isDefault"> &
    // Snapshots of before there were such facts lack them.
    Partial<Pick<ProductsTable, "craJson">>)[];
  links: ProductLink[];
}

/**
 * The list of an org's products, with names, addresses, order and the links beside them; not what
 * stands on their pages.
 */
export const productsSubject = subject<ProductsSnapshot>({
  name: "products",
  permission: "settings:edit",
  title: () => "Products",
  async read(db, { orgId }) {
    const rows = await inOrg(db, orgId)
      .selectFrom("products")
      .select(["id", "name", "slug", "show", "isDefault", "craJson"])
      .orderBy("position")
      .orderBy("name")
      .orderBy("id")
      .execute();
    const links = await inOrg(db, orgId)
      .selectFrom("productLinks")
      .select(["label", "link", "show"])
      .orderBy("position")
      .execute();
    return { products: rows, links: links.map((link) => ({ ...link, show: link.show === 1 })) };
  },
  async write(trx, { orgId }, snapshot) {
    if (snapshot === null) throw new Refused("Your organization must have at least one product.");
    const now = await inOrg(trx, orgId).selectFrom("products").select(["id", "slug"]).execute();
    // One that was deleted since stays so, one that was added since keeps its place behind.
    const there = snapshot.products.filter(({ id }) => now.some((product) => product.id === id));
    const taken = now.find(
      ({ id, slug }) =>
        !there.some((product) => product.id === id) &&
        there.some((product) => product.slug.toLowerCase() === slug.toLowerCase()),
    );
    if (taken !== undefined)
      throw new Refused(`The slug ${taken.slug} is in use by another product now.`);
    for (const { id } of there)
      await inOrg(trx, orgId)
        .updateTable("products")
        .set({ slug: ` ${id}` })
        .where("id", "=", id)
        .execute();
    if (there.some(({ isDefault }) => isDefault === 1))
      await inOrg(trx, orgId).updateTable("products").set({ isDefault: 0 }).execute();
    for (const [position, { id, name, slug, show, isDefault, craJson }] of there.entries()) {
      await inOrg(trx, orgId)
        .updateTable("products")
        .set({
          name,
          slug,
          show,
          position,
          ...(isDefault === 1 ? { isDefault } : {}),
          ...(craJson === undefined ? {} : { craJson }),
        })
        .where("id", "=", id)
        .execute();
    }
    await replaceProductLinks(trx, orgId, snapshot.links);
    await contentChanged(trx, orgId);
  },
  compared: ({ products, links }) => ({
    products: products.map((product) => ({ ...product, craJson: product.craJson ?? null })),
    links,
  }),
  entries(_, __, before, after) {
    const text = (one: ProductsSnapshot["products"][number]) =>
      JSON.stringify({ ...one, craJson: one.craJson ?? null });
    const was = new Map(before?.products.map((one) => [one.id, text(one)]));
    const other = after?.products.filter((one) => was.get(one.id) !== text(one));
    return { noun: "products", ids: (other ?? []).map(({ id }) => id) };
  },
  words(_, __, before, after) {
    if (before === null || after === null) return [];
    const names = (snapshot: ProductsSnapshot) => snapshot.products.map(({ name }) => name);
    const fields = after.products.flatMap((product) => {
      const was = before.products.find(({ id }) => id === product.id);
      if (was === undefined) return [`Product added: “${product.name}”`];
      return [
        ...fieldLine("Name", was.name, product.name),
        ...fieldLine(`URL of ${product.name}`, was.slug, product.slug),
        ...(was.show === product.show
          ? []
          : [`${product.name} ${product.show === 1 ? "shown" : "hidden"}`]),
        ...craLines(product.name, was.craJson, product.craJson),
        ...(was.isDefault < product.isDefault ? [`Default product: “${product.name}”`] : []),
      ];
    });
    const sameOnes =
      before.products.length === after.products.length &&
      before.products.every(({ id }) => after.products.some((product) => product.id === id));
    const order =
      sameOnes && before.products.some(({ id }, place) => after.products[place]?.id !== id)
        ? orderLine("Products", names(before), names(after))
        : [];
    return [
      ...fields,
      ...order,
      ...fieldLine("Links", linkWords(before.links), linkWords(after.links)),
    ];
  },
});

/** What changed of a product’s facts under the Cyber Resilience Act. */
function craLines(name: string, before: string | null = null, after: string | null = null) {
  const [was, is] = [craFacts(before), craFacts(after)];
  return CRA_NAMES.flatMap((field) =>
    fieldLine(`${name}, ${CRA_LABELS[field]}`, was?.[field], is?.[field]),
  );
}

function linkWords(links: readonly ProductLink[]): string {
  return links
    .map(({ label, link, show }) => `${label} (${link}${show ? "" : ", not shown"})`)
    .join(", ");
}
