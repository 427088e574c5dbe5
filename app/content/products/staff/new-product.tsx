import { getFormProps, useForm } from "@conform-to/react";
import type * as z from "zod";
import type { Route } from "./+types/new-product";
import { addProduct } from "../store/product-changes.server.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { servicesContext } from "#platform/context.ts";
import { pageTitle } from "#values/page-title.ts";
import { newProductSchema } from "../forms/products.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { boxField, selectField, textField } from "#web/forms/fields.ts";
import { formAction, formFailed } from "#web/forms/form.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Choice } from "#web/ui/choice-field.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { changeProducts, refusedProduct } from "./product-changes.ts";
import { OnceField } from "#web/ui/once-field.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Add product", loaderData?.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "settings:edit");
  const products = await listProducts(context.get(servicesContext).store.read, org.id);
  return {
    failed: formFailed(context),
    constraint: formConstraint(newProductSchema),
    products: products.map(({ id, name }) => ({ value: id, label: name })),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const staff = await requireStaff(context, "settings:edit");
  const by = actorOf(context, staff.session);
  return formAction(
    { request, context },
    newProductSchema,
    async ({ value, form }) => {
      const id = await changeProducts({ context, staff, by, form }, (trx, org, now) =>
        addProduct({ trx, orgId: org.id, by, now }, value),
      );
      return redirectWithFlash(context, `/products/${id}`, `${value.name} was added.`);
    },
    refusedProduct(staff),
  );
}

export default function NewProduct({ loaderData, actionData }: Route.ComponentProps) {
  const [form, { name, slug, copyOf, show }] = useForm<z.input<typeof newProductSchema>>({
    id: "product",
    lastResult: actionData?.result ?? null,
    constraint: loaderData.constraint,
  });
  return (
    <>
      <h1 className="mb-8 text-2xl font-semibold tracking-tight">Add product</h1>
      <form
        method="post"
        className="max-w-[36rem] space-y-6"
        {...getFormProps(form, { ariaAttributes: false })}
      >
        <OnceField />
        <ErrorSummary errors={form.errors} fields={[name, slug, copyOf]} />
        <TextField {...textField(name)} label="Name" autoComplete="off" />
        <TextField
          {...textField(slug)}
          label="URL slug"
          hint="Letters, digits, spaces and hyphens. Leave empty to use the name."
          autoComplete="off"
          maxLength={50}
        />
        <SelectField
          {...selectField(copyOf)}
          label="Start with"
          hint="A copy includes the cards, items, document links, lists and order of the original. Access isn’t copied."
          options={[
            { value: "", label: "An empty page" },
            ...loaderData.products.map(({ value, label }) => ({
              value,
              label: `A copy of ${label}`,
            })),
          ]}
        />
        <Choice
          {...boxField(show)}
          label="Show it to visitors"
          hint="You can show it later, when its page is ready."
        />
        <div className="flex flex-wrap gap-3">
          <Button>Add product</Button>{" "}
          <ButtonLink to="/products" look="secondary">
            Cancel
          </ButtonLink>
        </div>
      </form>
    </>
  );
}
