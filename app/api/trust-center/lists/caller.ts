import type { RouterContextProvider } from "react-router";
import type * as z from "zod";
import { changing, EditConflict, type Edit } from "../../../../db/changes/changing.ts";
import type { Actor } from "../../../../db/audit.ts";
import type { Org } from "../../../../db/orgs.ts";
import { listProducts, type Product } from "../../../../db/products.ts";
import type { Reader, Writer } from "../../../../db/store.ts";
import { servicesContext } from "../../../context.ts";
import type { Permission } from "../../../domain/permissions.ts";
import { problem, readJson } from "../../../middleware/json-body.ts";
import { actorOf } from "../../../middleware/staff.ts";
import { problemOf, staffCaller } from "../../documents/staff.ts";

interface ListArgs {
  context: Readonly<RouterContextProvider>;
  params: { productId: string };
  request: Request;
}

/** The person of staff who changes a list of a product by the API, after their rights were checked. */
export interface ListCaller {
  org: Org;
  product: Product;
  permissions: ReadonlySet<Permission>;
  by: Actor;
  now: Date;
  db: Reader;
  /** Runs a verb in one transaction and keeps what it changed, as the form's does. */
  change<T>(edit: Pick<Edit, "subject" | "subjectId" | "base" | "part">, verb: (trx: Writer) => Promise<T>): Promise<T>;
  /** The body of the request; a problem is thrown. */
  read<Schema extends z.ZodType>(schema: Schema): Promise<z.output<Schema>>;
}

/**
 * Answers a call of a list's API: 401 without a session, 403 without statuspage:edit, 404 for a product of
 * elsewhere, 409 with what is stored when somebody else was quicker, else what `answer` gives.
 */
export async function listCall({ context, params, request }: ListArgs, answer: (caller: ListCaller) => Promise<Response>): Promise<Response> {
  try {
    const { org, session, permissions } = await staffCaller(context, "statuspage:edit");
    const { store, now } = context.get(servicesContext);
    const product = (await listProducts(store.read, org.id)).find(({ id }) => id === params.productId);
    if (product === undefined) return problem(404, "Not found");
    const [by, moment] = [actorOf(context, session), now()];
    return await answer({
      org,
      product,
      permissions,
      by,
      now: moment,
      db: store.read,
      change: (edit, verb) => store.write(async (trx) => (await changing(trx, { ...edit, orgId: org.id, productId: product.id, by, now: moment }, () => verb(trx))).value),
      async read(schema) {
        const body = await readJson(request, schema);
        if (body instanceof Response) throw body;
        return body;
      },
    });
  } catch (error) {
    if (error instanceof Response) return error;
    if (error instanceof EditConflict) return problem(409, error.message, { members: { base: error.base } });
    return problemOf(error);
  }
}
