import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { testInFive } from "../in-turn.ts";
import { sendRaw, statusOf } from "./raw-request.ts";
import { OWNER } from "./staff-journeys.ts";
import { builtServer, DEMO_PASSWORD } from "./template.ts";
import { openWorld } from "./world.ts";

const KILOBYTE = 1024;
const HEAD = "Host: localhost:3000\r\nContent-Type: application/x-www-form-urlencoded\r\n";

/** A server with the product's time-outs around a listener of the test's own. */
async function serve(listener: http.RequestListener): Promise<http.Server> {
  const { httpServer } = await builtServer();
  const server = httpServer(async (req, res) => void listener(req, res));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return server;
}

function portOf(server: http.Server): number {
  return (server.address() as AddressInfo).port;
}

/** Sends a body in chunks until the server closes the connection or all is sent. */
async function pour(
  port: number,
  target: string,
  megabytes: number,
): Promise<{ answer: string; sent: number }> {
  const socket = net.connect(port, "127.0.0.1");
  let answer = "";
  let sent = 0;
  socket.setEncoding("latin1");
  socket.on("data", (chunk) => {
    answer += chunk;
  });
  socket.on("error", () => undefined);
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  socket.write(`POST ${target} HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\n`);
  const chunk = `${(64 * KILOBYTE).toString(16)}\r\n${"a".repeat(64 * KILOBYTE)}\r\n`;
  while (!socket.destroyed && sent < megabytes * KILOBYTE * KILOBYTE) {
    sent += 64 * KILOBYTE;
    if (!socket.write(chunk))
      await Promise.race([closed, new Promise((resolve) => socket.once("drain", resolve))]);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  socket.destroy();
  await closed;
  return { answer, sent };
}

describe("a body over the limit", () => {
  testInFive("is refused by its announced length, before any of it came", async () => {
    const world = await openWorld();
    const targets = [
      ["/sign-in", "text/plain; charset=utf-8"],
      ["/acme", "text/plain; charset=utf-8"],
      ["/api/share/acme/open-graph.png", "application/problem+json"],
    ] as const;
    const cells = targets.flatMap(([target, type]) =>
      [513 * KILOBYTE, 2 ** 31, Number.MAX_SAFE_INTEGER].map((length) => ({
        target,
        type,
        length,
      })),
    );
    const answers = await Promise.all(
      cells.map(({ target, length }) =>
        sendRaw(world.port, `POST ${target} HTTP/1.1\r\n${HEAD}Content-Length: ${length}\r\n\r\n`),
      ),
    );
    for (const [i, { target, type, length }] of cells.entries()) {
      const answer = answers[i] ?? "";
      expect([length, target, statusOf(answer)]).toEqual([length, target, 413]);
      expect(answer.toLowerCase()).toContain(`content-type: ${type}`);
    }
  });

  testInFive(
    "is refused by what came of it when it has no announced length: the form says so, and no more is taken",
    async () => {
      const world = await openWorld();
      const { answer, sent } = await pour(world.port, "/sign-in", 200);
      expect(statusOf(answer)).toBe(413);
      expect(answer).toContain("This form is larger than the server accepts.");
      expect(answer).toContain("<form");
      expect(sent).toBeLessThan(200 * KILOBYTE * KILOBYTE);
      expect((await world.ask("/acme")).status).toBe(200);
    },
  );

  testInFive("is not read to its end by an address that takes none", async () => {
    const world = await openWorld();
    const before = process.memoryUsage().rss;
    const { answer, sent } = await pour(world.port, "/acme", 200);
    expect(statusOf(answer)).toBe(405);
    expect(sent).toBeLessThan(200 * KILOBYTE * KILOBYTE);
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * KILOBYTE * KILOBYTE);
  });

  test("just under it is read as the form that it is", async () => {
    const world = await openWorld();
    const form = {
      email: OWNER,
      password: DEMO_PASSWORD,
      ...Object.fromEntries(
        Array.from({ length: 5 }, (_, i) => [`x${i}`, "y".repeat(90 * KILOBYTE)]),
      ),
    };
    expect((await world.ask("/sign-in", { form })).status).toBe(303);
  });
});

