import http from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** What was sent to the service. */
export interface Sent {
  path: string;
  authorization: string | undefined;
  model: string;
  system: string;
  user: string;
}

type Behavior = (response: http.ServerResponse, sent: Sent) => void;

/** A service in the shape of OpenAI's chat API on loopback, which does what a test tells it to. */
export class ModelService {
  readonly sent: Sent[] = [];
  readonly url: string;
  #behavior: Behavior = says("NO ANSWER");

  private constructor(server: http.Server) {
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    server.on("request", (request, response) => {
      const pieces: Buffer[] = [];
      request.on("data", (piece: Buffer) => pieces.push(piece));
      request.on("end", () => {
        const { model, messages } = JSON.parse(Buffer.concat(pieces).toString("utf8")) as {
          model: string;
          messages: { role: string; content: string }[];
        };
        const said = (role: string) => messages.find((one) => one.role === role)?.content ?? "";
        const sent = {
          path: `${request.method} ${request.url}`,
          authorization: request.headers.authorization,
          model,
          system: said("system"),
          user: said("user"),
        };
        this.sent.push(sent);
        this.#behavior(response, sent);
      });
    });
  }

  /** Starts one; it ends with the test. */
  static async start(): Promise<ModelService> {
    const server = http.createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return new ModelService(server);
  }

  behaves(behavior: Behavior): void {
    this.#behavior = behavior;
  }

  /** What an installation's environment says of it. */
  get environment(): Record<string, string> {
    return { AI_URL: this.url, AI_KEY: "sk-test", AI_MODEL: "test-model" };
  }

  get host(): string {
    return new URL(this.url).host;
  }
}

/** A completion as the API gives it. */
export function says(content: string | null): Behavior {
  return (response) => {
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({
        id: "chatcmpl-1",
        object: "chat.completion",
        choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
      }),
    );
  };
}
