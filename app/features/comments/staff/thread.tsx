import { getFormProps, useForm } from "@conform-to/react";
import { Link } from "react-router";
import type { Route } from "./+types/thread";
import { findThread } from "../store/comment-threads.server.ts";
import { listComments, settleThread } from "../store/comments.server.ts";
import { itemOfThread, messageOf } from "../../../visibility/store/conversations.server.ts";
import { servicesContext } from "../../../context.ts";
import { answerIntentSchema, commentSchema } from "../forms.ts";
import { COMMENT_MAX, SEND_BUTTON, type Thread } from "../rules.ts";
import { pageTitle } from "../../../values/page-title.ts";
import { answerComment, threadPath } from "../post-message.server.ts";
import { redirectWithFlash } from "../../../http/request/flash.ts";
import {
  formFailed,
  parseForm,
  formAction,
  notFound,
  formConstraint,
} from "../../../forms/form.ts";
import { areaField } from "../../../forms/fields.ts";
import { AreaField } from "../../../ui/choice-field.tsx";
import { actorOf, requireStaff } from "../../../auth/current-staff.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorSummary } from "../../../ui/error-summary.tsx";
import { Message, MessageList } from "../../../ui/message-list.tsx";

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
export async function loader({ context, params }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "accounts:review");
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
    messages: comments.map((comment) => messageOf(comment, org.timeZone)),
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
        settleThread(trx, org.id, thread, actorOf(context, session), now()),
      );
      return redirectWithFlash(context, "/comments", "This conversation has no open question.");
    }
    const parsed = parseForm(context, submitted.form, commentSchema);
    if (!parsed.ok) return parsed.answer;
    await answerComment(context, org, session.staff, thread, parsed.value.content);
    return redirectWithFlash(context, threadPath(thread), "Your answer was sent.");
  });
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
  const { thread, messages, preview } = loaderData;
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
        about an item of {thread.productName}.{" "}
        {preview === null ? (
          "The account can't see this item right now, so nobody there can read your answer."
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
      </section>
      <form
        method="post"
        className="mt-8 space-y-4"
        key={messages.length}
        {...getFormProps(form, { ariaAttributes: false })}
      >
        <ErrorSummary errors={form.errors} fields={[content]} />
        <AreaField
          {...areaField(content)}
          label="Your answer"
          hint="The members who wrote here get it by email as one line, and read the whole below the item."
          rows={4}
          maxLength={COMMENT_MAX}
        />
        <div className="flex flex-wrap gap-3">
          <Button name="intent" value="answer">
            {SEND_BUTTON}
          </Button>{" "}
          {thread.waitingSince === null ? null : (
            <Button look="secondary" name="intent" value="settle">
              Mark as done
            </Button>
          )}
        </div>
      </form>
    </div>
  );
}
