import type { RouterContextProvider } from "react-router";
import { Interrupted } from "#db/action-guard.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import { type RefusalWords, markFormFailed, notFound, noteUnexpected, passingOf } from "./form.ts";
import { shownAgain } from "#platform/http/request/shown-again.ts";

type Context = Readonly<RouterContextProvider>;

/** What was refused, as a page shows it that has no plain form to show again. */
export interface Refusal {
  /** The page's own words first, where it has some. */
  said: string[];
  /** What of the form it belongs to, where the refusal names it. */
  field: string | null;
  status: number;
  /** Retry-After, of what passes with time. */
  headers?: HeadersInit;
}

/** What an error says that refuses something; null of what nobody expected, and of what is gone. */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refused)
    return { said: [error.message], field: error.field, status: error.status };
  const passing = passingOf(error);
  return passing === null
    ? null
    : { said: [passing.message], field: null, status: passing.status, ...headersOf(passing) };
}

function headersOf({ headers }: { headers?: HeadersInit | undefined }) {
  return headers === undefined ? {} : { headers };
}

/**
 * Runs one step, such as the reading of an upload, whose refusal its caller tells beside other
 * things: the fields that came before it.
 * @throws what is no refusal
 */
export async function attempt<Value>(
  step: () => Promise<Value>,
): Promise<{ value: Value } | { refusal: Refusal }> {
  try {
    return { value: await step() };
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === null) throw error;
    return { refusal };
  }
}

interface ShownOptions<Shown> extends Pick<RefusalWords, "failed" | "gone" | "goneStatus"> {
  /** What the log says of an error that nobody expected; the page's own words unless given. */
  logged?: string;
  /** What the page itself answers to an error of its verb; nothing for any other. */
  answers?: (error: unknown) => Shown | undefined | Promise<Shown | undefined>;
}

/**
 * `formAction` for what is no plain form: an upload, which is read as it comes, an order, a
 * question with one button. Runs the verb, and shows in the page's own way whatever is refused.
 * @param show the page with what was refused
 * @param verb may refuse by itself, too
 * @throws the missing page for what is gone, unless there are words for it; what nobody expected,
 *   unless there are
 */
export async function shownAction<Answer, Shown>(
  context: Context,
  show: (refusal: Refusal) => Shown,
  verb: (refuse: (message: string, status?: number) => Shown) => Promise<Answer>,
  { failed, gone, goneStatus = 409, logged, answers }: ShownOptions<Shown> = {},
): Promise<Answer | Shown> {
  const shown = (refusal: Refusal) => {
    markFormFailed(context);
    return show(refusal);
  };
  const isQuiet = failed === undefined || shownAgain(context) !== null;
  const saying = (said: string[]) => (isQuiet ? said : [failed, ...said]);
  try {
    return await verb((message, status = 400) => shown({ said: [message], field: null, status }));
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    const own = await answers?.(error);
    if (own !== undefined) {
      markFormFailed(context);
      return own;
    }
    const refusal = refusalOf(error);
    if (refusal !== null) return shown({ ...refusal, said: saying(refusal.said) });
    if (error instanceof NotFound) {
      if (gone === undefined) throw notFound();
      return shown({ said: saying([gone]), field: null, status: goneStatus });
    }
    if (failed === undefined) throw error;
    noteUnexpected(context, error, logged ?? failed);
    return shown({ said: [failed], field: null, status: 500 });
  }
}
