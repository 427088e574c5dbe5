import type { RouterContextProvider } from "react-router";
import type * as z from "zod";
import { changing, EditConflict, type Edit } from "../../../../db/changes/changing.ts";
import type { Org } from "../../../../db/orgs.ts";
import { findProduct, type Product } from "../../../../db/products.ts";
import { Refused } from "../../../../db/refusals.ts";
import type { Writer } from "../../../../db/store.ts";
import { servicesContext } from "../../../context.ts";
import { readJson } from "../../../middleware/json-body.ts";
import { actorOf } from "../../../middleware/staff.ts";
import { notAllowed, problem, problemOf, staffCaller } from "../../documents/staff.ts";
import type { Actor } from "../../../../db/audit.ts";

interface Call<Value> {
  org: Org;
  product: Product;
  value: Value;
  by: Actor;
  now: Date;
  /** Runs a verb and keeps what it changed; gives the change's id, by which history knows it. */
  change(edit: Pick<Edit, "subject" | "subjectId">, verb: (trx: Writer) => Promise<unknown>): Promise<string | null>;
}

/** A PATCH of what staff edit in a product (spec/3 §7): rights, the product, the body by its form's schema, the answer. */
export async function productCall<Schema extends z.ZodType>(
  { context, request, params }: { context: Readonly<RouterContextProvider>; request: Request; params: { productId: string } },
  schema: Schema,
  work: (call: Call<z.output<Schema>>) => Promise<object>,
): Promise<Response> {
  if (request.method !== "PATCH") return notAllowed("PATCH");
  try {
    const { org, session } = await staffCaller(context, "statuspage:edit");
    const { store, now } = context.get(servicesContext);
    const product = await findProduct(store.read, org.id, params.productId);
    if (product === null) return problem(404, "Not found");
    const value = await readJson(request, schema);
    if (value instanceof Response) return value;
    const by = actorOf(context, session);
    const moment = now();
    const change: Call<unknown>["change"] = async (edit, verb) =>
      (await store.write((trx) => changing(trx, { ...edit, orgId: org.id, productId: product.id, by, now: moment }, () => verb(trx)))).changeId;
    return Response.json(await work({ org, product, value, by, now: moment, change }));
  } catch (error) {
    if (error instanceof Response) return error;
    if (error instanceof EditConflict) return problem(error.status, error.message);
    if (error instanceof Refused && error.field !== null) return problem(error.status, error.message, { errors: { [error.field]: [error.message] } });
    return problemOf(error);
  }
}
