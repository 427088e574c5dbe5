import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { backOff, probeWait } from "#platform/mail/back-off.ts";
import { complaintOf, isSigned } from "#platform/mail/webhook.ts";
import { resendOutcome } from "#platform/mail/transports/resend.ts";
import { smtpOutcome } from "#platform/mail/transports/smtp.ts";

const HOUR_MS = 3_600_000;

describe("what a failed attempt by SMTP means", () => {
  const cases: [
    code: string,
    command: string,
    responseCode: number | undefined,
    response: string,
    kind: string,
    badAddress?: boolean,
  ][] = [
    ["EENVELOPE", "RCPT TO", 550, "550 5.1.1 no such user", "refused", true],
    ["EENVELOPE", "RCPT TO", 550, "550 nobody here", "refused", true],
    ["EENVELOPE", "RCPT TO", 550, "550 5.7.1 relaying denied", "refused", false],
    ["EENVELOPE", "RCPT TO", 552, "552 5.2.2 mailbox full", "refused", false],
    ["EENVELOPE", "RCPT TO", 450, "450 4.2.0 greylisted", "later"],
    ["EENVELOPE", "RCPT TO", 421, "421 4.3.2 closing", "down"],
    ["EENVELOPE", "MAIL FROM", 550, "550 5.7.1 sender refused", "down"],
    ["EENVELOPE", "API", undefined, "", "refused", false],
    ["EMESSAGE", "DATA", 554, "554 5.7.1 spam", "refused", false],
    ["EMESSAGE", "DATA", 452, "452 4.3.1 storage", "later"],
    ["EAUTH", "AUTH PLAIN", 535, "535 5.7.8 bad credentials", "down"],
    ["ECONNECTION", "CONN", undefined, "", "down"],
    ["ETIMEDOUT", "CONN", undefined, "", "down"],
    ["ETLS", "STARTTLS", undefined, "", "down"],
    ["EPROTOCOL", "CONN", 554, "554 no service", "down"],
  ];
  test.each(cases)(
    "%s at %s, %s: %s",
    (code, command, responseCode, response, kind, badAddress) => {
      const outcome = smtpOutcome(
        Object.assign(new Error(`it failed: ${response}`), {
          code,
          command,
          responseCode,
          response,
        }),
      );
      expect(outcome).toMatchObject({ kind, ...(badAddress === undefined ? {} : { badAddress }) });
    },
  );
});

describe("what an error of Resend means", () => {
  test.each([
    [429, "rate_limit_exceeded", "down"],
    [429, "daily_quota_exceeded", "down"],
    [500, "application_error", "down"],
    [503, "application_error", "down"],
    [null, "application_error", "down"],
    [401, "missing_api_key", "down"],
    [403, "invalid_api_key", "down"],
    [409, "concurrent_idempotent_requests", "later"],
    [422, "validation_error", "refused"],
    [400, "validation_error", "refused"],
  ] as const)("%s %s: %s", (statusCode, name, kind) => {
    expect(
      resendOutcome({ statusCode, name: name as "validation_error", message: "words" }, {}),
    ).toMatchObject({ kind });
  });

  test("a rate that is used up is waited for as long as it says", () => {
    expect(
      resendOutcome(
        { statusCode: 429, name: "rate_limit_exceeded", message: "" },
        { "retry-after": "7" },
      ),
    ).toMatchObject({ retryAfterMs: 7_000 });
    expect(
      resendOutcome({ statusCode: 429, name: "rate_limit_exceeded", message: "" }, null),
    ).toMatchObject({ retryAfterMs: 1_000 });
  });
});

describe("the waits", () => {
  test("grow from ten seconds to six hours, with up to a fifth more", () => {
    expect([0, HOUR_MS, 100 * HOUR_MS].map((since) => backOff(since, () => 0))).toEqual([
      10_000,
      HOUR_MS / 5,
      6 * HOUR_MS,
    ]);
    expect(backOff(0, () => 1)).toBe(12_000);
  });
  test("for a server that is down never pass a minute", () => {
    expect([0, 1, 5, 6, 60].map((failures) => probeWait(failures, () => 1))).toEqual([
      1_000, 2_000, 32_000, 60_000, 60_000,
    ]);
  });
});

describe("a call of the provider", () => {
  const secret = `whsec_${Buffer.from("a secret of the test").toString("base64")}`;
  const now = new Date("2026-11-21T12:00:00Z");
  const stamp = String(now.getTime() / 1_000);
  const sign = (body: string, id = "msg_1", at = stamp) =>
    `v1,${createHmac("sha256", "a secret of the test").update(`${id}.${at}.${body}`).digest("base64")}`;

  test("counts with its own signature alone, about now", () => {
    const good = { id: "msg_1", timestamp: stamp, signature: sign("{}") };
    expect(isSigned(good, "{}", secret, now)).toBe(true);
    expect(isSigned({ ...good, signature: `v1,AAAA ${sign("{}")}` }, "{}", secret, now)).toBe(true);
    for (const bad of [
      { id: "msg_2" },
      { id: null },
      { timestamp: null },
      { timestamp: "x" },
      { signature: null },
      { signature: "" },
      { signature: sign("{}").replace("v1", "v2") },
      { signature: sign("{} ") },
    ])
      expect(isSigned({ ...good, ...bad }, "{}", secret, now)).toBe(false);
    expect(isSigned(good, "{ }", secret, now)).toBe(false);
    for (const shift of [-301, 301]) {
      const at = String(Number(stamp) + shift);
      expect(
        isSigned(
          { id: "msg_1", timestamp: at, signature: sign("{}", "msg_1", at) },
          "{}",
          secret,
          now,
        ),
      ).toBe(false);
    }
  });

  test.each([
    ["email.bounced", { bounce: { type: "Permanent", message: "no such user" } }, "bounce"],
    ["email.bounced", { bounce: { type: "Transient", message: "full" } }, null],
    ["email.complained", {}, "complaint"],
    ["email.suppressed", {}, "bounce"],
    ["email.delivered", {}, null],
    ["email.opened", {}, null],
  ])("%s %j: %s", (type, data, reason) => {
    expect(
      complaintOf({ type, data: { email_id: "e1", tags: { outbox: "m1" }, ...data } })?.reason ??
        null,
    ).toBe(reason);
  });
});
