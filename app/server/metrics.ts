import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Metric } from "prom-client";
import { hookFigures } from "#company/webhooks/store/hook-figures.server.ts";
import { rendererCounts } from "#content/files/watermark/bounded-process.ts";
import type { PageCacheFigures } from "#http/page-cache.ts";
import { type MetricsDoor, mayAskMetrics, sendMetrics } from "#http/metrics-door.ts";
import { OUTCOMES, REQUEST_KINDS, type Watch } from "#http/watch.ts";
import { MAIL_STATES } from "#model/mail/mail.ts";
import { readNightly } from "#platform/backup/nightly-state.server.ts";
import type { Services } from "#platform/context.ts";
import type { Membership } from "#db/servers.ts";
import { outboxFigures } from "#platform/mail/store/outbox-figures.server.ts";
import { VERSION } from "#platform/version.ts";
import { dutiesOf } from "./installation.ts";
import { DURATION_BOUNDS, type Durations } from "#values/durations.ts";

/** How long a count is good, in milliseconds: it reads a row for each mail. */
const COUNTED_MS = 15_000;
/**
 * What is left out of the library's own figures: gauges under a name that no gauge may have, and
 * those that are many and say little.
 */
const LEFT_OUT = [
  "nodejs_active_handles",
  "nodejs_active_handles_total",
  "nodejs_active_requests",
  "nodejs_active_requests_total",
  "nodejs_active_resources",
  "nodejs_active_resources_total",
  "nodejs_heap_space_size_available_bytes",
  "nodejs_heap_space_size_total_bytes",
  "nodejs_heap_space_size_used_bytes",
];

/** One value: its name where that is not the family's own, what it is told apart by, and what it is. */
interface Value {
  metricName?: string;
  labels: Readonly<Record<string, string | number>>;
  value: number;
}

/** Values of one name, told apart by labels, read when somebody asks. */
interface Family {
  type: "gauge" | "counter" | "histogram";
  name: string;
  help: string;
  values: () => Value[] | Promise<Value[]>;
}

/**
 * The figures of a running process as Prometheus reads them. They are read when somebody asks, and
 * say nothing of a company or a person: with a thousand companies there are as many as with one.
 * @returns their text, at each call as it is then
 */
export async function openMetrics(
  services: Services,
  watch: Watch,
  servers: Membership,
): Promise<() => Promise<string>> {
  const { collectDefaultMetrics, Registry } = await import("prom-client");
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of LEFT_OUT) registry.removeSingleMetric(name);
  const families = [
    ...requestFamilies(watch),
    ...databaseFamilies(services),
    ...serverFamilies(services, servers),
    ...outboxFamilies(services),
    ...webhookFamilies(services),
    ...rendererFamilies(),
    ...backupFamilies(services),
  ];
  // The library's own counters would have to be told of each request: these are asked instead.
  for (const { name, help, type, values } of families) {
    const get = async () => ({ name, help, type, values: await values(), aggregator: "sum" });
    registry.registerMetric({ name, help, get } as unknown as Metric);
  }
  return () => registry.metrics();
}

function requestFamilies(watch: Watch): Family[] {
  const cache = (key: keyof PageCacheFigures) => () => one(watch.pageCache()[key]);
  return [
    {
      type: "gauge",
      name: "otc_build_info",
      help: "The version that runs.",
      values: () => one(1, { version: VERSION }),
    },
    {
      type: "counter",
      name: "otc_requests_total",
      help: "Requests that have ended, by kind and class of status, or left where the visitor went before the end.",
      values: () =>
        REQUEST_KINDS.flatMap((kind) =>
          OUTCOMES.map((status) => ({
            labels: { kind, status },
            value: watch.count(kind, status),
          })),
        ),
    },
    {
      type: "histogram",
      name: "otc_request_duration_seconds",
      help: "From the arrival of a request to the end of its answer.",
      values: () =>
        REQUEST_KINDS.flatMap((kind) =>
          histogram("otc_request_duration_seconds", { kind }, watch.durations[kind]),
        ),
    },
    {
      type: "gauge",
      name: "otc_page_cache_pages",
      help: "Pages in memory.",
      values: cache("pages"),
    },
    {
      type: "gauge",
      name: "otc_page_cache_bytes",
      help: "Bytes of the pages in memory.",
      values: cache("bytes"),
    },
    {
      type: "counter",
      name: "otc_page_cache_hits_total",
      help: "Answers that were pages in memory.",
      values: cache("hits"),
    },
    {
      type: "counter",
      name: "otc_page_cache_misses_total",
      help: "Pages that were rendered to be kept.",
      values: cache("misses"),
    },
  ];
}

function databaseFamilies({ store }: Services): Family[] {
  return [
    {
      type: "gauge",
      name: "otc_write_queue_length",
      help: "Writes that wait for their turn.",
      values: () => one(store.writes.length),
    },
    {
      type: "histogram",
      name: "otc_write_wait_seconds",
      help: "How long a write waited for its turn and for the lock of the database.",
      values: () => histogram("otc_write_wait_seconds", {}, store.writes.waits),
    },
    {
      type: "gauge",
      name: "otc_database_bytes",
      help: "Size of the database and of its journal.",
      values: async () =>
        Object.entries(await store.sizes()).flatMap(([file, bytes]) => one(bytes, { file })),
    },
  ];
}

