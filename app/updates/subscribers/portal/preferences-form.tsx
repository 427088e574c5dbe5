import type { SubmissionResult } from "@conform-to/react";
import { PROOF_FIELD } from "#values/confirmation-field.ts";
import { CATEGORY_LABELS, TOPIC_CATEGORIES } from "#model/updates/words.ts";
import type { Preferences } from "#model/subscribers/subscriptions.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Choice, FieldGroup } from "#web/ui/choice-field.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { PostForm } from "#web/ui/post-form.tsx";
import { usePortalHref } from "#web/portal/links.ts";

interface PreferencesFormProps {
  preferences: Preferences;
  products: readonly { id: string; name: string }[];
  token: string;
  proof: string;
  /** Not confirmed yet: what is chosen counts from then on. */
  pending: boolean;
  refused: SubmissionResult | null;
}

/** All updates, or categories and products; each at once or one mail a week. */
export function PreferencesForm({
  preferences,
  products,
  token,
  proof,
  pending,
  refused,
}: PreferencesFormProps) {
  const href = usePortalHref();
  const sent = refused?.initialValue as Record<string, unknown> | undefined;
  const chosen = (name: "categories" | "productIds"): readonly string[] =>
    sent === undefined ? preferences[name] : listOf(sent[name]);
  const scope = sent === undefined ? (preferences.allUpdates ? "all" : "some") : sent.scope;
  const digest = sent === undefined ? preferences.digest : sent.digest;
  const errors = refused?.error ?? {};
  return (
    <>
      {pending ? (
        <p className="mb-6 rounded-md border border-line bg-sunken p-4 text-sm">
          Confirm your email first. Your choices apply from then on.
        </p>
      ) : null}
      <PostForm className="space-y-8">
        <ErrorSummary
          errors={errors[""] ?? undefined}
          fields={[
            { id: "scope-all", errors: errors.scope ?? undefined },
            { id: `category-${TOPIC_CATEGORIES[0]}`, errors: errors.categories ?? undefined },
            { id: "digest-each", errors: errors.digest ?? undefined },
          ]}
        />
        <input type="hidden" name={PROOF_FIELD} value={proof} />
        <FieldGroup id="which-updates" legend="Which updates" errors={errors.scope ?? undefined}>
          <Choice
            id="scope-all"
            type="radio"
            name="scope"
            value="all"
            defaultChecked={scope === "all"}
            label="All updates"
          />
          <Choice
            id="scope-some"
            type="radio"
            name="scope"
            value="some"
            defaultChecked={scope === "some"}
            label="Only those that I choose below"
          />
        </FieldGroup>
        <FieldGroup id="categories" legend="Categories" errors={errors.categories ?? undefined}>
          {TOPIC_CATEGORIES.map((category) => (
            <Choice
              key={category}
              id={`category-${category}`}
              type="checkbox"
              name="categories"
              value={category}
              defaultChecked={chosen("categories").includes(category)}
              label={CATEGORY_LABELS[category]}
            />
          ))}
        </FieldGroup>
        {products.length < 2 ? null : (
          <FieldGroup
            id="products"
            legend="Products"
            hint="Select none to get updates about every product."
          >
            {products.map((product) => (
              <Choice
                key={product.id}
                id={`product-${product.id}`}
                type="checkbox"
                name="productIds"
                value={product.id}
                defaultChecked={chosen("productIds").includes(product.id)}
                label={product.name}
              />
            ))}
          </FieldGroup>
        )}
        <FieldGroup id="how-often" legend="How often" errors={errors.digest ?? undefined}>
          <Choice
            id="digest-each"
            type="radio"
            name="digest"
            value="each"
            defaultChecked={digest === "each"}
            label="An email for each update"
          />
          <Choice
            id="digest-weekly"
            type="radio"
            name="digest"
            value="weekly"
            defaultChecked={digest === "weekly"}
            label="One email a week"
          />
        </FieldGroup>
        <div className="flex flex-wrap gap-3 border-t border-line pt-6">
          <Button>Save</Button>{" "}
          <ButtonLink to={href("", { unsubscribeToken: token })} look="secondary">
            Unsubscribe
          </ButtonLink>
        </div>
      </PostForm>
    </>
  );
}

/** What a sent form has of a field that it can have many times. */
export function listOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter(
    (item): item is string => typeof item === "string",
  );
}
