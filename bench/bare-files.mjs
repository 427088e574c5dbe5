// The limit of a download: node:http and the files themselves, in pieces of 256 KiB, and nothing else.
import { createReadStream, readdirSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { pipeline } from "node:stream/promises";

const [port, folder] = process.argv.slice(2);
const names = readdirSync(folder).sort();
const send = (name, response, end) =>
  pipeline(createReadStream(path.join(folder, name), { highWaterMark: 256 * 1024 }), response, {
    end,
  });

http
  .createServer(async (request, response) => {
    response.setMaxListeners(0);
    const name = path.basename(request.url);
    if (name !== "all") return send(name, response, true);
    for (const each of names) await send(each, response, false);
    response.end();
  })
  .listen(Number(port), "127.0.0.1", () => console.log("Ready"));
process.once("SIGTERM", () => process.exit(0));
