import { Button } from "#web/ui/button.tsx";
import { Choice, FieldGroup } from "#web/ui/choice-field.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { TextField } from "#web/ui/field.tsx";
import { PlatformTerms } from "#company/privacy/portal/privacy-parts.tsx";
import { useFrame, usePortalHref } from "#web/portal/links.ts";
import { CATEGORY_LABELS, TOPIC_CATEGORIES } from "#model/updates/words.ts";

interface SubscribeFormProps {
  /** Of its fields' ids: several forms can stand on a page. */
  id: string;
  /** Where on the portal it stands. */
  source: string;
  /** The path to come back to, on this door. */
  returnTo?: string | undefined;
  email?: string | undefined;
  agreed?: boolean;
  /** Those that are ticked; else all. */
  categories?: readonly string[] | undefined;
  errors?: { email?: readonly string[] | undefined; categories?: readonly string[] | undefined };
  autoFocus?: boolean;
}

/** Address, categories and agreement; a plain form to /subscribe. The agreement is shown, not required. */
export function SubscribeForm({
  id,
  source,
  returnTo,
  email,
  agreed = false,
  categories = TOPIC_CATEGORIES,
  errors,
  autoFocus = false,
}: SubscribeFormProps) {
  const { subscription, base } = useFrame();
  const href = usePortalHref();
  return (
    <form method="post" noValidate action={href("/subscribe")} className="space-y-5">
      <ErrorSummary
        fields={[
          { id: `${id}-email`, errors: errors?.email },
          { id: `${id}-categories`, errors: errors?.categories },
        ]}
      />
      <p className="text-muted">
        Security, privacy and compliance news by email. Change your choice or unsubscribe any time.
      </p>
      <input type="hidden" name="source" value={source} />
      <input
        type="hidden"
        name="returnTo"
        value={returnTo ?? (`${base}${subscription.close.path}` || "/")}
      />
      <TextField
        id={`${id}-email`}
        name="email"
        type="email"
        label="Email"
        autoComplete="email"
        required
        maxLength={320}
        defaultValue={email}
        errors={errors?.email}
        autoFocus={autoFocus}
      />
      <FieldGroup id={`${id}-categories`} legend="Categories" errors={errors?.categories}>
        <input type="hidden" name="offers" value="categories" />
        <div className="grid gap-2 sm:grid-cols-2">
          {TOPIC_CATEGORIES.map((category) => (
            <Choice
              key={category}
              id={`${id}-${category}`}
              type="checkbox"
              name="categories"
              value={category}
              defaultChecked={categories.includes(category)}
              label={CATEGORY_LABELS[category]}
            />
          ))}
        </div>
      </FieldGroup>
      <div className="flex gap-3 text-sm">
        <input
          id={`${id}-agree`}
          type="checkbox"
          name="agree"
          value="yes"
          defaultChecked={agreed}
          className="size-6 flex-none accent-accent"
        />
        <label htmlFor={`${id}-agree`} className="pt-0.5">
          <Agreement />
        </label>
      </div>
      <div>
        <Button>Subscribe</Button>
      </div>
    </form>
  );
}

/** The product's terms and privacy notice, and the company's own where it has them. */
function Agreement() {
  const { org, subscription } = useFrame();
  const { termsUrl, privacyUrl } = subscription;
  const own = [
    { label: "Terms of Service", url: termsUrl },
    { label: "Privacy Policy", url: privacyUrl },
  ].filter((link): link is { label: string; url: string } => link.url !== null);
  return (
    <>
      I agree to <PlatformTerms />
      {own.length === 0 ? null : `, and to ${org.name}’s `}
      {own.map(({ label, url }, i) => (
        <span key={label}>
          {i === 0 ? null : " and "}
          <a href={url} className="text-accent underline">
            {label}
          </a>
        </span>
      ))}
    </>
  );
}
