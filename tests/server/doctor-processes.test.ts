import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { expect, onTestFinished } from "vitest";
import { DOCTOR_HEADER, DOCTOR_PURPOSE, type Check } from "#model/doctor.ts";
import { loadInstallationKey } from "#platform/files/installation-key.ts";
import { PROCESSES } from "../limits.ts";
import { testInTurn } from "../in-turn.ts";
import { dataFolder, Spawned } from "./spawned.ts";

/** A proxy that passes requests on to a port, with the headers that it is told to add. @returns its port */
async function proxyTo(port: () => number, headers: Record<string, string>): Promise<number> {
  const proxy = http.createServer((req, res) => {
    const to = { host: "127.0.0.1", port: port(), path: req.url, method: req.method };
    const passed = { ...req.headers, ...headers };
    req.pipe(
      http.request({ ...to, headers: passed }, (answer) => {
        res.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(res);
      }),
    );
  });
  await new Promise<void>((resolve) => proxy.listen(0, resolve));
  onTestFinished(() => void proxy.close());
  return (proxy.address() as AddressInfo).port;
}

async function proxyCheck(environment: Record<string, string>): Promise<Check> {
  const doctor = await Spawned.start(environment, ["doctor", "--json"]);
  await doctor.ended;
  expect(doctor.err).toBe("");
  const { checks } = JSON.parse(doctor.out) as { checks: Check[] };
  return checks.find(({ name }) => name === "proxy")!;
}

testInTurn(
  "the doctor asks the running server how its request came, through a proxy that is told of and one that is not",
  async () => {
    let port = 0;
    const forwarded = { "x-forwarded-for": "203.0.113.9" };
    const proxy = await proxyTo(() => port, forwarded);
    const DATA_DIR = path.join(await dataFolder(), "data");
    const base = { DATA_DIR, DEMO: "off", ORIGIN: `http://localhost:${proxy}` };
    expect(await proxyCheck(base)).toMatchObject({ state: "skipped" });
    for (const [TRUST_PROXY, state, words] of [
      ["off", "wrong", /TRUST_PROXY does not name it: every visitor counts as .*127\.0\.0\.1/],
      ["loopback", "right", /arrives as it was sent, from 203\.0\.113\.9/],
    ] as const) {
      const server = await (await Spawned.start({ ...base, TRUST_PROXY })).ready();
      port = server.port;
      const check = await proxyCheck({ ...base, TRUST_PROXY });
      expect([check.state, check.found]).toEqual([state, expect.stringMatching(words)]);
      const asked = async (ticket: string) =>
        (await server.ask("/healthz", { headers: { [DOCTOR_HEADER]: ticket } })).text;
      const key = await loadInstallationKey(DATA_DIR);
      const ticket = (at: Date, mac = key.sign(DOCTOR_PURPOSE, at.toISOString())) =>
        `${at.toISOString()} ${mac}`;
      expect(await asked(ticket(new Date()))).toContain('"echo"');
      // Nobody else is told anything, and an old question is none.
      for (const other of ["x", ticket(new Date(), "A".repeat(43)), ticket(new Date(0))])
        expect(await asked(other)).toBe('{"status":"ok"}');
      if (state === "right") {
        // A proxy that leads elsewhere.
        const elsewhere = http.createServer((_req, res) => res.end("hello")).listen(0);
        onTestFinished(() => void elsewhere.close());
        port = (elsewhere.address() as AddressInfo).port;
        expect(await proxyCheck(base)).toMatchObject({
          state: "wrong",
          found: expect.stringMatching(/answered by a different server/),
        });
      }
      await server.stop();
    }
  },
  PROCESSES.timeout,
);
