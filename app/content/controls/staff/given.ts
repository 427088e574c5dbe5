import type { RouterContextProvider } from "react-router";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { servicesContext } from "#platform/context.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { controlSchema } from "../forms/controls.ts";
import { linkableItems } from "../store/linkable-items.server.ts";

/** What the form of a control is made with: its limits, and what can be chosen. */
export async function givenToForm(context: Readonly<RouterContextProvider>, orgId: string) {
  const { read } = context.get(servicesContext).store;
  return {
    constraint: formConstraint(controlSchema),
    products: (await listProducts(read, orgId)).map(({ id, name }) => ({ id, name })),
    items: (await linkableItems(read, orgId)).map(({ uid, label }) => ({ uid, label })),
  };
}

/** Said where a product that was ticked went meanwhile. */
export const PRODUCT_GONE = "A product no longer exists. Choose again.";
