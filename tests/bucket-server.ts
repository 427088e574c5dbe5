import { createHash, createHmac } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import S3rver from "s3rver";

/** What happens to one request on its way to the bucket or back. */
export type Fault =
  /** Nothing is passed on; the answer is this. */
  | { status: number; code: string }
  /** Nothing is passed on; 200 and this text are the answer, without an ETag. */
  | { says: string }
  /** The connection is taken and never answered. */
  | "silence"
  /** The connection ends at once. */
  | "reset"
  /** So many bytes of the answer's body come, then the connection ends. */
  | { cutAfter: number }
  /** The bit of a byte of the answer's body is another. */
  | { alterAt: number }
  /** The bit of a byte of what is sent is another. */
  | { alterSentAt: number }
  /** The bucket does it, and the answer is lost. */
  | "unanswered"
  | { delayMs: number };

interface Altering {
  alterAt?: number;
  cutAfter?: number;
  alterSentAt?: number;
}

export interface Asked {
  method: string;
  /** The path with its query, as it was sent. */
  path: string;
  range: string | undefined;
}

export const BUCKET = "trust";
/** The only key that s3rver knows. */
export const BUCKET_KEY = { keyId: "S3RVER", secret: "S3RVER" };

/**
 * A bucket of s3rver, a real server that speaks S3, behind a proxy that does to requests what a
 * test says.
 */
export class BucketServer {
  readonly folder = mkdtempSync(path.join(tmpdir(), "bucket-"));
  /** What was asked since the test emptied it. */
  readonly asked: Asked[] = [];
  /** Decides about each request; null passes it on. */
  fault: (asked: Asked) => Fault | null = () => null;
  port = 0;
  readonly #bucket: S3rver;
  readonly #proxy: http.Server;
  readonly #agent = new http.Agent({ keepAlive: true });
  #inside = 0;

