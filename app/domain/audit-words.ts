/** An audit action as people read it: `access-request.received` as 'Access request received'; some have words of their own. */
export function auditWords(action: string): string {
  const known = WORDS[action];
  if (known !== undefined) return known;
  const words = action.replace(/[-.]/g, " ").replace(/\bnda\b/g, "NDA");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const WORDS: Readonly<Partial<Record<string, string>>> = {
  "staff.created": "Staff account created",
  "staff.signed-in": "Signed in",
  "staff.signed-out": "Signed out",
  "staff.signed-out-everywhere": "Signed out everywhere",
  "staff.session-ended": "Ended a session",
  "staff.password-link-sent": "Link for a forgotten password sent",
  "staff.password-changed": "Password changed",
  "staff.totp-enrolled": "Two-factor sign-in turned on",
  "staff.totp-disabled": "Two-factor sign-in turned off",
  "staff.recovery-code-used": "Recovery code used",
  "staff.recovery-codes-renewed": "Recovery codes renewed",
  "staff.codes-exhausted": "Too many wrong sign-in codes",
  "staff.reset": "Access reset from the command line",
  "role.granted": "Role granted",
  "colleague.invited": "Colleague invited by a member",
  "mail.suppressed": "Address suppressed",
  "mail.unsuppressed": "Address gets mail again",
  "mail.retried": "Failed mail sent again",
  "org.created": "Organisation created",
};
