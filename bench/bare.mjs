// The limit: node:http and nothing else. Takes the body from standard input, port and headers as arguments.
import http from "node:http";

const [port, headersText] = process.argv.slice(2);
const headers = JSON.parse(headersText);
const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const body = Buffer.concat(chunks);
const server = http.createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(body);
});
server.listen(Number(port), "127.0.0.1", () => console.log("Ready"));
process.once("SIGTERM", () => process.exit(0));
