import { isIP } from "node:net";
import path from "node:path";
import * as z from "zod";
import { wasOrgSlug } from "#values/names.ts";
import { readBucketAddress } from "./files/s3/address.ts";
import { readExemption } from "./integrations/exemptions.ts";
import { readSmtpAddress } from "./mail/transports/smtp-address.ts";

export const port = z.coerce
  .number({ error: "is not a number. Use a port such as 3000" })
  .int("is not a whole number. Use a port such as 3000")
  .min(1, "is below 1. Use a port such as 3000")
  .max(65535, "is above 65535. Use a port such as 3000");

export const origin = z.string().transform((value, context) => {
  const read = readOrigin(value);
  if (!("fault" in read)) return read.origin;
  context.addIssue({ code: "custom", message: read.fault });
  return z.NEVER;
});

export const mail = z.string().check(({ value, issues }) => {
  if (value === "outbox" || value === "resend") return;
  const read = readSmtpAddress(value);
  if (read !== null && !("fault" in read)) return;
  issues.push({
    code: "custom",
    input: value,
    message:
      read?.fault ??
      "isn’t a known transport. Use outbox, resend, or an address such as smtp://user:password@mail.example.com:587",
  });
});

const timeOfDay = z
  .string()
  .regex(
    /^(?:[01]\d|2[0-3]):[0-5]\d$/,
    "is not a time of the day. Use hours and minutes in UTC, such as 02:30",
  )
  .transform((text) => ({ hour: Number(text.slice(0, 2)), minute: Number(text.slice(3)) }));

/** A port, or an address with a port: `9464`, `10.0.0.5:9464`, `[::1]:9464`. */
const doorway = z.string().transform((text, context) => {
  const at = text.lastIndexOf(":");
  const named = at === -1 ? LOOPBACK : text.slice(0, at).replace(/^\[|\]$/g, "");
  const number = port.safeParse(text.slice(at + 1));
  if (isIP(named) !== 0 && number.success) return { host: named, port: number.data };
  context.addIssue({
    code: "custom",
    message:
      "is not a port. Use a port such as 9464, or an address and a port such as 10.0.0.5:9464",
  });
  return z.NEVER;
});

const LOOPBACK = "127.0.0.1";

const subnet = /^[0-9a-f.:]+(\/\d{1,3})?$/i;

const subnetNames = new Set(["loopback", "linklocal", "uniquelocal"]);

/** An ID or a secret as it goes into a signature. */
const accessKey = z
  .string()
  .regex(/^[\x21-\x7e]+$/, "has a space or a letter that no key has. Paste it once more");

