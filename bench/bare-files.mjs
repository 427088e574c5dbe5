// The limit of a download: node:http and the files themselves, in pieces of 256 KiB, and nothing else. Below
// /sealed/ it opens chunks of 64 KiB with AES-256-GCM, four a piece, as the product keeps its files.
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { createReadStream, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import http from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";

const CHUNK = 64 * 1024;
const TAG = 16;
const PIECE = 4 * (CHUNK + TAG);

const [port, folder] = process.argv.slice(2);
const names = readdirSync(folder).sort();
const key = randomBytes(32);
const sealed = await mkdtemp(path.join(tmpdir(), "trust-center-bench-sealed-"));
// One is enough: downloads are of one file.
await writeFile(
  path.join(sealed, names[0]),
  Buffer.concat([...seal(readFileSync(path.join(folder, names[0])))]),
);

function nonce(index) {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(index, 8);
  return bytes;
}

function* seal(plain) {
  for (let at = 0; at < plain.length; at += CHUNK) {
    const cipher = createCipheriv("aes-256-gcm", key, nonce(at / CHUNK));
    yield cipher.update(plain.subarray(at, at + CHUNK));
    cipher.final();
    yield cipher.getAuthTag();
  }
}

function unseal(chunk, index) {
  const decipher = createDecipheriv("aes-256-gcm", key, nonce(index));
  decipher.setAuthTag(chunk.subarray(-TAG));
  const plain = decipher.update(chunk.subarray(0, -TAG));
  decipher.final();
  return plain;
}

async function* unsealed(name) {
  const file = await open(path.join(sealed, name));
  try {
    for (let index = 0; ; index += 4) {
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(PIECE), 0, PIECE, null);
      const read = buffer.subarray(0, bytesRead);
      for (let at = 0, i = index; at < read.length; at += CHUNK + TAG, i += 1)
        yield unseal(read.subarray(at, at + CHUNK + TAG), i);
      if (bytesRead < PIECE) return;
    }
  } finally {
    await file.close();
  }
}

const send = (name, response, end) =>
  pipeline(createReadStream(path.join(folder, name), { highWaterMark: 256 * 1024 }), response, {
    end,
  });

http
  .createServer(async (request, response) => {
    response.setMaxListeners(0);
    const name = path.basename(request.url);
    if (request.url.startsWith("/sealed/")) return pipeline(unsealed(name), response);
    if (name !== "all") return send(name, response, true);
    for (const each of names) await send(each, response, false);
    response.end();
  })
  .listen(Number(port), "127.0.0.1", () => console.log("Ready"));
process.once("SIGTERM", async () => {
  await rm(sealed, { recursive: true });
  process.exit(0);
});
