import path from "node:path";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { onTestFinished } from "vitest";
import { type OwnPostgres, startPostgres } from "../postgres.ts";
import { BUCKET_KEY, BucketServer } from "../bucket-server.ts";
import { PASSWORD } from "./backup-world.ts";
import type { SmtpSink } from "./smtp-sink.ts";
import { dataFolder, Spawned } from "./spawned.ts";

/** Several servers of one installation: a database and stored files that all of them reach. */
export class SeveralServers {
  readonly postgres: OwnPostgres;
  readonly url: string;
  readonly bucket: BucketServer;
  readonly #folder: string;
  readonly #client: pg.Client;
  /** When each email was taken, by its Message-ID. */
  readonly taken = new Map<string, number[]>();

  private constructor(
    { postgres, bucket }: { postgres: OwnPostgres; bucket: BucketServer },
    url: string,
    folder: string,
    client: pg.Client,
  ) {
    this.postgres = postgres;
    this.bucket = bucket;
    this.url = url;
    this.#folder = folder;
    this.#client = client;
  }

  /** A database without anything in it. */
  static async open(): Promise<SeveralServers> {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.end());
    const url = await postgres.newDatabase("trust");
    const folder = await dataFolder();
    const bucket = await BucketServer.start();
    onTestFinished(() => bucket.stop());
    const client = new pg.Client(url);
    client.on("error", () => undefined);
    await client.connect();
    onTestFinished(() => client.end());
    return new SeveralServers({ postgres, bucket }, url, folder, client);
  }

  /** The variables of a server with a folder of its own. @param name the folder's */
  environment(name: string, sink: SmtpSink): Record<string, string> {
    const own = path.join(this.#folder, name);
    return {
      DATABASE_URL: this.url,
      INSTALLATION_KEY_FILE: path.join(this.#folder, "secret", "key"),
      DATA_DIR: own,
      DEMO_PASSWORD: PASSWORD,
      MAIL: sink.url,
      // The writers come from many networks.
      TRUST_PROXY: "loopback",
      BLOBS: this.bucket.address(),
      AWS_ACCESS_KEY_ID: BUCKET_KEY.keyId,
      AWS_SECRET_ACCESS_KEY: BUCKET_KEY.secret,
      NODE_OPTIONS: `--import ${pathToFileURL(path.join(import.meta.dirname, "newer-version.mjs")).href}`,
    };
  }

  start(name: string, sink: SmtpSink, more: Record<string, string> = {}): Promise<Spawned> {
    return Spawned.start({ ...this.environment(name, sink), ...more });
  }

  async rows<Row extends pg.QueryResultRow>(
    statement: string,
    values: unknown[] = [],
  ): Promise<Row[]> {
    return (await this.#client.query<Row>(statement, values)).rows;
  }

  /** Which server has a duty: what it listens on. */
  async holderOf(duty: string): Promise<string | null> {
    const [row] = await this.rows<{ address: string }>(
      `select s.address from duties as d join servers as s on s.id = d.holder
      where d.name = $1 and d."heldUntil" > extract(epoch from clock_timestamp()) * 1000`,
      [duty],
    );
    return row?.address ?? null;
  }

  /** Notes when each email is taken. */
  note(sink: SmtpSink, also: (count: number) => void = () => undefined): void {
    sink.onMessage = ({ messageId, to }) => {
      if (!to.endsWith("@list.example")) return "ok";
      this.taken.set(messageId, [...(this.taken.get(messageId) ?? []), performance.now()]);
      also(this.taken.size);
      return "ok";
    };
  }

  /** Confirmed subscribers of a company, instead of those that it had. */
  async plantSubscribers(count: number): Promise<void> {
    await this.rows(
      "delete from subscribers using orgs where orgs.id = \"orgId\" and slug = 'acme'",
    );
    await this.rows(
      `insert into subscribers ("orgId", id, email, "emailKey", "emailDomain", state, source, "createdAt", "confirmedAt", "allUpdates", digest)
      select orgs.id, 'planted' || n, n || '@list.example', n || '@list.example', 'list.example', 'confirmed', 'test', $1, $1, 1, 'each'
      from orgs, generate_series(1, $2::int) as n where slug = 'acme'`,
      [new Date(Date.now() - 1_000).toISOString(), count],
    );
  }

  /** An update to each subscriber, as a process that published left it. */
  async plantMailing(name: string): Promise<void> {
    const at = new Date(Date.now() - 1_000).toISOString();
    const recipients = {
      subscribers: true,
      audience: null,
      category: "general",
      productIds: [],
      membersOnly: false,
      digest: "each",
    };
    await this.rows(
      `insert into mailings ("orgId", id, kind, "recipientsJson", subject, html, text, "othersHtml", "othersText", "headersJson", "fromName", "messageDomain", "portalUrl", state, recipients, "notBefore", "createdAt", "createdBy")
      select id, $1, 'topic-update', $2, 'An update', '<p>x</p>', 'x', '<p>x</p>', 'x', '{}', 'Acme Cloud', 'localhost', 'http://localhost:3000/acme', 'expanding', 0, $3, $3, 'Olive'
      from orgs where slug = 'acme'`,
      [name, JSON.stringify(recipients), at],
    );
    // As a process does that writes.
    await this.rows(`update "commitCount" set number = number + 1`);
  }

  /** How many emails of a mailing have each state. */
  async states(name: string): Promise<Record<string, number>> {
    const rows = await this.rows<{ state: string; n: string }>(
      `select state, count(*) as n from outbox where "mailingId" = $1 group by state`,
      [name],
    );
    return Object.fromEntries(rows.map(({ state, n }) => [state, Number(n)]));
  }

  /** Emails that were taken more than once. @returns for each, when first and when again */
  twice(): { first: number; again: number[] }[] {
    return [...this.taken.values()].flatMap(([first = 0, ...again]) =>
      again.length === 0 ? [] : [{ first, again }],
    );
  }
}

export async function until(
  condition: () => boolean | Promise<boolean>,
  ms = 60_000,
): Promise<void> {
  for (const end = Date.now() + ms; !(await condition());) {
    if (Date.now() > end) throw new Error(`it did not happen within ${ms} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
