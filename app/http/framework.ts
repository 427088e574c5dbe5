import type { IncomingMessage, ServerResponse } from "node:http";
import {
  createContext,
  createRequestHandler,
  RouterContextProvider,
  type ServerBuild,
} from "react-router";
import { StorageUnavailable } from "#db/store.ts";
import {
  refusedContext,
  afterAnswerContext,
  cacheHintContext,
  hostContext,
  domainsContext,
  servicesContext,
  type CacheHint,
  type RefusedAnswer,
  type RequestHost,
  type Services,
  type VerifiedDomains,
} from "#platform/context.ts";
import { buttonContext, formAddressOf } from "#auth/kept-forms.ts";
import { keptFormFor, linesOf, requestOf } from "#auth/shown-form.ts";
import { shownAgainContext } from "#platform/http/request/shown-again.ts";
import { pathOutside } from "./hosts.ts";
import { oncePerBuild } from "./once-per-build.ts";
import { RouteSubsets } from "./route-subsets.ts";
import { FormAnswers, formAnswersContext, watchingForms } from "./sent-forms.ts";
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

/** What is made of a build once, whoever listens: its routes by address, and what answers with them. */
class Handlers {
  readonly #subsets: RouteSubsets;
  readonly #made = new WeakMap<ServerBuild, Handler>();

  constructor(build: ServerBuild) {
    this.#subsets = new RouteSubsets(notingFailures(watchingForms(build)));
  }

  /** The framework with the routes that an address can match. @param pathname inside the application */
  of(pathname: string, mode: "production" | "development"): Handler {
    const build = this.#subsets.of(pathname);
    const handler = this.#made.get(build) ?? createRequestHandler(build, mode);
    this.#made.set(build, handler);
    return handler;
  }
}

const handlersOf = oncePerBuild((build) => new Handlers(build));

/** React Router, asked with what every request carries. */
export class Framework {
  readonly #services: Services;
  readonly #routes: PageRoutes;
  readonly #domains: VerifiedDomains;
  readonly #handlers: Handlers;
  readonly #answers = new FormAnswers();

