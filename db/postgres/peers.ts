import type { Socket } from "node:net";
import type pg from "pg";
import { newId } from "../ids.ts";
import { Lease, LEASE_MS } from "./lease.ts";
import type { Duty, DutyName, Membership, ServerFacts } from "../servers.ts";

/*
 * The servers of one database, as each of them sees the others over the connection that it listens
 * on. Times between servers are the database's; a server's own are those of its monotonic clock.
 */

/** Where a commit is told: `{process}` or `{process} {number of the commit}`. */
export const WRITTEN_CHANNEL = "open_trust_center_written";
/**
 * Where a server says up to which commit it has heard: `{server} {number}`; or that a duty is free, or
 * that it ends.
 */
const KNOWN_CHANNEL = "open_trust_center_known";
const FREE = "free";
const GONE = "gone";

/** How often a server says that it lives, in milliseconds. */
const BEAT_MS = 500;
/** Who was not heard of for so long is dead, in milliseconds. */
const DEAD_MS = 5_000;
/** Rows of the dead are kept for those who look what happened, in milliseconds. */
const FORGET_MS = 60_000;
/** How long what is in memory counts after a beat, in milliseconds. */
const TRUST_MS = 2_000;
/** A commit waits so long for who says nothing, in milliseconds: then nothing in its memory counts. */
const WAIT_MS = TRUST_MS + 100;
/** How long a beat may take, in milliseconds. */
const ASK_MS = 2_000;

/** The database lets go of the locks of a machine that is gone within seconds, and not within hours. */
export const SOON_GONE =
  "set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3";

const NOW = "(extract(epoch from clock_timestamp()) * 1000)::bigint";

const BEAT = `with mine as (
    insert into servers (id, host, address, version, "lastMigration", "startedAt", "seenAt")
    values ($1, $2, $3, $4, $5, ${NOW}, ${NOW})
    on conflict (id) do update set "seenAt" = excluded."seenAt"
  ), kept as (
    update duties set "heldUntil" = ${NOW} + ${LEASE_MS}
    where holder = $1 and name = any($6) and "heldUntil" > ${NOW} returning name, term
  )
  select (select number from "commitCount") as written,
    (select coalesce(json_agg(id), '[]') from servers where id <> $1 and "seenAt" > ${NOW} - ${DEAD_MS}) as others,
    (select coalesce(json_agg(json_build_object('name', name, 'term', term)), '[]') from kept) as kept,
    exists (select from unnest($6::text[]) as wanted(name) left join duties as d on d.name = wanted.name
      where d.name is null or d."heldUntil" <= ${NOW}) as "hasFree",
    pg_notify('${KNOWN_CHANNEL}', $1::text || ' ' || $7::text)`;

/**
 * Takes what is free. A database that fails now must not forget who took it: unlike a beat, it is on
 * the disk before it counts.
 */
const taking = (id: string, names: readonly DutyName[]) =>
  `begin; set local synchronous_commit = on;
  insert into duties (name, holder, "heldUntil", term)
    select name, '${id}', ${NOW} + ${LEASE_MS}, 1
    from unnest(array[${names.map((name) => `'${name}'`).join(", ")}]) as wanted(name) order by name
  on conflict (name) do update
    set holder = excluded.holder, "heldUntil" = excluded."heldUntil", term = duties.term + 1
    where duties."heldUntil" <= ${NOW}
  returning name, term;
  commit`;

const LIVE = `select host, address, version, "lastMigration" from servers
  where id <> $1 and "seenAt" > ${NOW} - ${DEAD_MS} order by "startedAt", id`;

interface Beat {
  written: number;
  others: string[];
  kept: Taken[];
  hasFree: number;
}

interface Taken {
  name: DutyName;
  term: number;
}

/** A commit that others must have heard of. */
interface Waiting {
  number: number;
  missing: Set<string>;
  done: () => void;
}

/** What a server is among the others. */
interface Joined {
  facts: ServerFacts;
  duties: Map<DutyName, Lease>;
  timer: NodeJS.Timeout;
}

/** The servers of a database, as one process sees them. */
export class Peers implements Membership {
  readonly #id = newId();
  readonly #heard: () => void;
  #client: pg.Client | null = null;
  #joined: Joined | null = null;
  /** Whether the schema has what servers say of each other. */
  #isReady = false;
  /** Others that live, and since when that is known. */
  #others = new Set<string>();
  #othersAt = -Infinity;
  /** Those that were heard since the rows of servers were read last: one may have come in between. */
  readonly #heardSince = new Set<string>();
  /** Those that did not answer: nothing waits for them until they are heard again. */
  readonly #silent = new Set<string>();
  readonly #known = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();
  /** The last commit that this process heard of, and the last that it told the others it had. */
  #written = 0;
  #told = 0;
  #isTelling = false;
  #beating: Promise<void> | null = null;
  #beatAt = -Infinity;

