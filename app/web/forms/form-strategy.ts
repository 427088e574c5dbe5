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

/** A request that is signing in. */
interface Asked {
  /**
   * What a strategy can't read off the request: the host that was asked, the client's address, the
   * services.
   */
  context: Args["context"];
  /** Its form, once it was read and its schema took it. */
  submitted: Accepted<unknown> | null;
}

const asked = new AsyncLocalStorage<Asked>();

/** The form is to be shown again as it came. */
class Unread extends Error {
  readonly answer: FormAnswer;

  constructor(answer: FormAnswer) {
    super("the form could not be read");
    this.answer = answer;
  }
}

/**
 * A way of signing in: reads its form from the request by the form contract, and checks what it
 * says.
 */
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
    const current = asked.getStore();
    if (current === undefined) throw new Error(`${this.name} was asked outside of signInBy`);
    const { context } = current;
    const submitted = await readSubmission({ request, context }, this.#schema, {
      hide: this.#hide,
    });
    if (!submitted.ok) throw new Unread(submitted.answer);
    current.submitted = submitted;
    return this.verify({ context, request, submitted });
  }
}

/**
 * The action of a sign-in's page.
 * @param then what somebody who was recognized is answered
 * @param answers what the page itself answers to what strategy or answer throw; the form contract
 *   answers the rest
 */
export async function signInBy<User, Schema extends z.ZodType, Shown = never>(
  strategy: FormStrategy<User, Schema>,
  { request, context }: Args,
  then: (user: User) => Promise<Response> | Response,
  answers?: OwnAnswers<z.output<Schema>, Shown>["answers"],
): Promise<Response | FormAnswer | Shown> {
  const current: Asked = { context, submitted: null };
  try {
    const user = await asked.run(current, () => authenticator.authenticate(strategy.name, request));
    return await then(user as User);
  } catch (error) {
    if (error instanceof Unread) return error.answer;
    const submitted = current.submitted as Accepted<z.output<Schema>> | null;
    if (submitted === null) throw error;
    return (await answers?.(error, submitted)) ?? submitted.respond(error);
  }
}
