import { touchListItem } from "../list-items.ts";
import { replaceTrustedCompanies } from "../trusted-companies.ts";
import { commonNames, rowLines } from "./list-words.ts";
import { productOf, subject } from "./subject.ts";
import { orderLine } from "./words.ts";

export interface TrustedCompanySnapshot {
  id: string;
  companyId: string;
  company: string;
  href: string | null;
}

export interface TrustedBySnapshot {
  /** In their order. */
  rows: TrustedCompanySnapshot[];
}

const company = (row: TrustedCompanySnapshot) => row.company;

/** The customers that a product names, in their order. There is one list a product. */
export const trustedBy = subject<TrustedBySnapshot>({
  permission: "statuspage:edit",
  title: () => "Trusted by",
  async read(db, key) {
    const rows = await db
      .selectFrom("trustedCompanies as t")
      .innerJoin("companies as c", (join) =>
        join.onRef("c.orgId", "=", "t.orgId").onRef("c.id", "=", "t.companyId"),
      )
      .select(["t.id", "t.companyId", "c.name as company", "t.href"])
      .where("t.orgId", "=", key.orgId)
      .where("t.productId", "=", productOf(key))
      .orderBy("t.position")
      .orderBy("c.sortKey")
      .execute();
    return { rows };
  },
  async write(trx, key, snapshot, { by, now }) {
    const known = new Set(
      (await trx.selectFrom("companies").select("id").where("orgId", "=", key.orgId).execute()).map(
        ({ id }) => id,
      ),
    );
    await replaceTrustedCompanies(
      trx,
      key.orgId,
      productOf(key),
      (snapshot?.rows ?? []).filter(({ companyId }) => known.has(companyId)),
    );
    await touchListItem(trx, key.orgId, productOf(key), "TrustedBy", { by, on: now });
  },
  words(_, __, before, after) {
    const [was, is] = [before?.rows ?? [], after?.rows ?? []];
    return [
      ...rowLines("Company", was, is, company, [
        ["Company", company],
        ["Link", (row) => row.href],
      ]),
      ...orderLine("Order", ...commonNames(was, is, company)),
    ];
  },
  compared: ({ rows }) => rows.map(({ id, companyId, href }) => ({ id, companyId, href })),
});

/** The part of the list that is one company; null when it is not there. */
export function trustedCompanyIn(id: string) {
  return ({ rows }: TrustedBySnapshot): TrustedCompanySnapshot | null =>
    rows.find((row) => row.id === id) ?? null;
}
