import { createStaffSession } from "#auth/store/sessions.server.ts";
import { isSecretField } from "#values/sent-forms.ts";
import { fieldsOf, plain } from "./page-form.ts";
import { ORIGIN } from "./edit-world.ts";
import type { Answer, World } from "./world.ts";

/** Forms of people whose session ends while they type. */

/** A new session of somebody of staff. */
export async function staffCookie(world: World, email: string, orgSlug = "acme"): Promise<string> {
  const { store } = world.services;
  const { id } = await store.read
    .selectFrom("staff")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  const orgId = await world.orgId(orgSlug);
  return `otc_staff=${await store.write((trx) => createStaffSession(trx, { staffId: id, orgId, now: world.time }))}`;
}

/** Ends every session of everybody, as a sign-out elsewhere does. */
export async function endSessions(world: World): Promise<void> {
  await world.services.store.write((trx) =>
    trx.updateTable("sessions").set({ revokedAt: world.time.toISOString() }).execute(),
  );
}

/** The cookies that an answer sets, as a browser sends them back. */
export function cookiesOf(answer: Answer): string[] {
  return (answer.headers["set-cookie"] ?? [])
    .filter((cookie) => !/Max-Age=0/.test(cookie))
    .map((cookie) => cookie.split(";")[0] ?? "");
}

/** Where a form of a page posts to. */
export function targetOf(form: string, page: string): string {
  const action = /<form[^>]*\baction="([^"]*)"/.exec(form)?.[1];
  const { pathname, search } = new URL(plain(action ?? ""), `http://host${page}`);
  return action === undefined ? page : pathname + search;
}

/** A form as somebody fills it in: every field that is typed, chosen or ticked is another one. */
export function filledIn(form: string): URLSearchParams {
  const sent = pressed(form);
  let at = 0;
  for (const [control] of form.matchAll(/<input[^>]*>|<textarea[^]*?<\/textarea>/g)) {
    const name = /\bname="([^"]*)"/.exec(control)?.[1];
    const type = /\btype="([^"]*)"/.exec(control)?.[1] ?? "text";
    if (name === undefined || /\b(disabled|readonly)=""/i.test(control)) continue;
    at += 1;
    if (control.startsWith("<textarea")) {
      if (sent.getAll(name).length === 1) sent.set(name, `Typed ${at} & <kept>\n\nSecond “line”`);
    } else if (TYPED[type] !== undefined && sent.getAll(name).length === 1)
      sent.set(name, TYPED[type](at));
    else if (type === "radio") sent.set(name, plain(/\bvalue="([^"]*)"/.exec(control)?.[1] ?? ""));
  }
  return sent;
}

/** What a browser would send of a form whose first button is pressed. */
export function pressed(form: string): URLSearchParams {
  const sent = fieldsOf(form);
  const [name, value] = buttonOf(form);
  if (name !== "" && !sent.has(name)) sent.set(name, value);
  return sent;
}

/** The name and value that the form's first button sends along. */
function buttonOf(form: string): [string, string] {
  const button = [...form.matchAll(/<button[^>]*>/g)].find(
    ([tag]) => !/type="(button|reset)"/.test(tag),
  )?.[0];
  const of = (pattern: RegExp) => plain(pattern.exec(button ?? "")?.[1] ?? "");
  return [of(/\bname="([^"]*)"/), of(/\bvalue="([^"]*)"/)];
}

const TYPED: Readonly<Record<string, (at: number) => string>> = {
  text: (at) => `Typed ${at} & kept`,
  search: (at) => `Typed ${at} & kept`,
  email: (at) => `typed-${at}@kept.example`,
  url: (at) => `https://kept.example/${at}`,
  tel: (at) => `${at}`,
  number: (at) => `${at}`,
};

/** Names of the fields that somebody sees and fills in: not those that the page brings along. */
export function openFields(form: string): string[] {
  const names = [
    ...form.matchAll(/<input[^>]*>|<textarea[^]*?<\/textarea>|<select[^]*?<\/select>/g),
  ].flatMap(([control]) =>
    /type="(hidden|file|password|submit)"/.test(/^<[^>]*>/.exec(control)?.[0] ?? "")
      ? []
      : [/\bname="([^"]*)"/.exec(control)?.[1] ?? ""],
  );
  return [...new Set(names)].filter((name) => name !== "" && !isSecretField(name));
}

/** Posts a form as its page would, in the encoding that it names. */
export function send(
  world: World,
  form: string,
  target: string,
  fields: URLSearchParams,
  cookie: string,
): Promise<Answer> {
  const headers = { ...ORIGIN, cookie };
  if (!/<form[^>]*enctype="multipart\/form-data"/i.test(form))
    return world.ask(target, { form: fields, headers });
  const boundary = "----a-boundary-of-tests";
  const parts = [...fields].map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return world.ask(target, {
    method: "POST",
    body: `${parts.join("")}--${boundary}--\r\n`,
    headers: { ...headers, "content-type": `multipart/form-data; boundary=${boundary}` },
  });
}
