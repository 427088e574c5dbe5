import { createContext, redirect, type RouterContextProvider } from "react-router";
import * as z from "zod";
import { newToken, sha256 } from "#db/ids.ts";
import {
  hostContext,
  orgContext,
  servicesContext,
  staffSessionContext,
} from "#platform/context.ts";
import type { RequestHost, Services } from "#platform/context.ts";
import { findMember } from "./accounts/store/members.server.ts";
import { readEmail } from "#model/subscribers/subscriber-email.ts";
import { isMultipart, readMultipart } from "#platform/files/upload/multipart.ts";
import { tryReadForm } from "#platform/http/request/read-form.ts";
import { cookieValue, setCookie } from "#platform/http/request/cookies.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { TooManyRequests } from "#platform/http/request/rate-limit.ts";
import { isSecretField, MOST_KEPT_BYTES, ONCE_FIELD, STILL_HERE } from "#values/sent-forms.ts";
import { lastKnown, nameOf } from "./known-browser.ts";
import { memberTokensOf } from "./member-cookie.ts";
import {
  claimKeptForm,
  dropKeptForm,
  KEPT_LIFE,
  keptFormsOf,
  ownerOfSession,
  putKeptForm,
} from "./store/kept-forms.server.ts";
import { findMemberSessions } from "./store/member-sessions.server.ts";
import { findStaffSession } from "./store/sessions.server.ts";

/*
 * A form that comes without a session, because it ended while somebody typed, waits an hour for that
 * person to sign in again with the same browser; then its page shows it as it was. It is sealed for
 * the browser's own cookie, for the host, the address and, where that is known, the person, and it
 * never does anything: it is shown, and its sender presses again.
 */

type Context = Readonly<RouterContextProvider>;

/** Bytes of files that are passed over to reach the fields behind them. */
const MOST_PASSED_OVER = 64 * 1024 * 1024;

