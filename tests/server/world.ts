import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { inject, onTestFinished } from "vitest";
import { readConfig } from "#platform/config.ts";
import type { Services } from "#platform/context.ts";
import type { OutgoingMail, Transport } from "#platform/mail/transports/transport.ts";
import type { OutboxTable } from "#db/schema.ts";
import { createMemberSession } from "#auth/store/member-sessions.server.ts";
import { createStaffSession } from "#auth/store/sessions.server.ts";
import { ADDRESS_KEY } from "#platform/files/installation-key.ts";
import { ANSWER_MS } from "../limits.ts";
import { builtServer, DEMO_PASSWORD, WORLD_MADE } from "./template.ts";
import { worldDatabase, type WorldDatabase, type WorldImage } from "./world-database.ts";

export { DEMO_PASSWORD, WORLD_MADE };

/** An answer as it came over the wire. */
export interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
  text: string;
}

export interface Ask {
  method?: string;
  /** The Host header; the default host unless it is given. */
  host?: string;
  /** A person of the named world, by email; nobody when absent. */
  as?: string;
  headers?: Record<string, string>;
  form?: Record<string, string> | URLSearchParams;
  body?: string | Buffer;
  /** By a connection that is kept for the next request, as walks of thousands do. */
  kept?: boolean;
  /** How long the answer may take, in milliseconds, where the usual limit does not do. */
  within?: number;
}

/**
 * One named world with two tenants, cloned for each test: acme (two products, custom domain
 * trust.acme.example, level PublicContentOnly) and globex (level Minimal), with their staff and
 * visitors. Requests go over a real socket to the built server.
 */
export class World {
  readonly services: Services;
  readonly host = "localhost:3000";
  /** The clock; set it to turn it. */
  time = new Date(WORLD_MADE);
  readonly logged: string[] = [];
  readonly #server: http.Server;
  readonly database: WorldDatabase;
  readonly #cookies = new Map<string, string>();
  readonly #agent = new http.Agent({ keepAlive: true });

  constructor(services: Services, server: http.Server, database: WorldDatabase) {
    this.services = { ...services };
    this.#server = server;
    this.database = database;
  }

