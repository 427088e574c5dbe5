import type { Viewer } from "./viewer.ts";

/** Those that keep a preview going: links add them again. */
export const PREVIEW_PARAMETERS = ["accountId", "permissionProfileId", "view"];

/** The part of the query that keeps a preview going, and a member in an account that it names. */
export function keptQuery(viewer: Viewer): Record<string, string> {
  if (viewer.mode === "accountExternal")
    return viewer.isNamed === true ? { accountId: viewer.account.id } : {};
  if (viewer.mode !== "preview") return {};
  const { account, profile } = viewer;
  if (account === null && profile === null) return { view: "public" };
  return {
    ...(account === null ? {} : { accountId: account.id }),
    ...(profile === null ? {} : { permissionProfileId: profile.id }),
  };
}

/**
 * What a preview was asked for and is not there, or not for this person to know: then it shows what
 * the public sees. Null where everything that was named was found, and for who does not preview.
 * @param query the one that asked for the preview
 */
export function missingFromPreview(
  viewer: Viewer,
  query: URLSearchParams,
): "account" | "profile" | null {
  if (viewer.mode !== "preview" || query.get("view") === "public") return null;
  const isNamed = (name: string) => (query.get(name) ?? "") !== "";
  if (viewer.account === null && isNamed("accountId")) return "account";
  return viewer.profile === null && isNamed("permissionProfileId") ? "profile" : null;
}

/** The part of an address that looks for an account to preview as. */
export const PREVIEW_ACCOUNT = "findAccount";
