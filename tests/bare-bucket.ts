import http from "node:http";
import { AwsV4Signer } from "aws4fetch";
import { BUCKET, BUCKET_KEY } from "./bucket-server.ts";

const PART_BYTES = 16 * 1024 * 1024;
const PARTS_AT_ONCE = 3;

/**
 * A client that does no more than a bucket asks for: it seals nothing, keeps nothing, looks at
 * nothing and tries nothing again. What it takes is the limit of this machine and this bucket.
 */
export class BareBucket {
  readonly #agent = new http.Agent({ keepAlive: true });
  readonly #origin: string;

  constructor(port: string) {
    this.#origin = `http://127.0.0.1:${port}/${BUCKET}`;
  }

  /** Sends what the source yields in parts, three at a time. */
  async put(name: string, source: AsyncIterable<Buffer>): Promise<void> {
    const begun = await this.#text("POST", `${name}?uploads=`);
    const id = encodeURIComponent(/<UploadId>([^<]*)</.exec(begun)?.[1] ?? "");
    const tags: string[] = [];
    const parts = partsOf(source);
    let next = 0;
    const sendSome = async () => {
      for (;;) {
        // A generator answers those who ask at once one after the other, so the numbers are right.
        const asked = parts.next();
        next += 1;
        const number = next;
        const { done, value } = await asked;
        if (done) return;
        const answer = await this.#send(
          "PUT",
          `${name}?partNumber=${number}&uploadId=${id}`,
          value,
        );
        answer.resume();
        tags[number - 1] = answer.headers.etag ?? "";
      }
    };
    await Promise.all(Array.from({ length: PARTS_AT_ONCE }, sendSome));
    const list = tags.map(
      (tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
    );
    await this.#text("POST", `${name}?uploadId=${id}`, [
      Buffer.from(`<CompleteMultipartUpload>${list.join("")}</CompleteMultipartUpload>`),
    ]);
  }

  /** The whole of it, by one request. */
  async get(name: string): Promise<AsyncIterable<Buffer>> {
    return this.#send("GET", name);
  }

  close(): void {
    this.#agent.destroy();
  }

  async #text(method: string, path: string, body: readonly Buffer[] = []): Promise<string> {
    const pieces: Buffer[] = [];
    for await (const piece of await this.#send(method, path, body)) pieces.push(piece as Buffer);
    return Buffer.concat(pieces).toString("utf8");
  }

  async #send(
    method: string,
    path: string,
    body: readonly Buffer[] = [],
  ): Promise<http.IncomingMessage> {
    const url = `${this.#origin}/${path}`;
    const { headers } = await new AwsV4Signer({
      method,
      url,
      headers: { "X-Amz-Content-Sha256": "UNSIGNED-PAYLOAD" },
      accessKeyId: BUCKET_KEY.keyId,
      secretAccessKey: BUCKET_KEY.secret,
      service: "s3",
      region: "us-east-1",
    }).sign();
    const length = body.reduce((sum, { length: bytes }) => sum + bytes, 0);
    return new Promise((resolve, reject) => {
      const sent = http.request(
        url,
        {
          method,
          agent: this.#agent,
          headers: {
            ...Object.fromEntries(headers),
            ...(method === "GET" ? {} : { "content-length": length }),
          },
        },
        (answer) => {
          if (answer.statusCode === 200) resolve(answer);
          else reject(new Error(`${method} ${path}: ${answer.statusCode}`));
        },
      );
      sent.on("error", reject);
      for (const piece of body) sent.write(piece);
      sent.end();
    });
  }
}

/** Pieces together until they are as large as a part. */
async function* partsOf(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer[]> {
  let part: Buffer[] = [];
  let bytes = 0;
  for await (const piece of source) {
    part.push(piece);
    bytes += piece.length;
    if (bytes < PART_BYTES) continue;
    yield part;
    part = [];
    bytes = 0;
  }
  if (bytes > 0) yield part;
}
