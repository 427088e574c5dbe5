import type { ComponentProps } from "react";
import { useLocation, useMatches } from "react-router";
import type { RouteHandle } from "#values/page-query.ts";
import { OnceField } from "./once-field.tsx";

/**
 * Where the buttons of a page send their forms (`RouteHandle.button`): to addresses one word below
 * the page's own, with its query. It is written out: w3m leaves it away where a form has no action.
 */
export function useButtonAddresses() {
  const { pathname, search } = useLocation();
  const { button = [] } = (useMatches().at(-1)?.handle ?? {}) as RouteHandle;
  const words = typeof button === "boolean" ? [] : button;
  const at = pathname.lastIndexOf("/");
  const isButton = words.includes(pathname.slice(at + 1));
  const page = isButton ? pathname.slice(0, at) : pathname;
  return {
    page: page + search,
    /**
     * From the address of a button: the page, seen from there, since a company’s own domain has a portal’s pages at
     * shorter paths. Null on the page itself.
     */
    fromButton: isButton ? `../${page.slice(page.lastIndexOf("/") + 1)}${search}` : null,
    /** @param query in place of the page's; undefined where the page has no such button */
    of: (word: string, query: string = search) =>
      words.includes(word) ? `${page}/${word}${query}` : undefined,
  };
}

/**
 * A form with a button of its own, sent to that button's address. On a page that does not list the
 * button it is sent to the page, and says its word in the field `intent`.
 */
export function ButtonForm({
  button,
  page,
  query,
  children,
  ...form
}: {
  button: string;
  /** The page whose button it is; the one that is shown without it. */
  page?: string | undefined;
  query?: string | undefined;
} & Omit<ComponentProps<"form">, "action">) {
  const own = useButtonAddresses().of(button, query);
  const address = page === undefined ? own : `${page}/${button}`;
  return (
    <form method="post" noValidate action={address} {...form}>
      <OnceField />
      {address === undefined ? <input type="hidden" name="intent" value={button} /> : null}
      {children}
    </form>
  );
}
