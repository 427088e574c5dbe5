import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import { SIGN_ON_PAGE } from "#model/auth/single-sign-on.ts";
import { textField } from "#web/forms/fields.ts";
import { Button } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { TextField } from "#web/ui/field.tsx";
import { OnceField } from "#web/ui/once-field.tsx";
import { Tag } from "#web/ui/tag.tsx";

/** A domain of the team's addresses, and the record that proves it. */
export interface ShownSignOnDomain {
  domain: string;
  proof: { name: string; value: string };
  isProved: boolean;
}

interface SignOnDomainsProps {
  domains: readonly ShownSignOnDomain[];
  refused: { button: string | null; result: SubmissionResult } | null;
}

/** The domains whose addresses lead to the provider. */
export function SignOnDomains({ domains, refused }: SignOnDomainsProps) {
  const isOther = refused?.button === "check-domain" || refused?.button === "remove-domain";
  const [form, { domain: field }] = useForm<{ domain: string }>({
    id: "sign-on-domain",
    lastResult: refused?.button === "add-domain" ? refused.result : null,
  });
  const said = isOther ? Object.values(refused.result.error ?? {}).flatMap((one) => one ?? []) : [];
  return (
    <section aria-labelledby="sign-on-domains">
      <h2 id="sign-on-domains" className="text-lg font-semibold">
        Domains
      </h2>
      <p className="mt-1 text-muted">
        People with an email at one of these domains sign in with your identity provider. Verify
        each domain with a TXT record.
      </p>
      <div className="mt-4">
        <ErrorSummary errors={said.length > 0 ? said : form.errors} fields={[field]} />
      </div>
      <ul className="divide-y divide-line">
        {domains.map((one) => (
          <DomainRow key={one.domain} {...one} />
        ))}
      </ul>
      <form
        method="post"
        action={`${SIGN_ON_PAGE}/add-domain`}
        {...getFormProps(form, { ariaAttributes: false })}
        className="mt-4 space-y-4"
      >
        <OnceField />
        <TextField
          {...textField(field)}
          label="Domain"
          hint="What comes after the @, such as example.com."
          autoComplete="off"
          spellCheck={false}
          required
        />
        <Button look="secondary">Add domain</Button>
      </form>
    </section>
  );
}

function DomainRow({ domain, proof, isProved }: ShownSignOnDomain) {
  const name = <span className="sr-only">{domain}</span>;
  return (
    <li className="space-y-2 py-4">
      <p className="font-medium break-words">
        {domain}{" "}
        <Tag tone={isProved ? "green" : "neutral"}>{isProved ? "Verified" : "Not verified"}</Tag>
      </p>
      <p className="text-sm text-muted">
        TXT record <span className="font-mono break-all">{proof.name}</span> with the value{" "}
        <span className="font-mono break-all">{proof.value}</span>
      </p>
      <div className="flex flex-wrap gap-3">
        {(["check", "remove"] as const).map((what) => (
          <form key={what} method="post" action={`${SIGN_ON_PAGE}/${what}-domain`} noValidate>
            <OnceField />
            <input type="hidden" name="domain" value={domain} />
            <Button look={what === "remove" ? "danger" : "secondary"} size="small">
              {what === "remove" ? "Remove" : isProved ? "Check again" : "Check now"} {name}
            </Button>
          </form>
        ))}
      </div>
    </li>
  );
}
