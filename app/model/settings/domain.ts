import * as z from "zod";
import { readDomain } from "#model/subscribers/email.ts";

/** An org's own host: what its name server has to say before the portal answers there. */
export const domainSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("add"),
    host: z
      .string({ error: "Enter a domain such as trust.example.com" })
      .trim()
      .max(260, "Enter a domain such as trust.example.com")
      .transform((text, check) => {
        const name = text.replace(/^https?:\/\//i, "").replace(/\/$/, "");
        // DNS panels write a name to its end, which is a dot.
        const host = readDomain(name.replace(/\.$/, ""));
        if (host !== null) return host;
        check.issues.push({
          code: "custom",
          message: "Enter a domain such as trust.example.com",
          input: text,
        });
        return z.NEVER;
      }),
  }),
  z.object({ intent: z.literal("check"), host: z.string().min(1).max(260) }),
  z.object({ intent: z.literal("remove"), host: z.string().min(1).max(260) }),
]);

export type DomainState = "pending" | "failed" | "verified";

/** The record that proves whose the host is. */
export function proofRecord(host: string, token: string): { name: string; value: string } {
  return { name: `_open-trust-center.${host}`, value: `open-trust-center=${token}` };
}

/** What a name server answered, as a check needs it. */
export interface DnsAnswers {
  /** The texts of the TXT records of the proof's name; 'silent' when no server answered. */
  texts: readonly string[] | "silent";
  /** What the host is an alias of, if it is one. */
  alias: string | null;
  hasAddress: boolean;
}

/** Whether the TXT record proves whose the host is; a silent name server leaves it open. */
export function holdsProof(
  host: string,
  token: string,
  { texts }: DnsAnswers,
): "there" | "gone" | "unknown" {
  if (texts === "silent") return "unknown";
  return texts.includes(proofRecord(host, token).value) ? "there" : "gone";
}

export interface DomainVerdict {
  verified: boolean;
  message: string;
}

/**
 * Whether a host is the org's and leads somewhere: its TXT record has the token, and it is an alias
 * or has an address. Where the address leads is not asked: a proxy may stand in front.
 */
export function judgeDomain(
  host: string,
  token: string,
  target: string,
  { texts, alias, hasAddress }: DnsAnswers,
): DomainVerdict {
  const { name, value } = proofRecord(host, token);
  const failed = (message: string) => ({ verified: false, message });
  if (texts === "silent")
    return failed(
      "The name server did not answer. Nothing was changed. Try again in a few minutes.",
    );
  if (texts.length === 0)
    return failed(
      `There is no TXT record at ${name} yet. A new record can take up to an hour to appear.`,
    );
  if (!texts.includes(value))
    return failed(
      `The TXT record at ${name} says “${(texts[0] ?? "").slice(0, 100)}”, not “${value}”.`,
    );
  if (alias === null && !hasAddress)
    return failed(`${host} has no CNAME or address record yet. Set a CNAME record to ${target}.`);
  const elsewhere = alias !== null && alias.toLowerCase().replace(/\.$/, "") !== target;
  return {
    verified: true,
    message: elsewhere
      ? `It points to ${alias}, not ${target}. That’s fine if it’s your own proxy.`
      : "DNS records verified.",
  };
}
