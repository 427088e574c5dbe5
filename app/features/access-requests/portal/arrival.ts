import type { RouterContextProvider } from "react-router";
import { localPath } from "../../../values/local-path.ts";
import { addressOn } from "./request-state.ts";

/** Where a sign-in leads: back to where the visitor was; the first time by way of the welcome dialog. */
export function arrival(
  context: Readonly<RouterContextProvider>,
  org: { slug: string },
  returnTo: string,
  isFirst: boolean,
): string {
  const wanted = localPath(returnTo, "/");
  if (isFirst)
    return addressOn(context, org, "", {
      welcome: "true",
      ...(wanted === "/" ? {} : { redirectTo: wanted }),
    });
  const url = new URL(wanted, "http://page.invalid");
  return addressOn(
    context,
    org,
    url.pathname === "/" ? "" : url.pathname,
    Object.fromEntries(url.searchParams),
  );
}
