import { localPath } from "#values/local-path.ts";
import { NOT_HERE } from "#values/not-here.ts";
import { PREVIEW_PARAMETERS } from "#model/visibility/previewed.ts";
import { anything, oneOf, type PageQuery } from "#values/page-query.ts";

/** The addresses of the access dialogs: which one a query opens, and the page below it. */

/** What a form or a mail led to, by the name that `accessStatus` gives it. */
export const ACCESS_STATUSES = [
  "request-sent",
  "check-email",
  "access-expired",
  "request-declined",
  "pending-request",
] as const;
export type AccessStatus = (typeof ACCESS_STATUSES)[number];

export type AccessDialogKind = "login" | "request" | "welcome" | AccessStatus;

/**
 * The path, below the portal's base, of what the dialogs' forms send: each to its button's address,
 * one word below.
 */
export const ACCESS_PATH = "/get-access";

/** The buttons of the access dialogs, by the last words of their addresses. */
export const ACCESS_BUTTONS = [
  "login",
  "request",
  "ask-more",
  "ask-longer",
  "code",
  "send-again",
  "extend",
  "note",
  "answer",
  "withdraw",
  "mail-link",
] as const;
export type AccessButton = (typeof ACCESS_BUTTONS)[number];

/** Whether a form of the dialogs was sent to an address. @param path below the portal's base */
export function isAccessPath(path: string): boolean {
  return (
    path === ACCESS_PATH || ACCESS_BUTTONS.some((button) => path === `${ACCESS_PATH}/${button}`)
  );
}

/** Beside 'check your email': shows the code for another browser in place of asking for the mail's. */
export const OTHER_BROWSER = "otherBrowser";

/**
 * What goes along from one dialog to the next: where the visitor came from and what it is about.
 */
const CARRIED = ["source", "itemUid", "itemKind", "redirectTo", "inviteToken"] as const;
/** What belongs to a dialog alone, and goes when it is closed. */
const OWN = [
  "requestAccess",
  "loginRequest",
  "accessStatus",
  "requestToken",
  "email",
  "unknown",
  "longer",
  "welcome",
  "returnTo",
  OTHER_BROWSER,
  NOT_HERE,
];
/**
 * What of a query the dialogs are made of. Who is welcomed is signed in; for everyone else there is
 * no such dialog.
 */
export const ACCESS_QUERY: PageQuery = {
  kept: { requestAccess: oneOf("true"), loginRequest: oneOf("true") },
  own: { accessStatus: oneOf(...ACCESS_STATUSES), requestToken: anything },
  along: [
    {
      names: [...CARRIED, "email", "unknown", "longer", "returnTo"],
      beside: ["requestAccess", "loginRequest", "accessStatus", "requestToken"],
    },
  ],
};
/** What keeps a preview going: links add it again. */

export interface AccessPlace {
  kind: AccessDialogKind;
  /** The page below: its path under the portal's base, and its own query. */
  page: { path: string; query: Record<string, string> };
  carried: Record<string, string>;
  /** A member asks for more time, not for more. */
  longer: boolean;
}

/**
 * Which dialog an address opens, and over which page; null for none. @param path below the portal's
 * base
 */
export function accessPlace(query: URLSearchParams, path: string): AccessPlace | null {
  const kind = kindOf(query);
  if (kind === null) return null;
  const carried = Object.fromEntries(
    CARRIED.flatMap((name) => {
      const value = query.get(name);
      return value === null ||
        value === "" ||
        value.length > (name === "redirectTo" || name === "inviteToken" ? 1_000 : 200)
        ? []
        : [[name, value]];
    }),
  );
  const longer = kind === "request" && query.get("longer") === "true";
  if (!isAccessPath(path))
    return { kind, page: { path, query: pageQuery(query, path) }, carried, longer };
  const below = new URL(localPath(query.get("returnTo"), "/"), "http://page.invalid");
  const product = query.get("product");
  const page = {
    path: below.pathname === "/" ? "" : below.pathname,
    query: pageQuery(below.searchParams, below.pathname),
  };
  return {
    kind,
    page:
      page.path === "" && product !== null ? { path: "", query: { ...page.query, product } } : page,
    carried,
    longer,
  };
}

/**
 * Where a visitor comes back to after signing in: the page that asked them to, else the page below.
 */
export function arrivalPath({ page, carried }: AccessPlace): string {
  const below = carried.itemUid === undefined ? null : belowDrawer(page.path);
  const back = returnPath({ page: below === null ? page : { ...page, path: below }, carried });
  return carried.redirectTo === undefined ? back : localPath(carried.redirectTo, back);
}

/**
 * The product's page below a card's or an item's drawer; null for a path that is no drawer. Who
 * asked for an item in a drawer comes back to that item, not to the drawer.
 * @param path below the portal's base
 */
export function belowDrawer(path: string): string | null {
  const found = /^(\/product\/[^/]+)?\/(?:card\/[^/]+|item\/[^/]+)$/.exec(path);
  if (found !== null) return found[1] ?? "";
  return /^(\/product\/[^/]+)\/[^/]+$/.exec(path)?.[1] ?? null;
}

/** The page below a dialog, and the item that was asked for on it. */
export function returnPath({ page, carried }: Pick<AccessPlace, "page" | "carried">): string {
  const query = new URLSearchParams(page.query);
  if (carried.itemUid !== undefined) query.set("itemUid", carried.itemUid);
  return `${page.path || "/"}${query.size === 0 ? "" : `?${query}`}`;
}

/** Beside `itemUid`: leads on to the document that is meant by the item, once it is open. */
export const MEANT_DOCUMENT = "openDocument";

/**
 * Where somebody is led who has just been let in: from a product's page with an item that they
 * asked for on to the item's document. Any other way back stays as it is.
 * @param path with its query, below `base`
 */
export function toMeantDocument(path: string, base = ""): string {
  const url = new URL(path, "http://page.invalid");
  const below = url.pathname.slice(base.length);
  if (!url.searchParams.has("itemUid") || !/^\/?$|^\/product\/[^/]+$/.test(below)) return path;
  url.searchParams.set(MEANT_DOCUMENT, "true");
  return `${url.pathname}${url.search}`;
}

/** The query that opens a dialog over the page below. */
export function dialogQuery(
  place: AccessPlace,
  opens: Readonly<Record<string, string>>,
): Record<string, string> {
  return { ...place.page.query, ...opens, ...place.carried };
}

function kindOf(query: URLSearchParams): AccessDialogKind | null {
  const status = ACCESS_STATUSES.find((known) => known === query.get("accessStatus"));
  if (status !== undefined) return status;
  if (query.has("requestToken")) return "pending-request";
  if (query.get("requestAccess") === "true") return "request";
  if (query.get("loginRequest") === "true") return "login";
  return query.get("welcome") === "true" ? "welcome" : null;
}

/**
 * What is the page's own of a query: its product, search, filter and number, without the dialogs'
 * parts.
 * @param path below the portal's base
 */
export function pageQuery(query: URLSearchParams, path: string): Record<string, string> {
  const gone = new Set<string>([...CARRIED, ...OWN, ...PREVIEW_PARAMETERS]);
  if (isOfItem(path)) gone.delete("itemUid");
  return Object.fromEntries([...query].filter(([name]) => !gone.has(name)));
}

/** Whether a page is only there for the item that its address names: a document's. */
export function isOfItem(path: string): boolean {
  return path.startsWith("/documents/");
}
