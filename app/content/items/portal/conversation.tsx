import type { SubmissionResult } from "@conform-to/react";
import { useActionData } from "react-router";
import {
  COMMENT_MAX,
  CONVERSATION_EMPTY,
  conversationTitle,
  SEND_BUTTON,
  type ConversationMessage,
} from "#model/comments.ts";
import type { ItemView } from "#model/visibility/card-view.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { describedBy, FieldFrame, inputClass } from "#web/ui/field.tsx";
import { Message, MessageList } from "#web/ui/message-list.tsx";
import { useFrame, useItemHref } from "#web/portal/links.ts";
import { OnceField } from "#web/ui/once-field.tsx";

/**
 * The account's thread about an item, and a plain form that adds to it; scripts send it without a
 * reload (islands/comment).
 */
export function Conversation({ item, selected }: { item: ItemView; selected: boolean }) {
  const { menu, viewer, product, org } = useFrame();
  const href = useItemHref()(item.slug);
  const sent = useActionData<{ result: SubmissionResult } | undefined>();
  const { conversation } = item;
  if (conversation === null || viewer.mode !== "accountExternal") return null;
  const result = selected ? (sent?.result ?? null) : null;
  const id = `message-${item.slug}`;
  const errors = result?.error?.content ?? undefined;
  const kept = result?.initialValue?.content;
  return (
    <details id={`conversation-${item.slug}`} open={selected} className="mt-4 scroll-mt-4">
      <summary className={buttonClass("secondary", "small", "cursor-pointer list-none")}>
        <Icon name="message" size={16} />
        <span data-conversation-title="">{conversationTitle(conversation.length)}</span>
      </summary>
      <div className="mt-3 space-y-4">
        <Messages messages={conversation} own="member" />
        <form
          method="post"
          action={href}
          noValidate
          className="space-y-3"
          data-comment={`/api/statuspage/share/${menu?.accountId}/external/comments`}
          data-item={item.uid}
          data-product={product.id}
          data-author={viewer.name || viewer.email}
        >
          <OnceField />
          <ErrorSummary errors={result?.error?.[""] ?? undefined} fields={[{ id, errors }]} />
          <FieldFrame id={id} label={`Your message about ${item.title}`} errors={errors}>
            <textarea
              id={id}
              name="content"
              rows={2}
              required
              maxLength={COMMENT_MAX}
              defaultValue={typeof kept === "string" ? kept : ""}
              className={inputClass}
              aria-invalid={errors?.length ? true : undefined}
              aria-describedby={describedBy({ id, hint: null, errors })}
            />
          </FieldFrame>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button look="secondary">{SEND_BUTTON}</Button>{" "}
            {menu?.answered == null ? null : (
              <span className="text-sm text-muted">
                {org.name} usually answers {menu.answered}.
              </span>
            )}
          </div>
        </form>
      </div>
    </details>
  );
}

/** The messages of a thread, or what to do where there is none. */
function Messages({
  messages,
  own,
}: {
  messages: readonly ConversationMessage[];
  own: ConversationMessage["side"];
}) {
  return (
    <>
      {messages.length === 0 ? (
        <p data-conversation-empty="" className="text-sm text-muted">
          {CONVERSATION_EMPTY}
        </p>
      ) : null}
      <MessageList>
        {messages.map((message) => (
          <Message key={message.id} message={message} own={message.side === own} />
        ))}
      </MessageList>
    </>
  );
}
