import type { RouterContextProvider } from "react-router";
import { NotFound, Refused } from "../../db/refusals.ts";
import { redirectWithFlash } from "../http/request/flash.ts";
import { markFormFailed, notFound } from "./form.ts";

/**
 * What a form answers that is a button alone: it has nothing to keep, so a refusal is said above
 * the page that it leads back to.
 * @param back where a refusal is said
 * @throws the missing page for what is gone
 */
export async function buttonAction(
  context: Readonly<RouterContextProvider>,
  back: string,
  verb: () => Promise<Response>,
): Promise<Response> {
  try {
    return await verb();
  } catch (error) {
    if (error instanceof NotFound) throw notFound();
    if (!(error instanceof Refused)) throw error;
    markFormFailed(context);
    return redirectWithFlash(context, back, { text: error.message, tone: "error" });
  }
}
