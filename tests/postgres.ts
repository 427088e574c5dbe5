import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { familyOf } from "./server/processes-of.ts";

const DEBIANS = "/usr/lib/postgresql";
const MEMORY = "/dev/shm";

/** Many worlds at a time have ten connections each. */
const SETTINGS = ["listen_addresses=", "fsync=off", "max_connections=400"];

/** What a server's folder takes at most, in bytes, with the databases that are open at a time. */
const ROOM = 4 * 1024 ** 3;

/**
 * Where folders of servers are made: in memory where there is room. Each database has a thousand files, and a disk
 * takes longer to make those anew the more of them were just removed, up to twenty times as long.
 */
function roomy(): string {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > ROOM ? MEMORY : tmpdir();
}

/** A server of PostgreSQL of a test's own: a folder, a socket in it, no port. */
export interface OwnPostgres {
  /** The address of a new database. */
  newDatabase(name: string, more?: string): Promise<string>;
  addressOf(name: string): string;
  /** The folder of its socket. */
  folder: string;
  /** Ends the server at once, as a failing machine would, and starts it again. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Gives a folder to the user whom the server runs as. */
  own(folder: string): void;
  /** Has every process of the server stand still, as behind a broken network. @returns lets them go on */
  hold(): Promise<() => void>;
  /** Ends the server and removes its folder. */
  end(): Promise<void>;
}

/** Where the programs of PostgreSQL lie. */
function programs(): string {
  const versions = existsSync(DEBIANS) ? readdirSync(DEBIANS) : [];
  const newest = versions.map(Number).sort((a, b) => b - a)[0];
  if (newest === undefined)
    throw new Error("the tests need PostgreSQL: apt-get install postgresql");
  return path.join(DEBIANS, String(newest), "bin");
}

/** It refuses to run as root: Debian's package brings a user for it. */
function owner(): { uid: number; gid: number } | object {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

/**
 * Starts a server that nothing else uses, and that loses nothing it need not lose.
 * @param settings come after those of every test, and win
 */
export async function startPostgres(settings: readonly string[] = []): Promise<OwnPostgres> {
  const folder = mkdtempSync(path.join(roomy(), "otc-postgres-"));
  const as = owner();
  const own = (place: string) => {
    if ("uid" in as && "gid" in as) chownSync(place, as.uid, as.gid);
  };
  own(folder);
  const data = path.join(folder, "data");
  execFileSync(
    path.join(programs(), "initdb"),
    ["-D", data, "-U", "trust", "-E", "UTF8", "--locale=C.UTF-8", "-A", "trust", "--no-sync"],
    { ...as, cwd: folder, stdio: "ignore" },
  );
  let server: ChildProcess | null = null;
  const addressOf = (name: string) =>
    `postgres://trust@localhost/${name}?host=${encodeURIComponent(folder)}`;
  const start = async () => {
    server = spawn(
      path.join(programs(), "postgres"),
      [
        "-D",
        data,
        "-k",
        folder,
        ...[...SETTINGS, ...settings].flatMap((setting) => ["-c", setting]),
      ],
      { ...as, cwd: folder, stdio: "ignore" },
    );
    for (const until = Date.now() + 20_000; ;) {
      const client = new pg.Client(addressOf("postgres"));
      client.on("error", () => undefined);
      const fault: unknown = await client.connect().then(
        () => null,
        (error: unknown) => error,
      );
      await client.end().catch(() => undefined);
      if (fault === null) return;
      if (Date.now() > until) throw fault;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const stop = async () => {
    const ended = server;
    if (ended === null) return;
    server = null;
    const gone = new Promise((resolve) => ended.once("exit", resolve));
    ended.kill("SIGQUIT");
    await gone;
  };
  await start();
  return {
    folder,
    addressOf,
    start,
    stop,
    own,
    async hold() {
      const all = await familyOf(server?.pid ?? 0);
      for (const pid of all) process.kill(pid, "SIGSTOP");
      return () => {
        for (const pid of all) process.kill(pid, "SIGCONT");
      };
    },
    async newDatabase(name, more = "") {
      const client = new pg.Client(addressOf("postgres"));
      await client.connect();
      await client.query(`create database "${name}" ${more}`);
      await client.end();
      return addressOf(name);
    },
    async end() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
