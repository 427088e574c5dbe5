import { redirect, type RouterContextProvider } from "react-router";
import { newToken, sha256 } from "#db/ids.ts";
import {
  hostContext,
  orgContext,
  servicesContext,
  staffSessionContext,
} from "#platform/context.ts";
import { isMultipart, readMultipart } from "#platform/files/upload/multipart.ts";
import { tryReadForm } from "#platform/http/request/read-form.ts";
import { cookieValue, setCookie } from "#platform/http/request/cookies.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { TooManyRequests } from "#platform/http/request/rate-limit.ts";
import { isSecretField, MOST_KEPT_BYTES, ONCE_FIELD } from "#values/sent-forms.ts";
import {
  browserOf,
  buttonContext,
  formAddressOf,
  idOf,
  type KeptForm,
  lostWords,
  memberName,
  purposeOf,
} from "./kept-forms.ts";
import { lastKnown, nameOf } from "./known-browser.ts";
import { memberTokensOf } from "./member-cookie.ts";
import { KEPT_LIFE, ownerOfSession, putKeptForm } from "./store/kept-forms.server.ts";

type Context = Readonly<RouterContextProvider>;

/** Bytes of files that are passed over to reach the fields behind them. */
const MOST_PASSED_OVER = 64 * 1024 * 1024;

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
      ? "What you typed is stored for an hour. Nothing has been saved yet."
      : "You were signed out before this was saved. Sign in again, and what you typed will still be there. It’s stored for an hour.",
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
