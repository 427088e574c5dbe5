import type { Route } from "./+types/new";
import { addProduct } from "../../../db/product-changes.ts";
import { listProducts } from "../../../db/products.ts";
import { servicesContext } from "../../context.ts";
import { pageTitle } from "../../domain/page-title.ts";
import { newProductSchema } from "../../domain/product-forms.ts";
import { redirectWithFlash } from "../../middleware/flash.ts";
import { formFailed, readSubmission } from "../../forms/form.ts";
import { actorOf, requireStaff } from "../../middleware/staff.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Choice } from "../../ui/choice-field.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { changeProducts, refusedProduct } from "./changes.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Add product", loaderData?.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "settings:edit");
  const products = await listProducts(context.get(servicesContext).store.read, org.id);
  return {
    failed: formFailed(context),
    products: products.map(({ id, name }) => ({ value: id, label: name })),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const staff = await requireStaff(context, "settings:edit");
  const submitted = await readSubmission({ request, context }, newProductSchema);
  if (!submitted.ok) return submitted.answer;
  const by = actorOf(context, staff.session);
  try {
    const id = await changeProducts({ context, staff, by, form: submitted.form }, (trx, org, now) =>
      addProduct(trx, org.id, submitted.value, by, now),
    );
    return redirectWithFlash(context, `/products/${id}`, `${submitted.value.name} was added.`);
  } catch (error) {
    return refusedProduct(submitted, error, staff);
  }
}

export default function NewProduct({ loaderData, actionData }: Route.ComponentProps) {
  const result = actionData?.result ?? null;
  const sent = (name: string) => {
    const value = result?.initialValue?.[name];
    return typeof value === "string" ? value : undefined;
  };
  const errors = (name: string) => result?.error?.[name] ?? undefined;
  return (
    <>
      <h1 className="mb-8 text-2xl font-semibold tracking-tight">Add product</h1>
      <form method="post" className="max-w-[36rem] space-y-6" noValidate>
        <ErrorSummary
          errors={errors("")}
          fields={["name", "slug", "copyOf"].map((name) => ({
            id: `product-${name}`,
            errors: errors(name),
          }))}
        />
        <TextField
          id="product-name"
          name="name"
          label="Name"
          type="text"
          autoComplete="off"
          maxLength={50}
          required
          defaultValue={sent("name")}
          errors={errors("name")}
        />
        <TextField
          id="product-slug"
          name="slug"
          label="Address"
          hint="Letters, digits, spaces and hyphens. Empty: it follows from the name."
          type="text"
          autoComplete="off"
          maxLength={50}
          defaultValue={sent("slug")}
          errors={errors("slug")}
        />
        <SelectField
          id="product-copyOf"
          name="copyOf"
          label="Begins"
          hint="A copy has the other one’s cards, items, links to documents, lists and order. Nobody’s access is copied."
          defaultValue={sent("copyOf") ?? ""}
          options={[
            { value: "", label: "Empty" },
            ...loaderData.products.map(({ value, label }) => ({
              value,
              label: `As a copy of ${label}`,
            })),
          ]}
          errors={errors("copyOf")}
        />
        <Choice
          id="product-show"
          name="show"
          value="on"
          defaultChecked={result !== null && sent("show") === "on"}
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
