import http from "node:http";
import { promisify } from "node:util";
import zlib from "node:zlib";
import type { Asked } from "./network.ts";

/** Two names of one machine are two sites; only `localhost` and the tests' domains lead anywhere. */
function isHere(host: string): boolean {
  return host === "localhost" || host === "127.0.0.1" || host.endsWith(".example");
}

/** What came back. */
interface Exchanged {
  status: number;
  headers: Record<string, string>;
  cookies: string[];
  body: Buffer;
}

/** Sends one request to this machine and reads its answer. */
export async function exchange(
  url: URL,
  { method = "GET", body }: Asked,
  headers: Record<string, string>,
  agent: http.Agent,
): Promise<Exchanged> {
  if (url.protocol !== "http:" || !isHere(url.hostname))
    throw new Error("net::ERR_NAME_NOT_RESOLVED");
  const message = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const request = http.request(
      {
        host: "127.0.0.1",
        port: url.port,
        path: `${url.pathname}${url.search}`,
        method,
        agent,
        headers: { ...headers, ...(body === undefined ? {} : { "content-length": body.length }) },
        signal: AbortSignal.timeout(15_000),
      },
      resolve,
    );
    request.once("error", reject);
    request.end(body);
  });
  const pieces: Buffer[] = [];
  for await (const piece of message) pieces.push(piece);
  const got: Record<string, string> = {};
  for (const [name, value] of Object.entries(message.headers))
    if (value !== undefined) got[name] = Array.isArray(value) ? value.join("\n") : value;
  return {
    status: message.statusCode ?? 0,
    headers: got,
    cookies: message.headers["set-cookie"] ?? [],
    body: await decoded(Buffer.concat(pieces), got["content-encoding"]),
  };
}

const DECODERS: Record<string, (packed: Buffer) => Promise<Buffer>> = {
  br: promisify(zlib.brotliDecompress),
  gzip: promisify(zlib.gunzip),
  deflate: promisify(zlib.inflate),
};

async function decoded(body: Buffer, encoding: string | undefined): Promise<Buffer> {
  const decode = DECODERS[encoding ?? ""];
  return decode === undefined || body.length === 0 ? body : decode(body);
}
