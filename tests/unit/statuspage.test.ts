import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { readStatuspage } from "#content/items/integration-reading.server.ts";

const status = { indicator: "minor", description: "Partial outage" };
test.each([
  [200, JSON.stringify({ status }), status],
  [
    200,
    JSON.stringify({ status, scheduled_maintenances: [{ status: "in_progress" }] }),
    { ...status, indicator: "maintenance" },
  ],
  [200, JSON.stringify({ status: { ...status, indicator: "odd" } }), null],
  [200, "<html>", null],
  [302, "", null],
  [500, JSON.stringify({ status }), null],
  [200, " ".repeat(1024 * 1024 + 1), null],
])("reads a status page's answer %i %.40s", async (code, body, expected) => {
  const server = createServer((_, response) => response.writeHead(code).end(body));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await readStatuspage(`http://${host}/`, [host])).toEqual(expected);
  } finally {
    server.close();
  }
});
