import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import type * as z from "zod";
import type { MemberRow } from "#auth/accounts/store/account-detail.server.ts";
import type { addMemberSchema } from "../forms/account-forms.ts";
import type { Moment } from "#values/moments.ts";
import { textField } from "#web/forms/fields.ts";
import type { FormConstraint } from "#web/forms/constraint.ts";
import { Button } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { TextField } from "#web/ui/field.tsx";
import { TableFrame } from "#web/ui/table-frame.tsx";
import { When } from "#web/ui/when.tsx";
import { Tag } from "#web/ui/tag.tsx";
import { ButtonForm } from "#web/ui/button-form.tsx";

/** The people of an account. */
export function MembersPanel({
  members,
  constraint,
  result,
}: {
  constraint: FormConstraint;
  members: readonly (MemberRow & { lastSignIn: Moment | null; signed: Moment | null })[];
  result: SubmissionResult | null;
}) {
  return (
    <section aria-labelledby="members-title">
      <h2 id="members-title" className="mb-4 text-lg font-semibold">
        Members
      </h2>
      {members.length === 0 ? <p className="mb-4 text-muted">No members yet.</p> : null}
      {members.length === 0 ? null : (
        <TableFrame
          label="List of members"
          head={["Person", "Last sign-in", "NDA signed", "Remove"]}
        >
          {members.map((member) => (
            <tr key={member.id}>
              <th scope="row" className="px-4 py-3 text-start align-top font-medium">
                {`${member.firstName} ${member.lastName}`.trim()}{" "}
                <span className="block font-normal wrap-anywhere text-muted">{member.email}</span>
                {member.autoApproved ? <Tag tone="blue">Approved by a rule</Tag> : null}
              </th>
              <td className="lg:whitespace-nowrap">
                {member.lastSignIn === null ? "Never" : <When at={member.lastSignIn} />}
              </td>
              <td className="lg:whitespace-nowrap">
                {member.signed !== null ? (
                  <When at={member.signed} />
                ) : member.covered ? (
                  "Covered by the account"
                ) : (
                  "No"
                )}
              </td>
              <td>
                <ButtonForm button="remove-member">
                  <Button
                    look="danger"
                    size="small"
                    name="memberId"
                    value={member.id}
                    aria-label={`Remove ${member.email}`}
                  >
                    Remove
                  </Button>
                </ButtonForm>
              </td>
            </tr>
          ))}
        </TableFrame>
      )}
      <AddMember constraint={constraint} result={result} />
    </section>
  );
}

function AddMember({
  constraint,
  result,
}: {
  constraint: FormConstraint;
  result: SubmissionResult | null;
}) {
  const [form, fields] = useForm<z.input<typeof addMemberSchema>>({
    id: "add-member",
    lastResult: result,
    constraint,
  });
  const { email, firstName, lastName } = fields;
  return (
    <details className="mt-4 rounded-lg border border-line bg-surface" open={result !== null}>
      <summary className="min-h-10 cursor-pointer px-4 py-3 font-medium">Add a member</summary>
      <ButtonForm
        button="add-member"
        {...getFormProps(form, { ariaAttributes: false })}
        className="max-w-[36rem] space-y-6 border-t border-line px-4 py-6"
      >
        <ErrorSummary errors={form.errors} fields={[email, firstName, lastName]} />
        <TextField {...textField(email)} label="Email" type="email" autoComplete="off" />
        <TextField {...textField(firstName)} label="First name" type="text" autoComplete="off" />
        <TextField {...textField(lastName)} label="Last name" type="text" autoComplete="off" />
        <Button>Add member</Button>
      </ButtonForm>
    </details>
  );
}