function serverFamilies({ config, store, blobs }: Services, servers: Membership): Family[] {
  return [
    {
      type: "gauge",
      name: "otc_servers",
      help: "Servers that run on the database, this one among them.",
      values: async () => one(Math.max(1, (await store.liveServers()).length)),
    },
    {
      type: "gauge",
      name: "otc_duty_held",
      help: "1 for what this server does for all servers now, otherwise 0.",
      values: () =>
        dutiesOf(config).map((duty) => ({
          labels: { duty },
          value: Number(servers.duty(duty).isHeld()),
        })),
    },
    {
      type: "gauge",
      name: "otc_stored_files_reachable",
      help: "1 if stored files can be read, 0 if their folder or bucket does not answer.",
      values: async () =>
        one(
          await blobs.check().then(
            () => 1,
            () => 0,
          ),
        ),
    },
  ];
}

function outboxFamilies(services: Services): Family[] {
  const outbox = counted(services, () => outboxFigures(services.store.read));
  return [
    {
      type: "gauge",
      name: "otc_outbox_mails",
      help: "Emails by state.",
      values: async () => {
        const { counts } = await outbox();
        return MAIL_STATES.map((state) => ({ labels: { state }, value: counts.get(state) ?? 0 }));
      },
    },
    {
      type: "gauge",
      name: "otc_outbox_oldest_age_seconds",
      help: "Age of the oldest email that waits.",
      values: async () => one(age(services, (await outbox()).oldestQueued) ?? 0),
    },
  ];
}

function webhookFamilies(services: Services): Family[] {
  const hooks = counted(services, () => hookFigures(services.store.read, services.now()));
  return [
    {
      type: "gauge",
      name: "otc_webhooks",
      help: "Webhooks and channels of a chat, by whether the last try reached them, or off.",
      values: async () =>
        Object.entries((await hooks()).states).map(([state, value]) => ({
          labels: { state },
          value,
        })),
    },
    {
      type: "gauge",
      name: "otc_webhook_deliveries_waiting",
      help: "Messages for webhooks that are due and not sent.",
      values: async () => one((await hooks()).waiting),
    },
    {
      type: "gauge",
      name: "otc_webhook_oldest_age_seconds",
      help: "How long the oldest of them has been due.",
      values: async () => one(age(services, (await hooks()).oldestDue) ?? 0),
    },
  ];
}

function rendererFamilies(): Family[] {
  return [
    {
      type: "counter",
      name: "otc_renderer_starts_total",
      help: "Processes that were started to render files.",
      values: () => one(rendererCounts.starts),
    },
    {
      type: "counter",
      name: "otc_renderer_deaths_total",
      help: "Renderers that ended without an answer, by reason.",
      values: () =>
        Object.entries(rendererCounts.deaths).map(([reason, value]) => ({
          labels: { reason },
          value,
        })),
    },
  ];
}

/** Nothing where no nightly backups are asked for. */
function backupFamilies(services: Services): Family[] {
  const { backups, dataDir } = services.config;
  if (backups === null) return [];
  return [
    {
      type: "gauge",
      name: "otc_backup_age_seconds",
      help: "Age of the newest good nightly backup; +Inf where there is none.",
      values: async () => one(age(services, (await readNightly(dataDir)).lastGood) ?? Infinity),
    },
  ];
}

function one(value: number, labels: Value["labels"] = {}): Value[] {
  return [{ labels, value }];
}

/** Durations as a histogram's values. */
function histogram(name: string, labels: Value["labels"], durations: Durations): Value[] {
  const { upTo, count, seconds } = durations.figures();
  const bucket = (le: number | string, value: number): Value => ({
    metricName: `${name}_bucket`,
    labels: { ...labels, le },
    value,
  });
  return [
    ...DURATION_BOUNDS.map((bound, at) => bucket(bound, upTo[at] ?? 0)),
    bucket("+Inf", count),
    { metricName: `${name}_sum`, labels, value: seconds },
    { metricName: `${name}_count`, labels, value: count },
  ];
}

/** Figures as they were counted a moment ago; those of one answer share a count. */
function counted<Figures>(
  { now }: Pick<Services, "now">,
  count: () => Promise<Figures>,
): () => Promise<Figures> {
  let last: { at: number; figures: Promise<Figures> } | null = null;
  return () => {
    const at = now().getTime();
    if (last === null || Math.abs(at - last.at) >= COUNTED_MS) last = { at, figures: count() };
    const { figures } = last;
    // A count that failed is made anew with the next question.
    figures.catch(() => (last = null));
    return figures;
  };
}

/** Seconds since a moment; null where there was none. */
function age({ now }: Pick<Services, "now">, since: string | null): number | null {
  return since === null ? null : Math.max(0, (now().getTime() - Date.parse(since)) / 1000);
}

/** The listener of METRICS_PORT: the figures, and nothing else. */
export function metricsServer(door: MetricsDoor, { log }: Pick<Services, "log">): Server {
  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    if (mayAskMetrics(door, req)) return sendMetrics(door, req, res);
    res.writeHead(404, { "Content-Type": "text/plain; charset=utf-8" });
    res.end("Nothing is here. The metrics are at /metrics.\n");
  };
  return createServer((req, res) => {
    req.resume();
    answer(req, res).catch((error: unknown) => {
      log.error({ error: error instanceof Error ? error.stack : String(error) }, "no metrics");
      res.destroy();
    });
  });
}