  /** The database as it is now, for other worlds. */
  image(): Promise<WorldImage> {
    return this.database.image();
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Sends a request; redirects are not followed. */
  async ask(target: string, options: Ask = {}): Promise<Answer> {
    const headers: Record<string, string> = { host: options.host ?? this.host, ...options.headers };
    if (options.as !== undefined)
      headers.cookie = [headers.cookie, await this.cookieOf(options.as, headers.host ?? this.host)]
        .filter(Boolean)
        .join("; ");
    let body = options.body;
    if (options.form !== undefined) {
      body = new URLSearchParams(options.form).toString();
      headers["content-type"] = "application/x-www-form-urlencoded";
    }
    if (body !== undefined) headers["content-length"] = String(Buffer.byteLength(body));
    const method = options.method ?? (body === undefined ? "GET" : "POST");
    const agent = options.kept === true ? this.#agent : false;
    return new Promise((resolve, reject) => {
      const request = http.request(
        { host: "127.0.0.1", port: this.port, path: target, method, headers, agent },
        (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("end", () => {
            resolve(answerOf(response, Buffer.concat(chunks)));
          });
          response.on("error", reject);
        },
      );
      request.on("error", reject);
      const within = options.within ?? ANSWER_MS;
      request.setTimeout(within, () =>
        request.destroy(new Error(`no answer within ${within} ms: ${method} ${target}`)),
      );
      request.end(body);
    });
  }

  /** The cookie of a person of the named world, with a session of their kind on that host. */
  async cookieOf(email: string, host: string): Promise<string> {
    const known = this.#cookies.get(`${email} ${host}`);
    if (known !== undefined) return known;
    const { store } = this.services;
    const staff = await store.read
      .selectFrom("staff")
      .select("id")
      .where("email", "=", email)
      .executeTakeFirst();
    const member = staff
      ? undefined
      : await store.read
          .selectFrom("members")
          .select(["id", "orgId"])
          .where("email", "=", email)
          .executeTakeFirst();
    if (!staff && !member) throw new Error(`nobody in the named world has the address ${email}`);
    const cookie = await store.write(async (trx) => {
      if (staff)
        return `otc_staff=${await createStaffSession(trx, { staffId: staff.id, orgId: null, now: this.time })}`;
      return `otc_member=${await createMemberSession(trx, { orgId: member?.orgId ?? "", memberId: member?.id ?? "", host, now: this.time })}`;
    });
    this.#cookies.set(`${email} ${host}`, cookie);
    return cookie;
  }

  async orgId(slug: string): Promise<string> {
    const row = await this.services.store.read
      .selectFrom("orgs")
      .select("id")
      .where("slug", "=", slug)
      .executeTakeFirstOrThrow();
    return row.id;
  }

  async productId(slug: string, product?: string): Promise<string> {
    let query = this.services.store.read
      .selectFrom("products")
      .select("id")
      .where("orgId", "=", await this.orgId(slug));
    query =
      product === undefined ? query.where("isDefault", "=", 1) : query.where("name", "=", product);
    return (await query.executeTakeFirstOrThrow()).id;
  }

  /** The rows of the outbox, oldest first. */
  mails(): Promise<OutboxTable[]> {
    return this.services.store.read
      .selectFrom("outbox")
      .selectAll()
      .orderBy("createdAt")
      .orderBy("id")
      .execute();
  }

  /**
   * Lets the worker send what is due, once; nothing sends in a world unless it is asked.
   * @param transport a real one; without it everything is accepted
   * @returns what left, complete
   */
  async deliver(transport?: Transport): Promise<OutgoingMail[]> {
    const { openMailWorker } = await builtServer();
    const sent: OutgoingMail[] = [];
    const taking: Transport = transport ?? {
      name: "outbox",
      concurrency: 4,
      keeps: true,
      send: async () => ({ kind: "sent" }),
      close: async () => undefined,
    };
    const noting: Transport = {
      ...taking,
      async send(mail) {
        const outcome = await taking.send(mail);
        if (outcome.kind === "sent") sent.push(mail);
        return outcome;
      },
    };
    await openMailWorker(this.services, noting).pass();
    return sent;
  }

  /**
   * Lays out what a test stored past the forms and APIs that do it.
   * @param days from the world's now, by which a clock beside it is turned
   * @returns how many texts were laid out
   */
  async layOut(slug = "acme", days = 0): Promise<number> {
    const { layOutStored } = await builtServer();
    const { store, blobs } = this.services;
    const now = () => new Date(this.time.getTime() + days * 86_400_000);
    return (await layOutStored({ store, blobs, now }, await this.orgId(slug))).made;
  }

  async close(): Promise<void> {
    this.#agent.destroy();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    await this.database.close();
  }
}

/** An answer; its text is made where it is read: walks ask for thousands of files and pages. */
function answerOf({ statusCode = 0, headers }: http.IncomingMessage, body: Buffer): Answer {
  let text: string | undefined;
  return {
    status: statusCode,
    headers,
    body,
    get text() {
      return (text ??= body.toString("utf8"));
    },
  };
}

/**
 * A fresh copy of the named world, behind a server of its own; it ends with the test.
 * @param image the database of another world, whose files lie beside those of the named one, instead
 */
export async function openWorld(
  environment: Record<string, string> = {},
  image?: WorldImage,
): Promise<World> {
  const folder = inject("worldFolder");
  const { BlobStore, RateLimits, loadInstallationKey, handle, httpServer, LISTS, openPlace } =
    await builtServer();
  const config = {
    ...readConfig({ DATA_DIR: folder, DEMO_PASSWORD, ...environment }),
    production: true,
  };
  const key = await loadInstallationKey(folder);
  const database = await worldDatabase(image, key.derive(ADDRESS_KEY));
  const { store } = database;
  let world: World | undefined;
  const log: Services["log"] = {
    info: (fields, message) => world?.logged.push(`${message} ${JSON.stringify(fields)}`),
    warn: (fields, message) => world?.logged.push(`${message} ${JSON.stringify(fields)}`),
    error: (fields, message) => world?.logged.push(`${message} ${JSON.stringify(fields)}`),
  };
  // A bucket begins empty, and its DATA_DIR is the test's own.
  const patience = { reading: 500, storing: 500 };
  const place =
    config.blobs.kind === "folder"
      ? path.join(folder, "blobs")
      : await openPlace(config, { key, writer: "server", store, log, patience });
  const blobs = new BlobStore(place, key);
  const services: Services = {
    config,
    store,
    blobs,
    key,
    limits: new RateLimits({ read: store.read, key }),
    ...LISTS,
    now: () => world?.time ?? new Date(WORLD_MADE),
    log,
  };
  const server = httpServer(await handle(services));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  world = new World(services, server, database);
  onTestFinished(() => world?.close());
  return world;
}
