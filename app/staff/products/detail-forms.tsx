import type { SubmissionResult } from "@conform-to/react";
import { BASE_FIELD } from "../../domain/editing.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Choice } from "../../ui/choice-field.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextField } from "../../ui/field.tsx";
import { ConflictPanel, type ShownConflict } from "../edit/conflict.tsx";

interface ProductFormProps {
  product: { name: string; slug: string; show: boolean };
  base: string;
  answer: { result: SubmissionResult; conflict?: ShownConflict } | undefined;
}

/** A product's name, its address, and whether visitors find it. */
export function ProductForm({ product, base, answer }: ProductFormProps) {
  const result = answer?.result ?? null;
  const conflict = answer?.conflict ?? null;
  const sent = (name: string) => result?.initialValue?.[name];
  const text = (name: "name" | "slug") =>
    result === null ? product[name] : String(sent(name) ?? "");
  const errors = (name: string) => result?.error?.[name] ?? undefined;
  const sentBase = sent(BASE_FIELD);
  return (
    <form method="post" className="space-y-6" noValidate>
      {conflict === null ? (
        <ErrorSummary
          errors={errors("")}
          fields={["name", "slug"].map((name) => ({ id: `product-${name}`, errors: errors(name) }))}
        />
      ) : (
        <ConflictPanel conflict={conflict} />
      )}
      <input
        type="hidden"
        name={BASE_FIELD}
        value={conflict?.base ?? (typeof sentBase === "string" ? sentBase : base)}
      />
      <TextField
        id="product-name"
        name="name"
        label="Name"
        type="text"
        autoComplete="off"
        maxLength={50}
        required
        defaultValue={text("name")}
        errors={errors("name")}
      />
      <TextField
        id="product-slug"
        name="slug"
        label="Address"
        hint="Letters, digits, spaces and hyphens; a space is shown as +. Links to the old address end."
        type="text"
        autoComplete="off"
        maxLength={50}
        required
        defaultValue={text("slug")}
        errors={errors("slug")}
      />
      <Choice
        id="product-show"
        name="show"
        value="on"
        defaultChecked={result === null ? product.show : sent("show") === "on"}
        label="Show it to visitors"
        hint="Hidden, its page is for staff alone."
      />
      <div className="flex flex-wrap gap-3">
        <Button name="intent" value="save">
          {conflict === null ? "Save" : "Save my version"}
        </Button>{" "}
        <ButtonLink to="/products" look="secondary">
          Cancel
        </ButtonLink>
      </div>
    </form>
  );
}

/** Deleting asks for the name: everything on the page goes with it. */
export function RemoveProduct({
  name,
  fault,
  result,
}: {
  name: string;
  fault: string | null;
  result: SubmissionResult | null;
}) {
  const errors = result?.error?.confirmName ?? undefined;
  const sent = result?.initialValue?.confirmName;
  return (
    <section aria-labelledby="delete-product" className="border-t border-line pt-8">
      <h2 id="delete-product" className="text-lg font-semibold">
        Delete this product
      </h2>
      <p className="mt-2 mb-5 text-sm text-muted">
        Its cards, items, lists and everybody’s access to it go for good. Documents stay in the
        library. FAQ entries of this product alone go, topics of it alone are hidden, and rules for
        it alone end.
      </p>
      {fault === null ? null : <p className="mb-5">{fault}</p>}
      {fault !== null && result === null ? null : (
        <form method="post" className="space-y-5" noValidate>
          <ErrorSummary
            errors={result?.error?.[""] ?? undefined}
            fields={[{ id: "confirm-name", errors }]}
          />
          <TextField
            id="confirm-name"
            name="confirmName"
            label={`Type “${name}” to confirm`}
            type="text"
            autoComplete="off"
            maxLength={100}
            required
            defaultValue={typeof sent === "string" ? sent : undefined}
            errors={errors}
          />
          <Button look="danger" name="intent" value="delete">
            Delete product
          </Button>
        </form>
      )}
    </section>
  );
}
