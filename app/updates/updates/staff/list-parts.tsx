import { Form, Link } from "react-router";
import type { TopicListEntry, TopicSort } from "../store/topic-list.server.ts";
import { CATEGORY_LABELS, TOPIC_CATEGORIES } from "#model/updates/update-words.ts";
import { STATE_LABELS, TOPIC_STATES, type TopicState } from "#model/updates/topic-states.ts";
import { sortParams, type ListSort } from "#values/list-sort.ts";
import type { Moment } from "#values/moments.ts";
import { FilterButtons } from "#web/ui/filter-form.tsx";
import { sortableColumns } from "#web/ui/sorted-head.tsx";
import { When } from "#web/ui/when.tsx";
import { Button } from "#web/ui/button.tsx";
import { Choice } from "#web/ui/choice-field.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { TableFrame } from "#web/ui/table-frame.tsx";
import { Tag, type Tone } from "#web/ui/tag.tsx";
import { CategoryTag } from "#web/ui/topic-article.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

const TONES: Readonly<Record<TopicState, Tone>> = {
  draft: "neutral",
  waiting: "yellow",
  scheduled: "blue",
  published: "green",
  hidden: "neutral",
  unpublished: "orange",
};

/** The list begins with what changed last. */
export const TOPICS_USUAL_SORT: ListSort<TopicSort> = { by: "changed", descending: true };

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
    <section aria-labelledby="waiting" className="rounded-lg border border-line bg-yellow-soft p-5">
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

/** Search, category and state, as a form that needs no script. */
export function Filters({
  filter,
  sort,
}: {
  sort: ListSort<TopicSort>;
  filter: { search: string; category: string | null; state: string | null };
}) {
  const any = (label: string) => ({ value: "", label });
  return (
    <Form
      method="get"
      noValidate
      action="/updates"
      role="search"
      className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-[1fr_12rem_14rem_auto]"
    >
      <TextField
        key={`q ${filter.search}`}
        id="q"
        name="q"
        label="Search"
        type="search"
        defaultValue={filter.search}
      />
      <SelectField
        key={`c ${filter.category}`}
        id="category"
        name="category"
        label="Category"
        options={[
          any("All categories"),
          ...TOPIC_CATEGORIES.map((value) => ({ value, label: CATEGORY_LABELS[value] })),
        ]}
        defaultValue={filter.category ?? ""}
      />
      <SelectField
        key={`s ${filter.state}`}
        id="state"
        name="state"
        label="State"
        options={[
          any("All states"),
          ...TOPIC_STATES.map((value) => ({ value, label: STATE_LABELS[value] })),
        ]}
        defaultValue={filter.state ?? ""}
      />
      <div className="flex flex-wrap items-center gap-3">
        <FilterButtons
          path="/updates"
          narrowed={filter.search !== "" || filter.category !== null || filter.state !== null}
          kept={sortParams(sort, TOPICS_USUAL_SORT)}
        />
      </div>
    </Form>
  );
}

const COLUMNS = [
  ["Subject", "subject"],
  ["Category", "category"],
  ["State", null],
  ["Updates", "updates"],
  ["Last change", "changed"],
] as const;

export function TopicTable({
  entries,
  total,
  query,
  sort,
}: {
  entries: readonly (TopicListEntry & { when: Moment })[];
  total: number;
  query: readonly (readonly [string, string])[];
  sort: ListSort<TopicSort>;
}) {
  return (
    <div>
      <p role="status" className="mb-3 text-sm text-muted">
        {total === 1 ? "1 topic" : `${total} topics`}
      </p>
      <TableFrame
        label="Updates"
        head={sortableColumns(COLUMNS, { path: "/updates", query, sort }, TOPICS_USUAL_SORT)}
      >
        {entries.map((entry) => (
          <tr key={entry.id}>
            <th scope="row" className="min-w-[16rem] px-4 py-3 text-start align-top font-medium">
              <Link
                to={entry.isDraft ? `/updates/drafts/${entry.id}` : `/updates/topics/${entry.id}`}
              >
                {entry.subject}
              </Link>
              {entry.pinned ? (
                <span className="ms-2 align-middle text-muted">
                  <Icon name="pin" size={14} label="Pinned" className="inline" />
                </span>
              ) : null}
            </th>
            <td>
              <CategoryTag category={entry.category} />
            </td>
            <td>
              <span className="flex flex-wrap gap-1">
                {entry.states.map((state) => (
                  <StateTag key={state} state={state} />
                ))}
              </span>
            </td>
            <td className="text-muted">{entry.updates}</td>
            <td className="whitespace-nowrap text-muted">
              <When at={entry.when} />
            </td>
          </tr>
        ))}
      </TableFrame>
    </div>
  );
}

/** For those who edit settings: whether authors may publish alone. */
export function SecondPersonSetting({ needSecondPerson }: { needSecondPerson: boolean }) {
  return (
    <section
      aria-labelledby="approval"
      className="rounded-lg border border-line bg-surface p-5 sm:p-6"
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
          hint="Neither who wrote an update nor who sent it for approval can publish it then; changes of published updates are approved, too."
          defaultChecked={needSecondPerson}
        />
        <Button look="secondary">Save</Button>
      </form>
    </section>
  );
}
