import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { newId } from "#db/ids.ts";
import { readMetrics, valueOf } from "./metrics-text.ts";
import { openWorld, type World } from "./world.ts";

const TOKEN = "a-token-of-the-operator";

async function figures(world: World) {
  const answer = await world.ask("/metrics", { headers: { authorization: `Bearer ${TOKEN}` } });
  expect([answer.status, answer.headers["content-type"]]).toEqual([
    200,
    "text/plain; version=0.0.4; charset=utf-8",
  ]);
  return { text: answer.text, ...readMetrics(answer.text) };
}

describe("/metrics", () => {
  test("is an unknown address without a token, with another one, and on a company's domain", async () => {
    const closed = await openWorld();
    const open = await openWorld({ METRICS_TOKEN: TOKEN });
    const unknown = await closed.ask("/metricsx");
    const bearer = { authorization: `Bearer ${TOKEN}` };
    for (const [world, options] of [
      [closed, { headers: bearer }],
      [open, {}],
      [open, { headers: { authorization: "Bearer another-token-than-theirs" } }],
      [open, { headers: { authorization: TOKEN } }],
      [open, { headers: bearer, host: "trust.acme.example" }],
    ] as const) {
      const answer = await world.ask("/metrics", options);
      expect(answer.status).toBe(404);
      expect(answer.text).not.toContain("otc_");
    }
    expect((await open.ask("/metrics")).text).toBe(unknown.text);
    expect((await open.ask("/metrics", { headers: bearer, host: "10.0.0.5:3000" })).status).toBe(
      200,
    );
  });

  test("counts requests by kind and status, and pages from memory", async () => {
    const world = await openWorld({ METRICS_TOKEN: TOKEN });
    for (const target of ["/acme", "/acme", "/acme", "/acme/nothing-there", "/favicon.svg"])
      await world.ask(target);
    await world.ask("/api/share/acme/view");
    await world.ask("/acme/faq.data");
    const found = await figures(world);
    const requests = (kind: string, status: string) =>
      valueOf(found, "otc_requests_total", { kind, status });
    expect([
      requests("page", "2xx"),
      requests("page", "4xx"),
      requests("asset", "2xx"),
      requests("api", "2xx"),
      requests("data", "2xx"),
      requests("page", "5xx"),
    ]).toEqual([3, 1, 1, 1, 1, 0]);
    expect(valueOf(found, "otc_request_duration_seconds_count", { kind: "page" })).toBe(4);
    expect(valueOf(found, "otc_page_cache_pages")).toBe(1);
    expect(valueOf(found, "otc_page_cache_bytes")).toBeGreaterThan(1_000);
    expect(valueOf(found, "otc_page_cache_hits_total")).toBe(2);
    expect(valueOf(found, "otc_page_cache_misses_total")).toBe(1);
  });

  test("tells of writes, email, the loop, memory and the database", async () => {
    const world = await openWorld({ METRICS_TOKEN: TOKEN });
    const before = await figures(world);
    await world.ask("/api/share/acme/subscribe", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "reader@list.example", source: "test" }),
    });
    world.time = new Date(world.time.getTime() + 60_000);
    const after = await figures(world);
    const grew = (name: string, labels: Record<string, string> = {}) =>
      valueOf(after, name, labels) - valueOf(before, name, labels);
    expect(grew("otc_write_wait_seconds_count")).toBeGreaterThan(0);
    expect(grew("otc_outbox_mails", { state: "queued" })).toBeGreaterThan(0);
    expect(valueOf(after, "otc_outbox_oldest_age_seconds")).toBeGreaterThanOrEqual(60);
    for (const state of ["working", "failing", "off"])
      expect(valueOf(after, "otc_webhooks", { state })).toBe(0);
    expect(valueOf(after, "otc_webhook_deliveries_waiting")).toBe(0);
    expect(valueOf(after, "otc_webhook_oldest_age_seconds")).toBe(0);
    expect(valueOf(after, "otc_write_queue_length")).toBe(0);
    expect(valueOf(after, "process_resident_memory_bytes")).toBeGreaterThan(1e7);
    expect(valueOf(after, "nodejs_eventloop_lag_p99_seconds")).toBeGreaterThan(0);
    for (const name of ["otc_renderer_starts_total", "otc_write_queue_length"])
      expect(valueOf(after, name)).toBeGreaterThanOrEqual(0);
    expect(valueOf(after, "otc_renderer_deaths_total", { reason: "memory" })).toBe(0);
    expect(valueOf(after, "otc_database_bytes", { file: "data" })).toBeGreaterThanOrEqual(0);
    expect(valueOf(after, "otc_servers")).toBe(1);
    for (const duty of ["mail", "webhooks", "clock", "readings", "housekeeping"])
      expect(valueOf(after, "otc_duty_held", { duty })).toBe(1);
    expect(valueOf(after, "otc_stored_files_reachable")).toBe(1);
    // No nightly backup is asked for.
    expect(() => valueOf(after, "otc_backup_age_seconds")).toThrow("no otc_backup");
  });

  test("has at most 300 series, and no name of a company, with a thousand companies", async () => {
    const world = await openWorld({ METRICS_TOKEN: TOKEN });
    await world.services.store.write(async (trx) => {
      for (let i = 0; i < 1_000; i += 1)
        await trx
          .insertInto("orgs")
          .values({
            id: newId(),
            slug: `company-${i}`,
            name: `Company ${i}`,
            websiteUrl: null,
            timeZone: "UTC",
            createdAt: world.time.toISOString(),
          })
          .execute();
    });
    for (let i = 0; i < 40; i += 1) await world.ask(`/company-${i}`);
    await world.ask("/acme");
    await world.ask("/", { host: "trust.acme.example" });
    const { samples, text } = await figures(world);
    expect(samples.length).toBeLessThanOrEqual(300);
    expect(text).not.toMatch(/company-|acme|globex|localhost/i);
    const labels = new Set(samples.flatMap((sample) => Object.keys(sample.labels)));
    expect([...labels].sort()).toEqual([
      "duty",
      "file",
      "kind",
      "le",
      "major",
      "minor",
      "patch",
      "reason",
      "state",
      "status",
      "version",
    ]);
  });

  test.skipIf(spawnSync("promtool", ["--version"]).status !== 0)(
    "is right to promtool, where Debian's package prometheus is installed",
    async () => {
      const world = await openWorld({ METRICS_TOKEN: TOKEN });
      await world.ask("/acme");
      const { text } = await figures(world);
      const promtool = spawnSync("promtool", ["check", "metrics"], {
        input: text,
        encoding: "utf8",
      });
      expect([promtool.status, promtool.stdout, promtool.stderr]).toEqual([0, "", ""]);
    },
  );
});
