import type { Route } from "./+types/product";
import { snapshotOf } from "#web/history/store/record-change.server.ts";
import { sectionsSubject, type SectionsSnapshot } from "../store/order-history.server.ts";
import { arrangeSections } from "../store/product-order.server.ts";
import { sectionOrderSchema } from "#model/cards/forms/order-forms.ts";
import { completeSectionOrder } from "#model/cards/sections.ts";
import { productCall } from "./product-call.ts";
import type { RouteHandle } from "#values/page-query.ts";

export const handle: RouteHandle = { methods: ["GET", "PATCH"] };

const SECTIONS = { subject: sectionsSubject, subjectId: "" } as const;
const shown = ({ order }: SectionsSnapshot) => ({ sections: completeSectionOrder(order) });

/** GET: the order of the sections, with the stamp (`base`) by which a change notices another. */
export function loader(args: Route.LoaderArgs): Promise<Response> {
  return productCall(args, async ({ db, org, product, stamp }) => {
    const stored = (await snapshotOf(db, sectionsSubject, {
      orgId: org.id,
      productId: product.id,
      subjectId: "",
    })) as SectionsSnapshot;
    return Response.json({ ...shown(stored), base: await stamp(SECTIONS) });
  });
}

/**
 * PATCH /api/trust-center/products/{productId} {sections}: saves the order of the sections, null
 * the usual one; answers it whole.
 */
export async function action(args: Route.ActionArgs): Promise<Response> {
  return productCall(
    args,
    async ({ org, product, read, change, stamp }) => {
      const sent = (await read(sectionOrderSchema)).sections;
      const sections = completeSectionOrder(sent);
      const { changeId } = await change(
        SECTIONS,
        (trx) => arrangeSections(trx, org.id, product.id, sent === null ? null : sections),
        shown,
      );
      return Response.json({ sections, changeId, base: await stamp(SECTIONS) });
    },
    "sectionCustomization",
  );
}
