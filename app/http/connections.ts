import type { IncomingMessage, Server, ServerResponse } from "node:http";
import net, { type Socket } from "node:net";
import { setImmediate, setTimeout } from "node:timers/promises";

/**
 * How long a connection that looks idle may still bring a request that was on its way, in
 * milliseconds: a proxy on a busy machine needs more than a network does.
 */
const GRACE_MS = 1_000;
/** How long one that has sent a part of a request's head may take for the rest, in milliseconds. */
const HEAD_MS = 2_000;
const LOOK_MS = 25;

/**
 * The last request of a connection; one object a connection, since most requests are answered from
 * memory.
 */
interface Last {
  response: ServerResponse | null;
  /** What had been read when it came: a request without a body ends there. */
  bytesRead: number;
}

/**
 * The connections of a server, so that it can end without losing a request: Node's own way closes
 * whatever it takes for idle at once, with the requests that lie unread in the sockets, and leaves
 * open what is kept alive.
 */
export class Connections {
  readonly #server: Server;
  readonly #last = new Map<Socket, Last>();
  #ending = false;

  constructor(server: Server) {
    this.#server = server;
    server.on("connection", (socket) => {
      this.#last.set(socket, { response: null, bytesRead: 0 });
      socket.once("close", () => this.#last.delete(socket));
    });
  }

  /** A request came: to be called before it is answered. */
  note(req: IncomingMessage, res: ServerResponse): void {
    const last = this.#last.get(req.socket);
    if (last !== undefined) {
      last.response = res;
      last.bytesRead = req.socket.bytesRead;
    }
    if (this.#ending) res.shouldKeepAlive = false;
  }

  /**
   * Takes no new connections, answers what comes on those that are there with 'Connection: close',
   * and ends each as soon as nothing is under way on it. Resolves when all have ended.
   */
  async end(): Promise<void> {
    this.#ending = true;
    // What has connected already is taken in before the door closes.
    await setImmediate();
    await setImmediate();
    const closed = new Promise<void>((resolve) => {
      net.Server.prototype.close.call(this.#server, () => resolve());
    });
    for (const { response } of this.#last.values())
      if (response !== null && !response.headersSent) response.shouldKeepAlive = false;
    const idleSince = new Map<Socket, { at: number; bytesRead: number }>();
    while (this.#last.size > 0) {
      await setTimeout(LOOK_MS);
      // The event loop may have stood still meanwhile: what came in is read before anything is
      // called idle.
      await setImmediate();
      await setImmediate();
      const now = performance.now();
      for (const [socket, last] of this.#last) {
        if (isUnderWay(last)) {
          idleSince.delete(socket);
          continue;
        }
        const seen = idleSince.get(socket);
        if (seen === undefined || seen.bytesRead !== socket.bytesRead)
          idleSince.set(socket, { at: now, bytesRead: socket.bytesRead });
        else if (now - seen.at >= (mayBeAsking(socket, last) ? HEAD_MS : GRACE_MS))
          socket.destroySoon();
      }
    }
    await closed;
  }
}

function isUnderWay({ response }: Last): boolean {
  return response !== null && !response.writableFinished && !response.destroyed;
}

/**
 * Whether a part of a further request may have been read: what came since the last one's head may
 * be its body, too.
 */
function mayBeAsking(socket: Socket, { bytesRead }: Last): boolean {
  return socket.bytesRead > bytesRead;
}
