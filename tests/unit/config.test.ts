import { expect, test } from "vitest";
import { readSmtpAddress } from "#platform/mail/transports/smtp-address.ts";
import { ConfigError, configWarnings, readConfig } from "#platform/config.ts";

test("an empty environment gives the documented defaults", () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: "localhost",
    origin: "http://localhost:3000",
    secure: false,
    trustProxy: [],
    mail: "outbox",
    mailFrom: "trust@localhost",
    demo: true,
    production: true,
  });
});

test("an https origin makes cookies secure and ends the warning", () => {
  const config = readConfig({
    ORIGIN: "https://trust.example.com",
    MAIL: "smtp://localhost:25",
    MAIL_FROM: "trust@example.com",
  });
  expect(config.secure).toBe(true);
  expect(configWarnings(config)).toEqual([]);
  expect(configWarnings(readConfig({}))[0]).toMatch(/ORIGIN/);
});

test("mail that leaves nowhere is said at the start", () => {
  expect(configWarnings(readConfig({})).at(-1)).toMatch(/MAIL is outbox.*not delivered/);
});

test("an origin is read as browsers write it", () => {
  for (const [written, origin] of [
    ["HTTPS://Trust.Example.COM/", "https://trust.example.com"],
    ["https://trust.example.com:443", "https://trust.example.com"],
    ["https://Prüfung.Müller.example", "https://xn--prfung-4ya.xn--mller-kva.example"],
    ["http://[::1]:3000", "http://[::1]:3000"],
  ] as const) {
    const config = readConfig({ ORIGIN: written });
    expect([config.origin, config.secure]).toEqual([origin, origin.startsWith("https")]);
  }
});

test("the address of a relay may have encoded signs, and one option", () => {
  expect(readSmtpAddress("smtps://us%40er:100%25%2F%23%3f@mail.example?tls=unverified")).toEqual({
    host: "mail.example",
    port: 465,
    secure: true,
    auth: { user: "us@er", pass: "100%/#?" },
    verified: false,
    local: false,
  });
  // What stands before the last @ alone needs no encoding of its own @.
  expect(readSmtpAddress("SMTP://a@b.example:p:w@[::1]:25/")).toMatchObject({
    host: "::1",
    port: 25,
    auth: { user: "a@b.example", pass: "p:w" },
    verified: true,
    local: true,
  });
});

