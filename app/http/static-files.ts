import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { BackgroundWork } from "./background-work.ts";
import {
  chooseEncoding,
  encode,
  isCompressible,
  matchesEtag,
  type Encoding,
} from "./response-bodies.ts";
import { EMPTY_POLICY } from "./security-headers.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
};

/** Shorter files, in bytes, are not worth compressing. */
const MIN_COMPRESSED = 200;

interface StaticFile {
  type: string;
  tag: string;
  cacheControl: string;
  bodies: Map<Encoding, Uint8Array>;
}

/**
 * The build's own files, held in memory in every encoding: hashed names for ever, others checked by
 * ETag. A build is a few hundred kilobytes, so that memory costs less than a look at the disk.
 */
export class StaticFiles {
  /** Every folder is read once a process: a build doesn't change under a running server. */
  static readonly #loaded = new Map<string, Promise<StaticFiles>>();
  readonly #files = new Map<string, StaticFile>();
  readonly #compression = new BackgroundWork<StaticFile>();

  /** Reads and compresses every file below `folder`; a missing folder gives no files. */
  static load(folder: string): Promise<StaticFiles> {
    const known = StaticFiles.#loaded.get(folder);
    if (known !== undefined) return known;
    const files = new StaticFiles();
    const loading = files.#read(folder).then(() => files);
    StaticFiles.#loaded.set(folder, loading);
    return loading;
  }

  /** Whether a path is one of the files. */
  has(pathname: string): boolean {
    return this.#files.has(pathname);
  }

  /** Answers a GET or HEAD for one of the files; false when the path is none of them. */
  serve(pathname: string, req: IncomingMessage, res: ServerResponse): boolean {
    const file = this.#files.get(pathname);
    if (file === undefined || (req.method !== "GET" && req.method !== "HEAD")) return false;
    const wanted = chooseEncoding(req.headers["accept-encoding"]);
    const encoding: Encoding = file.bodies.has(wanted) ? wanted : "identity";
    const body = file.bodies.get(encoding) ?? new Uint8Array();
    const etag = encoding === "identity" ? `"${file.tag}"` : `"${file.tag}-${encoding}"`;
    res.setHeader("ETag", etag);
    res.setHeader("Cache-Control", file.cacheControl);
    res.setHeader("Vary", "Accept-Encoding");
    res.setHeader("Content-Security-Policy", EMPTY_POLICY);
    if (matchesEtag(req.headers["if-none-match"], etag)) {
      res.writeHead(304).end();
      return true;
    }
    if (encoding !== "identity") res.setHeader("Content-Encoding", encoding);
    res.writeHead(200, { "Content-Type": file.type, "Content-Length": body.byteLength });
    res.end(req.method === "HEAD" ? undefined : body);
    return true;
  }

  async #read(folder: string): Promise<void> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes(".vite"));
    await Promise.all(
      files.map((entry) => this.#add(folder, path.join(entry.parentPath, entry.name))),
    );
  }

  /** Brotli 5 at once, so that a start takes no longer than it must; 11 when there is time. */
  async #add(folder: string, full: string): Promise<void> {
    const url = `/${path.relative(folder, full).split(path.sep).join("/")}`;
    const bytes = await readFile(full);
    const file: StaticFile = {
      type: TYPES[path.extname(url)] ?? "application/octet-stream",
      tag: createHash("sha256").update(bytes).digest("base64url").slice(0, 22),
      cacheControl: url.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
      bodies: new Map([["identity", bytes]]),
    };
    this.#files.set(url, file);
    if (!isCompressible(file.type) || bytes.byteLength < MIN_COMPRESSED) return;
    const [gzip, br] = await Promise.all([encode(bytes, "gzip"), encode(bytes, "br")]);
    file.bodies.set("gzip", gzip).set("br", br);
    this.#compression.add(file, async () => {
      file.bodies.set("br", await encode(bytes, "br", "best"));
    });
  }
}
