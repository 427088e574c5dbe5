import { AsyncLocalStorage } from "node:async_hooks";
import type { RouterContextProvider } from "react-router";
import { Authenticator } from "remix-auth";
import { Strategy } from "remix-auth/strategy";
import type * as z from "zod";
import { readSubmission, type Accepted, type FormAnswer, type OwnAnswers } from "./form.ts";

interface Args {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

/** A sound form of a way of signing in, and the request that brought it; its body was read. */
export interface Attempt<Value> extends Args {
  submitted: Accepted<Value>;
}

/** Every way of signing in that is a form, by its name. */
const authenticator = new Authenticator<unknown>();

/** What a strategy can't read off the request: the host that was asked, the client's address, the services. */
const contexts = new AsyncLocalStorage<Args["context"]>();

/** The form is to be shown again. */
class Unread extends Error {
  readonly answer: FormAnswer;

  constructor(answer: FormAnswer) {
    super("the form could not be read");
    this.answer = answer;
  }
}

/** What the form says was refused. */
class Refusal<Value> extends Error {
  readonly submitted: Accepted<Value>;

  constructor(cause: unknown, submitted: Accepted<Value>) {
    super("the sign-in was refused", { cause });
    this.submitted = submitted;
  }
}

/** A way of signing in: reads its form from the request by the form contract, and checks what it says. */
export class FormStrategy<User, Schema extends z.ZodType> extends Strategy<
  User,
  Attempt<z.output<Schema>>
> {
  override readonly name: string;
  readonly #schema: Schema;
  readonly #hide: string[];

  /**
   * @param hide fields whose values never go back into the page
   * @param verify who it is; throws what is wrong
   */
  constructor(
    name: string,
    schema: Schema,
    hide: string[],
    verify: Strategy.VerifyFunction<User, Attempt<z.output<Schema>>>,
  ) {
    super(verify);
    this.name = name;
    this.#schema = schema;
    this.#hide = hide;
    authenticator.use(this, name);
  }

  override async authenticate(request: Request): Promise<User> {
    const context = contexts.getStore();
    if (context === undefined) throw new Error(`${this.name} was asked outside of signInBy`);
    const submitted = await readSubmission({ request, context }, this.#schema, {
      hide: this.#hide,
    });
    if (!submitted.ok) throw new Unread(submitted.answer);
    try {
      return await this.verify({ context, request, submitted });
    } catch (error) {
      throw new Refusal(error, submitted);
    }
  }
}

/**
 * The action of a sign-in's page.
 * @param then what somebody who was recognized is answered
 * @param answers what the page itself answers to what the strategy throws; the form contract answers the rest
 */
export async function signInBy<User, Schema extends z.ZodType, Shown = never>(
  strategy: FormStrategy<User, Schema>,
  { request, context }: Args,
  then: (user: User) => Promise<Response> | Response,
  answers?: OwnAnswers<z.output<Schema>, Shown>["answers"],
): Promise<Response | FormAnswer | Shown> {
  let user: User;
  try {
    user = (await contexts.run(context, () =>
      authenticator.authenticate(strategy.name, request),
    )) as User;
  } catch (error) {
    if (error instanceof Unread) return error.answer;
    if (!(error instanceof Refusal)) throw error;
    const submitted = error.submitted as Accepted<z.output<Schema>>;
    return answers?.(error.cause, submitted) ?? submitted.respond(error.cause);
  }
  return then(user);
}