const FAULTS: [string, Record<string, string>, RegExp][] = [
  ["PORT", { PORT: "abc" }, /^PORT "abc" is not a number\. Use /],
  ["PORT", { PORT: "70000" }, /^PORT "70000" is above 65535\. Use /],
  [
    "ORIGIN",
    { ORIGIN: "trust.example.com" },
    /^ORIGIN "trust.example.com" is not an origin\. Use /,
  ],
  ["ORIGIN", { ORIGIN: "https://a.example/path" }, /^ORIGIN .*Use scheme, host and port/],
  [
    "TRUST_PROXY",
    { TRUST_PROXY: "yes" },
    /^TRUST_PROXY "yes" has an entry that isn’t an address. Use /,
  ],
  ["MAIL", { MAIL: "pigeon" }, /^MAIL \(value not shown\) isn’t a known transport. Use /],
  ...[
    "smtp://user:100%@127.0.0.1:2525",
    "smtp://user:ab/cd+ef@127.0.0.1:2525",
    "smtp://user:ab#cd@127.0.0.1:2525",
    "smtp://user:ab?cd@127.0.0.1:2525",
    "smtp://u%zz:ab@127.0.0.1:2525",
  ].map((address): [string, Record<string, string>, RegExp] => [
    "MAIL",
    { MAIL: address },
    /^MAIL \(value not shown\) has a character in its name or password that must be encoded\. Write % as %25, \/ as %2F, # as %23, [^\n]+\.$/,
  ]),
  [
    "MAIL",
    { MAIL: "smtp://127.0.0.1:2525/?ignoreTLS=true" },
    /^MAIL \(value not shown\) has the option "ignoreTLS", which isn’t known\. Use \?tls=unverified only, [^\n]+\.$/,
  ],
  [
    "MAIL",
    { MAIL: "smtp://127.0.0.1?tls=off" },
    /has the option tls with a value that isn’t known/,
  ],
  ["MAIL", { MAIL: "smtp://127.0.0.1/mail" }, /has something after its host and port/],
  ["MAIL", { MAIL: "smtp://127.0.0.1:port" }, /isn’t a known transport/],
  [
    "ORIGIN",
    { ORIGIN: "https://a.example?x" },
    /^ORIGIN .*has something after its host\. Use scheme/,
  ],
  ["ORIGIN", { ORIGIN: "https://me@a.example" }, /^ORIGIN .*contains a user name\. Use scheme/],
  ["ORIGIN", { ORIGIN: "ftp://a.example" }, /^ORIGIN .*is not an origin\. Use scheme/],
  ["MAIL_FROM", { MAIL_FROM: "a@b.example\nBcc: c@d.example" }, /^MAIL_FROM .*Use something like/],
  [
    "RESEND_API_KEY",
    { MAIL: "resend" },
    /^RESEND_API_KEY is missing while MAIL is resend\. Set it/,
  ],
  ["RESEND_URL", { RESEND_URL: "ftp://x.example" }, /^RESEND_URL .*Use something like/],
  ["DEFAULT_ORG", { DEFAULT_ORG: "sign-in" }, /^DEFAULT_ORG "sign-in" isn’t a slug. Use /],
  ["DEMO", { DEMO: "maybe" }, /^DEMO "maybe" must be on or off/],
  [
    "DEMO_PASSWORD",
    { DEMO_PASSWORD: "short" },
    /^DEMO_PASSWORD \(value not shown\) is too short\. Use /,
  ],
  [
    "OUTBOUND_ALLOW",
    { OUTBOUND_ALLOW: "provider" },
    /^OUTBOUND_ALLOW "provider" has an entry without a port\. Use /,
  ],
  [
    "OUTBOUND_ALLOW",
    { OUTBOUND_ALLOW: "a.example:1, keys:provider" },
    /^OUTBOUND_ALLOW "a\.example:1, keys:provider" has an entry without a port\. Use keys:host:port\.$/m,
  ],
  [
    "OUTBOUND_ALLOW",
    { OUTBOUND_ALLOW: "mail:provider:443" },
    /^OUTBOUND_ALLOW "mail:provider:443" exempts a host for “mail”, which isn’t a purpose. Use keys, pages, status, .*, or host:port for all of them\.$/m,
  ],
  ["DNS_SERVER", { DNS_SERVER: "dns" }, /^DNS_SERVER "dns" is not an address\. Use /],
  [
    "DATABASE_URL",
    { DATABASE_URL: "mysql://trust:hunter2@db/trust", INSTALLATION_KEY_FILE: "/key" },
    /^DATABASE_URL \(value not shown\) isn’t the address of a database of PostgreSQL\. Use /,
  ],
  [
    "DATABASE_URL",
    { DATABASE_URL: "postgres://trust:hun#ter2@db/trust", INSTALLATION_KEY_FILE: "/key" },
    /^DATABASE_URL \(value not shown\) isn’t the address of a database of PostgreSQL\. Use .*# as %23/,
  ],
  [
    "INSTALLATION_KEY_FILE",
    { DATABASE_URL: "postgres://trust:hunter2@db/trust" },
    /^INSTALLATION_KEY_FILE goes with DATABASE_URL: set both, or neither\. /,
  ],
  ["BLOBS", { BLOBS: "/srv/blobs" }, /^BLOBS "\/srv\/blobs" isn’t the address of a bucket\. Use /],
  [
    "BLOBS",
    { BLOBS: "s3://id:hunter2@trust" },
    /^BLOBS \(value not shown\) contains a user name: put the key into AWS_ACCESS_KEY_ID/,
  ],
  ["BLOBS", { BLOBS: "s3://x" }, /^BLOBS "s3:\/\/x" has no usable bucket\. The name /],
  ["BLOBS", { BLOBS: "s3://trust/../x y" }, /^BLOBS ".*" has an unusable prefix .*\. Use /],
  ["BLOBS", { BLOBS: "s3://trust?acl=public" }, /^BLOBS ".*" has “acl”, which isn’t known\. Use /],
  ["BLOBS", { BLOBS: "s3://trust?endpoint=s3.example.com" }, /has an unusable endpoint\. Use /],
  [
    "BLOBS",
    { BLOBS: "s3://trust?endpoint=http://s3.example.com" },
    /has an endpoint with http on a public network\. Use https\. /,
  ],
  [
    "BLOBS",
    { BLOBS: "s3://trust?endpoint=https://192.0.2.1&style=host" },
    /has style=host, but its endpoint is an address\. Use style=path/,
  ],
  [
    "AWS_SECRET_ACCESS_KEY",
    { BLOBS: "s3://trust", AWS_ACCESS_KEY_ID: "id" },
    /^AWS_SECRET_ACCESS_KEY is missing while BLOBS is a bucket\. Set it, or /,
  ],
  [
    "AWS_ACCESS_KEY_ID",
    { BLOBS: "s3://trust", AWS_SECRET_ACCESS_KEY: "hunter2" },
    /^AWS_ACCESS_KEY_ID is missing while BLOBS is a bucket\. Set /,
  ],
  [
    "AWS_SECRET_ACCESS_KEY",
    { AWS_SECRET_ACCESS_KEY: "hunter two" },
    /^AWS_SECRET_ACCESS_KEY \(value not shown\) has a space or a letter that no key has\. Paste /,
  ],
];

