import http from "node:http";
import https from "node:https";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import type { BucketAddress } from "./address.ts";
import { BucketRefused } from "./unavailable.ts";
import { leaf } from "./answers.ts";

/** Requests at once, of everyone. */
const MAX_SOCKETS = 32;
/** A connection that says nothing for so long is given up, in milliseconds. */
const SILENCE_MS = 5_000;
/** What takes longer to come is asked for again, from where it was: so long for each megabyte. */
const COMING_MS = 30_000;
const MEGABYTE = 1024 * 1024;
/** What is waited for before a request is tried again: doubled each time, with chance in it. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;
/** Answers beyond it are none of ours. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
/** The hash of a body without bytes. */
const EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/** A longer answer is no error in XML. */
const MOST_OF_AN_ERROR = 4_096;

/** Codes of refusals that pass by themselves, whatever their status. */
const PASSING = new Set([
  "RequestTimeout",
  "SlowDown",
  "InternalError",
  "ServiceUnavailable",
  "BadDigest",
  "IncompleteBody",
  "XAmzContentSHA256Mismatch",
]);

/** What is sent with a request. It is opened anew for each try. */
export interface SentBody {
  size: number;
  /** SHA-256 of it, hexadecimal: part of the signature, so that the service sees what was altered. */
  sha256: string;
  open: () => AsyncIterable<Uint8Array>;
}

export interface BucketRequest {
  method: "GET" | "PUT" | "POST" | "DELETE";
  /** Its name in the bucket, below the prefix; null: the bucket itself. */
  name: string | null;
  query?: Record<string, string>;
  /** The first byte that is wanted and the last. */
  range?: { first: number; last: number };
  body?: SentBody;
  contentType?: string;
  /** For how long it is tried, in milliseconds; 0: once. */
  patienceMs: number;
  /** How long a connection may be silent. */
  silenceMs?: number;
  signal?: AbortSignal | undefined;
  /** Looks at an answer that seems right. @throws Retry when it is not: then it is asked for again */
  verify?: (answer: BucketAnswer) => void;
}

export interface BucketAnswer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

/** An answer that is not what was asked for, and may be at the next try. */
export class Retry extends Error {}

/**
 * Speaks with a bucket: signs each request, gives up a connection that is silent, and tries what
 * may pass by itself again, a little later each time. A body that breaks off is asked for from
 * where it broke off.
 */
export class BucketClient {
  readonly #address: BucketAddress;
  readonly #keyId: string;
  readonly #secret: string;
  readonly #agent: http.Agent;
  readonly #signatures = new Map<string, ArrayBuffer>();

  constructor(address: BucketAddress, { keyId, secret }: { keyId: string; secret: string }) {
    this.#address = address;
    this.#keyId = keyId;
    this.#secret = secret;
    const options = { keepAlive: true, maxSockets: MAX_SOCKETS, maxFreeSockets: 8 };
    this.#agent = address.endpoint.startsWith("https:")
      ? new https.Agent(options)
      : new http.Agent(options);
  }

  /** What every name in the bucket begins with. */
  get prefix(): string {
    return this.#address.prefix;
  }

  /** Ends idle connections. */
  close(): void {
    this.#agent.destroy();
  }

