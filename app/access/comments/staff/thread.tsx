import { getFormProps, useForm } from "@conform-to/react";
import { Link } from "react-router";
import type { Route } from "./+types/thread";
import { findThread, nextThread } from "../store/comment-threads.server.ts";
import { listComments, settleThread } from "#visibility/comments/store/comments.server.ts";
import { itemOfThread, messageOf } from "#visibility/store/conversations.server.ts";
import { servicesContext } from "#platform/context.ts";
import { answerIntentSchema, commentSchema } from "../forms/comments.ts";
import { COMMENT_MAX, oneLine, SEND_BUTTON, threadPath, type Thread } from "#model/comments.ts";
import { pageTitle } from "#values/page-title.ts";
import { answerComment } from "../post-message.server.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { formFailed, parseForm, formAction, notFound } from "#web/forms/form.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { areaField } from "#web/forms/fields.ts";
import { AreaField, Choice } from "#web/ui/choice-field.tsx";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import { Button } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { Message, MessageList } from "#web/ui/message-list.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    {
      title: pageTitle(
        loaderData === undefined
          ? "Conversation"
          : `${loaderData.thread.accountName} on ${loaderData.thread.itemTitle}`,
        loaderData?.failed,
      ),
    },
  ];
}

/** One account's conversation about an item, as staff read and answer it. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { org, permissions } = await requireStaff(context, "accounts:review");
  const { store, now } = context.get(servicesContext);
  const thread = await found(context, org.id, params);
  const comments = await listComments(store.read, org.id, {
    productId: thread.productId,
    itemUids: [thread.itemUid],
    accountId: thread.accountId,
  });
  const item = await itemOfThread(store.read, org, thread, now());
  return {
    thread,
    next:
      (await nextThread(store.read, org.id, thread)) === null
        ? null
        : { chosen: url.searchParams.get("after") === "next" },
    /** Where the last answer becomes an entry of the FAQ; null: there is none, or no right to. */
    faq: permissions.has("kb:edit") ? faqLink(comments) : null,
    messages: comments.map((comment) => messageOf(comment, now(), org.timeZone)),
    /** Null: the account sees the item, and so its conversation, no more. */
    preview:
      item === null
        ? null
        : `/${org.slug}?${new URLSearchParams({ productId: thread.productId, itemUid: thread.itemUid, accountId: thread.accountId })}`,
    failed: formFailed(context),
    constraint: formConstraint(commentSchema),
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { org, session } = await requireStaff(context, "accounts:review");
  const { accountId, productId, itemUid } = await found(context, org.id, params);
  const thread: Thread = { accountId, productId, itemUid };
  return formAction({ context, request }, answerIntentSchema, async (submitted) => {
    const { store, now } = context.get(servicesContext);
    if (submitted.value.intent === "settle") {
      await store.write((trx) =>
        settleThread({ trx, orgId: org.id, by: actorOf(context, session), now: now() }, thread),
      );
      const next =
        submitted.form.get("after") === "next"
          ? await nextThread(store.read, org.id, thread)
          : null;
      return redirectWithFlash(
        context,
        next === null ? "/comments" : `${threadPath(next)}?after=next`,
        "This conversation has no open question.",
      );
    }
    const parsed = parseForm(context, submitted.form, commentSchema);
    if (!parsed.ok) return parsed.answer;
    await answerComment(context, org, session.staff, thread, parsed.value.content);
    const here = threadPath(thread);
    const next =
      submitted.form.get("after") === "next" ? await nextThread(store.read, org.id, thread) : null;
    return next === null
      ? redirectWithFlash(context, here, "Your answer was sent.")
      : redirectWithFlash(context, `${threadPath(next)}?after=next`, {
          text: "Your answer was sent.",
          tone: "success",
          link: { label: "See the answer", to: here },
        });
  });
}

/** The form for a new entry of the FAQ with the last question and its answer filled in. */
function faqLink(comments: readonly { content: string; member: unknown }[]): string | null {
  const answered = comments.findLastIndex(({ member }) => member === null);
  const answer = comments[answered]?.content;
  const question = comments.slice(0, answered).findLast(({ member }) => member !== null)?.content;
  if (answer === undefined || question === undefined) return null;
  return `/knowledge-base/new?${new URLSearchParams({ question: oneLine(question), answer })}`;
}

async function found(
  context: Route.LoaderArgs["context"],
  orgId: string,
  { accountId, productId, itemUid }: Thread,
) {
  const thread = await findThread(context.get(servicesContext).store.read, orgId, {
    accountId,
    productId,
    itemUid,
  });
  if (thread === null) throw notFound();
  return thread;
}

export default function ThreadPage({ loaderData, actionData }: Route.ComponentProps) {
  const { thread, messages, preview, next, faq } = loaderData;
  const [form, { content }] = useForm<{ content: string }>({
    id: "answer",
    lastResult: actionData?.result ?? null,
    constraint: loaderData.constraint,
  });
  return (
    <div className="max-w-[44rem]">
      <h1 className="text-2xl font-semibold tracking-tight break-words">{thread.itemTitle}</h1>
      <p className="mt-2 mb-8 text-muted">
        Conversation with{" "}
        <Link to={`/accounts/${thread.accountId}`} className="text-accent underline">
          {thread.accountName}
        </Link>{" "}
        about an item in {thread.productName}.{" "}
        {preview === null ? (
          "The account can’t see this item right now, so no one there can read your answer."
        ) : (
          <a href={preview} className="text-accent underline">
            See the item as the account does
          </a>
        )}
      </p>
      <section aria-label="Messages">
        <MessageList>
          {messages.map((message) => (
            <Message key={message.id} message={message} own={message.side === "staff"} />
          ))}
        </MessageList>
        {faq === null ? null : (
          <p className="mt-4">
            <Link to={faq} className="inline-block py-0.5 text-sm text-accent underline">
              Save this answer to the FAQ
            </Link>
          </p>
        )}
      </section>
      <form
        method="post"
        className="mt-8 space-y-4"
        key={messages.length}
        {...getFormProps(form, { ariaAttributes: false })}
      >
        <OnceField />
        <ErrorSummary errors={form.errors} fields={[content]} />
        <AreaField
          {...areaField(content)}
          label="Your answer"
          hint="Members in this conversation get an email with the first line and a link to the full answer."
          rows={4}
          maxLength={COMMENT_MAX}
          data-key="a"
        />
        {next === null ? null : (
          <Choice
            id="answer-then"
            name="after"
            value="next"
            type="checkbox"
            defaultChecked={next.chosen || actionData?.result?.initialValue?.after === "next"}
            label="Then open the next question"
          />
        )}
        <div className="flex flex-wrap gap-3">
          <Button name="intent" value="answer">
            {SEND_BUTTON}
          </Button>{" "}
          {thread.waitingSince === null ? null : (
            <Button look="secondary" name="intent" value="settle" data-key="e">
              Mark as done
            </Button>
          )}
        </div>
      </form>
    </div>
  );
}
