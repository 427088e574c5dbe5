import type { ActionFunction, ActionFunctionArgs, HeadersArgs, ServerBuild } from "react-router";
import { createContext, RouterContextProvider } from "react-router";
import { actionGuard, Interrupted, type ActionGuard } from "#db/action-guard.ts";
import { newId, sha256 } from "#db/ids.ts";
import { Refused } from "#db/refusals.ts";
import type { Writer } from "#db/store.ts";
import { buttonContext, formAddressOf } from "#auth/kept-forms.ts";
import { keptWith, signInFirst } from "#auth/keep-form.ts";
import { forgetKeptForm, keptFormFor } from "#auth/shown-form.ts";
import { forgetSentForm, noteSentForm } from "#auth/store/kept-forms.server.ts";
import { hostContext, servicesContext } from "#platform/context.ts";
import { formFailedContext } from "#web/forms/form.ts";
import { asTypedContext, noteSaid, shownAgain } from "#platform/http/request/shown-again.ts";
import { ONCE_FIELD } from "#values/sent-forms.ts";
import { pathOutside } from "./hosts.ts";
import { cookieName, cookieValue } from "#platform/http/request/cookies.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";

/*
 * Around every page's action: the same form sent twice, even at once, does one thing and gets one
 * answer; a form without a session waits for its person; one that is shown again does nothing.
 */

/** What an action gave: an answer, or one that it threw. */
type Outcome = { returned: unknown } | { thrown: unknown };

/** The same form came before: this is what was answered then. It is no error, so nobody words it. */
class AnsweredBefore extends Interrupted {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super();
    this.outcome = outcome;
  }
}

/** Answers that are remembered, and how long, in milliseconds. */
const MOST_ANSWERS = 2_000;
const ANSWER_LIFE = 600_000;

interface Known {
  /** Ends with the answer; with null when the form was refused, and may come again. */
  done: Promise<Outcome | null>;
  settle(outcome: Outcome | null): void;
  at: number;
  isDone: boolean;
}

/** The forms that are being answered, and the latest that were. */
export class FormAnswers {
  readonly #known = new Map<string, Known>();

  /** @returns the answer that the same form had; null: it is the first, and is to be settled */
  async admit(key: string): Promise<Outcome | null> {
    for (;;) {
      const known = this.#known.get(key);
      if (known === undefined) break;
      const outcome = await known.done;
      if (outcome !== null) return outcome;
    }
    this.#makeRoom();
    let settle: Known["settle"] = () => undefined;
    const done = new Promise<Outcome | null>((resolve) => {
      settle = resolve;
    });
    this.#known.set(key, { done, settle, at: Date.now(), isDone: false });
    return null;
  }

  settle(key: string, outcome: Outcome | null): void {
    const known = this.#known.get(key);
    if (known === undefined) return;
    known.isDone = true;
    if (outcome === null) this.#known.delete(key);
    known.settle(outcome);
  }

  #makeRoom(): void {
    const old = Date.now() - ANSWER_LIFE;
    for (const [key, { at, isDone }] of this.#known) {
      if (isDone && (at < old || this.#known.size >= MOST_ANSWERS)) this.#known.delete(key);
      else if (at >= old) break;
    }
  }
}

/** Those of the listener that a form came to. */
export const formAnswersContext = createContext<FormAnswers>();

/** What a page issues: 128 bits, URL-safe. */
const TOKEN = /^[\w-]{22}$/;

/** One form, while its action works. */
class SentForm implements ActionGuard {
  readonly onlyShows: boolean;
  /** What it brought, once that was read. */
  fields: readonly (readonly [string, string])[] | null = null;
  readonly #args: ActionFunctionArgs;
  readonly #context: Readonly<RouterContextProvider>;
  readonly #answers: FormAnswers;
  readonly #run = newId();
  #key: string | null = null;
  #isNoted = false;
  #isUnknown = false;

  constructor(args: ActionFunctionArgs, context: Readonly<RouterContextProvider>) {
    this.#args = args;
    this.#context = context;
    this.#answers = context.get(formAnswersContext);
    this.onlyShows = shownAgain(context) !== null;
  }

