import { createContext, type RouterContextProvider } from "react-router";

/**
 * What heads a form that is shown again after its person has signed in anew; null for every other
 * request. Such a request is the page's own, made of what was sent before: it only shows.
 */
export const shownAgainContext = createContext<readonly string[] | null>(null);

/** The lines above a form that is shown again as it was typed, or null. */
export function shownAgain(context: Readonly<RouterContextProvider>): readonly string[] | null {
  return context.get(shownAgainContext);
}

const saidContext = createContext(false);

/** The form itself says that it is shown again: the frame around it needn't. */
export function noteSaid(context: Readonly<RouterContextProvider>): void {
  context.set(saidContext, true);
}

/** The lines that the frame around a form is to say, since the form doesn't; null for none. */
export function unsaidLines(context: Readonly<RouterContextProvider>): readonly string[] | null {
  return context.get(saidContext) ? null : shownAgain(context);
}

/** What a page answers with a form as it was typed; of the form that was read last. */
export const asTypedContext = createContext<(() => unknown) | null>(null);
