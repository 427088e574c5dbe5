import { Link } from "react-router";
import { STATE_LABELS, type TopicState } from "#model/updates/topic-states.ts";
import { Button } from "#web/ui/button.tsx";
import { Choice } from "#web/ui/choice-field.tsx";
import { Tag, type Tone } from "#web/ui/tag.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

const TONES: Readonly<Record<TopicState, Tone>> = {
  draft: "neutral",
  waiting: "yellow",
  scheduled: "blue",
  published: "green",
  hidden: "neutral",
  unpublished: "orange",
};

export function StateTag({ state }: { state: TopicState }) {
  return <Tag tone={TONES[state]}>{STATE_LABELS[state]}</Tag>;
}

/** Drafts that somebody has to approve. */
export function WaitingList({
  waiting,
}: {
  waiting: readonly { id: string; subject: string; by: string; when: string }[];
}) {
  if (waiting.length === 0) return null;
  return (
    <section
      aria-labelledby="waiting"
      className="mb-8 rounded-lg border border-line bg-yellow-soft p-5"
    >
      <h2 id="waiting" className="font-semibold text-yellow">
        Waiting for approval
      </h2>
      <ul className="mt-2 space-y-2">
        {waiting.map(({ id, subject, by, when }) => (
          <li key={id} className="text-sm">
            <Link
              to={`/updates/drafts/${id}/review`}
              className="inline-block min-h-6 font-medium underline"
            >
              {subject}
            </Link>
            <span className="block text-muted">
              {by} asked on {when}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** For those who edit settings: whether authors may publish alone. */
export function SecondPersonSetting({ needSecondPerson }: { needSecondPerson: boolean }) {
  return (
    <section
      aria-labelledby="approval"
      className="mt-8 rounded-lg border border-line bg-surface p-5 sm:p-6"
    >
      <h2 id="approval" className="text-lg font-semibold">
        Approval
      </h2>
      <form method="post" noValidate className="mt-4 space-y-4">
        <OnceField />
        <Choice
          key={String(needSecondPerson)}
          id="needSecondPerson"
          name="needSecondPerson"
          label="A second person approves updates"
          hint="Updates must be published by someone other than the author or the person who submitted them. This includes edits to published updates."
          defaultChecked={needSecondPerson}
        />
        <Button look="secondary">Save</Button>
      </form>
    </section>
  );
}