  async read(fields: readonly (readonly [string, string])[], digest: string): Promise<void> {
    this.fields = fields;
    const token = fields.find(([name]) => name === ONCE_FIELD)?.[1] ?? "";
    if (this.onlyShows || this.#key !== null || !TOKEN.test(token)) return;
    const { config } = this.#context.get(servicesContext);
    const { host } = this.#context.get(hostContext);
    const cookies = this.#args.request.headers.get("Cookie");
    const key = sha256(
      JSON.stringify([
        token,
        host,
        addressOf(this.#args),
        cookieValue(cookies, config, "otc_staff"),
        cookieValue(cookies, config, "otc_member"),
        digest,
      ]),
    );
    const before = await this.#answers.admit(key);
    if (before !== null) throw new AnsweredBefore(before);
    this.#key = key;
  }

  async before(trx: Writer): Promise<void> {
    const lines = shownAgain(this.#context);
    if (lines !== null) {
      noteSaid(this.#context);
      throw new Refused(lines.join(" "));
    }
    if (this.#key === null) return;
    this.#isNoted = true;
    const { now } = this.#context.get(servicesContext);
    if (await noteSentForm(trx, this.#key, this.#run, now())) return;
    // Another process did it, or this one before its last start.
    const done = redirectWithFlash(
      this.#context,
      addressOf(this.#args),
      "You already sent this form, and it was saved. Nothing was done twice.",
    );
    throw new AnsweredBefore({ thrown: done });
  }

  unknown(): void {
    this.#isUnknown = true;
  }

  /** Lets those who sent the same form have its answer, or their own try. */
  async end(outcome: Outcome): Promise<void> {
    const hasWorked = !this.onlyShows && worked(this.#context, outcome);
    if (hasWorked) await this.#forgetKept();
    if (this.#key === null) return;
    const key = this.#key;
    try {
      const { store } = this.#context.get(servicesContext);
      // What may be saved keeps its note, which was saved with it, or not.
      if (!hasWorked && this.#isNoted && !this.#isUnknown)
        await store.write((trx) => forgetSentForm(trx, key, this.#run), false);
    } finally {
      this.#answers.settle(key, hasWorked ? copyOf(outcome) : null);
    }
  }

  async #forgetKept(): Promise<void> {
    const services = this.#context.get(servicesContext);
    const { host } = this.#context.get(hostContext);
    const form = formAddressOf(addressOf(this.#args), this.#context.get(buttonContext));
    await forgetKeptForm(services, this.#args.request, host, form);
  }
}

/** The same build, with every page's action watched over. */
export function watchingForms(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const action = route?.module.action;
    // What has no page is called by programs, which say so themselves when they call again.
    if (route === undefined || action === undefined || route.module.default === undefined)
      return [id, route] as const;
    const watched = watchedAction(action);
    const headers = route.module.headers ?? againAfter;
    return [id, { ...route, module: { ...route.module, action: watched, headers } }] as const;
  });
  return { ...build, routes: Object.fromEntries(routes) };
}

/** When a form that can't be taken now may come again; a page that says nothing else of its headers says that. */
function againAfter({ actionHeaders, parentHeaders }: HeadersArgs): Headers {
  const headers = new Headers(parentHeaders);
  const again = actionHeaders.get("Retry-After");
  if (again !== null) headers.set("Retry-After", again);
  return headers;
}

function watchedAction(action: ActionFunction): ActionFunction {
  return async (args) => {
    const { context } = args;
    if (!(context instanceof RouterContextProvider)) return action(args);
    const form = new SentForm(args, context);
    let outcome: Outcome;
    try {
      const returned: unknown = await actionGuard.run(form, async () => action(args));
      outcome = { returned };
    } catch (thrown) {
      outcome = { thrown };
    }
    if ("thrown" in outcome && outcome.thrown instanceof AnsweredBefore)
      return answered(copyOf(outcome.thrown.outcome));
    await form.end(outcome);
    if (form.onlyShows) {
      // An action that lets a refused write pass has a form that shows itself by its values alone.
      const asTyped =
        "thrown" in outcome && outcome.thrown instanceof Refused
          ? context.get(asTypedContext)
          : null;
      return asTyped === null ? answered(outcome) : asTyped();
    }
    if ("thrown" in outcome && outcome.thrown instanceof Response) {
      const { request, url } = args;
      const sent = { request, context, url, fields: form.fields };
      const leading =
        outcome.thrown.status === 404 ? await signInFirst(sent, outcome.thrown) : outcome.thrown;
      return answered({ thrown: await keptWith(sent, leading) });
    }
    const leading = responseOf(outcome);
    if (leading !== null) await leadToKept(context, args.request, leading);
    return answered(outcome);
  };
}

/** Who has just signed in is led to the form that waits for them. */
async function leadToKept(
  context: Readonly<RouterContextProvider>,
  request: Request,
  leading: Response,
): Promise<void> {
  const services = context.get(servicesContext);
  const { config } = services;
  const cookies = request.headers.get("Cookie") ?? "";
  if (leading.status !== 303 || cookieValue(cookies, config, "otc_form") === null) return;
  const names = [cookieName(config, "otc_staff"), cookieName(config, "otc_member")];
  const begun = leading.headers
    .getSetCookie()
    .filter((cookie) => names.some((name) => cookie.startsWith(`${name}=`)))
    .map((cookie) => cookie.split(";", 1)[0] ?? "");
  if (begun.length === 0) return;
  // The new session stands before the one that ended: of a repeated name the first counts.
  const door = context.get(hostContext);
  const kept = await keptFormFor(services, [...begun, cookies].join("; "), door, null);
  if (kept === null) return;
  const { domainOrgSlug } = door;
  leading.headers.set(
    "Location",
    domainOrgSlug === null ? kept.address : pathOutside(domainOrgSlug, kept.address),
  );
}

function addressOf({ url }: ActionFunctionArgs): string {
  return url.pathname + url.search;
}

function answered(outcome: Outcome): unknown {
  if ("thrown" in outcome) throw outcome.thrown;
  return outcome.returned;
}

function responseOf(outcome: Outcome): Response | null {
  const value = "thrown" in outcome ? outcome.thrown : outcome.returned;
  return value instanceof Response ? value : null;
}

/** A response can be sent once; each sender of a form gets their own. */
function copyOf(outcome: Outcome): Outcome {
  const response = responseOf(outcome);
  if (response === null) return outcome;
  return "thrown" in outcome ? { thrown: response.clone() } : { returned: response.clone() };
}

/** Whether a form did what it does: its page shows no refusal, and nothing was thrown. */
function worked(context: Readonly<RouterContextProvider>, outcome: Outcome): boolean {
  if (context.get(formFailedContext)) return false;
  const response = responseOf(outcome);
  if (response !== null) return response.status < 400;
  if ("thrown" in outcome) return false;
  const { returned } = outcome;
  const init: unknown =
    typeof returned === "object" && returned !== null && "init" in returned ? returned.init : null;
  const status: unknown =
    typeof init === "object" && init !== null && "status" in init ? init.status : null;
  return typeof status !== "number" || status < 400;
}
