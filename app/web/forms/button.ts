import { data, type RouterContextProvider } from "react-router";
import { NotFound, Refused } from "#db/refusals.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { markFormFailed, notFound } from "./form.ts";

/**
 * What a form answers that is a button alone: it has nothing to keep, so a refusal is said above
 * the page that it leads back to.
 * @param back where a refusal is said
 * @param gone of a deletion: `goneBefore`, where it came too late
 * @throws the missing page for what is gone, unless there are words for it
 */
export async function buttonAction(
  context: Readonly<RouterContextProvider>,
  back: string,
  verb: () => Promise<Response>,
  gone: ReturnType<typeof goneBefore> | null = null,
): Promise<Response> {
  try {
    return await verb();
  } catch (error) {
    if (error instanceof NotFound) throw gone ?? notFound();
    if (!(error instanceof Refused)) throw error;
    markFormFailed(context);
    return redirectWithFlash(context, back, { text: error.message, tone: "error" });
  }
}

/** Which thing was to be deleted, and the page with what there is. */
export interface Gone {
  kind: "gone";
  /** Begins a sentence: 'This entry'. */
  what: string;
  list: string;
}

/**
 * What a deletion that came too late throws: somebody else was faster, or it was pressed twice. The
 * page that is not there says so and leads on. What never was, and what is another company's, gets
 * the same words.
 */
export function goneBefore(what: string, list: string) {
  return data<Gone>({ kind: "gone", what, list }, { status: 404, statusText: "Page not found" });
}
