import { INVITE_PROBLEM_TITLE, INVITE_TITLE, INVITED_TITLE } from "./rules/invite-words.ts";
import type { OpenInviteDialog } from "./portal.dialog.tsx";

/** What the dialog is called, on it and in the browser's title. */
export function inviteTitle({ kind }: Pick<OpenInviteDialog, "kind">): string {
  return { form: INVITE_TITLE, sent: INVITED_TITLE, failed: INVITE_PROBLEM_TITLE }[kind];
}
