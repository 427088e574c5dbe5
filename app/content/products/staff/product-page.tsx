import type { RouterContextProvider } from "react-router";
import type * as z from "zod";
import type { Route } from "./+types/product-page";
import { productsSubject } from "../store/product-history.server.ts";
import { baseOf } from "#web/history/store/record-change.server.ts";
import type { ProductsSnapshot } from "../store/product-history.server.ts";
import { removalFault, removeProduct, updateProduct } from "../store/product-changes.server.ts";
import { listProducts, type Product } from "#tenancy/products/store/products.server.ts";
import { servicesContext } from "#platform/context.ts";
import { pageTitle } from "#values/page-title.ts";
import { productIntentSchema, productSchema, removeProductSchema } from "../forms/products.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { CRA_LABELS, CRA_NAMES, craFacts, type CraFacts } from "#model/cra.ts";
import { goneBefore } from "#web/forms/button.ts";
import { formFailed, parseForm, readSubmission, notFound, answering } from "#web/forms/form.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { actorOf, requireStaff, type StaffInOrg } from "#auth/current-staff.ts";
import { changeProducts, refusedProduct } from "./product-changes.ts";
import { ProductForm, RemoveProduct } from "./detail-forms.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.product.name ?? "Product", loaderData?.failed) }];
}

/** The part of the list that this page shows: one product. */
const partOf = (productId: string) => (snapshot: ProductsSnapshot) => {
  const product = snapshot.products.find(({ id }) => id === productId);
  return product === undefined
    ? null
    : {
        name: product.name,
        slug: product.slug,
        show: product.show,
        craJson: product.craJson ?? null,
      };
};

async function find(
  context: Readonly<RouterContextProvider>,
  { org }: StaffInOrg,
  productId: string,
): Promise<Product | undefined> {
  const products = await listProducts(context.get(servicesContext).store.read, org.id);
  return products.find(({ id }) => id === productId);
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const staff = await requireStaff(context, "settings:edit");
  const product = await find(context, staff, params.productId);
  if (product === undefined) throw notFound();
  const { id, name, slug, show, isDefault, cra } = product;
  const base = await baseOf(
    context.get(servicesContext).store.read,
    productsSubject,
    { orgId: staff.org.id, productId: null, subjectId: "" },
    partOf(id),
  );
  return {
    failed: formFailed(context),
    constraint: formConstraint(productSchema),
    removal: formConstraint(removeProductSchema),
    product: { name, slug, show, isDefault, cra: cra ?? {} },
    base,
    fault: removalFault({ isDefault, show }, staff.org.published),
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const staff = await requireStaff(context, "settings:edit");
  const product = await find(context, staff, params.productId);
  const submitted = await readSubmission({ request, context }, productIntentSchema);
  if (product === undefined) {
    if (submitted.ok && submitted.value.intent === "delete")
      throw goneBefore("This product", "/products");
    throw notFound();
  }
  if (!submitted.ok) return submitted.answer;
  return submitted.value.intent === "save"
    ? save(context, staff, product, submitted.form)
    : remove(context, staff, product, submitted.form);
}

async function save(
  context: Readonly<RouterContextProvider>,
  staff: StaffInOrg,
  { id }: Product,
  form: FormData,
) {
  const part = partOf(id);
  return answering(
    parseForm(context, form, productSchema),
    async ({ value }) => {
      await changeProducts(
        { context, staff, by: actorOf(context, staff.session), form, part },
        (trx, org) => updateProduct(trx, org.id, id, value),
      );
      return redirectWithFlash(context, "/products", `${value.name} was saved.`);
    },
    refusedProduct(staff, (current, value: z.output<typeof productSchema>) => {
      const theirs = part(current as ProductsSnapshot);
      return [
        { label: "Name", yours: value.name, theirs: theirs?.name ?? null },
        { label: "URL slug", yours: value.slug, theirs: theirs?.slug ?? null },
        {
          label: "Shown to visitors",
          yours: value.show ? "on" : "off",
          theirs: theirs?.show === 1 ? "on" : "off",
        },
        ...craConflict(value.cra, craFacts(theirs?.craJson ?? null)),
      ];
    }),
  );
}

/** The facts for CRA files in which the form and what is stored differ. */
function craConflict(yours: CraFacts | undefined, theirs: CraFacts | null) {
  return CRA_NAMES.map((name) => ({
    label: CRA_LABELS[name],
    yours: yours?.[name] ?? null,
    theirs: theirs?.[name] ?? null,
  })).filter((field) => field.yours !== field.theirs);
}

async function remove(
  context: Readonly<RouterContextProvider>,
  staff: StaffInOrg,
  { id, name }: Product,
  form: FormData,
) {
  const by = actorOf(context, staff.session);
  return answering(
    parseForm(context, form, removeProductSchema),
    async ({ value: { confirmName } }) => {
      await changeProducts({ context, staff, by, form }, (trx, org, now) =>
        removeProduct({ trx, orgId: org.id, by, now }, id, {
          confirmName,
          published: org.published,
        }),
      );
      return redirectWithFlash(context, "/products", `${name} was deleted.`);
    },
    refusedProduct(staff),
  );
}

export default function ProductDetail({ loaderData, actionData }: Route.ComponentProps) {
  const { product, base, fault, constraint, removal } = loaderData;
  const deleting = actionData?.result.initialValue?.intent === "delete";
  return (
    <>
      <h1 className="mb-8 text-2xl font-semibold tracking-tight">{product.name}</h1>
      <div className="max-w-[36rem] space-y-12">
        <ProductForm
          product={product}
          base={base}
          constraint={constraint}
          answer={deleting ? undefined : actionData}
        />
        <RemoveProduct
          name={product.name}
          fault={fault}
          constraint={removal}
          result={deleting ? (actionData?.result ?? null) : null}
        />
      </div>
    </>
  );
}
