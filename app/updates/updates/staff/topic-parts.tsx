import { Link } from "react-router";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Markdown } from "#web/ui/markdown.tsx";
import { Tag } from "#web/ui/tag.tsx";
import { Edited } from "#web/ui/topic-article.tsx";
import { StateTag } from "./list-parts.tsx";
import type { MarkdownTree } from "#values/markdown.ts";
import type { updateState } from "#model/updates/topic-states.ts";
import { people } from "./review-parts.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

/** How something stood before, until somebody changed it. */
interface OlderVersion {
  id: string;
  by: string;
  when: string;
}

/** A published, scheduled or taken-back update of a topic. */
export interface ListedUpdate {
  id: string;
  message: MarkdownTree;
  isPrivate: boolean;
  createdAt: string;
  editedAt: string | null;
  state: ReturnType<typeof updateState>;
  when: string;
  by: string;
  /** Null where the one who wrote it published it. */
  approvedBy: string | null;
  editedBy: string | null;
  unpublished: { by: string; when: string } | null;
  onPage: boolean;
  byMail: boolean;
  mailing: { state: string; recipients: number } | null;
  versions: (OlderVersion & { message: MarkdownTree })[];
}

/** A draft of a topic's follow-up, or of a change. */
export interface ListedDraft {
  id: string;
  isEdit: boolean;
  message: string;
  waiting: boolean;
  by: string;
  when: string;
}

/** Hide or show, pin or unpin: each a form of one button. */
export function TopicButtons({
  topic: { id, hidden, isPinned },
}: {
  topic: { id: string; hidden: boolean; isPinned: boolean };
}) {
  const buttons = [
    hidden ? { words: "Show", name: "show" } : { words: "Hide", name: "hide" },
    isPinned ? { words: "Unpin", name: "unpin" } : { words: "Pin", name: "pin" },
  ];
  return buttons.map(({ words, name }) => (
    <form key={name} method="post" action={`/updates/topics/${id}/${name}`} noValidate>
      <OnceField />
      <Button look="secondary">{words}</Button>
    </form>
  ));
}

