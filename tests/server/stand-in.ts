import http from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

type Handler = (request: http.IncomingMessage, response: http.ServerResponse) => void;

/** Someone else's service: a real server on loopback that answers as a test tells it, until the test ends. */
export class StandIn {
  /** What was asked for, oldest first. */
  readonly asked: string[] = [];
  answer: Handler = (_, response) => void response.writeHead(404).end();
  readonly #server = http.createServer((request, response) => {
    this.asked.push(request.url ?? "");
    this.answer(request, response);
  });

  static async open(): Promise<StandIn> {
    const service = new StandIn();
    await new Promise<void>((resolve) => service.#server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      service.#server.closeAllConnections();
      service.#server.close();
    });
    return service;
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  url(path = ""): string {
    return `http://${this.host}${path}`;
  }

  /** Answers everything with a body as JSON. */
  says(body: unknown, status = 200): void {
    this.answer = (_, response) =>
      response
        .writeHead(status, { "Content-Type": "application/json" })
        .end(typeof body === "string" ? body : JSON.stringify(body));
  }
}
