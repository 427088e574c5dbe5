import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import { Link } from "react-router";
import type * as z from "zod";
import type { GrantRow } from "#auth/accounts/store/account-detail.server.ts";
import type { giveSchema } from "../forms/account-forms.ts";
import { UNCHANGED } from "#access/access-requests/forms/review-forms.ts";
import type { FormConstraint } from "#web/forms/constraint.ts";
import { Button } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { TableFrame } from "#web/ui/table-frame.tsx";
import { Tag } from "#web/ui/tag.tsx";
import { GrantFields, type GrantChoices } from "#access/access-requests/staff/grant-fields.tsx";
import { ButtonForm } from "#web/ui/button-form.tsx";

type Listed = GrantRow & { until: string | null; given: string | null };

/**
 * What the account may read, product by product, and the form that gives, extends or changes it.
 */
export function GrantsPanel({
  grants,
  choices,
  constraint,
  result,
}: {
  constraint: FormConstraint;
  grants: readonly Listed[];
  choices: GrantChoices;
  result: SubmissionResult | null;
}) {
  const recordChange = grants.length > 0;
  const inForce = grants.filter((grant) => !grant.expired);
  const [form, fields] = useForm<z.input<typeof giveSchema>>({
    id: "give",
    lastResult: result,
    constraint,
    defaultValue: {
      profileId: recordChange ? UNCHANGED : "",
      productIds: (inForce.length > 0 ? inForce : grants).map((grant) => grant.productId),
    },
  });
  const { profileId, productIds, expires, expiresOn, expiresIn, nda } = fields;
  return (
    <section aria-labelledby="grants-title">
      <h2 id="grants-title" className="mb-4 text-lg font-semibold">
        Access
      </h2>
      {grants.length === 0 ? (
        <p className="mb-4 text-muted">Public content only.</p>
      ) : (
        <TableFrame
          label="List of products"
          head={["Product", "Permission profile", "Expires", "NDA", "Revoke"]}
        >
          {grants.map((grant) => (
            <tr key={grant.id}>
              <th scope="row" className="px-4 py-3 text-start align-top font-medium">
                {grant.productName}
              </th>
              <td>
                <Link to={`/profiles/${grant.profileId}`} className="text-accent underline">
                  {grant.profileName}
                </Link>
              </td>
              <td>
                <span className="whitespace-nowrap">{grant.until ?? "Never"}</span>{" "}
                {grant.expired ? <Tag tone="orange">Expired</Tag> : null}
              </td>
              <td>{grant.ndaRequired ? "Required" : "Waived"}</td>
              <td>
                <ButtonForm button="end-grant">
                  <Button
                    look="danger"
                    size="small"
                    name="grantId"
                    value={grant.id}
                    aria-label={`Revoke access to ${grant.productName}`}
                  >
                    Revoke
                  </Button>
                </ButtonForm>
              </td>
            </tr>
          ))}
        </TableFrame>
      )}
      <details className="mt-4 rounded-lg border border-line bg-surface" open={result !== null}>
        <summary className="min-h-10 cursor-pointer px-4 py-3 font-medium">
          {grants.length === 0 ? "Give access" : "Extend or change"}
        </summary>
        <ButtonForm
          button="give"
          {...getFormProps(form, { ariaAttributes: false })}
          className="max-w-[36rem] space-y-6 border-t border-line px-4 py-6"
        >
          <ErrorSummary
            errors={form.errors}
            fields={[profileId, productIds, expires, expiresOn, expiresIn, nda]}
          />
          {recordChange ? (
            <p className="text-muted">
              Leave a field empty to keep the current value. For a product the account doesn’t have
              yet, fill in every field.
            </p>
          ) : null}
          <GrantFields fields={fields} choices={choices} recordChange={recordChange} />
          <Button>Save</Button>
        </ButtonForm>
      </details>
    </section>
  );
}
