import { Resend, type ErrorResponse } from "resend";
import { usualHeaders } from "../compose.ts";
import { errorLine, type Outcome, type Transport } from "./transport.ts";
import { withoutSlashes } from "#values/ends.ts";

const TIMEOUT_MS = 30_000;

/**
 * The Resend API. Its key for one mail is the same at every attempt, so that it sends one however
 * often it is asked.
 */
export function resendTransport(key: string, baseUrl: string | undefined): Transport {
  const resend = new Resend(key, baseUrl === undefined ? {} : { baseUrl: withoutSlashes(baseUrl) });
  return {
    name: "resend",
    concurrency: 2,
    keeps: false,
    async send(mail, signal) {
      try {
        const { data, error, headers } = await resend.emails.send(
          {
            from: mailbox(mail.from),
            to: [mailbox(mail.to)],
            subject: mail.subject,
            html: mail.html,
            text: mail.text,
            headers: { ...usualHeaders(mail), "Message-ID": `<${mail.messageId}>` },
            tags: [{ name: "outbox", value: mail.id }],
            ...(mail.replyTo === null ? {} : { replyTo: mail.replyTo }),
            ...(mail.files.length === 0
              ? {}
              : {
                  attachments: mail.files.map(({ name, contentType, bytes, cid }) => ({
                    filename: name,
                    contentType,
                    content: Buffer.from(bytes).toString("base64"),
                    ...(cid === undefined ? {} : { contentId: cid }),
                  })),
                }),
          },
          // The library hands what it does not know to fetch.
          {
            idempotencyKey: mail.sendKey,
            signal: AbortSignal.any([
              AbortSignal.timeout(TIMEOUT_MS),
              ...(signal === undefined ? [] : [signal]),
            ]),
          } as {
            idempotencyKey: string;
          },
        );
        return error === null
          ? { kind: "sent", providerId: data.id }
          : resendOutcome(error, headers);
      } catch (error) {
        return { kind: "down", error: errorLine(error) };
      }
    },
    close: () => Promise.resolve(),
  };
}

/** Errors that speak of the account, its key or its domain: every mail would meet them. */
const ACCOUNT_ERRORS = new Set([
  "missing_api_key",
  "invalid_api_key",
  "restricted_api_key",
  "invalid_access",
  "daily_quota_exceeded",
  "monthly_quota_exceeded",
  "rate_limit_exceeded",
]);

/**
 * What an error of the API means: the mail's own fault, a rate or quota, the account, or the
 * service.
 */
export function resendOutcome(
  error: Pick<ErrorResponse, "message" | "name" | "statusCode">,
  headers: Readonly<Record<string, string>> | null,
): Outcome {
  const status = error.statusCode;
  const text = errorLine(`${status ?? "no answer"} ${error.name}: ${error.message}`);
  if (status === 429) return { kind: "down", error: text, retryAfterMs: retryAfter(headers) };
  if (
    status === null ||
    status === undefined ||
    status >= 500 ||
    status === 401 ||
    status === 403 ||
    ACCOUNT_ERRORS.has(error.name)
  )
    return { kind: "down", error: text };
  // The first attempt is still under way there, or the service asks for patience.
  if (status === 408 || status === 409 || status === 451) return { kind: "later", error: text };
  return { kind: "refused", error: text, badAddress: false };
}

function retryAfter(headers: Readonly<Record<string, string>> | null): number {
  const seconds = Number(headers?.["retry-after"]);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 3_600) * 1_000 : 1_000;
}

/**
 * `"Acme Cloud" <trust@acme.example>`, quotes and backslashes of the name marked as such (RFC 5322
 * §3.2.4).
 */
function mailbox({ name, address }: { name: string; address: string }): string {
  return name === "" ? address : `"${name.replace(/["\\]/g, "\\$&")}" <${address}>`;
}

/**
 * Asks the API whether it knows the key: no mail is sent.
 * @returns what it took offence at, in a line; null when it would take mail
 */
export async function resendFault(
  key: string,
  baseUrl: string | undefined,
): Promise<string | null> {
  const base = withoutSlashes(baseUrl ?? "https://api.resend.com");
  try {
    const answer = await fetch(`${base}/domains`, {
      headers: { Authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(10_000),
    });
    const text = (await answer.text()).slice(0, 2_000);
    // A key that may only send may not list domains: it is known all the same.
    if (answer.ok || text.includes("restricted_api_key")) return null;
    return errorLine(`${new URL(base).host} answered ${answer.status}: ${text}`);
  } catch (error) {
    return errorLine(error);
  }
}
