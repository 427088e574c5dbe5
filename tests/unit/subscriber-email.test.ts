import { describe, expect, test } from "vitest";
import { deliverableEmail, readDomain, readEmail } from "#model/subscribers/email.ts";

const LONG_LABEL = "b".repeat(63);

describe("an e-mail address", () => {
  const good: readonly [typed: string, key: string][] = [
    ["riley@customer.example", "riley@customer.example"],
    ["  RILEY@Customer.EXAMPLE\n", "riley@customer.example"],
    ["a@b.museum", "a@b.museum"],
    ["a@b.any-tld-at-all", "a@b.any-tld-at-all"],
    ["riley+trust@customer.example", "riley@customer.example"],
    ["+a@b.example", "+a@b.example"],
    ["o'brien=x@b.example", "o'brien=x@b.example"],
    ["einkauf@Bücher.example", "einkauf@xn--bcher-kva.example"],
    ["einkauf@bu\u0308cher.example", "einkauf@xn--bcher-kva.example"],
    ["einkauf@xn--bcher-kva.example", "einkauf@xn--bcher-kva.example"],
    ["δοκιμή@παράδειγμα.example", "δοκιμή@xn--hxajbheg2az3al.example"],
    [
      `${"a".repeat(64)}@${LONG_LABEL}.${LONG_LABEL}.${LONG_LABEL}.${"b".repeat(59)}.ex`,
      `${"a".repeat(64)}@${LONG_LABEL}.${LONG_LABEL}.${LONG_LABEL}.${"b".repeat(59)}.ex`,
    ],
  ];
  test.each(good)("%s is one, under %s", (typed, key) => {
    const address = readEmail(typed);
    expect(address?.key).toBe(key);
    expect(readEmail(deliverableEmail(address?.email ?? ""))?.key).toBe(key);
  });

  const bad = [
    "",
    "a",
    "@",
    "a@",
    "@b.example",
    "a@b",
    "a@localhost",
    "a@b..example",
    "a@.example",
    "a@b.example.",
    ".a@b.example",
    "a.@b.example",
    "a..b@c.example",
    "a b@c.example",
    "a@b c.example",
    "a@-b.example",
    "a@b-.example",
    "a@b_c.example",
    "a@127.0.0.1",
    "a@[127.0.0.1]",
    "a@1.2.3.4",
    "a@0x7f.1",
    "a@b.123",
    "a@b.example/x",
    "a@b.example:25",
    "a@b%2eexample",
    "a@b@c.example",
    "a,b@c.example",
    "a;b@c.example",
    "<a@b.example>",
    "A <a@b.example>",
    '"a b"@c.example',
    "a(b)@c.example",
    "a\\b@c.example",
    "a\u0000@b.example",
    "a@b.example\r\nBcc: c@d.example",
    "a\r@b.example",
    "a@b.example\u2028c",
    "a\u202e@b.example",
    "a\u200b@b.example",
    `${"a".repeat(65)}@b.example`,
    `a@${"b".repeat(64)}.example`,
    `${"a".repeat(64)}@${"b.".repeat(140)}example`,
    "😀@b.example",
    "a@😀",
    "a@b.example,c@d.example",
    "=cmd|'/c calc'!A0",
  ];
  test.each(bad)("%j is none", (typed) => {
    expect(readEmail(typed)).toBeNull();
  });

  test("a domain is in ASCII, and no machine", () => {
    expect([
      readDomain("Bücher.Example"),
      readDomain("b.example"),
      readDomain("example"),
      readDomain("10.0.0.1"),
      readDomain("b.example#x"),
    ]).toEqual(["xn--bcher-kva.example", "b.example", null, null, null]);
  });
});