  /**
   * Asks until there is an answer that counts: a good one, or that there is nothing of that name
   * (404 NoSuchKey).
   * @throws BucketRefused when it refused, or no good answer came in time; the signal's reason
   */
  async send(request: BucketRequest): Promise<BucketAnswer> {
    const deadline = Date.now() + request.patienceMs;
    const got: Buffer[] = [];
    for (let tries = 0; ; tries += 1) {
      request.signal?.throwIfAborted();
      let failure: BucketRefused;
      try {
        const answer = await this.#once(request, got);
        const fault = faultOf(answer);
        if (fault === null) {
          request.verify?.(answer);
          return answer;
        }
        got.length = 0;
        failure = new BucketRefused(what(request), answer.status, fault);
        if (!mayPass(answer.status, fault)) throw failure;
      } catch (error) {
        if (error instanceof BucketRefused) throw error;
        request.signal?.throwIfAborted();
        if (error instanceof Retry) got.length = 0;
        failure = new BucketRefused(what(request), 0, codeOf(error), { cause: error });
      }
      const wait = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries) * (0.5 + Math.random());
      if (Date.now() + wait >= deadline) throw failure;
      await pause(wait, undefined, { signal: request.signal });
    }
  }

  /** @param got what came of the body before it broke off; it grows */
  async #once(request: BucketRequest, got: Buffer[]): Promise<BucketAnswer> {
    const already = got.reduce((sum, piece) => sum + piece.length, 0);
    const url = this.#urlOf(request);
    const headers = new Headers();
    if (request.range !== undefined)
      headers.set("Range", `bytes=${request.range.first + already}-${request.range.last}`);
    if (request.contentType !== undefined) headers.set("Content-Type", request.contentType);
    headers.set("X-Amz-Content-Sha256", request.body?.sha256 ?? EMPTY);
    const signed = await new AwsV4Signer({
      method: request.method,
      url,
      headers,
      accessKeyId: this.#keyId,
      secretAccessKey: this.#secret,
      service: "s3",
      region: this.#address.region,
      cache: this.#signatures,
    }).sign();
    const sent: Record<string, string> = Object.fromEntries(signed.headers);
    if (request.body !== undefined) sent["content-length"] = String(request.body.size);
    else if (request.method !== "GET" && request.method !== "DELETE") sent["content-length"] = "0";
    const answer = await this.#exchange(url, request, sent);
    const status = answer.statusCode ?? 0;
    // Something else than a part of what was asked for begins anew.
    if (status !== 206) got.length = 0;
    let size = got.reduce((sum, piece) => sum + piece.length, 0);
    try {
      for await (const piece of answer as AsyncIterable<Buffer>) {
        size += piece.length;
        if (size > MAX_ANSWER_BYTES) throw new Retry("the answer is too long");
        got.push(piece);
      }
    } catch (error) {
      // Only a part that was asked for as such can be gone on with.
      if (status !== 206) got.length = 0;
      throw error;
    } finally {
      answer.destroy();
    }
    return { status, headers: answer.headers, body: Buffer.concat(got, size) };
  }

  #exchange(
    url: string,
    request: BucketRequest,
    headers: Record<string, string>,
  ): Promise<http.IncomingMessage> {
    const { body, method, signal, silenceMs = SILENCE_MS } = request;
    return new Promise((resolve, reject) => {
      const speak = url.startsWith("https:") ? https.request : http.request;
      const req = speak(url, { method, headers, agent: this.#agent, signal });
      const silent = () => req.destroy(new Error("the bucket is silent"));
      req.setTimeout(silenceMs, silent);
      // That counts from the connection on; an address that swallows everything gives none.
      req.on("socket", (socket) => {
        if (!socket.connecting) return;
        const timer = setTimeout(silent, silenceMs);
        const connected = () => clearTimeout(timer);
        socket.once("connect", connected);
        socket.once("close", connected);
      });
      if (method === "GET") {
        const { first, last } = request.range ?? { first: 0, last: 0 };
        const slow = setTimeout(
          () => req.destroy(new Error("the bucket is slow")),
          COMING_MS * Math.max(1, (last - first) / MEGABYTE),
        );
        req.on("close", () => clearTimeout(slow));
      }
      req.on("error", reject);
      req.on("response", (answer) => {
        answer.setTimeout(silenceMs, silent);
        resolve(answer);
      });
      if (body === undefined) req.end();
      else void pipeline(body.open(), req).catch(reject);
    });
  }

  #urlOf({ name, query = {} }: BucketRequest): string {
    const { endpoint, bucket, prefix, style } = this.#address;
    const url = new URL(endpoint);
    const path = name === null ? "" : `${prefix}${name}`;
    if (style === "host") {
      url.hostname = `${bucket}.${url.hostname}`;
      url.pathname = `/${path}`;
    } else url.pathname = name === null ? `/${bucket}` : `/${bucket}/${path}`;
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
    return url.href;
  }
}

/** The service's code for what it refused; null for an answer that counts. */
function faultOf({ status, body }: BucketAnswer): string | null {
  if (status === 200 || status === 204 || status === 206)
    // Joining parts may fail after the answer began.
    return body.length > 0 &&
      body.length < MOST_OF_AN_ERROR &&
      /<Error[\s>]/.test(body.toString("latin1"))
      ? leaf(body.toString("utf8"), "Code")
      : null;
  const code = leaf(body.toString("utf8"), "Code");
  return status === 404 && code === "NoSuchKey" ? null : code;
}

/** Whether a refusal passes by itself; what a service doesn't know, it never will (501). */
function mayPass(status: number, code: string): boolean {
  return (status >= 500 && status !== 501) || status === 429 || PASSING.has(code);
}

function what({ method, name }: BucketRequest): string {
  return `${method} ${name ?? "the bucket"}`;
}

/** Why a connection failed, in a word that tells no secret. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "failed";
  return "code" in error && typeof error.code === "string" ? error.code : error.message;
}