const keptSchema = z.object({
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

/** A request whose form can't be answered without a session. */
export interface Sent {
  request: Request;
  context: Context;
  url: URL;
  /** Its fields, where its body was read already. */
  fields: readonly (readonly [string, string])[] | null;
}

/**
 * Keeps the form of a request that was answered by the way to a sign-in, and says so on the page
 * that it leads to.
 * @param leading the redirect to the sign-in, or to what opens a company again
 * @returns the redirect to answer with; the same one where the form held nothing, or can't be kept
 */
export async function keptWith(sent: Sent, leading: Response): Promise<Response> {
  const { context, request } = sent;
  const to = leading.headers.get("Location");
  const door = doorOf(context, to);
  if (request.method !== "POST" || to === null || door === null) return leading;
  const { config, key, store, limits, now } = context.get(servicesContext);
  const owner = await ownerOf(context, request, door);
  // Nothing of a stranger's upload is read.
  if (owner.who === null && isMultipart(request)) return leading;
  const taken = await takeFields(sent);
  if (taken === null) return leading;
  const { host, ip } = context.get(hostContext);
  try {
    if (owner.who === null) await limits.consume("kept-forms", ip);
  } catch (error) {
    if (error instanceof TooManyRequests) return leading;
    throw error;
  }
  const browser = browserOf(request, config) ?? newToken();
  const address = sent.url.pathname + sent.url.search;
  const at = door === "portal" ? "portal" : "staff";
  const kept = { door: at, host, address, ...owner, ...taken } satisfies Omit<KeptForm, "id">;
  await store.write(
    (trx) =>
      putKeptForm(
        trx,
        {
          id: idOf(browser, host, formAddressOf(address, context.get(buttonContext))),
          browser: sha256(browser),
          who: owner.who,
          sealed: key.seal(purposeOf(browser), JSON.stringify(kept)),
        },
        now(),
      ),
    false,
  );
  const text = [
    door === "closed"
      ? "What you typed is kept for an hour. Nothing has been saved yet."
      : "You were signed out before this was saved. Sign in again, and what you typed will still be there. It’s kept for an hour.",
    ...lostWords(kept),
  ].join(" ");
  const answer = redirectWithFlash(
    context,
    to,
    {
      text,
      tone: "error",
      ...(door === "closed" ? { link: { label: "Open it again", to: address } } : {}),
    },
    [setCookie(config, "otc_form", browser, KEPT_LIFE / 1_000)],
  );
  for (const cookie of leading.headers.getSetCookie()) answer.headers.append("Set-Cookie", cookie);
  return answer;
}

/**
 * What hides from everybody who isn't signed in answers a form as if it weren't there; a browser whose
 * session of staff ended is led to the sign-in instead.
 * @returns the redirect; the answer itself for everybody else
 */
export async function signInFirst(
  { request, context, url }: Sent,
  missing: Response,
): Promise<Response> {
  const { store, config } = context.get(servicesContext);
  const token = cookieValue(request.headers.get("Cookie"), config, "otc_staff");
  if (token === null || context.get(staffSessionContext) !== null) return missing;
  if (context.get(orgContext) !== null || context.get(hostContext).domainOrgSlug !== null)
    return missing;
  if ((await ownerOfSession(store.read, [sha256(token)]))?.staffEmail == null) return missing;
  const to = encodeURIComponent(url.pathname + url.search);
  return redirect(`/sign-in?redirectTo=${to}`, { status: 303 });
}

/** What heads a form that is shown again. */
export function linesOf(kept: KeptForm): string[] {
  return [STILL_HERE, ...lostWords(kept)];
}

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

/**
 * The form that waits for whoever asks, or null.
 * @param header the Cookie header
 * @param form the form's own address; null for whichever waits
 */
export async function keptFormFor(
  services: Services,
  header: string | undefined,
  { host, domainOrgSlug }: Pick<RequestHost, "host" | "domainOrgSlug">,
  form: string | null,
): Promise<KeptForm | null> {
  const { config, key, store, now } = services;
  const browser = cookieValue(header, config, "otc_form");
  if (browser === null) return null;
  const rows = await keptFormsOf(store.read, sha256(browser), now());
  const wanted = form === null ? rows : rows.filter(({ id }) => id === idOf(browser, host, form));
  if (wanted.length === 0) return null;
  const people = await peopleOf(services, header, { host, domainOrgSlug });
  for (const { id, who, sealed } of wanted) {
    const kept = opened(key, browser, sealed);
    if (kept === null || kept.host !== host) continue;
    const person = people.find(
      (one) =>
        one.door === kept.door &&
        (who === null || one.who === who) &&
        (kept.orgId === null || one.orgId === kept.orgId),
    );
    if (person === undefined) continue;
    if (who === null) await store.write((trx) => claimKeptForm(trx, id, person.who), false);
    return { ...kept, id };
  }
  return null;
}

/** Forgets a form that waited, by its own address: it was sent again, and did what it does. */
export async function forgetKeptForm(
  { config, store }: Pick<Services, "config" | "store">,
  request: Request,
  host: string,
  form: string,
): Promise<void> {
  const browser = browserOf(request, config);
  if (browser === null) return;
  await store.write((trx) => dropKeptForm(trx, idOf(browser, host, form)), false);
}

/**
 * The request that shows the form again, as its browser would send it; its files are not among it.
 * @param headers that it has beside those of its body
 */
export async function requestOf(
  url: string,
  { multipart, fields }: KeptForm,
  headers: Headers,
): Promise<Request> {
  const form = multipart ? new FormData() : new URLSearchParams();
  for (const [name, value] of fields) form.append(name, value);
  const written = new Response(form);
  const body = await written.arrayBuffer();
  headers.set("Content-Type", written.headers.get("Content-Type") ?? "");
  headers.set("Content-Length", String(body.byteLength));
  return new Request(url, { method: "POST", headers, body });
}

function browserOf(request: Request, config: Services["config"]): string | null {
  return cookieValue(request.headers.get("Cookie"), config, "otc_form");
}

function idOf(browser: string, host: string, form: string): string {
  return sha256(JSON.stringify([browser, host, form]));
}

/** One purpose a browser: what is sealed for one can't be opened with another's cookie. */
function purposeOf(browser: string): string {
  return `kept-form ${browser}`;
}

function opened(
  key: Services["key"],
  browser: string,
  sealed: string,
): Omit<KeptForm, "id"> | null {
  try {
    const parsed = keptSchema.safeParse(JSON.parse(key.open(purposeOf(browser), sealed)));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** What a redirect leads to: staff's sign-in, what opens a closed company, or a portal's login. */
function doorOf(context: Context, to: string | null): "staff" | "closed" | "portal" | null {
  if (to === null) return null;
  if (to.startsWith("/sign-in?redirectTo=")) return "staff";
  if (to === "/account")
    return (context.get(staffSessionContext)?.closed.length ?? 0) > 0 ? "closed" : null;
  const query = to.indexOf("?");
  return query !== -1 && new URLSearchParams(to.slice(query)).get("loginRequest") === "true"
    ? "portal"
    : null;
}

/** Whose session it was that ended, and in which company. */
async function ownerOf(
  context: Context,
  request: Request,
  door: "staff" | "closed" | "portal",
): Promise<Pick<KeptForm, "who" | "orgId">> {
  const services = context.get(servicesContext);
  const header = request.headers.get("Cookie");
  if (door !== "portal") {
    const token = cookieValue(header, services.config, "otc_staff");
    const owner =
      token === null ? null : await ownerOfSession(services.store.read, [sha256(token)]);
    const isArea = context.get(orgContext) === null;
    return owner?.staffEmail == null
      ? { who: lastKnown(request, services, "staff"), orgId: null }
      : { who: nameOf(services, { staff: owner.staffEmail }), orgId: isArea ? owner.orgId : null };
  }
  const org = context.get(orgContext);
  if (org === null) return { who: null, orgId: null };
  const tokens = memberTokensOf(header, services.config).map((token) => sha256(token));
  for (const token of tokens.toReversed()) {
    const owner = await ownerOfSession(services.store.read, [token]);
    if (owner?.memberEmail == null || owner.orgId !== org.id) continue;
    return { who: memberName(services, org.id, owner.memberEmail), orgId: org.id };
  }
  return { who: lastKnown(request, services, org.id), orgId: org.id };
}

function memberName(services: Services, orgId: string, email: string): string {
  return nameOf(services, { orgId, emailKey: readEmail(email)?.key ?? email });
}

interface SignedInPerson extends Pick<KeptForm, "door" | "orgId"> {
  who: string;
}

/** Who is signed in with a browser. */
async function peopleOf(
  services: Services,
  header: string | undefined,
  { host, domainOrgSlug }: Pick<RequestHost, "host" | "domainOrgSlug">,
): Promise<SignedInPerson[]> {
  const { config, store, now } = services;
  const token = domainOrgSlug === null ? cookieValue(header, config, "otc_staff") : null;
  const staff = token === null ? null : await findStaffSession(store.read, token, now());
  const hashes = memberTokensOf(header, config).map((one) => sha256(one));
  const people: SignedInPerson[] =
    staff === null
      ? []
      : [
          {
            door: "staff",
            who: nameOf(services, { staff: staff.staff.email }),
            orgId: staff.orgId,
          },
        ];
  for (const session of await findMemberSessions(store.read, hashes, host, now())) {
    const member = await findMember(store.read, session.orgId, session.memberId);
    if (member !== null)
      people.push({
        door: "portal",
        who: memberName(services, session.orgId, member.email),
        orgId: session.orgId,
      });
  }
  return people;
}

/** What of a form may wait; null where it holds nothing that was typed. */
async function takeFields({
  request,
  fields,
}: Sent): Promise<Pick<KeptForm, "multipart" | "fields" | "files" | "left"> | null> {
  const multipart = isMultipart(request);
  const files: string[] = [];
  let all = fields;
  if (all === null && request.bodyUsed) return null;
  if (all === null && multipart) {
    const came: [string, string][] = [];
    await readFields(request, came, files);
    all = came;
  } else if (all === null) {
    const form = await tryReadForm(request);
    if (!(form instanceof FormData)) return null;
    all = [...form].filter((pair): pair is [string, string] => typeof pair[1] === "string");
  }
  const taken: [string, string][] = [];
  let room = MOST_KEPT_BYTES;
  let left = 0;
  for (const [name, value] of all) {
    if (name === ONCE_FIELD || isSecretField(name)) continue;
    const bytes = Buffer.byteLength(JSON.stringify([name, value])) + 1;
    if (bytes > room) {
      left += 1;
      continue;
    }
    room -= bytes;
    taken.push([name, value]);
  }
  const isTyped = taken.some(([name, value]) => name !== "intent" && value !== "");
  return isTyped || files.length > 0 ? { multipart, fields: taken, files, left } : null;
}

/** Reads the fields of a form with files; what broke off leaves those that came before. */
async function readFields(
  request: Request,
  fields: [string, string][],
  files: string[],
): Promise<void> {
  let passed = 0;
  try {
    await readMultipart(
      request,
      { maxFiles: 60, maxFields: 1_000, maxFieldBytes: 100 * 1024 },
      {
        field: (name, value) => void fields.push([name, value]),
        async file({ sentName, bytes, stop }) {
          if (sentName !== "") files.push(sentName.slice(0, 100));
          for await (const chunk of bytes) {
            passed += chunk.byteLength;
            if (passed > MOST_PASSED_OVER) return stop();
          }
        },
      },
    );
  } catch {
    // What came whole is kept.
  }
}

/** What could not be kept, in plain words. */
function lostWords({ files, left }: Pick<KeptForm, "files" | "left">): string[] {
  const words: string[] = [];
  if (files.length === 1) words.push(`The file ${files[0] ?? ""} can’t be kept: choose it again.`);
  if (files.length > 1) words.push(`The ${files.length} files can’t be kept: choose them again.`);
  if (left > 0)
    words.push(
      left === 1
        ? "One field was too long to keep: check the form for it."
        : `${left} fields were too long to keep: check the form for them.`,
    );
  return words;
}
