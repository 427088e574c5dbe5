import { createContext } from "react-router";
import * as z from "zod";
import { sha256 } from "#db/ids.ts";
import type { Services } from "#platform/context.ts";
import { readEmail } from "#model/subscribers/email.ts";
import { cookieValue } from "#platform/http/request/cookies.ts";
import { nameOf } from "./known-browser.ts";

/*
 * A form that comes without a session, because it ended while somebody typed, waits an hour for that
 * person to sign in again with the same browser; then its page shows it as it was. It is sealed for
 * the browser's own cookie, for the host, the address and, where that is known, the person, and it
 * never does anything: it is shown, and its sender presses again.
 */

/** What is sealed of a form that waits. */
export const keptSchema = z.object({
  /** Where its person signs in. */
  door: z.enum(["staff", "portal"]),
  host: z.string(),
  address: z.string(),
  who: z.string().nullable(),
  /** The company that the private area showed; null for a portal's address, which names it. */
  orgId: z.string().nullable(),
  multipart: z.boolean(),
  fields: z.array(z.tuple([z.string(), z.string()])),
  files: z.array(z.string()),
  left: z.number(),
});

/** Whether a request's address is that of a button, by its route (`RouteHandle.button`). */
export const buttonContext = createContext(false);

/** A form that waits. */
export type KeptForm = z.infer<typeof keptSchema> & { id: string };

/**
 * The address of the form that an address belongs to. All its buttons share what waits of it: sent by
 * one of them it waits once, and is done with when another one sends it.
 * @param isButton the address is that of a button, one segment below its form's
 */
export function formAddressOf(address: string, isButton: boolean): string {
  if (!isButton) return address;
  const [path = "", ...query] = address.split("?");
  return [path.slice(0, path.lastIndexOf("/")), ...query].join("?");
}

/** The cookie by which a browser's forms wait; null where it has none. */
export function browserOf(request: Request, config: Services["config"]): string | null {
  return cookieValue(request.headers.get("Cookie"), config, "otc_form");
}

/** The name of a form that waits: of this browser, on this host, at the form's own address. */
export function idOf(browser: string, host: string, form: string): string {
  return sha256(JSON.stringify([browser, host, form]));
}

/** One purpose a browser: what is sealed for one can't be opened with another's cookie. */
export function purposeOf(browser: string): string {
  return `kept-form ${browser}`;
}

/** How a member is known to a browser: by the address without what its provider ignores. */
export function memberName(services: Services, orgId: string, email: string): string {
  return nameOf(services, { orgId, emailKey: readEmail(email)?.key ?? email });
}

/** What could not be kept, in plain words. */
export function lostWords({ files, left }: Pick<KeptForm, "files" | "left">): string[] {
  const words: string[] = [];
  if (files.length === 1)
    words.push(`The file ${files[0] ?? ""} couldn’t be stored. Choose it again.`);
  if (files.length > 1)
    words.push(`The ${files.length} files couldn’t be stored. Choose them again.`);
  if (left > 0)
    words.push(
      left === 1
        ? "One field was too long to store. Check the form for it."
        : `${left} fields were too long to store. Check the form for them.`,
    );
  return words;
}
