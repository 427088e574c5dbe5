import { createServer, type Server } from "node:http";
import * as build from "virtual:react-router/server-build";
import type { ServerBuild } from "react-router";
import { inOwnCommands } from "#platform/command-line.ts";
import {
  ConfigError,
  configWarnings,
  currentEnvironment,
  readConfig,
  sharesFiles,
  type Config,
} from "#platform/config.ts";
import type { Log, Services } from "#platform/context.ts";
import type { BodyLimits } from "#http/body-times.ts";
import { Connections } from "#http/connections.ts";
import { createListener } from "#http/listener.ts";
import type { MetricsDoor } from "#http/metrics-door.ts";
import { Watch } from "#http/watch.ts";
import { noteEnding } from "#platform/ending.ts";
import { clientFolder } from "#http/manifest.ts";
import { StaticFiles } from "#http/static-files.ts";
import { SILENCE_TIMEOUT_MS } from "#http/web-request.ts";
import { ErrorReports } from "#platform/integrations/error-reports.ts";
import { createLog, toStandardError } from "#platform/log.ts";
import { domainChecksJob } from "./domain-checks.ts";
import { planChecksJob } from "#staff/entitlements/checks.server.ts";
import type { JobParts } from "#platform/mail/scheduled-job.ts";
import { MAIL_JOBS, startScheduler, runDueJobs as takeTurnsOf } from "./mail/scheduler.ts";
import { cleanUp } from "./cleanup.ts";
import {
  isPlainRefusal,
  joinServers,
  openForServer,
  openServices,
  prepare,
  type OpenedServer,
} from "./installation.ts";
import { runCommand } from "./commands.ts";
import { backupCommands } from "#operations/backup/commands.server.ts";
import { moveCommand } from "#operations/move/command.server.ts";
import { doctorCommand } from "#operations/doctor/command.server.ts";
import { startNightly } from "#operations/backup/nightly.server.ts";
import { endReadings, webpagesJob } from "#content/webpages/reading.server.ts";
import { subprocessorDaysJob } from "#updates/updates/effective-days.server.ts";
import { metricsServer, openMetrics } from "./metrics.ts";
import { openMailWorker } from "./mail-worker.ts";
import { openTransport } from "#platform/mail/transports/open-transport.ts";
import { ALONE, type DutyName, type Membership } from "#db/servers.ts";
import { webhookWorker } from "#company/webhooks/worker.ts";
import { draftWorker } from "#access/questionnaires/draft-worker.ts";
import "#web/forms/validator-words.ts";

// What tests and benches open a world with: the very classes that the built server uses.
export { readConfig } from "#platform/config.ts";
export { Store } from "#db/store.ts";
export { migrate } from "#db/migrate.ts";
export { BlobStore } from "#platform/files/blob-store.ts";
export { openPlace } from "#platform/files/open-place.ts";
export { layOutStored } from "#content/files/markdown/stored-markdown.ts";
export { loadInstallationKey } from "#platform/files/installation-key.ts";
export { openMailWorker } from "./mail-worker.ts";
export { webhookWorker } from "#company/webhooks/worker.ts";
export { draftWorker } from "#access/questionnaires/draft-worker.ts";
export { openTransport } from "#platform/mail/transports/open-transport.ts";
export { publicReads } from "#company/visitor-events/public-reads.server.ts";
export { RateLimits } from "#platform/http/request/rate-limit.ts";
export { answering } from "#content/answers/finding.ts";
export { SearchIndex } from "#model/search/matching.ts";
export { fetchWaitingLogos } from "#content/companies/logos.server.ts";
export { prepare } from "./installation.ts";
export { LISTS } from "./lists.ts";

/**
 * Everything that returns by the clock. The last one waits for name servers: the others come first.
 */
const CLOCK_JOBS = [...MAIL_JOBS, subprocessorDaysJob, domainChecksJob, planChecksJob];
/** What waits for other people's sites, minutes maybe: it has a clock of its own. */
const READING_JOBS = [webpagesJob];

/** Takes every turn that is due, once. */
export function runDueJobs(parts: JobParts): Promise<void> {
  return takeTurnsOf(parts, [...CLOCK_JOBS, ...READING_JOBS]);
}

/** Limits of a connection: headers within 10 s, a body that is silent for 30 s is given up. */
const HEADERS_TIMEOUT_MS = 10_000;
const DRAIN_MS = 20_000;
/** How long one of several servers goes on while a balancer finds out that it ends, in seconds. */
const DRAIN_SECONDS = 5;
/** Each takes memory, a slow one for long; what is beyond is closed at once. */
const MAX_CONNECTIONS = 2_000;