describe("a client that leaves", () => {
  test("in the middle of its body is no error of the server's, and nothing is done", async () => {
    const world = await openWorld();
    const sessions = () => world.services.store.read.selectFrom("sessions").selectAll().execute();
    for (let i = 0; i < 20; i += 1) {
      await new Promise<void>((resolve) => {
        const socket = net.connect(world.port, "127.0.0.1", () => {
          socket.write(
            `POST /sign-in HTTP/1.1\r\n${HEAD}Content-Length: 200\r\n\r\nemail=${OWNER}&password=`,
          );
          setTimeout(() => socket.destroy(), i);
        });
        socket.once("close", () => resolve());
      });
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(
      world.logged.filter(
        (line) => line.includes("unexpected error") || line.includes("request failed"),
      ),
    ).toEqual([]);
    expect(await sessions()).toEqual([]);
    expect((await world.ask("/sign-in")).status).toBe(200);
  });

  test("in the middle of an answer is none either", async () => {
    const world = await openWorld();
    for (const target of ["/acme", "/acme/updates", "/api/share/acme/open-graph.png"]) {
      await new Promise<void>((resolve) => {
        const socket = net.connect(world.port, "127.0.0.1", () => {
          socket.write(`GET ${target}?x HTTP/1.1\r\nHost: localhost:3000\r\n\r\n`);
          setTimeout(() => socket.destroy(), 2);
        });
        socket.once("close", () => resolve());
      });
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(
      world.logged.filter((line) => line.includes("error") || line.includes("failed")),
    ).toEqual([]);
    expect((await world.ask("/acme")).status).toBe(200);
  });
});

describe("a slow client", () => {
  testInFive("has ten seconds for its headers, and is closed with 408 then", async () => {
    const server = await serve((_req, res) => res.end());
    expect(server.headersTimeout).toBe(10_000);
    server.headersTimeout = 200;
    const started = Date.now();
    expect(
      statusOf(await sendRaw(portOf(server), "GET / HTTP/1.1\r\nHost: localhost:3000\r\nX-Slow: ")),
    ).toBe(408);
    expect(Date.now() - started).toBeLessThan(5_000);
  });

  testInFive(
    "has thirty seconds of silence in its body, and is closed then; a slow one that goes on is not",
    async () => {
      const timeouts: (number | undefined)[] = [];
      const server = await serve((req, res) => {
        timeouts.push(req.socket.timeout);
        req.socket.setTimeout(1_000);
        req.resume().on("end", () => res.end("whole"));
      });
      expect(server.requestTimeout).toBe(0);
      const head = `POST / HTTP/1.1\r\n${HEAD}Content-Length: 8\r\nConnection: close\r\n\r\n`;
      expect(await sendRaw(portOf(server), `${head}1234`)).toBe("");
      const slow = await new Promise<string>((resolve) => {
        const socket = net.connect(portOf(server), "127.0.0.1", () => socket.write(head));
        let received = "";
        socket.on("data", (chunk) => {
          received += chunk.toString("latin1");
        });
        socket.on("close", () => resolve(received));
        for (let i = 1; i <= 8; i += 1) setTimeout(() => socket.write("x"), i * 250);
      });
      expect(slow).toContain("whole");
      expect(timeouts).toEqual([30_000, 30_000]);
    },
  );
});

describe("a body that trickles", () => {
  /** The product with little time for bodies, and what a client that sends a byte now and then gets. */
  async function trickle(head: string, options: { every?: number; chunk?: number } = {}) {
    const world = await openWorld();
    const { handle, httpServer } = await builtServer();
    const limits = { graceMs: 400, bytesPerSecond: 20_000 };
    const server = httpServer(await handle(world.services, limits));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const started = Date.now();
    return new Promise<{ ms: number; received: string }>((resolve) => {
      const socket = net.connect(portOf(server), "127.0.0.1", () => socket.write(head));
      let received = "";
      const timer = setInterval(() => {
        if (Date.now() - started > 3_000) socket.destroy();
        else socket.write("x".repeat(options.chunk ?? 1));
      }, options.every ?? 50);
      socket.on("data", (chunk) => {
        received += chunk.toString("latin1");
      });
      socket.on("error", () => undefined);
      socket.on("close", () => {
        clearInterval(timer);
        resolve({ ms: Date.now() - started, received });
      });
    });
  }

  test("is ended, whatever it was announced as and wherever it goes", async () => {
    for (const head of [
      `POST /acme/subscribe HTTP/1.1\r\n${HEAD}Content-Length: 400000\r\n\r\n`,
      `GET /acme HTTP/1.1\r\nHost: localhost:3000\r\nContent-Length: 900000000000\r\n\r\n`,
      `GET /acme HTTP/1.1\r\nHost: localhost:3000\r\nTransfer-Encoding: chunked\r\n\r\nfffffff\r\n`,
    ])
      expect([head, (await trickle(head)).ms < 2_500]).toEqual([head, true]);
  });

  testInFive("is not one that brings what it must, however long it takes", async () => {
    const head = `POST /acme/subscribe HTTP/1.1\r\n${HEAD}Content-Length: 500000\r\n\r\n`;
    const { ms } = await trickle(head, { every: 50, chunk: 5_000 });
    expect(ms).toBeGreaterThan(2_500);
  });
});

test("connections have a number that they don't exceed", async () => {
  const server = await serve((_req, res) => res.end());
  expect(server.maxConnections).toBe(2_000);
});

describe("an address", () => {
  test("that is too long is 414, and 431 when it fills the headers", async () => {
    const world = await openWorld();
    for (const [length, status] of [
      [8_000, 200],
      [8_300, 414],
      [30_000, 414],
      [40_000, 431],
    ] as const) {
      const answer = await sendRaw(
        world.port,
        `GET /acme?${"x".repeat(length)} HTTP/1.1\r\nHost: localhost:3000\r\nConnection: close\r\n\r\n`,
      );
      expect([length, statusOf(answer)]).toEqual([length, status]);
    }
    const path = await sendRaw(
      world.port,
      `GET /acme/${"x".repeat(8_300)} HTTP/1.1\r\nHost: localhost:3000\r\nConnection: close\r\n\r\n`,
    );
    expect(statusOf(path)).toBe(414);
  });

  test("that is none, or no HTTP at all, is 4xx", async () => {
    const world = await openWorld();
    for (const line of [
      "GET * HTTP/1.1",
      "OPTIONS * HTTP/1.1",
      "GET acme HTTP/1.1",
      "GET ?x HTTP/1.1",
      "GET  HTTP/1.1",
      "GET /acme HTTP/9.9",
      "\x16\x03\x01\x02\x00",
      "GET /\u0000 HTTP/1.1",
      "CONNECT evil.example:443 HTTP/1.1",
    ]) {
      const status = statusOf(
        await sendRaw(world.port, `${line}\r\nHost: localhost:3000\r\nConnection: close\r\n\r\n`),
      );
      expect(
        line.startsWith("CONNECT") ? Number.isNaN(status) : status >= 400 && status < 500,
        `${line}: ${status}`,
      ).toBe(true);
    }
    const smuggled = `POST /acme HTTP/1.1\r\n${HEAD}Content-Length: 4\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\nGET /globex HTTP/1.1\r\n\r\n`;
    expect(statusOf(await sendRaw(world.port, smuggled))).toBe(400);
  });
});
