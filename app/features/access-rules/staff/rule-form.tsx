import { getFormProps, useForm } from "@conform-to/react";
import type { SubmissionResult } from "@conform-to/react";
import { BASE_FIELD } from "../../cards/rules/editing.ts";
import type { RuleInput } from "../forms.ts";
import { textField } from "../../../forms/fields.ts";
import type { FormConstraint } from "../../../forms/form.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { ErrorSummary } from "../../../ui/error-summary.tsx";
import { TextField } from "../../../ui/field.tsx";
import { ConflictPanel, type ShownConflict } from "../../../staff/editing/conflict.tsx";
import type { CheckedRule } from "./check.ts";
import { RuleFields } from "./rule-fields.tsx";
import { Tried } from "./tried.tsx";

interface RuleFormProps {
  /** What the fields show at first. */
  values: Partial<RuleInput>;
  /** The stamp of the rule that it changes; none for a new one. */
  base?: string;
  profiles: readonly { id: string; name: string }[];
  products: readonly { id: string; name: string }[];
  constraint: FormConstraint;
  answer:
    | { result: SubmissionResult; tried: CheckedRule | null; conflict: ShownConflict | null }
    | undefined;
}

/** A rule, new or changed: its first button shows what it would do, the second saves it. */
export function RuleForm({ values, base, profiles, products, constraint, answer }: RuleFormProps) {
  const [form, fields] = useForm<RuleInput>({
    id: "rule",
    lastResult: answer?.result ?? null,
    defaultValue: values,
    constraint,
  });
  const {
    looksAt,
    pattern,
    outcome,
    profileId,
    productIds,
    expiresIn,
    nda,
    message,
    note,
    address,
  } = fields;
  const { tried, conflict } = answer ?? { tried: null, conflict: null };
  // A form that comes again is still the one that was opened then: what was saved since is noticed.
  const sent = answer?.result.initialValue?.[BASE_FIELD];
  const stamp = conflict?.base ?? (typeof sent === "string" ? sent : base);
  const saves = tried !== null || conflict !== null;
  return (
    <form
      method="post"
      {...getFormProps(form, { ariaAttributes: false })}
      className="max-w-[40rem] space-y-6"
    >
      {conflict === null ? (
        <ErrorSummary
          errors={form.errors}
          fields={[
            looksAt,
            pattern,
            outcome,
            profileId,
            productIds,
            expiresIn,
            nda,
            message,
            note,
            address,
          ]}
        />
      ) : (
        <ConflictPanel conflict={conflict} />
      )}
      {stamp === undefined ? null : <input type="hidden" name={BASE_FIELD} value={stamp} />}
      <RuleFields fields={fields} profiles={profiles} products={products} />
      <TextField
        {...textField(address)}
        label="What would happen to ..."
        hint="An address to check the rule with, in its place among the others. Nothing is kept of it."
        type="text"
        inputMode="email"
        autoComplete="off"
        placeholder="jane@corp.example"
      />
      {tried === null ? null : <Tried tried={tried} />}
      <div className="flex flex-wrap gap-3">
        {saves ? (
          <>
            <Button name="confirmed" value="yes">
              {conflict === null ? "Save" : "Save my version"}
            </Button>{" "}
          </>
        ) : null}
        <Button look={saves ? "secondary" : "primary"}>Check against past requests</Button>{" "}
        <ButtonLink to="/rules" look="secondary">
          Cancel
        </ButtonLink>
      </div>
    </form>
  );
}