/** A request listener for a set of services: what `main` serves and tests call. */
export async function handle(services: Services, bodyLimits?: Partial<BodyLimits>) {
  return (await openListener(services, bodyLimits)).listener;
}

/** The listener, and the figures of what it does where somebody may ask for them. */
async function openListener(
  services: Services,
  bodyLimits?: Partial<BodyLimits>,
  servers: Membership = ALONE,
) {
  const { metrics: asked } = services.config;
  const watch = asked === null ? null : new Watch();
  const metrics =
    asked === null || watch === null
      ? null
      : { token: asked.token, text: await openMetrics(services, watch, servers) };
  const listener = createListener(
    services,
    build as unknown as ServerBuild,
    await StaticFiles.load(clientFolder),
    { bodyLimits, watch, metrics: metrics?.token == null ? null : metrics },
  );
  return { listener, metrics };
}

/** An HTTP server around a listener, with the time-outs that slow clients meet. */
export function httpServer(listener: Awaited<ReturnType<typeof handle>>): Server {
  return serverAndConnections(listener).server;
}

function serverAndConnections(listener: Awaited<ReturnType<typeof handle>>) {
  const server: Server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: 0,
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 2_000,
      maxHeaderSize: 32 * 1024,
    },
    (req, res) => {
      req.setTimeout(SILENCE_TIMEOUT_MS);
      connections.note(req, res);
      void listener(req, res);
    },
  );
  const connections = new Connections(server);
  server.maxRequestsPerSocket = 0;
  server.maxConnections = MAX_CONNECTIONS;
  return { server, connections };
}

async function main(words: readonly string[]): Promise<void> {
  // Whatever this process writes is for its own user alone.
  process.umask(0o077);
  // A log that can't be written, on a full disk or into a closed pipe, ends nothing.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  let reports: ErrorReports | null = null;
  const terminal = {
    now: () => new Date(),
    say: (line: string) => void process.stdout.write(`${inOwnCommands(line)}\n`),
    complain: (line: string) => void process.stderr.write(`${inOwnCommands(line)}\n`),
  };
  try {
    if (words[0] === "doctor") {
      const environment = currentEnvironment();
      process.exitCode = await doctorCommand({ environment, ...terminal }, words.slice(1));
      return;
    }
    const config = readConfig(currentEnvironment());
    const log = createLog((line) => {
      toStandardError(line);
      reports?.note(line);
    }, config.logLevel);
    if (config.errorTracker !== null)
      reports = new ErrorReports(config.errorTracker, terminal.now, (reason) =>
        log.warn({ reason }, "a fault could not be reported"),
      );
    if (words[0] === "backup" || words[0] === "restore") {
      process.exitCode = await backupCommands({ config, ...terminal }, words);
    } else if (words[0] === "move") {
      const environment = currentEnvironment();
      process.exitCode = await moveCommand({ config, environment, ...terminal }, words.slice(1));
    } else if (words.length > 0) {
      const services = await openServices(config, log);
      process.exitCode = await runCommand(services, words);
      await services.store.close();
    } else {
      await serve(config, log);
    }
  } catch (error) {
    if (error instanceof ConfigError) terminal.complain(`Invalid configuration:\n${error.message}`);
    else if (isPlainRefusal(error)) terminal.complain(error.message);
    else throw error;
    process.exit(1);
  }
}

