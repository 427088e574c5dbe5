import { randomBytes } from "node:crypto";
import http from "node:http";
import path from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { multipart } from "../server/multipart.ts";
import { PROCESSES } from "../limits.ts";
import { dataFolder, Spawned } from "../server/spawned.ts";
import { DEMO_PASSWORD, type Answer } from "../server/world.ts";

const WRITERS = 16;
const UPLOADS = 9;

const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Infinity;

test(
  "a small upload beside sixteen writers takes about twice their time at most",
  PROCESSES,
  async () => {
    const folder = await dataFolder();
    const server = await (await Spawned.start({ DATA_DIR: folder, DEMO_PASSWORD })).ready();
    const signedIn = await server.ask("/sign-in", {
      form: { email: "owner@acme.example", password: DEMO_PASSWORD },
    });
    const cookie = (signedIn.headers["set-cookie"] ?? [])
      .map((text) => text.split(";")[0])
      .join("; ");
    const database = new Database(path.join(folder, "trust.db"), { readonly: true });
    const product = database
      .prepare(
        "select id from products where isDefault = 1 and orgId = (select id from orgs where slug = 'acme')",
      )
      .pluck()
      .get() as string;
    database.close();

    const agent = new http.Agent({ keepAlive: true });
    const send = (
      target: string,
      method: string,
      headers: Record<string, string>,
      body: Buffer,
    ) => {
      const began = performance.now();
      return new Promise<Answer & { ms: number }>((resolve, reject) => {
        const request = http.request(
          {
            host: "127.0.0.1",
            port: server.port,
            path: target,
            method,
            agent,
            headers: {
              host: `localhost:${server.port}`,
              origin: `http://localhost:${server.port}`,
              cookie,
              "content-length": String(body.length),
              ...headers,
            },
          },
          (response) => {
            const chunks: Buffer[] = [];
            response.on("data", (chunk: Buffer) => chunks.push(chunk));
            response.on("error", reject);
            response.on("end", () => {
              const whole = Buffer.concat(chunks);
              resolve({
                status: response.statusCode ?? 0,
                headers: response.headers,
                body: whole,
                text: whole.toString("utf8"),
                ms: performance.now() - began,
              });
            });
          },
        );
        request.on("error", reject);
        request.end(body);
      });
    };

    const state = { done: false, count: 0 };
    const writes: number[] = [];
    const writers = Array.from({ length: WRITERS }, async () => {
      while (!state.done) {
        const { status, ms } = await send(
          `/api/trust-center/products/${product}/items/Reports.soc2`,
          "PATCH",
          { "content-type": "application/json" },
          Buffer.from(JSON.stringify({ explanation: `Text ${(state.count += 1)}` })),
        );
        expect(status).toBe(200);
        writes.push(ms);
      }
    });
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    writes.length = 0;
    const uploads: number[] = [];
    for (let i = 0; i < UPLOADS; i += 1) {
      const bytes = Buffer.concat([Buffer.from("%PDF-1.4\n"), randomBytes(60_000)]);
      const { body, headers } = multipart([{ name: `file-${i}.pdf`, bytes }], { type: "Other" });
      const { status, ms } = await send("/api/documents", "POST", headers, body);
      expect(status).toBe(201);
      uploads.push(ms);
    }
    state.done = true;
    await Promise.all(writers);
    agent.destroy();
    console.log(
      `upload ${median(uploads).toFixed(0)} ms, write ${median(writes).toFixed(0)} ms: ${(median(uploads) / median(writes)).toFixed(2)}`,
    );
    // Twice on a quiet machine; the disk of a busy one is slow at times.
    expect(median(uploads)).toBeLessThan(3 * median(writes));
  },
);
