/** What the dialogs of inviting colleagues say. */

/** The path, below the portal's base, that the form posts to. */
export const INVITE_PATH = "/invite-colleagues";
/** The query flag that opens the dialogs: `true` the form, `sent` what it led to. */
export const INVITE_FLAG = "inviteColleagues";

export const INVITE_TITLE = "Invite colleagues";
export const INVITED_TITLE = "Invitation sent";
export const INVITE_PROBLEM_TITLE = "Problem inviting your colleagues";
/** 'contact us' leads to the support mailbox where there is one. */
export const INVITE_PROBLEM = [
  "There was an issue inviting your colleagues. Please try again, or ",
  "contact us",
  " if the problem persists.",
] as const;

/** The most that one form invites: a list, not a mailing. */
export const MAX_COLLEAGUES = 20;
/** The message goes out as one quoted line. */
export const MESSAGE_MAX = 200;
