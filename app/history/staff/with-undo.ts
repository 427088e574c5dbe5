import type { RouterContextProvider } from "react-router";
import { redirectWithFlash } from "../../http/request/flash.ts";

/** Back to a page of the private area after a change, with a message that offers Undo; without a change, the message alone. */
export function redirectWithUndo(
  context: Readonly<RouterContextProvider>,
  to: string,
  text: string,
  changeId: string | null,
): Response {
  const undo =
    changeId === null
      ? {}
      : {
          action: {
            label: "Undo",
            to: `/history/${changeId}?undo=true&back=${encodeURIComponent(to)}`,
          },
        };
  return redirectWithFlash(context, to, { text, tone: "success", ...undo });
}
