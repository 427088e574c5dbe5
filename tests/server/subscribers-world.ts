import { expect } from "vitest";
import type { Answer, Ask, World } from "./world.ts";

/** What tests of subscriptions do on the way to what they prove. */

export interface Mail {
  to: string;
  kind: string;
  subject: string;
  text: string;
  html: string;
}

/** Every mail that was queued, the oldest first. */
export async function mails(world: World): Promise<Mail[]> {
  const rows = await world.services.store.read
    .selectFrom("outbox")
    .selectAll()
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
  return rows.map(({ toEmail, kind, subject, text, html }) => ({
    to: toEmail,
    kind,
    subject,
    text: text ?? "",
    html: html ?? "",
  }));
}

/** The address in a mail that a pattern names, as a path on its host. */
export function linkIn(mail: Mail | undefined, pattern: RegExp): { host: string; path: string } {
  const found = (mail?.text ?? "")
    .replace(/\s+/g, " ")
    .split(/[ <>]/)
    .find((word) => /^https?:/.test(word) && pattern.test(word));
  if (found === undefined) throw new Error(`no link like ${pattern} in ${mail?.text}`);
  const { host, pathname, search } = new URL(found);
  return { host, path: pathname + search };
}

/** Sends the subscribe form of a portal. */
export function subscribeForm(
  world: World,
  form: Record<string, string>,
  ask: Ask = {},
): Promise<Answer> {
  return world.ask("/acme/subscribe", { form, ...ask });
}

/** Calls POST {share base}/subscribe. */
export function subscribeApi(
  world: World,
  body: unknown,
  org = "acme",
  ask: Ask = {},
): Promise<Answer> {
  return world.ask(`/api/share/${org}/subscribe`, {
    body: JSON.stringify(body),
    ...ask,
    headers: { "content-type": "application/json", ...ask.headers },
  });
}

/** The value of a hidden field on a page. */
export function hidden(answer: Answer, name: string): string {
  const input = new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(answer.text)?.[0] ?? "";
  return (/value="([^"]*)"/.exec(input)?.[1] ?? "").replaceAll("&amp;", "&");
}

export async function subscriberRows(world: World, org = "acme") {
  return world.services.store.read
    .selectFrom("subscribers")
    .selectAll()
    .where("orgId", "=", await world.orgId(org))
    .orderBy("createdAt")
    .execute();
}

/** The row of an address. */
export async function subscriber(world: World, email: string, org = "acme") {
  return (await subscriberRows(world, org)).find((row) => row.email === email);
}

/** Subscribes by form and confirms by the page that the mail leads to. */
export async function subscribed(world: World, email: string): Promise<void> {
  expect((await subscribeForm(world, { email })).status).toBe(303);
  const { host, path } = linkIn(
    (await mails(world)).findLast((mail) => mail.to === email),
    /confirm/,
  );
  const page = await world.ask(path, { host });
  const answer = await world.ask(path, { host, form: { proof: hidden(page, "proof") } });
  expect(answer.headers.location).toContain("subscribeStatus=Confirmed");
}