/** Serves until a signal ends it. */
async function serve(config: Config, log: Log): Promise<void> {
  const opened = await openForServer(config, log);
  const { services } = opened;
  const servers = await joinServers(services);
  for (const warning of configWarnings(config)) process.stdout.write(`Note: ${warning}\n`);
  const lines = await prepare(services);
  await opened.prepared();
  const { listener, metrics } = await openListener(services, undefined, servers);
  const doors = await openDoors(config, listener).catch(async (error: unknown) => {
    // Other servers need not wait for one that never served.
    await services.store.close();
    throw error;
  });
  if (metrics !== null) await openMetricsDoor(services, metrics);
  const endHousekeeping = await cleanUp(services, servers.duty("housekeeping"));
  const worker = openMailWorker(services, openTransport(config), servers.duty("mail"));
  worker.start();
  const webhooks = webhookWorker(services, servers.duty("webhooks"));
  webhooks.start();
  const drafts = config.ai === null ? null : draftWorker(services, servers.duty("drafts"));
  drafts?.start();
  const endScheduler = startScheduler(services, CLOCK_JOBS, servers.duty("clock"));
  const endReading = startScheduler(services, READING_JOBS, servers.duty("readings"));
  const endNightly =
    config.backups === null
      ? () => Promise.resolve()
      : startNightly(services, import.meta.filename, servers.duty("nightly"));
  // Each is another server's as soon as this one has ended it.
  const ends: readonly (readonly [DutyName, () => Promise<void> | void])[] = [
    ["housekeeping", endHousekeeping],
    ["mail", () => worker.stop()],
    ["webhooks", () => webhooks.stop()],
    ["drafts", () => drafts?.stop()],
    ["clock", endScheduler],
    ["readings", endReading],
    ["nightly", endNightly],
  ];
  const endWork = () =>
    Promise.all(
      ends.map(async ([name, end]) => {
        await end();
        await servers.giveUp(name);
      }),
    );
  let ending = false;
  // Again and again: a terminal's Ctrl+C reaches npm and this process, and npm passes its own one
  // on.
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const)
    process.on(signal, () => {
      if (ending) return;
      ending = true;
      noteEnding();
      endReadings();
      void shutDown(doors, endWork, opened);
    });
  for (const line of lines) process.stdout.write(`${line}\n`);
  process.stdout.write(`Ready: ${config.origin}\n`);
}

/**
 * Listens on every address of HOST.
 * @returns the connections of each
 * @throws FolderRefused naming the address that is taken; one that this machine does not have is no
 *   fault while there is another
 */
async function openDoors(
  { host, port }: Config,
  listener: Awaited<ReturnType<typeof handle>>,
): Promise<Connections[]> {
  // 'localhost' is two addresses; browsers try either.
  const addresses = host === "localhost" ? ["127.0.0.1", "::1"] : [host.replace(/^\[|\]$/g, "")];
  const doors: Connections[] = [];
  const missing: string[] = [];
  for (const address of addresses) {
    const { server, connections } = serverAndConnections(listener);
    const fault = await listen(server, port, address);
    if (fault === null) doors.push(connections);
    else if (ABSENT.has(fault)) missing.push(address);
    else
      throw new ConfigError(
        fault === "EADDRINUSE"
          ? `HOST ${host}:${port}: the port is already in use on ${address}. Stop the other program, or set PORT or HOST.`
          : `HOST ${host}:${port}: nothing can listen on ${address} (${fault}). Set PORT or HOST.`,
      );
  }
  if (doors.length === 0)
    throw new ConfigError(
      `HOST ${host}:${port}: nothing can listen there, ${missing.join(" and ")} is not an address of this machine. Set HOST.`,
    );
  return doors;
}

/**
 * Listens on METRICS_PORT, if it is said.
 * @throws ConfigError naming the address that nothing can listen on
 */
async function openMetricsDoor(services: Services, metrics: MetricsDoor): Promise<void> {
  const door = services.config.metrics?.door ?? null;
  if (door === null) return;
  const fault = await listen(metricsServer(metrics, services), door.port, door.host);
  if (fault === null) return;
  const why = fault === "EADDRINUSE" ? "another program listens there" : fault;
  throw new ConfigError(
    `METRICS_PORT ${door.host}:${door.port}: nothing can listen there (${why}). Set another port or address.`,
  );
}

/** What a system without IPv6, or without IPv4, says. */
const ABSENT: ReadonlySet<string> = new Set(["EADDRNOTAVAIL", "EAFNOSUPPORT", "ENOTFOUND"]);

/** @returns the system's code of the fault; null when it listens */
function listen(server: Server, port: number, host: string): Promise<string | null> {
  return new Promise((resolve) => {
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(port, host, () => resolve(null));
  });
}

/**
 * Serves on for as long as a balancer needs to notice, takes no new connections, lets running requests, mails and turns of the clock end, closes the
 * database, and leaves.
 */
async function shutDown(
  doors: readonly Connections[],
  endWork: () => Promise<unknown>,
  { services, lock }: OpenedServer,
): Promise<void> {
  const { config } = services;
  const seconds = config.drainSeconds ?? (sharesFiles(config) ? DRAIN_SECONDS : 0);
  // Others go on with it meanwhile.
  const ended = endWork();
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  const drained = Promise.all(doors.map((connections) => connections.end()));
  const deadline = new Promise((resolve) => setTimeout(resolve, DRAIN_MS).unref());
  await Promise.race([Promise.all([drained, ended]), deadline]);
  await services.store.close();
  lock.release();
  process.exit(0);
}

if (currentEnvironment().NODE_ENV !== "test" && import.meta.env.PROD)
  await main(process.argv.slice(2));
