import type { RouterContextProvider } from "react-router";
import type { Reader } from "#db/store.ts";
import { servicesContext } from "../../context.ts";

interface Asked {
  /** The state of the database that the answer is of. */
  generation: number;
  answer: Promise<unknown>;
}

/** What the loaders of each request have asked, by the question and its words. */
const requests = new WeakMap<Readonly<RouterContextProvider>, Map<unknown, Map<string, Asked>>>();

/**
 * Asks the database what several loaders of one request want to know, once. What was written since
 * is seen: then it is asked again. Nothing is kept for another request.
 * @param ask a function of a module, since it is known by itself
 * @throws what `ask` throws, to all who asked
 */
export function askedOnce<Words extends readonly string[], Answer>(
  context: Readonly<RouterContextProvider>,
  ask: (db: Reader, ...words: Words) => Promise<Answer>,
  ...words: Words
): Promise<Answer> {
  const { store } = context.get(servicesContext);
  const generation = store.generation();
  const questions = inMap(requests, context, () => new Map<unknown, Map<string, Asked>>());
  const answers = inMap(questions, ask, () => new Map<string, Asked>());
  const key = JSON.stringify(words);
  const known = answers.get(key);
  // Only `ask` itself answers under its own name.
  if (known?.generation === generation) return known.answer as Promise<Answer>;
  const answer = ask(store.read, ...words);
  answers.set(key, { generation, answer });
  return answer;
}

/** What a map has under a key; made and kept where it has nothing. */
function inMap<Key extends object | string, Value>(
  map: { get: (key: Key) => Value | undefined; set: (key: Key, value: Value) => unknown },
  key: Key,
  make: () => Value,
): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
