import { sha256 } from "#db/ids.ts";
import type { RequestHost, Services } from "#platform/context.ts";
import { findMember } from "./accounts/store/members.server.ts";
import { cookieValue } from "#platform/http/request/cookies.ts";
import { STILL_HERE } from "#values/sent-forms.ts";
import {
  browserOf,
  idOf,
  type KeptForm,
  keptSchema,
  lostWords,
  memberName,
  purposeOf,
} from "./kept-forms.ts";
import { nameOf } from "./known-browser.ts";
import { memberTokensOf } from "./member-cookie.ts";
import { claimKeptForm, dropKeptForm, keptFormsOf } from "./store/kept-forms.server.ts";
import { findMemberSessions } from "./store/member-sessions.server.ts";
import { findStaffSession } from "./store/sessions.server.ts";

/** What heads a form that is shown again. */
export function linesOf(kept: KeptForm): string[] {
  return [STILL_HERE, ...lostWords(kept)];
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
