import { Button } from "#web/ui/button.tsx";
import { Choice, FieldGroup } from "#web/ui/choice-field.tsx";
import { TextField } from "#web/ui/field.tsx";
import type { Review } from "./review-data.ts";
import { people } from "./review-parts.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

interface DecisionProps {
  draft: { id: string; revision: number; updateId: string | null };
  review: Review;
  confirmErrors: readonly string[];
  nowErrors: readonly string[];
}

/**
 * What can be done with the draft now, each a form of its own. The revision says what was looked
 * at: nothing else is published.
 */
export function Decision({ draft, review, confirmErrors, nowErrors }: DecisionProps) {
  const { secondPerson, email, scheduledFor, missed } = review;
  const here = `/updates/drafts/${draft.id}/review`;
  const revision = <input type="hidden" name="revision" value={draft.revision} />;
  const sends =
    email === null
      ? null
      : `It will go to ${people(email.count)} by email${scheduledFor === null ? " right away. This can’t be undone." : ` on ${scheduledFor}.`}`;
  return (
    <section
      aria-labelledby="decision"
      className="space-y-6 rounded-lg border border-line bg-surface p-5 sm:p-6"
    >
      <h2 id="decision" className="text-lg font-semibold">
        {secondPerson.waiting ? "Approval" : "Publication"}
      </h2>
      {secondPerson.waiting ? (
        <p className="text-sm">{secondPerson.askedBy} requested approval.</p>
      ) : null}
      {secondPerson.mayApprove ? (
        <form method="post" action={`${here}/publish`} noValidate className="space-y-6">
          <OnceField />
          {revision}
          {email?.confirm ? (
            <FieldGroup
              id="confirm-listed"
              legend="This private update goes to people without an account"
              hint={
                email.confirm.slice(0, 20).join(", ") +
                (email.confirm.length > 20 ? ` and ${email.confirm.length - 20} more` : "")
              }
              errors={confirmErrors}
            >
              <Choice
                id="confirm-listed-box"
                name="confirmListed"
                label="I confirm that these people can receive this private update"
              />
            </FieldGroup>
          ) : null}
          {missed === null ? null : (
            <FieldGroup
              id="publish-now"
              legend={`It was scheduled for ${missed}. That time has passed.`}
              hint="To publish it later, go back to the form and choose another time."
              errors={nowErrors}
            >
              <Choice id="publish-now-box" name="publishNow" label="Publish it now" />
            </FieldGroup>
          )}
          {sends === null ? null : <p className="text-sm font-medium">{sends}</p>}
          <Button>{draft.updateId === null ? "Publish update" : "Publish the change"}</Button>
        </form>
      ) : (
        <p className="text-sm">
          {secondPerson.waiting
            ? "Someone else has to approve it, because you wrote or submitted it."
            : "Updates need a second person’s approval."}
        </p>
      )}
      {secondPerson.waiting ? (
        <form
          method="post"
          action={`${here}/return`}
          noValidate
          className="space-y-4 border-t border-line pt-6"
        >
          <OnceField />
          {revision}
          <TextField
            id="note"
            name="note"
            label="What needs to change"
            type="text"
            maxLength={500}
            autoComplete="off"
          />
          <Button look="secondary">Return to author</Button>
        </form>
      ) : (
        <form
          method="post"
          action={`${here}/submit`}
          noValidate
          className="border-t border-line pt-6"
        >
          <OnceField />
          {revision}
          <Button look={secondPerson.needed ? "primary" : "secondary"}>Send for approval</Button>
        </form>
      )}
      <details className="border-t border-line pt-6 text-sm">
        <summary className="inline-flex min-h-6 items-center font-medium text-red">
          Delete this draft
        </summary>
        <form method="post" action={`${here}/delete`} noValidate className="mt-4 space-y-3">
          <OnceField />
          <p>This can’t be undone.</p>
          <Button look="danger">Delete draft</Button>
        </form>
      </details>
    </section>
  );
}
