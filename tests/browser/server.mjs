// The built server on a data folder that ends with it. Where that folder is stands in a file that the
// tests know by the port: they give people sessions without the mail that a sign-in would need.
import http from "node:http";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

const folder = mkdtempSync(path.join(tmpdir(), "trust-center-browser-"));
const pointer = path.join(tmpdir(), `trust-center-browser-${process.env.PORT}.txt`);
process.env.DATA_DIR = folder;
process.env.DEMO_PASSWORD = "correct horse battery staple";
writeFileSync(pointer, folder);
process.on("exit", () => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(pointer, { force: true });
});
await openProviders(Number(process.env.PORT) + 1_000);
await import(pathToFileURL(path.resolve("build/server/index.js")).href);
// Visitors come to acme by its own domain as well: a domain that never answered is in no link.
for (let tries = 0; tries < 100 && !(await answersByDomain()); tries += 1)
  await new Promise((resolve) => setTimeout(resolve, 100));

/** HackerOne and a status page, in the shapes of docs/program/integrations.md; they do not keep this process alive. */
async function openProviders(port) {
  const team = {
    resolved_report_count: 87,
    last_report_resolved_at: "2026-01-02T03:04:05Z",
    average_time_to_first_program_response: 4,
  };
  const status = { indicator: "major", description: "Exports are delayed" };
  const server = http.createServer((request, response) => {
    const pieces = [];
    request.on("data", (piece) => pieces.push(piece));
    request.on("end", () => {
      const isKnown = Buffer.concat(pieces).includes('"handle":"acme-labs"');
      const answers = {
        "/graphql": { data: { team: isKnown ? team : null } },
        "/status/api/v2/summary.json": { status },
      };
      const answer = answers[request.url];
      response.writeHead(answer === undefined ? 404 : 200).end(JSON.stringify(answer ?? {}));
    });
  });
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  server.unref();
}

function answersByDomain() {
  const { PORT: port } = process.env;
  const headers = { host: `trust.acme.example:${port}` };
  return new Promise((resolve) => {
    http
      .get({ host: "127.0.0.1", port, path: "/", headers }, (response) => {
        response.resume().on("end", () => resolve(response.statusCode === 200));
      })
      .on("error", () => resolve(false));
  });
}
