import Database from "better-sqlite3";
import http2 from "node:http2";
import path from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { DOCTOR_HEADER, DOCTOR_PURPOSE } from "#model/doctor.ts";
import { loadInstallationKey } from "#platform/files/installation-key.ts";
import { PROCESSES } from "../limits.ts";
import { isInTurn } from "../in-turn.ts";
import { loadedFolder } from "./loaded-folder.ts";
import {
  BodyServer,
  certificateOf,
  connection,
  get,
  HOST,
  isInstalled,
  type Proxy,
  PROXIES,
  sendDown,
  sendUp,
  startProxy,
  VISITOR,
} from "./proxies.ts";
import { dataFolder, Spawned } from "./spawned.ts";

const MEGABYTE = 1024 * 1024;
/** More than any proxy holds of a body; tests/long sends gigabytes. */
const LARGE = 64 * MEGABYTE;

/** The built server with the whole demo, as it stands behind a proxy on its machine. */
async function behindProxy(): Promise<{ server: Spawned; folder: string }> {
  const folder = await dataFolder((await loadedFolder()).folder);
  const server = await Spawned.start({
    DATA_DIR: folder,
    ORIGIN: `https://${HOST}`,
    TRUST_PROXY: "127.0.0.1",
  });
  return { server: await server.ready(), folder };
}

/** What a page answers by HTTP/2. */
function byHttp2(proxy: Proxy, target: string): Promise<{ status: number; protocol: string }> {
  return new Promise((resolve, reject) => {
    const session = http2.connect(`https://${HOST}`, connection(proxy));
    session.once("error", reject);
    const stream = session.request({ ":path": target, ":authority": HOST });
    stream.once("error", reject);
    stream.once("response", (headers) => {
      resolve({ status: headers[":status"] ?? 0, protocol: session.alpnProtocol ?? "" });
      session.destroy();
    });
    stream.end();
  });
}

describe.each(PROXIES)("behind %s, by its file in docs/operate/proxy", (name) => {
  const proxied = test.runIf(isInstalled(name) && isInTurn(name, 10));

  proxied(
    "the visitor's address arrives, whatever they claim; HTTP/2, brotli, 304 and the request's id pass",
    PROCESSES,
    async () => {
      const { server, folder } = await behindProxy();
      const proxy = await startProxy(name, server.port);
      const key = await loadInstallationKey(folder);
      const moment = new Date().toISOString();
      const echo = await get(proxy, "/healthz", {
        headers: {
          [DOCTOR_HEADER]: `${moment} ${key.sign(DOCTOR_PURPOSE, moment)}`,
          "x-forwarded-for": "203.0.113.9",
          "x-forwarded-host": "elsewhere.example",
        },
      });
      expect(JSON.parse(echo.body.toString()).echo).toEqual({
        host: HOST,
        origin: `https://${HOST}`,
        ip: VISITOR,
        forwarded: "believed",
      });
      expect(await byHttp2(proxy, "/acme")).toEqual({ status: 200, protocol: "h2" });

      const page = await get(proxy, "/acme", { headers: { "accept-encoding": "br" } });
      const { etag = "", "content-encoding": encoding } = page.headers;
      expect([page.status, encoding]).toEqual([200, "br"]);
      expect(brotliDecompressSync(page.body).toString()).toContain("Acme Cloud");
      const again = await get(proxy, "/acme", {
        headers: { "accept-encoding": "br", "if-none-match": etag },
      });
      expect([again.status, again.body.length]).toEqual([304, 0]);

      const failed = await get(proxy, "/acme/nothing-there", {
        headers: { "x-request-id": "own" },
      });
      // The proxy's own id, not the visitor's.
      expect(failed.headers["x-request-id"]).toMatch(/^[0-9a-f-]{32,36}$/);
    },
  );

  proxied("large bodies go through as they come, up and down", PROCESSES, async () => {
    const bodies = await BodyServer.open();
    const proxy = await startProxy(name, bodies.port);
    expect(await sendUp(proxy, bodies, LARGE)).toBe(LARGE);
    expect(await sendDown(proxy, bodies, LARGE)).toBe(LARGE);
  });
});

test.skipIf(!isInstalled("caddy"))(
  "Caddy gets a certificate for a company's verified domain at its first visit, without a reload, and for no other",
  PROCESSES,
  async () => {
    const { server, folder } = await behindProxy();
    const proxy = await startProxy("caddy", server.port);
    const visited = await get(proxy, "/", { host: "trust.acme.example" });
    expect([visited.status, visited.body.toString()]).toEqual([
      200,
      expect.stringContaining("Acme Cloud"),
    ]);
    expect(await certificateOf(proxy, "trust.acme.example")).toBe("DNS:trust.acme.example");
    await expect(certificateOf(proxy, "trust.globex.example")).rejects.toThrow(/alert/);

    const database = new Database(path.join(folder, "trust.db"));
    const now = new Date().toISOString();
    database
      .prepare(
        `insert into domains (id, orgId, host, verifiedAt, createdAt)
         select 'a-new-domain', id, 'trust.globex.example', ?, ? from orgs where slug = 'globex'`,
      )
      .run(now, now);
    database.close();
    await expect
      .poll(() => certificateOf(proxy, "trust.globex.example").catch(String))
      .toBe("DNS:trust.globex.example");

    // The question is the proxy's own: nobody asks it through the proxy.
    const question = "/api/domains/allowed?domain=trust.acme.example";
    for (const host of [HOST, "trust.acme.example"])
      expect((await get(proxy, question, { host })).status).toBe(404);
    expect((await server.ask(question)).status).toBe(200);
  },
);
