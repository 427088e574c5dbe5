import type { Route } from "./+types/links";
import { baseOf } from "#web/history/store/record-change.server.ts";
import { productsSubject, type ProductsSnapshot } from "../store/product-history.server.ts";
import {
  listProductLinks,
  replaceProductLinks,
  type ProductLink,
} from "#tenancy/products/store/products.server.ts";
import { servicesContext } from "#platform/context.ts";
import { BASE_FIELD } from "#model/cards/editing.ts";
import { pageTitle } from "#values/page-title.ts";
import { productLinksSchema } from "../forms/products.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { formAction, formFailed } from "#web/forms/form.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { ConflictPanel, type ShownConflict } from "#web/staff/editing/conflict.tsx";
import { changeProducts, refusedProduct } from "./product-changes.ts";
import { OnceField } from "#web/ui/once-field.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Additional links", loaderData?.failed) }];
}

const EMPTY_ROWS = 3;
const part = ({ links }: ProductsSnapshot) => links;

export async function loader({ context }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "settings:edit");
  const { read } = context.get(servicesContext).store;
  return {
    failed: formFailed(context),
    links: await listProductLinks(read, org.id),
    base: await baseOf(
      read,
      productsSubject,
      { orgId: org.id, productId: null, subjectId: "" },
      part,
    ),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const staff = await requireStaff(context, "settings:edit");
  return formAction(
    { request, context },
    productLinksSchema,
    async ({ value: links, form }) => {
      await changeProducts(
        { context, staff, by: actorOf(context, staff.session), form, part },
        (trx, org) => replaceProductLinks(trx, org.id, links),
      );
      return redirectWithFlash(context, "/products", "The links were saved.");
    },
    refusedProduct(staff, (current, links: readonly ProductLink[]) => [
      { label: "Links", yours: words(links), theirs: words(part(current as ProductsSnapshot)) },
    ]),
  );
}

function words(links: readonly ProductLink[]): string {
  return links
    .map(({ label, link, show }) => `${label}: ${link}${show ? "" : " (not shown)"}`)
    .join("\n");
}

export default function ProductLinks({ loaderData, actionData }: Route.ComponentProps) {
  const result = actionData?.result ?? null;
  const conflict = (actionData as { conflict?: ShownConflict } | undefined)?.conflict ?? null;
  const sent = (name: string) =>
    [result?.initialValue?.[name] ?? []].flat().map((value: unknown) => String(value ?? ""));
  const kept = sent("label").map((label, i) => ({
    label,
    link: sent("link")[i] ?? "",
    show: sent("show")[i] !== "no",
  }));
  const rows = [
    ...(result === null ? loaderData.links : kept),
    ...Array.from({ length: EMPTY_ROWS }, () => ({ label: "", link: "", show: true })),
  ];
  const sentBase = result?.initialValue?.[BASE_FIELD];
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Additional links</h1>
      <p className="mt-2 mb-8 max-w-[44rem] text-muted">
        Extra links in the product menu. Clear a row to delete it. Save to add more rows.
      </p>
      <form method="post" className="max-w-[48rem] space-y-6" noValidate>
        <OnceField />
        {conflict === null ? (
          <ErrorSummary
            errors={result?.error?.[""] ?? undefined}
            fields={[{ id: "label-0", errors: result?.error?.label ?? undefined }]}
          />
        ) : (
          <ConflictPanel conflict={conflict} />
        )}
        <input
          type="hidden"
          name={BASE_FIELD}
          value={conflict?.base ?? (typeof sentBase === "string" ? sentBase : loaderData.base)}
        />
        {rows.map((row, i) => (
          <fieldset
            key={i}
            className="grid gap-4 rounded-lg border border-line bg-surface p-4 sm:grid-cols-[1fr_1.5fr_7rem]"
          >
            <legend className="sr-only">Link {i + 1}</legend>
            <TextField
              id={`label-${i}`}
              name="label"
              label="Label"
              type="text"
              autoComplete="off"
              maxLength={50}
              defaultValue={row.label}
            />
            <TextField
              id={`link-${i}`}
              name="link"
              label="URL"
              type="text"
              inputMode="url"
              autoComplete="off"
              maxLength={2_000}
              defaultValue={row.link}
            />
            <SelectField
              id={`show-${i}`}
              name="show"
              label="Shown"
              defaultValue={row.show ? "yes" : "no"}
              options={[
                { value: "yes", label: "Yes" },
                { value: "no", label: "No" },
              ]}
            />
          </fieldset>
        ))}
        <div className="flex flex-wrap gap-3">
          <Button>{conflict === null ? "Save" : "Save my version"}</Button>{" "}
          <ButtonLink to="/products" look="secondary">
            Cancel
          </ButtonLink>
        </div>
      </form>
    </>
  );
}
