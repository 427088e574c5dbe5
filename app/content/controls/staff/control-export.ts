import type { Route } from "./+types/control-export";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { servicesContext } from "#platform/context.ts";
import { dayIn } from "#values/dates.ts";
import { csvAnswer, inBatchesOf } from "#platform/files/csv-answer.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { CONTROL_COLUMNS } from "../forms/controls.ts";
import { controlQuery } from "../rules/controls.ts";
import { listControls } from "../store/controls.server.ts";

/**
 * The controls that the list's filter leaves, as CSV that the import reads again. No cell is a
 * formula to a spreadsheet.
 */
export async function loader({ context, url }: Route.LoaderArgs): Promise<Response> {
  const { org } = await requireStaff(context, "kb:edit");
  const { store, now } = context.get(servicesContext);
  const rows = await listControls(store.read, org.id, controlQuery(url.searchParams));
  const names = new Map((await listProducts(store.read, org.id)).map(({ id, name }) => [id, name]));
  return csvAnswer(
    `controls-${org.slug}-${dayIn(now(), org.timeZone)}.csv`,
    CONTROL_COLUMNS,
    inBatchesOf(rows, (row) => [
      row.id,
      row.reference,
      row.title,
      row.description,
      row.requirements.join("|"),
      row.itemUid,
      row.access,
      row.productIds.map((id) => names.get(id) ?? "").join("|"),
      row.createdAt,
      row.modifiedAt,
    ]),
  );
}
