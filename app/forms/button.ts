import type { RouterContextProvider } from "react-router";
import { NotFound, Refused } from "../../db/refusals.ts";
import { redirectWithFlash } from "../http/request/flash.ts";
import { notFound } from "./form.ts";

/**
 * What a form answers that is a button alone: it has nothing to keep, so a refusal is said above
 * the page that it leads back to.
 * @param back where a refusal is said
 * @param gone of a deletion: what was to be deleted and its list, which says that it came too late
 * @throws the missing page for what is gone, unless there are words for it
 */
export async function buttonAction(
  context: Readonly<RouterContextProvider>,
  back: string,
  verb: () => Promise<Response>,
  gone: Parameters<typeof goneBefore>[1] | null = null,
): Promise<Response> {
  try {
    return await verb();
  } catch (error) {
    if (error instanceof NotFound) {
      if (gone === null) throw notFound();
      return goneBefore(context, gone);
    }
    if (!(error instanceof Refused)) throw error;
    return redirectWithFlash(context, back, { text: error.message, tone: "error" });
  }
}

/**
 * The answer to a deletion that came too late: somebody else was faster, or it was pressed twice.
 * @param what begins a sentence: 'This entry'
 * @param list the page that shows what there is, and says it
 */
export function goneBefore(
  context: Readonly<RouterContextProvider>,
  { what, list }: { what: string; list: string },
): Response {
  return redirectWithFlash(context, list, {
    text: `${what} no longer exists, so there was nothing to delete.`,
    tone: "error",
  });
}
