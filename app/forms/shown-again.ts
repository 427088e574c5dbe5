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