  constructor(
    services: Services,
    build: ServerBuild,
    routes: PageRoutes,
    domains: VerifiedDomains,
  ) {
    this.#services = services;
    this.#domains = domains;
    this.#routes = routes;
    this.#handlers = handlersOf(build);
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
    if (method === "GET" && !forEveryone) {
      const again = await this.#shownAgain(req, door, target);
      if (again !== null) return again;
    }
    const generation = this.#services.store.generation();
    const request = webRequest(req, res, door.origin + target, {
      method,
      forEveryone,
      maxBytes: bodyLimit(req, target.split("?", 1)[0] ?? "", this.#routes),
    });
    const asked = this.#answer(request, door, target, { refused });
    const { response, failure, place, afterwards } = await asked.finally(
      () => void req.socket.setTimeout(SILENCE_TIMEOUT_MS),
    );
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
    const signIn = method === "POST" ? await this.#signInInstead(request, door, response) : null;
    return { response: signIn ?? response, failed: failure.error !== null, hint, generation };
  }

  /**
   * @param as.lines what heads a form that is shown again; null for every other request
   * @param as.refused as `ask` takes it
   */
  async #answer(
    request: Request,
    door: RequestHost,
    target: string,
    {
      lines = null,
      refused = null,
    }: { lines?: readonly string[] | null; refused?: RefusedAnswer | null } = {},
  ) {
    const context = new RouterContextProvider();
    const place: { hint: CacheHint | null } = { hint: null };
    const failure: { error: unknown } = { error: null };
    const afterwards: (() => void)[] = [];
    context.set(servicesContext, this.#services);
    context.set(hostContext, door);
    context.set(domainsContext, this.#domains);
    context.set(cacheHintContext, place);
    context.set(failureContext, failure);
    context.set(refusedContext, refused);
    context.set(afterAnswerContext, afterwards);
    context.set(shownAgainContext, lines);
    context.set(formAnswersContext, this.#answers);
    context.set(buttonContext, this.#routes.says("button", target.split("?", 1)[0] ?? ""));
    const mode = this.#services.config.production ? "production" : "development";
    const response = await this.#handlers.of(target.split("?", 1)[0] ?? "", mode)(request, context);
    return { response, failure, place, afterwards };
  }

  /**
   * The page of a form that waits for whoever asks, with what they typed before they signed in
   * anew: as its action answers a form that is refused, but nothing is done. Null where none waits,
   * and where the action doesn't show it.
   */
  async #shownAgain(
    req: IncomingMessage,
    door: RequestHost,
    target: string,
  ): Promise<Answer | null> {
    const { cookie } = req.headers;
    const services = this.#services;
    if (cookie === undefined || !cookie.includes("otc_form=")) return null;
    const address = pageOfData(target);
    const here = address ?? target;
    const isButton = this.#routes.says("button", here.split("?", 1)[0] ?? "");
    const kept = await keptFormFor(services, cookie, door, formAddressOf(here, isButton));
    if (kept === null) return null;
    const generation = services.store.generation();
    // A form comes back by the button that sent it, which has an address of its own.
    if (address === null && kept.address !== target)
      return { response: leadingTo(kept.address, door), failed: false, hint: null, generation };
    const headers = new Headers({ Cookie: cookie, Accept: "text/html" });
    const userAgent = req.headers["user-agent"];
    if (userAgent !== undefined) headers.set("User-Agent", userAgent);
    // What a script asks for can't hold an action's answer: the browser loads the page itself.
    const isData = address !== null;
    const url = door.origin + target;
    const { response, failure } = await this.#answer(
      isData ? new Request(url, { headers }) : await requestOf(url, kept, headers),
      door,
      target,
      { lines: linesOf(kept) },
    );
    const type = response.headers.get("Content-Type") ?? "";
    const isPage =
      type.startsWith("text/html") && ![303, 302, 403, 404, 405].includes(response.status);
    const isShown = failure.error === null && (isData || isPage);
    if (!isShown) {
      await response.body?.cancel();
      return null;
    }
    const shown = isData ? response : new Response(response.body, { headers: response.headers });
    return { response: shown, failed: false, hint: null, generation };
  }

  /**
   * The sign-in page in place of the redirect to it, for a form that came without a session and is
   * kept until its person has signed in.
   */
  async #signInInstead(
    asked: Request,
    door: RequestHost,
    leading: Response,
  ): Promise<Response | null> {
    const to = leading.headers.get("Location") ?? "";
    const setting = leading.headers.getSetCookie();
    if (
      leading.status !== 303 ||
      !to.startsWith("/sign-in?redirectTo=") ||
      !setting.some((cookie) => cookie.includes("otc_form="))
    )
      return null;
    const set = setting.map((cookie) => cookie.split(";", 1)[0] ?? "");
    const cookies = [...set, asked.headers.get("Cookie") ?? ""].filter(Boolean).join("; ");
    const { response, failure } = await this.#answer(
      new Request(door.origin + to, { headers: { Cookie: cookies } }),
      door,
      to,
    );
    if (failure.error !== null || response.status !== 200) return null;
    const headers = new Headers(response.headers);
    for (const cookie of setting)
      if (!cookie.includes("otc_flash=")) headers.append("Set-Cookie", cookie);
    return new Response(response.body, { status: 401, headers });
  }
}

function leadingTo(address: string, { domainOrgSlug }: RequestHost): Response {
  const to = domainOrgSlug === null ? address : pathOutside(domainOrgSlug, address);
  return new Response(null, { status: 303, headers: { Location: to } });
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

/** The address of the page whose data a target names; null where it names a page. */
function pageOfData(target: string): string | null {
  const { pathname, searchParams } = new URL(target, "http://host");
  if (!pathname.endsWith(".data")) return null;
  searchParams.delete("_routes");
  const path = pathname.endsWith("/_.data")
    ? pathname.slice(0, -"_.data".length)
    : pathname.slice(0, -".data".length);
  const query = searchParams.toString();
  return query === "" ? path : `${path}?${query}`;
}
