import { defaultItemSlug } from "#values/names.ts";
import { inBatches } from "#db/batches.ts";
import { isoNow } from "#db/ids.ts";
import { Refused } from "#db/refusals.ts";
import type { Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";

/** The longest slug: fewer than 100 characters. */
const MAX_SLUG = 99;

/** What stands beside items below a product's address: no item can have it. */
const OWN_PAGES: ReadonlySet<string> = new Set(["bulk-download"]);

interface Slugged {
  uid: string;
  title: string;
  customSlug: string | null;
  defaultSlug: string;
}

/**
 * Every slug of one product while items are saved. An item answers at its custom slug, else at its
 * default one; slugs that it had before redirect to it until another item takes them.
 */
export class ItemSlugs {
  readonly #items: Map<string, Slugged>;
  readonly #custom = new Map<string, string>();
  readonly #default = new Map<string, string>();
  readonly #old: Map<string, string>;
  /** Where numbering of a repeated title goes on. */
  readonly #numbers = new Map<string, number>();
  readonly #retired = new Map<string, string>();
  readonly #revived = new Set<string>();

  private constructor(
    items: readonly Slugged[],
    old: readonly { slug: string; itemUid: string }[],
  ) {
    this.#items = new Map(items.map((item) => [item.uid, item]));
    for (const item of items) this.#enter(item);
    this.#old = new Map(old.map((row) => [row.slug, row.itemUid]));
  }

  /** The slugs of a product as they are stored. */
  static async of(trx: Writer, orgId: string, productId: string): Promise<ItemSlugs> {
    const items = await inOrg(trx, orgId)
      .selectFrom("items")
      .select(["uid", "title", "customSlug", "defaultSlug"])
      .where("productId", "=", productId)
      .execute();
    const old = await inOrg(trx, orgId)
      .selectFrom("oldItemSlugs")
      .select(["slug", "itemUid"])
      .where("productId", "=", productId)
      .execute();
    return new ItemSlugs(items, old);
  }

  /**
   * Gives items that are to be saved their slugs, in the same order. Custom ones are settled first,
   * because they win; then each new or renamed item gets its default one, the later of two equal
   * ones with a number.
   * @param wanted `customSlug` undefined keeps what the item has, null takes it away
   * @throws Refused when a custom slug belongs to another item
   */
  settle<T extends { uid: string; title: string; customSlug: string | null | undefined }>(
    wanted: readonly T[],
  ): (T & Slugged)[] {
    const before = wanted.map(({ uid }) => this.#items.get(uid));
    const customs = wanted.map((item, i) =>
      item.customSlug === undefined ? (before[i]?.customSlug ?? null) : item.customSlug,
    );
    wanted.forEach(({ uid }) => this.#leave(uid));
    wanted.forEach((item, i) => {
      const custom = customs[i] ?? null;
      if (custom === null) return;
      this.#mustBeFree(custom, item.uid);
      this.#custom.set(custom, item.uid);
    });
    return wanted.map((item, i) => {
      const previous = before[i];
      const customSlug = customs[i] ?? null;
      const keeps =
        previous !== undefined &&
        previous.title === item.title &&
        !this.#taken(previous.defaultSlug, item.uid);
      const defaultSlug = keeps
        ? previous.defaultSlug
        : this.#free(defaultItemSlug(item.title), item.uid);
      const settled: Slugged = { uid: item.uid, title: item.title, customSlug, defaultSlug };
      this.#items.set(item.uid, settled);
      this.#enter(settled);
      this.#remember(previous, settled);
      return { ...item, customSlug, defaultSlug };
    });
  }

  /** Stores which slugs redirect from now on; the items are saved already. */
  async saveOld(trx: Writer, orgId: string, productId: string, now: Date): Promise<void> {
    await inBatches([...this.#revived], (batch) =>
      inOrg(trx, orgId)
        .deleteFrom("oldItemSlugs")
        .where("productId", "=", productId)
        .where("slug", "in", batch)
        .execute(),
    );
    const rows = [...this.#retired].map(([slug, itemUid]) => ({
      orgId,
      productId,
      slug,
      itemUid,
      retiredAt: isoNow(now),
    }));
    await inBatches(rows, (batch) =>
      trx
        .insertInto("oldItemSlugs")
        .values(batch)
        .onConflict((conflict) =>
          conflict.columns(["orgId", "productId", "slug"]).doUpdateSet((eb) => ({
            itemUid: eb.ref("excluded.itemUid"),
            retiredAt: eb.ref("excluded.retiredAt"),
          })),
        )
        .execute(),
    );
  }

  #enter(item: Slugged): void {
    if (item.customSlug !== null) this.#custom.set(item.customSlug, item.uid);
    this.#default.set(item.defaultSlug, item.uid);
  }

  #leave(uid: string): void {
    const item = this.#items.get(uid);
    if (item === undefined) return;
    if (item.customSlug !== null && this.#custom.get(item.customSlug) === uid)
      this.#custom.delete(item.customSlug);
    if (this.#default.get(item.defaultSlug) === uid) this.#default.delete(item.defaultSlug);
  }

  /** A slug that another item answers at can't be chosen; one that merely redirects there can. */
  #mustBeFree(slug: string, uid: string): void {
    const holder = this.#holderOf(slug, uid);
    if (holder !== null) throw new Refused(`This URL slug is already in use by ${holder}`, "slug");
  }

  /** Whether an item could have this custom slug, as things are stored; none at all is free. */
  isFree(slug: string | null, uid: string): boolean {
    return slug === null || this.#holderOf(slug, uid) === null;
  }

  /** What answers at a slug, in words; null where nothing but the item itself does. */
  #holderOf(slug: string, uid: string): string | null {
    if (OWN_PAGES.has(slug)) return `a page of the portal: ${slug}`;
    const byDefault = this.#items.get(this.#default.get(slug) ?? "");
    const holder = this.#custom.get(slug) ?? (byDefault?.customSlug === null ? byDefault.uid : uid);
    return holder === uid ? null : `item: ${this.#items.get(holder)?.title ?? holder}`;
  }

  /**
   * Whether a default slug would meet another item's slug, past ones too: their links lead
   * elsewhere.
   */
  #taken(slug: string, uid: string): boolean {
    return (
      OWN_PAGES.has(slug) ||
      [this.#custom, this.#default, this.#old].some((owners) => (owners.get(slug) ?? uid) !== uid)
    );
  }

  #free(base: string, uid: string): string {
    if (!this.#taken(base, uid)) return base;
    let number = this.#numbers.get(base) ?? 2;
    while (this.#taken(numbered(base, number), uid)) number += 1;
    this.#numbers.set(base, number + 1);
    return numbered(base, number);
  }

  #remember(previous: Slugged | undefined, settled: Slugged): void {
    const live = settled.customSlug ?? settled.defaultSlug;
    if (this.#old.delete(live)) this.#revived.add(live);
    this.#retired.delete(live);
    const was = previous === undefined ? live : (previous.customSlug ?? previous.defaultSlug);
    if (
      was === live ||
      this.#custom.has(was) ||
      (this.#default.get(was) ?? settled.uid) !== settled.uid
    )
      return;
    this.#old.set(was, settled.uid);
    this.#retired.set(was, settled.uid);
  }
}

/**
 * The slugs that items of a product had before, as content says them, in place of all that were
 * kept of these items; what leads to another item stays there.
 */
export async function putOldSlugs(
  { trx, orgId, now }: Omit<Write, "by">,
  productId: string,
  slugs: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  await inBatches([...slugs.keys()], (uids) =>
    inOrg(trx, orgId)
      .deleteFrom("oldItemSlugs")
      .where("productId", "=", productId)
      .where("itemUid", "in", uids)
      .execute(),
  );
  const rows = [...slugs].flatMap(([itemUid, own]) =>
    own.map((slug) => ({ orgId, productId, slug, itemUid, retiredAt: isoNow(now) })),
  );
  await inBatches(rows, (batch) =>
    trx
      .insertInto("oldItemSlugs")
      .values(batch)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
}

function numbered(base: string, number: number): string {
  const ending = `-${number}`;
  return base.slice(0, MAX_SLUG - ending.length) + ending;
}
