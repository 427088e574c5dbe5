import path from "node:path";
import type * as z from "zod";
import { isPlainHttp, type BucketAddress } from "./files/s3/address.ts";
import { type ErrorTracker, environmentSchema, type LogLevel } from "./environment.ts";
import type { Exemption } from "./integrations/exemptions.ts";

/**
 * The environment, read and validated once. Each variable of docs/operate/variables.md has one
 * schema; a fault names the variable, what is wrong with its value, and the remedy.
 */
const LOCAL_HOSTS = new Set(["localhost", "127.0.0.1", "::1", "[::1]"]);

export interface Config {
  port: number;
  host: string;
  dataDir: string;
  /**
   * Where stored files lie: below dataDir, or in a bucket that speaks S3, where several servers can
   * share them.
   */
  blobs: { kind: "folder" } | ({ kind: "s3" } & BucketSettings);
  /** A database of PostgreSQL, and the file of the installation's key; null: SQLite in dataDir. */
  database: {
    url: string;
    /** The same one, past a pooler that stands in front of it. */
    directUrl: string;
    keyFile: string;
  } | null;
  /** How long a server that ends goes on serving while it says that it ends; null: as is usual. */
  drainSeconds: number | null;
  /** Scheme, host and port of the default host. Links in mail are built from it. */
  origin: string;
  /** Cookies are `__Host-` and Secure when the origin is https. */
  secure: boolean;
  trustProxy: string[];
  mail: string;
  mailFrom: string;
  resend: {
    apiKey: string | undefined;
    url: string | undefined;
    webhookSecret: string | undefined;
  };
  /** Where 'Get Grade' asks; without a token it is not set up. */
  scorecard: { url: string; token: string | undefined };
  /** Where faults are reported; null: in the log alone. */
  errorTracker: ErrorTracker | null;
  /** Where figures of the running process are told; null: nowhere. */
  metrics: {
    /** A listener of its own. */
    door: { host: string; port: number } | null;
    /** What whoever asks must know; with it they are told at `/metrics`, too. */
    token: string | null;
  } | null;
  /** Requests that take as many milliseconds are logged; null: none. */
  slowMs: number | null;
  logLevel: LogLevel;
  /** Where the keys are that sign companies' plans; null: a company's own switches decide. */
  entitlementsJwks: string | null;
  /** The directories that the company picker asks; null where one is not set up. */
  companySearch: {
    brandfetch: { url: string; clientId: string } | null;
    clearbit: { url: string } | null;
  };
  /** Where the statistics of programs are asked for. */
  hackeroneUrl: string;
  /**
   * The model that writes answers, by the chat API that it speaks; null where answers are quoted.
   */
  ai: { url: string; key: string | undefined; model: string } | null;
  defaultOrg: string | undefined;
  demo: boolean;
  demoPassword: string | undefined;
  /** Hosts that may be asked although they are not on a public address. */
  outboundAllow: Exemption[];
  dnsServer: string | undefined;
  /** Nightly backups; null where none are asked for. */
  backups: {
    folder: string;
    /** UTC. */
    at: { hour: number; minute: number };
    keep: number;
    keys: "within" | "apart";
  } | null;
  production: boolean;
}

/** A bucket, and who may use it. */
export interface BucketSettings {
  address: BucketAddress;
  keyId: string;
  /** The secret itself, or the file that has it. */
  secret: { value: string } | { file: string };
  /** How much of it may be kept on this machine's disk, in bytes. */
  cacheBytes: number;
}

/**
 * What is wrong with the environment, one line a variable; the start ends with it, and nothing was
 * changed.
 */
export class ConfigError extends Error {}

