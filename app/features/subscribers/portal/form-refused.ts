import { data, type RouterContextProvider } from "react-router";
import { markFormFailed } from "../../../forms/form.ts";

/** Shows a page that a mail led to again, with what is wrong: status 400. */
export function formRefused(context: Readonly<RouterContextProvider>, message: string) {
  markFormFailed(context);
  return data({ errors: [message] }, { status: 400 });
}
