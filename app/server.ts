import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import * as build from "virtual:react-router/server-build";
import type { ServerBuild } from "react-router";
import {
  ConfigError,
  configWarnings,
  currentEnvironment,
  readConfig,
  type Config,
} from "./config.ts";
import type { Services } from "./context.ts";
import type { BodyLimits } from "./front-door/body-times.ts";
import { createListener } from "./front-door/listener.ts";
import { clientFolder } from "./front-door/manifest.ts";
import { StaticFiles } from "./front-door/static-files.ts";
import { SILENCE_TIMEOUT_MS } from "./front-door/web-request.ts";
import { createLog } from "./log.ts";
import { startClockwork } from "./mail/clockwork.ts";
import { keepHouse } from "./housekeeping.ts";
import { openServices, prepare } from "./installation.ts";
import { runCommand } from "./commands.ts";
import { openMailWorker } from "./posting.ts";

// What tests and benches open a world with: the very classes that the built server uses.
export { readConfig } from "./config.ts";
export { Store } from "../db/store.ts";
export { migrate } from "../db/migrate.ts";
export { BlobStore } from "./files/blob-store.ts";
export { loadInstallationKey } from "./files/installation-key.ts";
export { takeDueTurns } from "./mail/clockwork.ts";
export { openMailWorker } from "./posting.ts";
export { openTransport } from "./mail/transports/open-transport.ts";
export { publicReads } from "./middleware/public-reads.ts";
export { RateLimits } from "./middleware/rate-limit.ts";
export { prepare } from "./installation.ts";

/** Limits of quality.md: headers within 10 s, a body that is silent for 30 s is given up. */
const HEADERS_TIMEOUT_MS = 10_000;
const DRAIN_MS = 20_000;
/** Each takes memory, a slow one for long; what is beyond is closed at once. */
const MAX_CONNECTIONS = 2_000;

/** A request listener for a set of services: what `main` serves and tests call. */
export async function handle(services: Services, bodyLimits?: Partial<BodyLimits>) {
  return createListener(
    services,
    build as unknown as ServerBuild,
    await StaticFiles.load(clientFolder),
    bodyLimits,
  );
}

/** An HTTP server around a listener, with the time-outs that slow clients meet. */
export function httpServer(listener: Awaited<ReturnType<typeof handle>>): Server {
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: 0,
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 2_000,
      maxHeaderSize: 32 * 1024,
    },
    (req, res) => {
      req.setTimeout(SILENCE_TIMEOUT_MS);
      void listener(req, res);
    },
  );
  server.maxRequestsPerSocket = 0;
  server.maxConnections = MAX_CONNECTIONS;
  return server;
}

async function main(words: readonly string[]): Promise<void> {
  // Whatever this process writes is for its own user alone.
  process.umask(0o077);
  const log = createLog();
  let config: Config;
  let services: Services;
  try {
    config = readConfig(currentEnvironment());
    services = await openServices(config, log);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`The configuration is not right.\n${error.message}\n`);
    process.exit(1);
  }
  if (words.length > 0) {
    process.exitCode = await runCommand(services, words);
    await services.store.close();
    return;
  }
  for (const warning of configWarnings(config)) process.stdout.write(`Note: ${warning}\n`);
  const lines = await prepare(services);
  const endHousekeeping = await keepHouse(services);
  const listener = await handle(services);
  // 'localhost' is two addresses; browsers try either.
  const hosts =
    config.host === "localhost" ? ["127.0.0.1", "::1"] : [config.host.replace(/^\[|\]$/g, "")];
  const servers = (
    await Promise.all(hosts.map((host) => listen(httpServer(listener), config.port, host)))
  ).filter((server) => server !== null);
  if (servers.length === 0) {
    process.stderr.write(
      `Nothing can listen on ${config.host}:${config.port}: the port is taken or the address is not this machine's. Set PORT or HOST.\n`,
    );
    process.exit(1);
  }
  // Whoever has the port sends: a second process on the same folder has ended above.
  const worker = openMailWorker(services);
  worker.start();
  const endClockwork = startClockwork(services);
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.once(signal, () => {
      endHousekeeping();
      void shutDown(servers, () => Promise.all([worker.stop(), endClockwork()]), services);
    });
  for (const line of lines) process.stdout.write(`${line}\n`);
  process.stdout.write(`Ready: ${config.origin}\n`);
}

function listen(server: Server, port: number, host: string): Promise<Server | null> {
  return new Promise((resolve) => {
    server.once("error", () => resolve(null));
    server.listen(port, host, () =>
      resolve((server.address() as AddressInfo | null) === null ? null : server),
    );
  });
}

/** Takes no new connections, lets running requests, mails and turns of the clock end, closes the database, and leaves. */
async function shutDown(
  servers: readonly Server[],
  endWork: () => Promise<unknown>,
  services: Services,
): Promise<void> {
  const drained = Promise.all(
    servers.map((server) => new Promise((resolve) => server.close(resolve))),
  );
  for (const server of servers) server.closeIdleConnections();
  const deadline = new Promise((resolve) => setTimeout(resolve, DRAIN_MS).unref());
  await Promise.race([Promise.all([drained, endWork()]), deadline]);
  await services.store.close();
  process.exit(0);
}

if (currentEnvironment().NODE_ENV !== "test" && import.meta.env.PROD)
  await main(process.argv.slice(2));