  /** @param heard is called for whatever another process has committed */
  constructor(heard: () => void) {
    this.#heard = heard;
  }

  /** Whether commits are counted, so that others can say up to which they have heard. */
  get counts(): boolean {
    return this.#isReady;
  }

  /** Whether what is in memory counts now. */
  get isTrusted(): boolean {
    return this.#joined === null || performance.now() - this.#beatAt < TRUST_MS;
  }

  /** The schema is there. */
  ready(): void {
    this.#isReady = true;
  }

  /** Takes the connection that listens. @throws what the connection does */
  async listen(client: pg.Client): Promise<void> {
    // What is said here is of the moment: a database that fails forgets it with everything else of the moment. One that
    // another took the place of may have counted less.
    await client.query(
      `set synchronous_commit = off; ${SOON_GONE}; listen ${WRITTEN_CHANNEL}; listen ${KNOWN_CHANNEL}`,
    );
    this.#written = this.#told = 0;
    this.#known.clear();
    this.#client = client;
    if (this.#joined !== null) void this.#beat();
  }

  /** The connection that listened is gone. */
  deaf(client: pg.Client): void {
    if (this.#client === client) this.#client = null;
    this.#othersAt = -Infinity;
  }

  /** What was told on the connection. @param own by what this process knows its own commits */
  note({ channel, payload = "" }: pg.Notification, own: string): void {
    const [who = "", what = ""] = payload.split(" ");
    if (channel === WRITTEN_CHANNEL) {
      const number = Number(what);
      if (number > this.#written) this.#written = number;
      if (who === own) return;
      this.#heard();
      if (this.#joined !== null) this.#tell();
      return;
    }
    if (channel !== KNOWN_CHANNEL || who === this.#id) return;
    this.#silent.delete(who);
    if (what === FREE || what === GONE) {
      if (what === GONE) {
        this.#heardSince.delete(who);
        this.#setOthers([...this.#others].filter((id) => id !== who));
      }
      return void this.#beat();
    }
    // It may have just come.
    this.#others.add(who);
    this.#heardSince.add(who);
    this.#known.set(who, Math.max(Number(what), this.#known.get(who) ?? 0));
    for (const waiting of this.#waiting) {
      if (Number(what) < waiting.number || !waiting.missing.delete(who)) continue;
      if (waiting.missing.size === 0) waiting.done();
    }
  }

  /**
   * Waits until every other server that lives has heard of a commit. Who says nothing for two
   * seconds trusts nothing in its memory any more.
   */
  async know(number: number): Promise<void> {
    if (!this.#isReady || number === 0) return;
    if (this.#joined === null) await this.#look();
    const missing = new Set(
      [...this.#others].filter(
        (id) => !this.#silent.has(id) && (this.#known.get(id) ?? 0) < number,
      ),
    );
    if (missing.size === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => {
        for (const id of missing) this.#silent.add(id);
        waiting.done();
      }, WAIT_MS);
      const waiting: Waiting = {
        number,
        missing,
        done: () => {
          clearTimeout(timer);
          this.#waiting.delete(waiting);
          resolve();
        },
      };
      this.#waiting.add(waiting);
    });
  }

  /**
   * Is one of the servers of the database from now on.
   * @param facts what it says of itself
   * @param names the duties that it takes when they are free
   * @throws when the database can't be asked
   */
  async join(facts: ServerFacts, names: readonly DutyName[]): Promise<void> {
    const timer = setInterval(() => void this.#beat(), BEAT_MS).unref();
    const duties = new Map(names.map((name) => [name, new Lease(name, this.#id)]));
    this.#joined = { facts, duties, timer };
    const client = this.#client;
    await client?.query(`delete from servers where "seenAt" < ${NOW} - ${FORGET_MS}`);
    await this.#beat();
    if (this.#beatAt === -Infinity) throw new Error("the database does not take this server in");
  }

  duty(name: DutyName): Duty {
    const lease = this.#joined?.duties.get(name);
    if (lease === undefined) throw new Error(`this server did not join for ${name}`);
    return lease;
  }

  async giveUp(name: DutyName): Promise<void> {
    const lease = this.#joined?.duties.get(name);
    const term = lease?.term ?? 0;
    lease?.lose();
    this.#joined?.duties.delete(name);
    if (term === 0) return;
    await this.#beating;
    await this.#ask(
      `with freed as (
        update duties set "heldUntil" = 0 where name = $2 and holder = $1 and term = $3 returning name
      ) select pg_notify('${KNOWN_CHANNEL}', $1 || ' ${FREE}') from freed`,
      [this.#id, name, term],
    ).catch(() => undefined);
  }

  async others(): Promise<ServerFacts[]> {
    return (await this.#ask<ServerFacts & pg.QueryResultRow>(LIVE, [this.#id])).rows;
  }

  /** Is no server any more. */
  async leave(): Promise<void> {
    const joined = this.#joined;
    if (joined === null) return;
    clearInterval(joined.timer);
    await this.#beating;
    for (const lease of joined.duties.values()) lease.lose();
    this.#joined = null;
    await this.#ask(
      `with freed as (update duties set "heldUntil" = 0 where holder = $1),
        gone as (delete from servers where id = $1)
      select pg_notify('${KNOWN_CHANNEL}', $1 || ' ${GONE}')`,
      [this.#id],
    ).catch(() => undefined);
  }

  #beat(): Promise<void> {
    this.#beating ??= this.#beatOnce()
      // What could not be said now is said with the next one, until nothing of this server's counts any more.
      .catch(() => undefined)
      .finally(() => {
        this.#beating = null;
      });
    return this.#beating;
  }

  async #beatOnce(): Promise<void> {
    const joined = this.#joined;
    if (joined === null || this.#client === null) return;
    const { facts, duties } = joined;
    const since = performance.now();
    const saying = this.#written;
    this.#heardSince.clear();
    const { rows } = await this.#ask<Beat>(BEAT, [
      this.#id,
      facts.host,
      facts.address,
      facts.version,
      facts.lastMigration,
      [...duties.keys()],
      saying,
    ]);
    this.#told = Math.max(this.#told, saying);
    const [found] = rows;
    if (found === undefined || this.#joined !== joined) return;
    if (found.written > this.#written) {
      // Its notice was lost, or is on its way.
      this.#written = found.written;
      this.#heard();
    }
    this.#beatAt = since;
    this.#setOthers([...found.others, ...this.#heardSince]);
    this.#tell();
    for (const [name, lease] of duties) {
      const kept = found.kept.find((one) => one.name === name);
      if (kept === undefined) lease.lose();
      else if (kept.term === lease.term || lease.term === 0) lease.keep(kept.term, since);
    }
    if (found.hasFree) await this.#take();
  }

  async #take(): Promise<void> {
    const names = [...(this.#joined?.duties.keys() ?? [])];
    if (names.length === 0) return;
    const since = performance.now();
    const results: unknown = await this.#ask(taking(this.#id, names));
    const taken = (results as pg.QueryResult<Taken>[]).flatMap(({ rows }) => rows);
    for (const { name, term } of taken) this.#joined?.duties.get(name)?.keep(term, since);
  }

  /** Says up to which commit this server has heard: one thing after the other, the last one at once. */
  #tell(): void {
    if (this.#isTelling || this.#told >= this.#written) return;
    this.#isTelling = true;
    const work = async () => {
      while (this.#told < this.#written) {
        const number = this.#written;
        await this.#ask(`select pg_notify('${KNOWN_CHANNEL}', $1)`, [`${this.#id} ${number}`]);
        this.#told = Math.max(this.#told, number);
      }
    };
    void work()
      // The next beat says it.
      .catch(() => undefined)
      .finally(() => {
        this.#isTelling = false;
      });
  }

  /** Who lives, for a process that is no server itself. */
  async #look(): Promise<void> {
    if (performance.now() - this.#othersAt < 2 * BEAT_MS) return;
    const { rows } = await this.#ask<{ id: string }>(
      `select id from servers where "seenAt" > ${NOW} - ${DEAD_MS}`,
    ).catch(() => ({ rows: [] }));
    this.#setOthers(rows.map(({ id }) => id));
  }

  #setOthers(ids: readonly string[]): void {
    this.#others = new Set(ids);
    this.#othersAt = performance.now();
    for (const kept of [this.#known, this.#silent])
      for (const id of kept.keys()) if (!this.#others.has(id)) kept.delete(id);
  }

  /** Asks on the connection that listens; one that says nothing is ended. */
  async #ask<Row extends pg.QueryResultRow>(
    text: string,
    values?: readonly unknown[],
  ): Promise<pg.QueryResult<Row>> {
    const client = this.#client;
    if (client === null) throw new Error("there is no connection that listens");
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    const timer = setTimeout(() => stream.destroy(), ASK_MS);
    try {
      return await client.query<Row>(text, values === undefined ? undefined : [...values]);
    } finally {
      clearTimeout(timer);
    }
  }
}
