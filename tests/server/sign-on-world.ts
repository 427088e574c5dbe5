import { onTestFinished } from "vitest";
import { CLIENT, SignOnProvider } from "../sign-on-provider.ts";
import { openNameServer } from "./dns-responder.ts";
import { cookieOf, OWNER } from "./staff-journeys.ts";
import { openWorld, type Answer, type World } from "./world.ts";

/** What tests of single sign-on do on the way to what they prove. */

export const DOMAIN = "acme.example";

/** The named world, with two providers and a name server that it may ask. */
export async function openSignOnWorld(): Promise<{
  world: World;
  providers: SignOnProvider[];
  names: NameServer;
}> {
  const names = await openNameServer();
  const opened = [await SignOnProvider.open(), await SignOnProvider.open()];
  onTestFinished(() => opened.forEach((provider) => provider.close()));
  const world = await openWorld({
    DNS_SERVER: names.address,
    OUTBOUND_ALLOW: opened.map(({ host }) => `sign-in:${host}`).join(","),
  });
  return { world, providers: opened, names };
}

export type NameServer = Awaited<ReturnType<typeof openNameServer>>;

/** Whose session presses a button: a person of the named world's, or a cookie. */
type Whose = string | { cookie: string };

/** Presses a button of the settings. */
export function press(
  world: World,
  button: string,
  form: Record<string, string> = {},
  whose: Whose = OWNER,
): Promise<Answer> {
  const by = typeof whose === "string" ? { as: whose } : { headers: whose };
  return world.ask(`/settings/single-sign-on/${button}`, { ...by, form });
}

/** The page of the settings, as its words read. */
export async function settingsPage(world: World, as = OWNER): Promise<string> {
  return (await world.ask("/settings/single-sign-on", { as })).text.replaceAll("<!-- -->", "");
}

/** Adds a company's domain and proves it. */
export async function proveDomain(
  world: World,
  names: NameServer,
  domain = DOMAIN,
  as = OWNER,
): Promise<void> {
  await press(world, "add-domain", { domain }, as);
  const page = await settingsPage(world, as);
  const proof = page.slice(page.indexOf(`_open-trust-center.${domain}`));
  const value = /open-trust-center=[\w-]+/.exec(proof)?.[0] ?? "";
  names.records.set(`TXT _open-trust-center.${domain}`, [value]);
  await press(world, "check-domain", { domain }, as);
}

/** Saves a provider for a company, with what is chosen otherwise. */
export async function saveProvider(
  world: World,
  provider: SignOnProvider,
  more: Record<string, string> = {},
  whose: Whose = OWNER,
): Promise<Answer> {
  return press(
    world,
    "save",
    {
      issuer: provider.issuer,
      clientId: CLIENT.id,
      clientProof: "secret",
      clientSecret: CLIENT.secret,
      enabled: "yes",
      ...more,
    },
    whose,
  );
}

/** A browser that leaves for its provider: where it goes, and the cookie by which it is known. */
export interface Leaving {
  address: string;
  cookie: string;
}

/** Presses 'Continue with', and follows to the page that leads to the provider. */
export async function leaveFor(world: World, email: string, redirectTo = ""): Promise<Leaving> {
  const answer = await world.ask("/sign-in/single-sign-on", { form: { email, redirectTo } });
  return leavingOf(world, answer);
}

/** The page that leads to the provider, of an answer that leads to it. */
export async function leavingOf(world: World, answer: Answer, session = ""): Promise<Leaving> {
  const cookie = [cookieOf(answer, "otc_way"), session].filter(Boolean).join("; ");
  const page = await world.ask(answer.headers.location ?? "/none", { headers: { cookie } });
  const address = /<a href="(http:[^"]+)"/.exec(page.text)?.[1] ?? "";
  return { address: address.replaceAll("&amp;", "&"), cookie };
}

/** Takes a browser back to the address that the provider sent it to. */
export function comeBack(world: World, back: string, cookie: string): Promise<Answer> {
  const { pathname, search } = new URL(back);
  return world.ask(pathname + search, { headers: { cookie } });
}

/** The whole way of somebody's sign-in. */
export async function signOn(
  world: World,
  provider: SignOnProvider,
  person: string,
  { email = OWNER, redirectTo = "" } = {},
): Promise<Answer> {
  provider.person = person;
  const { address, cookie } = await leaveFor(world, email, redirectTo);
  return comeBack(world, await provider.browse(address), cookie);
}