test.each(FAULTS)(
  "a fault in %s is named with its value and its remedy",
  (_name, environment, message) => {
    expect(() => readConfig(environment)).toThrow(ConfigError);
    expect(() => readConfig(environment)).toThrow(message);
  },
);

test("every fault is named at once, and secrets are not repeated", () => {
  try {
    readConfig({ PORT: "x", MAIL: "smtp//user:hunter2@mail", DEMO_PASSWORD: "hunter" });
    expect.unreachable();
  } catch (error) {
    expect(String(error)).toMatch(/PORT/);
    expect(String(error)).toMatch(/MAIL/);
    expect(String(error)).not.toMatch(/hunter/);
  }
});

const KEY = { AWS_ACCESS_KEY_ID: "id", AWS_SECRET_ACCESS_KEY: "hunter2" };

test.each<[string, object]>([
  [
    "s3://trust-files",
    {
      endpoint: "https://s3.us-east-1.amazonaws.com",
      bucket: "trust-files",
      prefix: "",
      region: "us-east-1",
      style: "host",
    },
  ],
  [
    "s3://trust.files/a/b?region=eu-central-1",
    {
      endpoint: "https://s3.eu-central-1.amazonaws.com",
      bucket: "trust.files",
      prefix: "a/b/",
      region: "eu-central-1",
      style: "path",
    },
  ],
  [
    "s3://trust/?endpoint=http://minio:9000",
    { endpoint: "http://minio:9000", bucket: "trust", prefix: "", style: "path" },
  ],
  ["s3://trust?endpoint=https://r2.example.com&style=host&region=auto", { style: "host" }],
])("a bucket is read from %s", (text, address) => {
  expect(readConfig({ BLOBS: text, ...KEY }).blobs).toMatchObject({
    kind: "s3",
    address,
    keyId: "id",
    secret: { value: "hunter2" },
    cacheBytes: 1024 ** 3,
  });
});

test("stored files lie in a folder unless a bucket is set; one by http deserves a word", () => {
  expect(readConfig(KEY).blobs).toEqual({ kind: "folder" });
  expect(
    readConfig({
      BLOBS: "s3://trust",
      AWS_ACCESS_KEY_ID: "id",
      AWS_SECRET_ACCESS_KEY_FILE: "/etc/secret",
    }).blobs,
  ).toMatchObject({
    secret: { file: "/etc/secret" },
  });
  const warned = (endpoint: string) =>
    configWarnings(readConfig({ BLOBS: `s3://trust?endpoint=${endpoint}`, ...KEY })).some((text) =>
      text.startsWith("BLOBS uses http"),
    );
  expect(warned("http://10.0.0.5:9000")).toBe(true);
  expect(warned("https://10.0.0.5:9000")).toBe(false);
});
