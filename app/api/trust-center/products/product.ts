import type { Route } from "./+types/product";
import { arrangeSections } from "../../../../db/products.ts";
import { sectionOrderSchema } from "../../../domain/order-forms.ts";
import { completeSectionOrder } from "../../../domain/sections.ts";
import { readJson } from "../../../middleware/json-body.ts";
import { notAllowed } from "../../documents/staff.ts";
import { editProduct } from "./edited-product.ts";

export function loader(): Response {
  return notAllowed("PATCH");
}

/** PATCH /api/trust-center/products/{productId} {sections}: saves the order of the sections; answers it whole. */
export async function action({ context, request, params }: Route.ActionArgs): Promise<Response> {
  if (request.method !== "PATCH") return notAllowed("PATCH");
  return editProduct(context, params.productId, async (edited) => {
    const sent = await readJson(request, sectionOrderSchema);
    if (sent instanceof Response) return sent;
    const sections = completeSectionOrder(sent.sections);
    const { changeId } = await edited.change({ subject: "sections", subjectId: "" }, (trx) => arrangeSections(trx, edited.org.id, edited.product.id, sections));
    return Response.json({ sections, changeId });
  }, "sectionCustomization");
}
