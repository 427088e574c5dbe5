import type { IncomingMessage, ServerResponse } from "node:http";
import {
  createContext,
  createRequestHandler,
  RouterContextProvider,
  type ServerBuild,
} from "react-router";
import { StorageUnavailable } from "../../db/store.ts";
import {
  refusedContext,
  afterAnswerContext,
  cacheHintContext,
  hostContext,
  servicesContext,
  type CacheHint,
  type RefusedAnswer,
  type RequestHost,
  type Services,
} from "../context.ts";
import { RouteSubsets } from "./route-subsets.ts";
import type { PageRoutes } from "./page-routes.ts";
import { BodyTooLarge, bodyLimit, SILENCE_TIMEOUT_MS, webRequest } from "./web-request.ts";

export interface Answer {
  response: Response;
  /** Whether the response speaks of an error that no route answered by itself. */
  failed: boolean;
  /** What the page allows the cache to keep. */
  hint: CacheHint | null;
  /** The store's generation before the first question to it. */
  generation: number;
}

/** What a loader or an action failed with; the framework itself tells only that something did. */
const failureContext = createContext<{ error: unknown }>();

type Handler = ReturnType<typeof createRequestHandler>;

/** React Router, asked with what every request carries. */
export class Framework {
  readonly #services: Services;
  readonly #routes: PageRoutes;
  readonly #subsets: RouteSubsets;
  readonly #handlers = new Map<ServerBuild, Handler>();

  constructor(services: Services, build: ServerBuild, routes: PageRoutes) {
    this.#services = services;
    this.#routes = routes;
    this.#subsets = new RouteSubsets(notingFailures(build));
  }

  /**
   * The framework's answer.
   * @param target path and query inside the application
   * @param as.forEveryone asks without any header of the visitor's: nothing else may be kept. Of
   *   every other answer the hint is null
   * @param as.refused what another address answered with, for the page that says so
   * @throws what the listener answers better than an error page: StorageUnavailable and
   *   BodyTooLarge
   */
  async ask(
    req: IncomingMessage,
    res: ServerResponse,
    door: RequestHost,
    target: string,
    {
      method,
      forEveryone,
      refused = null,
    }: { method: string; forEveryone: boolean; refused?: RefusedAnswer | null },
  ): Promise<Answer> {
    const generation = this.#services.store.generation();
    const context = new RouterContextProvider();
    const place: { hint: CacheHint | null } = { hint: null };
    const failure: { error: unknown } = { error: null };
    context.set(servicesContext, this.#services);
    context.set(hostContext, door);
    context.set(cacheHintContext, place);
    context.set(failureContext, failure);
    context.set(refusedContext, refused);
    const afterwards: (() => void)[] = [];
    context.set(afterAnswerContext, afterwards);
    const response = await this.#handlerFor(target)(
      webRequest(req, res, door.origin + target, {
        method,
        forEveryone,
        maxBytes: bodyLimit(req, target.split("?", 1)[0] ?? "", this.#routes),
      }),
      context,
    ).finally(() => void req.socket.setTimeout(SILENCE_TIMEOUT_MS));
    if (failure.error instanceof StorageUnavailable || failure.error instanceof BodyTooLarge) {
      await response.body?.cancel();
      throw failure.error;
    }
    if (afterwards.length > 0 && failure.error === null && response.status < 400) {
      res.once("finish", () => {
        for (const work of afterwards) work();
      });
    }
    // The framework refuses what a route has no action for, and doesn't say what it takes (RFC
    // 9110, 15.5.6).
    if (response.status === 405 && method !== "GET" && !response.headers.has("Allow"))
      response.headers.set("Allow", "GET, HEAD");
    const hint = forEveryone ? place.hint : null;
    return { response, failed: failure.error !== null, hint, generation };
  }

  /** The framework with the routes that an address can match. */
  #handlerFor(target: string): Handler {
    const build = this.#subsets.of(target.split("?", 1)[0] ?? "");
    let handler = this.#handlers.get(build);
    if (handler === undefined) {
      const mode = this.#services.config.production ? "production" : "development";
      handler = createRequestHandler(build, mode);
      this.#handlers.set(build, handler);
    }
    return handler;
  }
}

/** The same build, with every unexpected error noted beside the request that it belongs to. */
function notingFailures(build: ServerBuild): ServerBuild {
  const { module } = build.entry;
  const handleError: typeof module.handleError = (error, args) => {
    const { context } = args;
    if (context instanceof RouterContextProvider) context.get(failureContext).error = error;
    module.handleError?.(error, args);
  };
  return { ...build, entry: { ...build.entry, module: { ...module, handleError } } };
}