/** What the log has: all lines, those that somebody should look at, or faults alone. */
export const LOG_LEVELS = ["info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** A variable that misses another is told beside whatever else is wrong: all faults at once. */
const ALWAYS = () => true;

export const environmentSchema = z
  .object({
    PORT: port.default(3000),
    HOST: z
      .string()
      .regex(/^[a-z0-9.:[\]-]+$/i, "is not a host name or address. Use localhost or 0.0.0.0")
      .default("localhost"),
    DATA_DIR: z
      .string()
      .min(1, "is empty. Name a folder, or unset it for ./data")
      .default("./data"),
    DATABASE_URL: z
      .string()
      .refine(
        isPostgresAddress,
        "isn’t the address of a database of PostgreSQL. Use something like postgres://trust:password@db.example.com/trust (in the password, write % as %25, / as %2F, # as %23, ? as %3F and @ as %40), or unset it for SQLite",
      )
      .optional(),
    DATABASE_LISTEN_URL: z
      .string()
      .refine(
        isPostgresAddress,
        "isn’t the address of a database of PostgreSQL. Use the one of DATABASE_URL without the pooler, or unset it",
      )
      .optional(),
    INSTALLATION_KEY_FILE: z.string().optional(),
    BLOBS: z
      .string()
      .transform((value, context) => {
        const read = readBucketAddress(value);
        if (!("fault" in read)) return read;
        context.addIssue({ code: "custom", message: read.fault });
        return z.NEVER;
      })
      .optional(),
    BLOB_CACHE_MB: z.coerce
      .number({ error: "is not a number. Use megabytes such as 1024" })
      .int("is not a whole number. Use megabytes such as 1024")
      .min(0, "is below 0. Use megabytes such as 1024, or 0 for none")
      .max(1_048_576, "is above 1048576. Use megabytes such as 1024")
      .default(1_024),
    AWS_ACCESS_KEY_ID: accessKey.optional(),
    AWS_SECRET_ACCESS_KEY: accessKey.optional(),
    AWS_SECRET_ACCESS_KEY_FILE: z.string().optional(),
    DRAIN_SECONDS: z.coerce
      .number({ error: "is not a number. Use seconds such as 5" })
      .int("is not a whole number. Use seconds such as 5")
      .min(0, "is below 0. Use seconds such as 5")
      .max(300, "is above 300. Use seconds such as 5")
      .optional(),
    ORIGIN: origin.optional(),
    TRUST_PROXY: z
      .string()
      .default("off")
      .transform((value) => (value === "off" ? [] : splitList(value)))
      .refine(
        (list) =>
          list.every(
            (entry) =>
              subnetNames.has(entry) ||
              (subnet.test(entry) && isIP(entry.split("/")[0] ?? "") !== 0),
          ),
        "has an entry that isn’t an address. Use off, loopback, or addresses and subnets such as 10.0.0.0/8, separated by commas",
      ),
    MAIL: mail.default("outbox"),
    MAIL_FROM: z
      .string()
      .regex(
        /^[^\s@<>",;]+@[^\s@<>",;]+$/,
        "is not one plain address. Use something like trust@example.com",
      )
      .default("trust@localhost"),
    RESEND_API_KEY: z
      .string()
      .min(1, "is empty. Paste the key from your Resend account")
      .optional(),
    RESEND_URL: z
      .url({
        protocol: /^https?$/,
        error: "is not an http(s) address. Use something like https://api.resend.com",
      })
      .optional(),
    RESEND_WEBHOOK_SECRET: z
      .string()
      .regex(
        /^whsec_[A-Za-z0-9+/]{16,}={0,2}$/,
        "isn’t a signing secret. Copy the one that begins with whsec_ from the webhook in your Resend account",
      )
      .optional(),
    SECURITY_SCORECARD_TOKEN: z
      .string()
      .min(1, "is empty. Paste the API token from your Security Scorecard account")
      .optional(),
    SECURITY_SCORECARD_URL: z
      .url({
        protocol: /^https?$/,
        error: "is not an http(s) address. Use something like https://api.securityscorecard.io",
      })
      .default("https://api.securityscorecard.io"),
    ERROR_DSN: z
      .string()
      .transform((value, context) => {
        const tracker = readDsn(value);
        if (tracker !== null) return tracker;
        context.addIssue({
          code: "custom",
          message:
            "isn’t a DSN. Copy it from the settings of your project, such as https://key@errors.example.com/1",
        });
        return z.NEVER;
      })
      .optional(),
    METRICS_PORT: doorway.optional(),
    METRICS_TOKEN: z
      .string()
      .regex(
        /^[\x21-\x7e]{16,}$/,
        "is too short or has characters that no header takes. Use 16 or more letters and digits",
      )
      .optional(),
    SLOW_MS: z.coerce
      .number({ error: "is not a number. Use milliseconds such as 1000" })
      .int("is not a whole number. Use milliseconds such as 1000")
      .min(0, "is below 0. Use milliseconds such as 1000")
      .max(3_600_000, "is above 3600000. Use milliseconds such as 1000")
      .optional(),
    LOG_LEVEL: z
      .enum(LOG_LEVELS, { error: "isn’t info, warn or error. Use one of these" })
      .default("info"),
    ENTITLEMENTS_JWKS: z
      .url({
        protocol: /^https?$/,
        error: "isn’t an http(s) URL. Set the URL of the key set that signs plans",
      })
      .optional(),
    BRANDFETCH_CLIENT_ID: z
      .string()
      .min(1, "is empty. Paste the client ID from your Brandfetch account")
      .optional(),
    BRANDFETCH_URL: z
      .url({
        protocol: /^https?$/,
        error: "is not an http(s) address. Use something like https://api.brandfetch.io",
      })
      .default("https://api.brandfetch.io"),
    CLEARBIT_URL: z
      .url({
        protocol: /^https?$/,
        error: "is not an http(s) address. Use the base of a service that speaks its autocomplete",
      })
      .optional(),
    HACKERONE_URL: z
      .url({
        protocol: /^https?$/,
        error: "is not an http(s) address. Use something like https://hackerone.com",
      })
      .default("https://hackerone.com"),
    AI_URL: z
      .url({
        protocol: /^https?$/,
        error:
          "is not an http(s) address. Use the base of a chat API, such as https://api.openai.com/v1 or http://localhost:11434/v1",
      })
      .refine(
        (value) => !/^https?:\/\/[^/]*@/.test(value),
        "contains a user name: put the key into AI_KEY",
      )
      .optional(),
    AI_KEY: z.string().min(1, "is empty. Paste the key of your account, or unset it").optional(),
    AI_MODEL: z.string().min(1, "is empty. Use the name of a model").max(200).optional(),
    DEFAULT_ORG: z
      .string()
      .refine(wasOrgSlug, "isn’t a slug. Use an organization’s slug, such as acme")
      .optional(),
    DEMO: z.enum(["on", "off"], { error: "must be on or off" }).default("on"),
    DEMO_PASSWORD: z.string().min(8, "is too short. Use eight characters or more").optional(),
    OUTBOUND_ALLOW: z
      .string()
      .default("")
      .transform((value, check) =>
        splitList(value).flatMap((entry) => {
          const exemption = readExemption(entry);
          if (!("fault" in exemption)) return exemption;
          check.issues.push({ code: "custom", message: exemption.fault, input: value });
          return [];
        }),
      ),
    DNS_SERVER: z
      .string()
      .refine(
        (value) => isIP(value.replace(/:\d+$/, "").replace(/^\[|\]$/g, "")) !== 0,
        "is not an address. Use something like 192.0.2.53",
      )
      .optional(),
    BACKUP_DIR: z.string().optional(),
    BACKUP_AT: timeOfDay.prefault("02:30"),
    BACKUP_KEEP: z.coerce
      .number({ error: "is not a number. Use a number of backups such as 7" })
      .int("is not a whole number. Use a number of backups such as 7")
      .min(1, "is below 1. Use a number of backups such as 7")
      .max(9_999, "is above 9999. Use a number of backups such as 7")
      .default(7),
    BACKUP_KEYS: z
      .enum(["within", "apart"], { error: "must be within or apart" })
      .default("within"),
    NODE_ENV: z.string().default("production"),
  })
  .refine((env) => env.BACKUP_DIR === undefined || !liesIn(env.BACKUP_DIR, env.DATA_DIR), {
    path: ["BACKUP_DIR"],
    error:
      "is inside DATA_DIR, so losing one loses both. Choose a folder outside it, ideally on another disk",
  })
  .refine((env) => (env.DATABASE_URL === undefined) === (env.INSTALLATION_KEY_FILE === undefined), {
    path: ["INSTALLATION_KEY_FILE"],
    error:
      "goes with DATABASE_URL: set both, or neither. It is a path such as /etc/trust/installation.key, which the first start makes",
    when: ALWAYS,
  })
  .refine((env) => env.BLOBS === undefined || env.AWS_ACCESS_KEY_ID !== undefined, {
    path: ["AWS_ACCESS_KEY_ID"],
    error: "is missing while BLOBS is a bucket. Set the ID of a key that may read and write there",
    when: ALWAYS,
  })
  .refine(
    (env) =>
      env.BLOBS === undefined ||
      env.AWS_SECRET_ACCESS_KEY !== undefined ||
      env.AWS_SECRET_ACCESS_KEY_FILE !== undefined,
    {
      path: ["AWS_SECRET_ACCESS_KEY"],
      error:
        "is missing while BLOBS is a bucket. Set it, or AWS_SECRET_ACCESS_KEY_FILE to the path of a file that has it",
      when: ALWAYS,
    },
  )
  .refine((env) => env.DATABASE_LISTEN_URL === undefined || env.DATABASE_URL !== undefined, {
    path: ["DATABASE_LISTEN_URL"],
    error: "goes with DATABASE_URL: set both, or unset this one",
    when: ALWAYS,
  })
  .refine((env) => (env.AI_URL === undefined) === (env.AI_MODEL === undefined), {
    path: ["AI_MODEL"],
    error: "goes with AI_URL: set both, or neither",
    when: ALWAYS,
  })
  .refine((env) => env.MAIL !== "resend" || env.RESEND_API_KEY !== undefined, {
    path: ["RESEND_API_KEY"],
    error: "is missing while MAIL is resend. Set it, or set MAIL to outbox",
    when: ALWAYS,
  });

/** A service that takes reports of faults in Sentry's envelopes. */
export interface ErrorTracker {
  /** Where envelopes are posted. */
  address: string;
  /** The public key of the project. */
  key: string;
  /** Host and port. */
  host: string;
}

/** Reads a DSN, `https://{key}@{host}/{path}{project}`; null for what is none. */
function readDsn(text: string): ErrorTracker | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const project = /^(.*\/)(\d+)$/.exec(url.pathname);
  if (!/^https?:$/.test(url.protocol) || !/^[\w-]+$/.test(url.username) || project === null)
    return null;
  const [, folder = "/", id = ""] = project;
  return {
    address: `${url.origin}${folder}api/${id}/envelope/`,
    key: url.username,
    host: `${url.hostname}:${url.port || (url.protocol === "https:" ? "443" : "80")}`,
  };
}

/** Whether a folder is another one, or lies below it. */
function liesIn(folder: string, other: string): boolean {
  const relative = path.relative(path.resolve(other), path.resolve(folder));
  return !(relative.startsWith("..") || path.isAbsolute(relative));
}

/** Whether a text is `postgres://user:password@host/database`, without a word about the host. */
export function isPostgresAddress(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : null;
  // A # is of a password that isn't written as addresses have it: what follows it would be lost.
  const isWhole = url !== null && url.hash === "";
  return isWhole && /^postgres(?:ql)?:$/.test(url.protocol) && url.pathname.length > 1;
}

/** An origin as browsers write it: in small letters, umlauts as ASCII, without a usual port. */
function readOrigin(value: string): { origin: string } | { fault: string } {
  const remedy = "Use scheme, host and port only, such as https://trust.example.com";
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    return { fault: `is not an origin. ${remedy}` };
  if (url.username !== "" || url.password !== "")
    return { fault: `contains a user name. ${remedy}` };
  if (url.pathname !== "/" || url.search !== "" || url.hash !== "" || /[?#]/.test(value))
    return { fault: `has something after its host. ${remedy}` };
  return { origin: url.origin };
}

function splitList(value: string): string[] {
  return value
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}
