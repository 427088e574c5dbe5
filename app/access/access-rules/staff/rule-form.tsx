import { getFormProps, useForm } from "@conform-to/react";
import type { SubmissionResult } from "@conform-to/react";
import { BASE_FIELD } from "#model/cards/editing.ts";
import type { RuleInput } from "../forms/access-rules.ts";
import type { FormConstraint } from "#web/forms/constraint.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { ConflictPanel, type ShownConflict } from "#web/staff/editing/conflict.tsx";
import type { CheckedRule } from "./check.ts";
import { type RuleSurroundings, TryOut } from "./rule-conditions.tsx";
import { RuleFields } from "./rule-fields.tsx";
import type { TriedRequest } from "../store/access-dry-run.server.ts";
import { OnceField } from "#web/ui/once-field.tsx";

const STATUS_WORDS = {
  pending: "waits",
  approved: "was approved",
  declined: "was declined",
  withdrawn: "was withdrawn",
} as const;

type Past = TriedRequest & { when: string };

/**
 * Which of the last requests the rule would have decided, which no longer, and what would happen to
 * an address.
 */
function Tried({ tried: { matched, lost, listed, tried, address } }: { tried: CheckedRule }) {
  return (
    <section
      role="status"
      aria-label="Past requests"
      className="rounded-lg border border-line bg-surface p-6"
    >
      <p className="font-medium">
        It would have matched {matched.length === 0 ? "none" : matched.length} of the last {tried}{" "}
        requests.
      </p>
      {listed === 0 ? null : (
        <p className="mt-2 text-sm text-muted">
          It also matches {listed === 1 ? "1 request" : `${listed} requests`} that your allowed and
          blocked domains decide first.
        </p>
      )}
      {matched.length === 0 ? null : (
        <Requests requests={matched} label="Requests it would have matched" />
      )}
      {lost.length === 0 ? null : (
        <>
          <p className="mt-4 font-medium">
            {lost.length === 1 ? "1 request" : `${lost.length} requests`} that the current rule
            decides would fall to the rules below it or wait in your inbox.
          </p>
          <Requests requests={lost} label="Requests it would no longer decide" />
        </>
      )}
      {address === null ? null : (
        <p className="mt-4 border-t border-line pt-4">
          <strong className="break-all">{address.email}</strong>: {address.words}
        </p>
      )}
    </section>
  );
}

function Requests({ requests, label }: { requests: readonly Past[]; label: string }) {
  return (
    <ul
      className="mt-3 max-h-[20rem] space-y-1 overflow-y-auto text-sm"
      tabIndex={0}
      aria-label={label}
    >
      {requests.map((request) => (
        <li key={`${request.email} ${request.createdAt}`}>
          <span className="break-all">{request.email}</span>, {request.when}:{" "}
          {STATUS_WORDS[request.status]}
        </li>
      ))}
    </ul>
  );
}

interface RuleFormProps {
  /** What the fields show at first. */
  values: Partial<RuleInput>;
  /** The stamp of the rule that it changes; none for a new one. */
  base?: string;
  around: RuleSurroundings;
  constraint: FormConstraint;
  answer:
    | { result: SubmissionResult; tried: CheckedRule | null; conflict: ShownConflict | null }
    | undefined;
}

/** A rule, new or changed: its first button shows what it would do, the second saves it. */
export function RuleForm({ values, base, around, constraint, answer }: RuleFormProps) {
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
      <OnceField />
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
      <RuleFields fields={fields} around={around} />
      <TryOut fields={fields} around={around} />
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
