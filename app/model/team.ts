import * as z from "zod";
import { PASSWORD_MAX, PASSWORD_MIN, ROLES, type Role, permissionsOf } from "./auth/permissions.ts";
import { NAME_CHARACTERS } from "#values/names.ts";
import { staffEmail } from "./auth/forms/staff-forms.ts";

/** Who may do what to whom on a team, and the forms of it. */

/** What each role is called, what it is for, and what someone who has it can do, as "You can" goes on. */
export const ROLE_WORDS: Readonly<Record<Role, { label: string; hint: string; can: string }>> = {
  owner: {
    label: "Owner",
    hint: "Full control, including adding owners.",
    can: "do everything, including adding owners",
  },
  admin: {
    label: "Admin",
    hint: "Everything except managing owners and single sign-on.",
    can: "do everything except manage owners and single sign-on",
  },
  editor: {
    label: "Editor",
    hint: "Edits the portal, documents, FAQ, controls and updates.",
    can: "edit the portal, documents, FAQ, controls and updates",
  },
  reviewer: {
    label: "Reviewer",
    hint: "Decides on access requests, answers questions, reads the audit log.",
    can: "decide on access requests, answer questions and read the audit log",
  },
  viewer: {
    label: "Viewer",
    hint: "Sees the portal and its documents as the team does, but can’t change anything.",
    can: "see the portal and its documents as the team does, but not change anything",
  },
};

/** A role in a sentence: "an editor". */
export function withArticle(role: Role): string {
  const name = ROLE_WORDS[role].label.toLowerCase();
  return `${/^[aeiou]/.test(name) ? "an" : "a"} ${name}`;
}

/** The roles that someone may give, the widest first: only an owner makes owners. */
export function rolesToGive(own: Role): readonly Role[] {
  if (!permissionsOf(own).has("team:edit")) return [];
  return ROLES.filter((role) => role !== "owner" || own === "owner");
}

/**
 * Whether someone may change, remove or sign out a person of a role: only an owner unmakes owners.
 */
export function mayManage(own: Role, theirs: Role): boolean {
  return rolesToGive(own).includes(theirs);
}

/** How long an invitation is good, in days. */
export const INVITATION_DAYS = 7;

const role = z.enum(ROLES, { error: "Choose a role" });

export const inviteSchema = z.object({ email: staffEmail, role });

/** The form of an invitation that waits. */
export const invitationSchema = z.object({
  invitation: z
    .string({ error: "Something went wrong with this form. Reload the page and try again." })
    .min(1)
    .max(64),
});

/** The forms of one person's page. */
export const roleSchema = z.object({ role });
export const sessionSchema = z.object({
  session: z
    .string({ error: "Something went wrong with this form. Reload the page and try again." })
    .regex(/^[0-9a-f]{16}$/, "Something went wrong with this form. Reload the page and try again."),
});

const issued = z.string().max(200).optional();

/** The name that somebody goes by on a team. */
export const personName = z
  .string({ error: "Enter your name" })
  .trim()
  .min(1, "Enter your name")
  .max(100, "Use at most 100 characters")
  .regex(NAME_CHARACTERS, "Use letters, digits, spaces and . , ' & ( ) - / only");

/** Joining with a new staff identity: with the field that the page issued. */
export const joinSchema = z.object({
  name: personName,
  password: z
    .string({ error: `Enter a password of ${PASSWORD_MIN} characters or more` })
    .min(PASSWORD_MIN, `Use ${PASSWORD_MIN} characters or more`)
    .max(PASSWORD_MAX, `Use at most ${PASSWORD_MAX} characters`),
  issued,
});

/** Joining as who is signed in. */
export const joinSignedInSchema = z.object({ issued });
