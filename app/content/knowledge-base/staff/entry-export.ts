import type { Route } from "./+types/entry-export";
import { listFaq } from "../store/faq-list.server.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { servicesContext } from "#platform/context.ts";
import { dayIn } from "#values/dates.ts";
import { faqQuery } from "#model/knowledge-base/forms/faq-forms.ts";
import { FAQ_COLUMNS } from "#model/knowledge-base/faq-columns.ts";
import { csvAnswer, inBatchesOf } from "#platform/files/csv-answer.ts";
import { requireStaff } from "#auth/current-staff.ts";

/**
 * The entries that the list's filter leaves, as CSV that the import reads again. No cell is a
 * formula to a spreadsheet.
 */
export async function loader({ context, url }: Route.LoaderArgs): Promise<Response> {
  const { org } = await requireStaff(context, "kb:edit");
  const { store, now } = context.get(servicesContext);
  const rows = await listFaq(store.read, org.id, faqQuery(url.searchParams), now());
  const names = new Map((await listProducts(store.read, org.id)).map(({ id, name }) => [id, name]));
  return csvAnswer(
    `knowledge-base-${org.slug}-${dayIn(now(), org.timeZone)}.csv`,
    FAQ_COLUMNS,
    inBatchesOf(rows, (row) => [
      row.id,
      row.question,
      row.answer,
      row.comment,
      row.access,
      row.favouriteAt === null ? "" : "yes",
      row.productIds.map((id) => names.get(id) ?? "").join("|"),
      row.topic,
      row.createdAt,
      row.modifiedAt,
    ]),
  );
}
