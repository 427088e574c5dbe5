import type { ReactNode } from "react";
import type { ConversationMessage } from "#model/comments.ts";
import { classNames } from "./class-names.ts";
import { When } from "./when.tsx";

/** The messages of a conversation, oldest first. */
export function MessageList({ children }: { children: ReactNode }) {
  return (
    <ol data-messages="" className="flex flex-col gap-3">
      {children}
    </ol>
  );
}

/** A message: the reader's own side stands at the end of the line, the other at its beginning. */
export function Message({ message, own }: { message: ConversationMessage; own: boolean }) {
  return (
    <li
      className={classNames(
        "max-w-[85%] rounded-lg px-4 py-2 text-sm",
        own ? "self-end border border-edge bg-surface" : "self-start border border-line bg-sunken",
      )}
    >
      <p className="text-xs text-muted">
        <strong className="font-semibold text-ink">{message.author}</strong>{" "}
        <When at={message.at} />
      </p>
      <p dir="auto" className="mt-1 whitespace-pre-line [overflow-wrap:anywhere]">
        {message.content}
      </p>
    </li>
  );
}
