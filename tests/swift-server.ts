import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import net, { type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { AwsClient } from "aws4fetch";

const BUCKET = "trust";
const KEY = { keyId: "trust:tester", secret: "testing" };

/**
 * Swift as Debian has it: another bucket than that of s3rver, written by other people in another
 * language.
 */
export class SwiftServer {
  readonly #folder = mkdtempSync(path.join(tmpdir(), "swift-"));
  #child: ChildProcess | null = null;

  readonly port: number;
  /** The certificate that it shows; null: it speaks plain HTTP. */
  readonly certificate: string | null;

  private constructor(port: number, certificate: string | null) {
    this.port = port;
    this.certificate = certificate;
  }

  /** @param certificate a file with its certificate, and one with its key */
  static async start(certificate: { file: string; key: string } | null = null) {
    const server = new SwiftServer(await fourPorts(), certificate?.file ?? null);
    const tls = certificate === null ? [] : [certificate.file, certificate.key];
    const words = [path.resolve("tests/swift-server.py"), server.#folder, String(server.port)];
    // The system's own Python has Debian's packages.
    const child = spawn("/usr/bin/python3", [...words, ...tls], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    server.#child = child;
    await once(child.stdout, "data");
    await server.#makeBucket();
    return server;
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (child !== null && child.exitCode === null) {
      child.stdin?.end();
      await once(child, "exit");
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Waits for the proxy, and for the servers behind it. */
  async #makeBucket(): Promise<void> {
    const client = new AwsClient({
      accessKeyId: KEY.keyId,
      secretAccessKey: KEY.secret,
      service: "s3",
      region: "us-east-1",
    });
    for (let tries = 0; ; tries += 1) {
      const signed = await client.sign(`${this.#endpoint}/${BUCKET}`, { method: "PUT" });
      const status = await this.#statusOf(signed).catch((error: unknown) => String(error));
      if (status === 200) return;
      if (tries === 200) throw new Error(`Swift made no bucket: ${status}`);
      await pause(100);
    }
  }

  async #statusOf({ url, method, headers }: Request): Promise<number | undefined> {
    const options = { method, headers: Object.fromEntries(headers) };
    const asked =
      this.certificate === null
        ? http.request(url, options)
        : https.request(url, { ...options, ca: readFileSync(this.certificate) });
    asked.end();
    const [answer] = (await once(asked, "response")) as [http.IncomingMessage];
    answer.resume();
    return answer.statusCode;
  }

  get #endpoint(): string {
    return `${this.certificate === null ? "http" : "https"}://localhost:${this.port}`;
  }

  /** The variables of an installation that keeps its files here. */
  environment(prefix = ""): Record<string, string> {
    return {
      BLOBS: `s3://${BUCKET}/${prefix}?endpoint=${this.#endpoint}`,
      AWS_ACCESS_KEY_ID: KEY.keyId,
      AWS_SECRET_ACCESS_KEY: KEY.secret,
    };
  }
}

/** The first of four ports in a row that nobody listens at. */
async function fourPorts(): Promise<number> {
  for (;;) {
    const first = await listening(0);
    const { port } = first.address() as AddressInfo;
    const others = await Promise.allSettled([1, 2, 3].map((more) => listening(port + more)));
    const servers = others.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    await Promise.all(
      [first, ...servers].map((server) => new Promise((resolve) => server.close(resolve))),
    );
    if (servers.length === 3) return port;
  }
}

async function listening(port: number): Promise<net.Server> {
  const server = net.createServer();
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return server;
}
