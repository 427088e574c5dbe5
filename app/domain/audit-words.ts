/** An audit action as people read it: `staff.totp-enrolled` as 'Staff: totp enrolled'; known ones in better words. */
export function auditWords(action: string): string {
  const known = WORDS[action];
  if (known !== undefined) return known;
  const [noun = "", ...verb] = action.replace(/-/g, " ").split(".");
  const subject = noun.charAt(0).toUpperCase() + noun.slice(1);
  return verb.length === 0 ? subject : `${subject}: ${verb.join(" ")}`;
}

const WORDS: Readonly<Partial<Record<string, string>>> = {
  "staff.created": "Staff account created",
  "staff.signed-in": "Signed in",
  "staff.signed-out": "Signed out",
  "staff.signed-out-everywhere": "Signed out everywhere",
  "staff.session-ended": "Ended a session",
  "staff.password-changed": "Password changed",
  "staff.totp-enrolled": "Two-factor sign-in turned on",
  "staff.totp-disabled": "Two-factor sign-in turned off",
  "staff.recovery-code-used": "Recovery code used",
  "staff.recovery-codes-renewed": "Recovery codes renewed",
  "staff.codes-exhausted": "Too many wrong sign-in codes",
  "staff.reset": "Access reset from the command line",
  "role.granted": "Role granted",
  "org.created": "Organisation created",
};