/**
 * The configuration of this process.
 * @throws ConfigError naming every faulty variable, its fault and the remedy
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const known: Record<string, string> = {};
  for (const name of Object.keys(environmentSchema.shape)) {
    const value = environment[name];
    if (value !== undefined && value !== "") known[name] = value;
  }
  const parsed = environmentSchema.safeParse(known);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0] ?? "environment");
      const secret =
        /KEY$|PASSWORD|SECRET|TOKEN|DSN|^DATABASE_(?:LISTEN_)?URL$/.test(name) ||
        name === "MAIL" ||
        (name === "BLOBS" && known[name]?.includes("@") === true);
      const shown =
        known[name] === undefined
          ? ""
          : secret
            ? " (value not shown)"
            : ` ${JSON.stringify(known[name])}`;
      return `${name}${shown} ${issue.message}.`;
    });
    throw new ConfigError(lines.join("\n"));
  }
  const env = parsed.data;
  const ownOrigin = env.ORIGIN ?? new URL(`http://localhost:${env.PORT}`).origin;
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: path.resolve(env.DATA_DIR),
    database:
      env.DATABASE_URL === undefined || env.INSTALLATION_KEY_FILE === undefined
        ? null
        : {
            url: env.DATABASE_URL,
            directUrl: env.DATABASE_LISTEN_URL ?? env.DATABASE_URL,
            keyFile: path.resolve(env.INSTALLATION_KEY_FILE),
          },
    blobs: blobsOf(env),
    drainSeconds: env.DRAIN_SECONDS ?? null,
    origin: ownOrigin,
    secure: ownOrigin.startsWith("https:"),
    trustProxy: env.TRUST_PROXY,
    mail: env.MAIL,
    mailFrom: env.MAIL_FROM,
    resend: {
      apiKey: env.RESEND_API_KEY,
      url: env.RESEND_URL,
      webhookSecret: env.RESEND_WEBHOOK_SECRET,
    },
    scorecard: { url: env.SECURITY_SCORECARD_URL, token: env.SECURITY_SCORECARD_TOKEN },
    errorTracker: env.ERROR_DSN ?? null,
    metrics:
      env.METRICS_PORT === undefined && env.METRICS_TOKEN === undefined
        ? null
        : { door: env.METRICS_PORT ?? null, token: env.METRICS_TOKEN ?? null },
    slowMs: env.SLOW_MS ?? null,
    logLevel: env.LOG_LEVEL,
    entitlementsJwks: env.ENTITLEMENTS_JWKS ?? null,
    companySearch: {
      brandfetch:
        env.BRANDFETCH_CLIENT_ID === undefined
          ? null
          : { url: env.BRANDFETCH_URL, clientId: env.BRANDFETCH_CLIENT_ID },
      clearbit: env.CLEARBIT_URL === undefined ? null : { url: env.CLEARBIT_URL },
    },
    hackeroneUrl: env.HACKERONE_URL,
    ai:
      env.AI_URL === undefined || env.AI_MODEL === undefined
        ? null
        : { url: env.AI_URL, key: env.AI_KEY, model: env.AI_MODEL },
    defaultOrg: env.DEFAULT_ORG,
    demo: env.DEMO === "on",
    demoPassword: env.DEMO_PASSWORD,
    outboundAllow: env.OUTBOUND_ALLOW,
    dnsServer: env.DNS_SERVER,
    backups:
      env.BACKUP_DIR === undefined
        ? null
        : {
            folder: path.resolve(env.BACKUP_DIR),
            at: env.BACKUP_AT,
            keep: env.BACKUP_KEEP,
            keys: env.BACKUP_KEYS,
          },
    production: env.NODE_ENV === "production",
  };
}

/** Where stored files lie, by variables that were looked at. */
function blobsOf(env: z.output<typeof environmentSchema>): Config["blobs"] {
  const { BLOBS, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SECRET_ACCESS_KEY_FILE } = env;
  if (BLOBS === undefined || AWS_ACCESS_KEY_ID === undefined) return { kind: "folder" };
  return {
    kind: "s3",
    address: BLOBS,
    keyId: AWS_ACCESS_KEY_ID,
    secret:
      AWS_SECRET_ACCESS_KEY === undefined
        ? { file: path.resolve(AWS_SECRET_ACCESS_KEY_FILE ?? "") }
        : { value: AWS_SECRET_ACCESS_KEY },
    cacheBytes: env.BLOB_CACHE_MB * 1024 * 1024,
  };
}

/**
 * Whether several servers may have this installation: its database and its stored files lie where
 * each of them reaches them.
 */
export function sharesFiles({ database, blobs }: Pick<Config, "database" | "blobs">): boolean {
  return database !== null && blobs.kind === "s3";
}

/** The environment of this process; nothing else reads it. */
export function currentEnvironment(): Record<string, string | undefined> {
  return process.env;
}

/** Things that work but deserve a word at the start. */
export function configWarnings(config: Config): string[] {
  const { protocol, hostname } = new URL(config.origin);
  const warnings: string[] = [];
  if (protocol === "http:") {
    const where = LOCAL_HOSTS.has(hostname)
      ? "this machine alone"
      : "others on the network could read them";
    warnings.push(
      `ORIGIN is http: cookies are not Secure (${where}). Put a TLS proxy in front and set ORIGIN to https before others use it.`,
    );
  }
  if (config.blobs.kind === "s3" && isPlainHttp(config.blobs.address))
    warnings.push(
      "BLOBS uses http: stored files are encrypted, but others on that network could delete or replace them. Use https unless the store is on this machine.",
    );
  if (config.mail === "outbox")
    warnings.push(
      "MAIL is outbox: emails are saved on this machine and not delivered, so visitors can’t sign in. Set MAIL to the address of your mail server.",
    );
  return warnings;
}