export function DraftsOfTopic({ drafts }: { drafts: ListedDraft[] }) {
  if (drafts.length === 0) return null;
  return (
    <section aria-labelledby="drafts-of-topic" className="space-y-3">
      <h2 id="drafts-of-topic" className="text-lg font-semibold">
        Not published yet
      </h2>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {drafts.map((draft) => (
          <li
            key={draft.id}
            className="flex flex-wrap items-center justify-between gap-3 px-5 py-3 text-sm"
          >
            <div className="min-w-0">
              <p className="font-medium">
                {draft.isEdit ? "Change of an update" : "Follow-up"}{" "}
                <StateTag state={draft.waiting ? "waiting" : "draft"} />
              </p>
              <p className="text-muted">
                {draft.by}, {draft.when}
              </p>
              <p className="line-clamp-2">{draft.message}</p>
            </div>
            <div className="flex gap-2">
              {draft.isEdit ? null : (
                <Link
                  to={`/updates/drafts/${draft.id}`}
                  className={buttonClass("secondary", "small")}
                >
                  Edit
                </Link>
              )}{" "}
              <Link
                to={`/updates/drafts/${draft.id}/review`}
                className={buttonClass("secondary", "small")}
              >
                Review
              </Link>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the topic was called before it was edited. */
export function OlderSubjects({ versions }: { versions: (OlderVersion & { subject: string })[] }) {
  if (versions.length === 0) return null;
  return (
    <details className="mt-3 text-sm">
      <summary className="inline-flex min-h-6 items-center font-medium text-accent">
        Earlier versions of the topic ({versions.length})
      </summary>
      <ul className="mt-2 space-y-1">
        {versions.map((version) => (
          <li key={version.id}>
            “{version.subject}”{" "}
            <span className="text-muted">
              until {version.when}, changed by {version.by}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/**
 * One update with how it stands, where it went, what it said before, and what can be done with it.
 */
export function PublishedUpdate({
  topicId,
  update,
  timeZone,
}: {
  topicId: string;
  update: ListedUpdate;
  timeZone: string;
}) {
  const { state } = update;
  return (
    <article
      aria-label={`Update from ${update.when}`}
      className="rounded-lg border border-line bg-surface p-5"
    >
      <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
        <StateTag state={state} />
        <time dateTime={update.createdAt}>{update.when}</time>
        {update.editedAt === null ? null : <Edited at={update.editedAt} timeZone={timeZone} />}
        {update.isPrivate ? <Tag tone="yellow">Private</Tag> : null}
      </div>
      <p className="mt-1 text-sm text-muted">{origin(update)}</p>
      <Markdown className="mt-3 text-sm" tree={update.message} />
      {update.versions.length === 0 ? null : (
        <details className="mt-4 text-sm">
          <summary className="inline-flex min-h-6 items-center font-medium text-accent">
            Earlier versions ({update.versions.length})
          </summary>
          {update.versions.map((version) => (
            <div key={version.id} className="mt-3 border-s-2 border-line ps-4">
              <p className="text-muted">
                Until {version.when}, changed by {version.by}
              </p>
              <Markdown className="mt-1" tree={version.message} />
            </div>
          ))}
        </details>
      )}
      {state === "unpublished" ? null : (
        <div className="mt-4 flex flex-wrap items-start gap-3 border-t border-line pt-4">
          {state === "published" ? (
            <Link
              to={`/updates/topics/${topicId}/${update.id}`}
              className={buttonClass("secondary", "small")}
            >
              Edit
            </Link>
          ) : null}{" "}
          <details className="text-sm">
            <summary className="inline-flex min-h-8 items-center px-3 font-medium text-red">
              {state === "scheduled" ? "Cancel schedule" : "Unpublish"}
            </summary>
            <form
              method="post"
              action={`/updates/topics/${topicId}/${state === "scheduled" ? "withdraw" : "unpublish"}`}
              noValidate
              className="mt-2 max-w-[28rem] space-y-3"
            >
              <OnceField />
              <input type="hidden" name="updateId" value={update.id} />
              <p>
                {state === "scheduled"
                  ? "It will become a draft again, and nothing will be sent."
                  : "This removes it from the page and feeds and cancels unsent emails. You can’t publish it again."}
              </p>
              <Button look="danger" size="small">
                {state === "scheduled" ? "Cancel schedule" : "Unpublish"}
              </Button>
            </form>
          </details>
        </div>
      )}
    </article>
  );
}

/** 'By Ingrid Sommer, approved by Tomasz Wilk. On the page. By email to 240 recipients.' */
function origin({
  by,
  approvedBy,
  onPage,
  byMail,
  mailing,
  state,
  unpublished,
  editedBy,
}: ListedUpdate): string {
  const parts = [`By ${by}${approvedBy === null ? "" : `, approved by ${approvedBy}`}.`];
  if (editedBy !== null) parts.push(`Edited by ${editedBy}.`);
  if (unpublished !== null) parts.push(`Unpublished by ${unpublished.by} on ${unpublished.when}.`);
  parts.push(onPage ? "On the page." : "Not on the page.");
  if (byMail) parts.push(mailWords(mailing, state === "scheduled"));
  return parts.join(" ");
}

function mailWords(mailing: ListedUpdate["mailing"], scheduled: boolean): string {
  if (mailing === null) return "Recorded as emailed (not sent from here).";
  if (scheduled) return "By email at that time.";
  if (mailing.state === "stopped") return `Email stopped after ${people(mailing.recipients)}.`;
  return mailing.state === "expanding"
    ? `By email, to ${people(mailing.recipients)} so far.`
    : `By email to ${people(mailing.recipients)}.`;
}
