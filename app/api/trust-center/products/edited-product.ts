import type { RouterContextProvider } from "react-router";
import { staffActor, type Actor } from "../../../../db/audit.ts";
import { changing, type Edit } from "../../../../db/changes/changing.ts";
import { hasFeature, type Org } from "../../../../db/orgs.ts";
import { Clock, type PageScope } from "../../../../db/pages/scope.ts";
import { listProducts, type Product } from "../../../../db/products.ts";
import type { Writer } from "../../../../db/store.ts";
import { doorContext, servicesContext } from "../../../context.ts";
import type { Feature } from "../../../domain/customization.ts";
import type { Viewer } from "../../../domain/viewer.ts";
import { problem, problemOf, staffCaller } from "../../documents/staff.ts";

/** A product that a call of the API edits, and who calls. */
export interface EditedProduct {
  org: Org;
  product: Product;
  /** Loads pages as the owner sees them. */
  scope: PageScope;
  by: Actor;
  now: Date;
  /** Runs a verb on a subject of the product in one transaction, and keeps what it changed. */
  change<T>(edit: Pick<Edit, "subject" | "subjectId">, verb: (trx: Writer) => Promise<T>): Promise<{ value: T; changeId: string | null }>;
}

/**
 * Answers a call that edits a product of the caller's org: 401 without a session, 403 without statuspage:edit or
 * for a feature that is off, 404 for a product that is not there or another org's, else what `work` answers.
 */
export async function editProduct(context: Readonly<RouterContextProvider>, productId: string, work: (edited: EditedProduct) => Promise<Response>, feature?: Feature): Promise<Response> {
  try {
    const { org, session, role, permissions } = await staffCaller(context, "statuspage:edit");
    const viewer: Viewer = { mode: "main", staff: { id: session.staff.id, email: session.staff.email, name: session.staff.name, role, permissions } };
    if (feature !== undefined && !hasFeature(org, feature)) return problem(403, "This feature is not part of your plan");
    const { store, now } = context.get(servicesContext);
    const product = (await listProducts(store.read, org.id)).find(({ id }) => id === productId);
    if (product === undefined) return problem(404, "Not found");
    const moment = now();
    const by = staffActor(session.staff, context.get(doorContext).ip);
    const scope: PageScope = { db: store.read, org, settings: org.customization, productId, viewer, now: moment, clock: new Clock(moment, org.timeZone) };
    return await work({ org, product, scope, by, now: moment, change: (edit, verb) => store.write((trx) => changing(trx, { ...edit, orgId: org.id, productId, by, now: moment }, () => verb(trx))) });
  } catch (error) {
    return error instanceof Response ? error : problemOf(error);
  }
}
