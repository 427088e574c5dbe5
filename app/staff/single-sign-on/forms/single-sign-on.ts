import * as z from "zod";
import { ROLES, type Role } from "#model/auth/permissions.ts";
import { CLIENT_PROOFS, type RoleOfClaim } from "#model/auth/single-sign-on.ts";
import { readDomain } from "#model/subscribers/email.ts";

/** The forms of /settings/single-sign-on. */

/** The buttons of the page, by the last words of their addresses. */
export const SIGN_ON_BUTTONS = [
  "save",
  "test",
  "add-domain",
  "check-domain",
  "remove-domain",
] as const;

/** Roles that a provider can give: no owner comes by a claim. */
export const GIVEN_ROLES = ROLES.filter((role) => role !== "owner") as Exclude<Role, "owner">[];

const text = (what: string, max: number) =>
  z.string({ error: what }).trim().min(1, what).max(max, `Use at most ${max} characters`);

const box = z
  .literal("yes")
  .optional()
  .transform((value) => value !== undefined);

const MOST_LINES = 50;

/** One line a role: `security-team = editor`. */
const roleLines = z
  .string()
  .max(5_000, "Use at most 5000 characters")
  .optional()
  .transform((lines, check) => {
    const roles: RoleOfClaim[] = [];
    const said = (lines ?? "").split("\n").map((line) => line.trim());
    for (const line of said.filter(Boolean)) {
      const at = line.lastIndexOf("=");
      const value = line.slice(0, Math.max(0, at)).trim();
      const name = line.slice(at + 1).trim();
      const role = GIVEN_ROLES.find((known) => known === name.toLowerCase());
      if (at < 1 || value === "" || role === undefined || roles.length >= MOST_LINES) {
        check.issues.push({
          code: "custom",
          message: `Write each line as “value = role”. The roles are ${GIVEN_ROLES.join(", ")}.`,
          input: lines,
        });
        return z.NEVER;
      }
      roles.push({ value, role });
    }
    return roles;
  });

export const signOnSettingsSchema = z.object({
  issuer: text("Enter your provider’s issuer, such as https://login.example.com", 500).refine(
    (issuer) => {
      if (!URL.canParse(issuer)) return false;
      const { protocol, username, search, hash } = new URL(issuer);
      return ["https:", "http:"].includes(protocol) && username + search + hash === "";
    },
    "Enter an address such as https://login.example.com",
  ),
  clientId: text("Enter the client ID", 300),
  clientProof: z.enum(CLIENT_PROOFS).default("secret"),
  clientSecret: z
    .string()
    .trim()
    .max(500, "Use at most 500 characters")
    .optional()
    .transform((secret) => secret ?? null),
  newcomerRole: z
    .enum(GIVEN_ROLES)
    .optional()
    .transform((role) => role ?? null),
  roleClaim: z
    .string()
    .trim()
    .max(100, "Use at most 100 characters")
    .optional()
    .transform((claim) => claim ?? null),
  roleLines,
  enabled: box,
  only: box,
});

const domain = z
  .string({ error: "Enter a domain such as example.com" })
  .trim()
  .max(260, "Enter a domain such as example.com");

export const newSignOnDomainSchema = z.object({
  domain: domain.transform((typed, check) => {
    const name = readDomain(typed.startsWith("@") ? typed.slice(1) : typed);
    if (name !== null) return name;
    check.issues.push({
      code: "custom",
      message: "Enter a domain such as example.com",
      input: typed,
    });
    return z.NEVER;
  }),
});

export const knownSignOnDomainSchema = z.object({ domain });
