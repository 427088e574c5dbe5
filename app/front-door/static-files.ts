import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { chooseEncoding, encode, isCompressible, type Encoding } from "./response-bodies.ts";

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

interface StaticFile {
  type: string;
  etag: string;
  cacheControl: string;
  bodies: Map<Encoding, Uint8Array>;
}

/**
 * The build's own files, held in memory in every encoding: hashed names for ever, others checked by ETag.
 * A build is a few hundred kilobytes, so that memory costs less than a look at the disk.
 */
export class StaticFiles {
  readonly #files = new Map<string, StaticFile>();

  /** Reads and compresses every file below `folder`; a missing folder gives no files. */
  static async load(folder: string): Promise<StaticFiles> {
    const files = new StaticFiles();
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    await Promise.all(
      entries
        .filter((entry) => entry.isFile() && !entry.parentPath.includes(".vite"))
        .map(async (entry) => {
          const full = path.join(entry.parentPath, entry.name);
          const url = `/${path.relative(folder, full).split(path.sep).join("/")}`;
          files.#files.set(url, await describe(url, await readFile(full)));
        }),
    );
    return files;
  }

  /** Answers a GET or HEAD for one of the files; false when the path is none of them. */
  serve(pathname: string, req: IncomingMessage, res: ServerResponse): boolean {
    const file = this.#files.get(pathname);
    if (file === undefined || (req.method !== "GET" && req.method !== "HEAD")) return false;
    const wanted = chooseEncoding(req.headers["accept-encoding"]);
    const encoding: Encoding = file.bodies.has(wanted) ? wanted : "identity";
    const body = file.bodies.get(encoding) ?? new Uint8Array();
    const etag = file.etag.replace(/"$/, `${encoding === "identity" ? "" : `-${encoding}`}"`);
    res.setHeader("ETag", etag);
    res.setHeader("Cache-Control", file.cacheControl);
    res.setHeader("Vary", "Accept-Encoding");
    if (req.headers["if-none-match"] === etag) {
      res.writeHead(304).end();
      return true;
    }
    if (encoding !== "identity") res.setHeader("Content-Encoding", encoding);
    res.writeHead(200, { "Content-Type": file.type, "Content-Length": body.byteLength });
    res.end(req.method === "HEAD" ? undefined : body);
    return true;
  }
}

async function describe(url: string, bytes: Buffer): Promise<StaticFile> {
  const type = TYPES[path.extname(url)] ?? "application/octet-stream";
  const bodies = new Map<Encoding, Uint8Array>([["identity", bytes]]);
  if (isCompressible(type) && bytes.byteLength > 200) {
    bodies.set("gzip", await encode(bytes, "gzip"));
    bodies.set("br", await encode(bytes, "br", 11));
  }
  return {
    type,
    etag: `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`,
    cacheControl: url.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
    bodies,
  };
}
