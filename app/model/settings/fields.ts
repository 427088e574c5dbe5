import * as z from "zod";
import { readDomain } from "#model/subscribers/email.ts";

/** The kinds of fields that settings are made of, as forms send them. */

/** A box: a form sends it only when it is ticked. */
export const box = z
  .unknown()
  .optional()
  .transform((value) => value === "on" || value === true || value === "true");

/** One line or more of text that may be empty; empty is null. */
export const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Use at most ${max} characters`)
    .optional()
    .transform((text) => (text === undefined || text === "" ? null : text));

/** An address of the web that may be empty. A bare domain gets https://. */
export const optionalUrl = z
  .string()
  .trim()
  .max(2_000, "Use at most 2000 characters")
  .optional()
  .transform((text, check) => {
    if (text === undefined || text === "") return null;
    const url = readUrl(
      /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^/]*:\d/.test(text) ? text : `https://${text}`,
    );
    if (url !== null) return url;
    check.issues.push({
      code: "custom",
      message: "Enter an address such as https://www.example.com/page",
      input: text,
    });
    return z.NEVER;
  });

function readUrl(text: string): string | null {
  if (/[\s<>"\\]/.test(text) || !URL.canParse(text)) return null;
  const { protocol, hostname, username, password } = new URL(text);
  const named = hostname.includes(".") || hostname === "localhost";
  return (protocol === "https:" || protocol === "http:") &&
    named &&
    username === "" &&
    password === ""
    ? text
    : null;
}

/** An email address that may be empty, such as a mailbox of the company. */
export const mailbox = optionalText(254).pipe(
  z.email("Enter an address such as trust@example.com").nullable(),
);

const MAX_DOMAINS = 500;

/** Email domains, one a line or parted by commas and spaces; an `@` in front is forgiven. */
export const domainList = z
  .string()
  .max(60_000, "This list is too long")
  .optional()
  .transform((text, check) => {
    const words = (text ?? "").split(/[\s,;]+/).filter((word) => word !== "");
    const domains = words.map((word) => ({ word, domain: readDomain(word.replace(/^@/, "")) }));
    const wrong = domains
      .filter(({ domain }) => domain === null)
      .map(({ word }) => `“${word.slice(0, 60)}”`);
    if (wrong.length > 0)
      check.issues.push({
        code: "custom",
        message: `${wrong.slice(0, 3).join(", ")} ${wrong.length === 1 ? "is not a domain" : "are not domains"}`,
        input: text,
      });
    if (domains.length > MAX_DOMAINS)
      check.issues.push({
        code: "custom",
        message: `Use at most ${MAX_DOMAINS} domains`,
        input: text,
      });
    return [...new Set(domains.flatMap(({ domain }) => (domain === null ? [] : [domain])))];
  });