  private constructor() {
    this.#bucket = new S3rver({
      address: "127.0.0.1",
      port: 0,
      silent: true,
      directory: this.folder,
      vhostBuckets: false,
      configureBuckets: [{ name: BUCKET, configs: [] }],
    });
    this.#proxy = http.createServer((req, res) => this.#pass(req, res));
  }

  /** @param port where the proxy listens; any */
  static async start(port = 0): Promise<BucketServer> {
    const server = new BucketServer();
    server.#inside = (await server.#bucket.run()).port;
    await new Promise<void>((resolve) => server.#proxy.listen(port, "127.0.0.1", resolve));
    server.port = (server.#proxy.address() as AddressInfo).port;
    return server;
  }

  async stop(): Promise<void> {
    this.#proxy.closeAllConnections();
    this.#agent.destroy();
    await new Promise((resolve) => this.#proxy.close(resolve));
    await this.#bucket.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** For BLOBS. */
  address(prefix = ""): string {
    return `s3://${BUCKET}/${prefix}?endpoint=http://127.0.0.1:${this.port}`;
  }

  /** The names in the bucket, sorted. */
  names(): string[] {
    return readdirSync(path.join(this.folder, BUCKET), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith("._S3rver_object"))
      .map((name) => name.slice(0, -"._S3rver_object".length))
      .sort();
  }

  /** Where an object lies, for a test that damages it. */
  fileOf(name: string): string {
    return path.join(this.folder, BUCKET, `${name}._S3rver_object`);
  }

  bytesOf(name: string): Buffer {
    return readFileSync(this.fileOf(name));
  }

  sizeOf(name: string): number {
    return statSync(this.fileOf(name)).size;
  }

  /** Parts of uploads that were neither joined nor given up. */
  parts(): string[] {
    return this.#uploads().flatMap(({ id }) =>
      readdirSync(path.join(this.#uploadsFolder(), id))
        .filter((name) => /^\d+$/.test(name))
        .map((name) => `${id}/${name}`),
    );
  }

  #uploadsFolder(): string {
    return path.join(this.folder, BUCKET, "._S3rver_uploads");
  }

  /** Uploads that were begun and neither joined nor given up, as a service sorts them. */
  #uploads(): { id: string; name: string; begunAt: Date }[] {
    const folder = this.#uploadsFolder();
    if (!existsSync(folder)) return [];
    return readdirSync(folder)
      .map((id) => {
        const key = path.join(folder, id, "key");
        return { id, name: readFileSync(key, "utf8"), begunAt: statSync(key).mtime };
      })
      .sort((a, b) => (`${a.name} ${a.id}` < `${b.name} ${b.id}` ? -1 : 1));
  }

  /** What s3rver doesn't do: a list of uploads in parts, two at a time; and giving one up. */
  #answerOfUploads(method: string, url: URL): { status: number; xml: string } | null {
    const id = url.searchParams.get("uploadId");
    if (method === "DELETE" && id !== null) {
      const isThere = this.#uploads().some((upload) => upload.id === id);
      rmSync(path.join(this.#uploadsFolder(), path.basename(id)), { recursive: true, force: true });
      return isThere
        ? { status: 204, xml: "" }
        : { status: 404, xml: "<Error><Code>NoSuchUpload</Code></Error>" };
    }
    if (method !== "GET" || !url.searchParams.has("uploads")) return null;
    const after = `${url.searchParams.get("key-marker") ?? ""} ${url.searchParams.get("upload-id-marker") ?? ""}`;
    const following = this.#uploads()
      .filter(({ name }) => name.startsWith(url.searchParams.get("prefix") ?? ""))
      .filter((upload) => `${upload.name} ${upload.id}` > after);
    const page = following.slice(0, 2);
    const last = page.at(-1);
    const entries = page.map(
      ({ name, id: uploadId, begunAt }) =>
        `<Upload><Key>${name}</Key><UploadId>${uploadId}</UploadId><Initiated>${begunAt.toISOString()}</Initiated></Upload>`,
    );
    return {
      status: 200,
      xml: `<ListMultipartUploadsResult><NextKeyMarker>${last?.name ?? ""}</NextKeyMarker><NextUploadIdMarker>${last?.id ?? ""}</NextUploadIdMarker><IsTruncated>${following.length > 2}</IsTruncated>${entries.join("")}</ListMultipartUploadsResult>`,
    };
  }

  #pass(req: http.IncomingMessage, res: http.ServerResponse): void {
    const asked = { method: req.method ?? "", path: req.url ?? "", range: req.headers.range };
    this.asked.push(asked);
    // s3rver looks at the key, and not at signatures of this version.
    const fault = isSigned(req)
      ? this.fault(asked)
      : { status: 403, code: "SignatureDoesNotMatch" };
    if (fault === "silence") return void req.resume();
    if (fault === "reset") return void req.socket.destroy();
    if (fault !== null && typeof fault === "object" && "says" in fault) {
      req.resume();
      req.on("end", () => res.writeHead(200).end(fault.says));
      return;
    }
    const own =
      fault === null
        ? this.#answerOfUploads(asked.method, new URL(asked.path, "http://bucket"))
        : null;
    if (own !== null) {
      req.resume();
      req.on("end", () =>
        res.writeHead(own.status, { "Content-Type": "application/xml" }).end(own.xml),
      );
      return;
    }
    if (fault !== null && typeof fault === "object" && "status" in fault) {
      req.resume();
      req.on("end", () =>
        res
          .writeHead(fault.status, { "Content-Type": "application/xml" })
          .end(`<?xml version="1.0"?><Error><Code>${fault.code}</Code></Error>`),
      );
      return;
    }
    if (fault !== null && typeof fault === "object" && "delayMs" in fault)
      setTimeout(() => this.#forward(req, res, fault), fault.delayMs);
    else this.#forward(req, res, fault);
  }

  #forward(req: http.IncomingMessage, res: http.ServerResponse, fault: Fault | null): void {
    const way = (typeof fault === "object" ? fault : null) as Altering | null;
    const { alterAt, cutAfter, alterSentAt } = way ?? {};
    const onward = http.request({
      host: "127.0.0.1",
      port: this.#inside,
      method: req.method,
      path: req.url,
      headers: req.headers,
      agent: this.#agent,
    });
    onward.on("error", () => res.destroy());
    onward.on("response", (answer) => {
      if (fault === "unanswered") {
        answer.resume();
        answer.on("end", () => res.destroy());
        return;
      }
      res.writeHead(answer.statusCode ?? 500, answer.headers);
      let passed = 0;
      answer.on("data", (piece: Buffer) => {
        let part = piece;
        if (alterAt !== undefined) part = altered(piece, alterAt - passed);
        if (cutAfter !== undefined && passed + piece.length >= cutAfter) {
          answer.destroy();
          res.write(piece.subarray(0, cutAfter - passed), () => res.destroy());
          return;
        }
        passed += piece.length;
        if (!res.write(part)) {
          answer.pause();
          res.once("drain", () => answer.resume());
        }
      });
      answer.on("end", () => res.end());
      answer.on("error", () => res.destroy());
    });
    res.on("close", () => onward.destroy());
    let sent = 0;
    req.on("data", (piece: Buffer) => {
      const part = alterSentAt === undefined ? piece : altered(piece, alterSentAt - sent);
      sent += piece.length;
      if (!onward.write(part)) {
        req.pause();
        onward.once("drain", () => req.resume());
      }
    });
    req.on("end", () => onward.end());
  }
}

/**
 * Whether a request of the known key is signed with its secret, as Amazon's documents have it
 * (AWS4-HMAC-SHA256); of other keys the server itself knows nothing.
 */
function isSigned(req: http.IncomingMessage): boolean {
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      req.headers.authorization ?? "",
    );
  if (parts === null) return false;
  const [, keyId = "", day = "", region = "", names = "", signature = ""] = parts;
  if (keyId !== BUCKET_KEY.keyId) return true;
  const url = new URL(req.url ?? "", "http://bucket");
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join("&");
  const headers = names.split(";").map((name) => `${name}:${String(req.headers[name])}\n`);
  const request = [
    req.method,
    url.pathname,
    query,
    headers.join(""),
    names,
    req.headers["x-amz-content-sha256"],
  ].join("\n");
  const moment = String(req.headers["x-amz-date"]);
  const scope = `${day}/${region}/s3/aws4_request`;
  const digest = createHash("sha256").update(request).digest("hex");
  let key: string | Buffer = `AWS4${BUCKET_KEY.secret}`;
  for (const step of [day, region, "s3", "aws4_request"])
    key = createHmac("sha256", key).update(step).digest();
  const right = createHmac("sha256", key)
    .update(["AWS4-HMAC-SHA256", moment, scope, digest].join("\n"))
    .digest("hex");
  return names.includes("x-amz-content-sha256") && signature === right;
}

/** A fault that happens to so many requests, and then no more. */
export function faulty(fault: Fault, times = 1): () => Fault | null {
  let left = times;
  return () => {
    left -= 1;
    return left >= 0 ? fault : null;
  };
}

/** The piece with a bit of a byte turned, where it has that byte. */
function altered(piece: Buffer, at: number): Buffer {
  if (at < 0 || at >= piece.length) return piece;
  const other = Buffer.from(piece);
  other.writeUInt8(other.readUInt8(at) ^ 1, at);
  return other;
}
